/** A small reader of nginx's and Caddy's files: what is misspelt or in the wrong place, without either program. */

interface Directive {
  words: string[];
  line: number;
  block?: Directive[];
}

/**
 * Reads directives with blocks in braces.
 * @param ends what ends a directive without a block: nginx has `;`, Caddy the line
 * @throws Error by the line
 */
function parse(text: string, ends: ";" | "\n"): Directive[] {
  const tokens = [...text.matchAll(/#[^\n]*|"[^"\n]*"|'[^'\n]*'|(?:[^\s{};"']|\{\$?\w[^{}\s]*\})+|[{};\n]/g)].filter(
    ([token]) => !token.startsWith("#"),
  );
  const root: Directive[] = [];
  const open = [root];
  let words: string[] = [];
  for (const { 0: token, index } of tokens) {
    const line = text.slice(0, index).split("\n").length;
    const here = open.at(-1) ?? root;
    if (token === "{") {
      const block: Directive[] = [];
      here.push({ words, line, block });
      open.push(block);
      words = [];
    } else if (token === "}") {
      if (words.length > 0) throw new Error(`line ${line}: ${words[0]} has no end`);
      if (open.length === 1) throw new Error(`line ${line}: a } too many`);
      open.pop();
    } else if (token === ends) {
      if (words.length > 0) here.push({ words, line });
      else if (ends === ";") throw new Error(`line ${line}: a ; without a directive`);
      words = [];
    } else if (token !== "\n") words.push(token);
  }
  if (open.length > 1 || words.length > 0) throw new Error("the file ends within a directive");
  return root;
}

/** What a directive's words must be, after its name, and what its block may have. */
interface Rule {
  words: RegExp;
  block?: Rules;
}
interface Rules {
  [name: string]: Rule;
}

const any = /^\S/;
const time = /^\d+(ms|s|m|h|d)$/;
const size = /^\d+[km]?$/i;
const onOff = /^(on|off)$/;
const ofLocation: Rules = {
  return: { words: /^\d{3}( https?:\S+)?$/ },
  proxy_pass: { words: /^https?:\/\/[\w.:]+$/ },
  proxy_http_version: { words: /^1\.[01]$/ },
  proxy_set_header: { words: /^[\w-]+ \S+$/ },
  proxy_buffering: { words: onOff },
  proxy_connect_timeout: { words: time },
  proxy_send_timeout: { words: time },
  proxy_read_timeout: { words: time },
  proxy_next_upstream: { words: /^(error|timeout|off)( timeout)?$/ },
  proxy_next_upstream_tries: { words: /^\d+$/ },
};
/** By nginx's own list (https://nginx.org/en/docs/dirindex.html): those that the site has, each where it may be. */
const ofNginx: Rules = {
  log_format: { words: /^\w+ '[^']+'$/ },
  access_log: { words: /^\/\S+ \w+$/ },
  upstream: {
    words: /^\w+$/,
    block: {
      least_conn: { words: /^$/ },
      server: { words: /^[\d.]+:\d+( max_fails=\d+)?( fail_timeout=\d+s)?$/ },
      keepalive: { words: /^\d+$/ },
      keepalive_timeout: { words: time },
    },
  },
  server: {
    words: /^$/,
    block: {
      listen: { words: /^(\[::\]:)?\d+( ssl)?( http2)?$/ },
      server_name: { words: any },
      ssl_certificate: { words: /^\/\S+$/ },
      ssl_certificate_key: { words: /^\/\S+$/ },
      ssl_protocols: { words: /^(TLSv1\.[23] ?)+$/ },
      ssl_ciphers: { words: /^[\w:-]+$/ },
      ssl_session_cache: { words: /^shared:\w+:\d+m$/ },
      ssl_session_timeout: { words: time },
      ssl_session_tickets: { words: onOff },
      server_tokens: { words: onOff },
      client_max_body_size: { words: size },
      client_header_timeout: { words: time },
      client_body_timeout: { words: time },
      proxy_request_buffering: { words: onOff },
      location: { words: /^((=|~|~\*|\^~) )?\S+$/, block: ofLocation },
    },
  },
};
/** By Caddy's (https://caddyserver.com/docs/caddyfile/directives, and /docs/caddyfile/options for the first block). */
const ofGlobal: Rules = {
  auto_https: { words: /^(off|disable_redirects|ignore_loaded_certs|disable_certs)$/ },
  servers: {
    words: /^$/,
    block: {
      timeouts: {
        words: /^$/,
        block: { read_header: { words: time }, read_body: { words: time }, idle: { words: time } },
      },
    },
  },
};
const ofSite: Rules = {
  respond: { words: /^(@\w+ )?\d{3}$/ },
  redir: { words: /^https:\/\/\S+ 30[12378]$/ },
  handle: { words: /^(@\w+)?$/, block: {} },
  request_body: { words: /^$/, block: { max_size: { words: /^\d+[KM]B$/ } } },
  reverse_proxy: {
    words: /^(https:\/\/\S+ ?)+$/,
    block: {
      lb_policy: { words: /^(least_conn|round_robin|random)$/ },
      lb_try_duration: { words: time },
      health_uri: { words: /^\/\S*$/ },
      health_interval: { words: time },
      health_timeout: { words: time },
      flush_interval: { words: /^-1$/ },
      transport: {
        words: /^http$/,
        block: {
          tls_trusted_ca_certs: { words: /^\/\S+$/ },
          dial_timeout: { words: time },
          response_header_timeout: { words: time },
          keepalive: { words: time },
        },
      },
    },
  },
};
ofSite["handle"] = { words: /^(@\w+)?$/, block: ofSite };

function faultsOf(found: readonly Directive[], rules: Rules): string[] {
  return found.flatMap(({ words, line, block }) => {
    const [name = "", ...rest] = words;
    if (name.startsWith("@"))
      return /^path( \/\S*)+$/.test(rest.join(" ")) ? [] : [`line ${line}: ${name} is no matcher`];
    const rule = rules[name];
    if (!rule) return [`line ${line}: unknown directive "${name}"`];
    if (!rule.words.test(rest.join(" "))) return [`line ${line}: ${name} cannot be "${rest.join(" ")}"`];
    if (!rule.block !== !block) return [`line ${line}: ${name} ${block ? "has no" : "needs a"} block`];
    return block && rule.block ? faultsOf(block, rule.block) : [];
  });
}

/** @throws Error for a file that cannot be read */
export function nginxFaults(text: string): string[] {
  const found = parse(text, ";");
  const named = (kind: string) => found.flatMap(({ words }) => (words[0] === kind ? [words[1] ?? ""] : []));
  const all = (of: readonly Directive[]): Directive[] => of.flatMap((one) => [one, ...all(one.block ?? [])]);
  const asked = all(found).flatMap(({ words, line }) => {
    const [name, first = "", second = ""] = words;
    if (name === "proxy_pass" && !named("upstream").includes(first.replace(/^https?:\/\//, "")))
      return [`line ${line}: there is no upstream ${first}`];
    return name === "access_log" && !named("log_format").includes(second)
      ? [`line ${line}: there is no log_format ${second}`]
      : [];
  });
  return [...faultsOf(found, ofNginx), ...asked];
}

/** @throws Error for a file that cannot be read */
export function caddyFaults(text: string): string[] {
  const [global, ...sites] = parse(text, "\n");
  if (global?.words.length !== 0 || !global.block) return ["the first block has a name"];
  return [
    ...faultsOf(global.block, ofGlobal),
    ...sites.flatMap(({ words, line, block }) => {
      if (!/^(https?:\/\/\S*|\{\$\w+\})$/.test(words.join(" ")) || !block) return [`line ${line}: no site`];
      const matchers = block.flatMap((one) => (one.words[0]?.startsWith("@") ? [one.words[0]] : []));
      const used = block.flatMap((one) => one.words.slice(1).filter((word) => word.startsWith("@")));
      const unknown = used.filter((word) => !matchers.includes(word)).map((word) => `there is no matcher ${word}`);
      return [...faultsOf(block, ofSite), ...unknown];
    }),
  ];
}
