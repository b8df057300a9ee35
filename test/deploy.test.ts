/** The files of `deploy/` agree with the program: its variables, paths, versions and limits. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readConfig } from "#platform/server/config.ts";
import {
  etcdEnvironment,
  haproxyConfig,
  patroniConfig,
  pgbouncerConfig,
  serverEnvironment,
} from "../trials/cluster/settings.ts";
import { definedContracts } from "./contracts.ts";

const read = (path: string) => readFileSync(path, "utf8");
const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
const files = [
  "Dockerfile",
  "compose.yaml",
  ...globSync("deploy/*").filter((path) => statSync(path).isFile()),
  "deploy/cluster/acebay.env.example",
].toSorted();
const manifest = JSON.parse(read("package.json")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
/** Under compose the authority's file is in a volume; here any file that can be read stands for it. */
const AUTHORITY = "/trust/authority.pem";
const readEnv = (path: string) => parseEnv(read(path).replaceAll(AUTHORITY, "package.json"));
const example = readEnv("deploy/acebay.env.example");

/** What PostgreSQL's image, Node, npm and `deploy/keys.sh` read. */
const ofOthers = [
  "POSTGRES_USER",
  "POSTGRES_PASSWORD",
  "POSTGRES_DB",
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
  "NPM_CONFIG_UPDATE_NOTIFIER",
  "NAMES_APP",
  "NAMES_DATABASE",
];

/** The variables that a text names, without its comments: set (`NAME=`, `NAME:`) or read (`$NAME`, `${NAME`, `{$NAME`). */
function variablesOf(text: string): string[] {
  const lines = text.replaceAll(/^\s*#.*$/gm, "");
  const named = lines.matchAll(
    /(?<![\w/-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:: |=)|\$\{?([A-Z][A-Z_]+)|env\.([A-Z_]+)/g,
  );
  return [...new Set([...named].map(([, set, used, inNode]) => set ?? used ?? inNode ?? ""))];
}

/** The variables that the configuration reads. */
const known = [...read("src/platform/server/config.ts").matchAll(/value\("([A-Z_]+)"\)/g)].map(([, name]) => name);

/** What is wrong with a configuration, by the names of its variables. */
function refused(env: Record<string, string | undefined>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return [...String(error).matchAll(/^- ([A-Z_]+)/gm)].map(([, name = ""]) => name);
  }
}

test.for(files)("%s names only variables that somebody reads", (path) => {
  // systemd's own settings are not in capitals.
  const strange = variablesOf(read(path)).filter(
    (name) => ![name, name.replace(/_FILE$/, "")].some((one) => known.includes(one) || ofOthers.includes(one)),
  );
  expect(strange).toEqual([]);
});

test("nginx offers no ciphers but those with forward secrecy that authenticate", () => {
  const [, list = ""] = /^\s*ssl_ciphers ([^;]+);/m.exec(read("deploy/nginx.conf")) ?? [];
  expect(list).not.toBe("");
  for (const cipher of list.split(":")) expect(cipher).toMatch(/^ECDHE-.*(GCM|CHACHA20)/);
});

test("both proxies speak TLS 1.2 and 1.3 alone, and send only pages on from http to https", () => {
  const nginx = read("deploy/nginx.conf");
  expect(/ssl_protocols ([^;]+);/.exec(nginx)?.[1]).toBe("TLSv1.2 TLSv1.3");
  const [, open = "", closed = ""] = nginx.split(/^server \{$/m);
  expect(open).toMatch(/location \/api\/ \{\s+return 403;\s+\}\s+location \/ \{\s+return 301 https:/);
  expect(closed).toMatch(/listen 443 ssl/);
  expect(closed).not.toMatch(/listen (\[::\]:)?80/);
  const caddy = read("deploy/Caddyfile").replaceAll(/^\s*#.*$/gm, "");
  // Caddy's own defaults are TLS 1.2 and 1.3 with ciphers of forward secrecy; the file must not change them.
  expect(caddy).not.toMatch(/\b(tls|protocols|ciphers)\b/);
  expect(caddy).toMatch(
    /^http:\/\/ \{\s+@api path \/api \/api\/\*\s+handle @api \{\s+respond 403\s+\}\s+handle \{\s+redir https:/m,
  );
  // Caddy's own redirects would be used before that site.
  expect(caddy).toMatch(/^\s+auto_https disable_redirects$/m);
  expect(caddy).toMatch(/^\{\$PUBLIC_URL\} \{/m);
});

test("the examples name every variable that production needs, in a form that it accepts", () => {
  const named = {
    ...example,
    ...readEnv("deploy/owner.env.example"),
    ...readEnv("deploy/backup.env.example"),
  };
  expect(Object.keys(named)).toEqual(expect.arrayContaining(refused({ NODE_ENV: "production" })));
  const replaced = Object.entries(named).map(([name, text = ""]) => {
    return [name, text.replaceAll(/change-me(?:-openssl-\S+)?/g, () => randomBytes(32).toString("hex"))];
  });
  expect(refused(Object.fromEntries(replaced) as Record<string, string>)).toEqual([]);
});

test("production refuses each placeholder of the examples", () => {
  const owner = readEnv("deploy/owner.env.example")["DATABASE_OWNER_URL"];
  const all = { ...example, DATABASE_OWNER_URL: owner, ...parseEnv(read("deploy/backup.env.example")) };
  const untouched = Object.entries(all).flatMap(([name, text]) => (text?.includes("change-me") ? [name] : []));
  expect(untouched.length).toBeGreaterThan(8);
  expect(refused(all).toSorted()).toEqual(untouched.toSorted());
});

test("the image has the Node that the project is built and tested with", () => {
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  const version = manifest.devDependencies["node"];
  expect(images.map((image) => image?.split("-")[0])).toEqual(images.map(() => `node:${version}`));
  expect(read(".nvmrc").trim()).toBe(version);
});

test("the files that the image copies exist and are not excluded", () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) => paths.split(" "));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => globSync(path).length === 0)).toEqual([]);
  const admitted = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path);
  expect(copied.filter((path) => !admitted.includes(path))).toEqual([]);
});

test("the programs that the files start exist", () => {
  const named = files.flatMap((path) => [...read(path).matchAll(/\b(?:src|dist)\/[\w/]+\.(?:ts|js)\b/g)]).map(String);
  expect(named).toEqual(expect.arrayContaining(["dist/server/server.js", "src/main/server/migrate.ts"]));
  const sources = named.map((path) => path.replace(/^dist\/server\/(\w+)\.js$/, "src/main/server/$1.ts"));
  expect(sources.filter((path) => globSync(path).length === 0)).toEqual([]);
});

test("the image has the packages that the bundle leaves outside", () => {
  const [, left = ""] = /external: \[(.+?)\]/.exec(read("vite.server.config.ts")) ?? [];
  const outside = [...left.matchAll(/"(.+?)"/g)].map(([, name = ""]) => name);
  const resolved = globSync("src/**/server/**/*.ts").flatMap((path) =>
    [...read(path).matchAll(/import\.meta\.resolve\("((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = ""]) => name),
  );
  expect(resolved.length).toBeGreaterThan(3);
  // pg looks for its native client, which we do not use.
  const needed = [...outside, ...resolved].filter((name) => name !== "pg-native");
  expect(needed.filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

test("only the steps that migrate, and that make and try backups, have the owner's address", () => {
  const readers = compose.split(/^ {2}(?=\S)/m).filter((part) => part.includes("deploy/owner.env"));
  expect(readers.map((part) => part.split(":")[0])).toEqual(["migrate", "backup", "database"]);
  expect(Object.keys(example)).not.toContain("DATABASE_OWNER_URL");
});

test("what connects within compose does so by TLS, and trusts the installation's own authority alone", () => {
  for (const path of ["deploy/acebay.env.example", "deploy/owner.env.example"])
    expect(read(path)).toMatch(
      new RegExp(`^DATABASE_\\w*URL=\\S+@database:5432/acebay\\?sslrootcert=${AUTHORITY}$`, "m"),
    );
  const parts = compose.split(/^ {2}(?=\S)/m).map((part) => [part.split(":")[0], part] as const);
  const trusting = parts.filter(([, part]) => part.includes('"trust:/trust:ro"')).map(([name]) => name);
  // The first part is what both processes share.
  expect(trusting).toEqual(["volumes", "migrate", "backup", "proxy"]);
  // The key that signs is where it is made, and nowhere else.
  expect(parts.filter(([, part]) => /[ "]authority:\//.test(part)).map(([name]) => name)).toEqual(["keys"]);
  const caddy = read("deploy/Caddyfile").replaceAll(/^\s*#.*$/gm, "");
  expect(caddy).toMatch(/reverse_proxy https:\/\/app-1:3000 https:\/\/app-2:3000 \{/);
  expect(caddy).toMatch(new RegExp(`transport http \\{[^}]*tls_trusted_ca_certs ${AUTHORITY}`));
  expect(caddy).not.toContain("tls_insecure_skip_verify");
});

test("the processes trust the network of their proxy, and no more", () => {
  const subnet = /subnet: (\S+)/.exec(compose)?.[1];
  expect(/TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1]).toBe(subnet);
});

test("the proxies pass on every body that the server accepts", () => {
  const largest = Math.max(...definedContracts.map((route) => ("bodyLimit" in route && route.bodyLimit) || 0));
  for (const path of ["deploy/Caddyfile", "deploy/nginx.conf"]) {
    const [, megabytes] = /(?:max_size|client_max_body_size) (\d+)m/i.exec(read(path)) ?? [];
    expect([basename(path), Number(megabytes) * 1_000_000 >= largest]).toEqual([basename(path), true]);
  }
});

test("the cluster's files are those that the cluster test runs, and its connections fit", () => {
  const made = [
    patroniConfig("db2", "/x"),
    JSON.stringify(etcdEnvironment("db3", "/x")),
    haproxyConfig(),
    pgbouncerConfig("/x/userlist.txt"),
    JSON.stringify(serverEnvironment()),
  ];
  // Each address, folder and password of the files is replaced by the test's own.
  const settings = made.map((text) => text.replaceAll(/^\s*[#;].*$/gm, ""));
  for (const text of settings) expect(text).not.toMatch(/10\.0\.0\.|change-me|\/var\/|\/etc\//);
  expect(made[0]).toContain("name: db2");
  expect(refused(serverEnvironment())).toEqual([]);
  const number = (name: string, text = "") => Number(new RegExp(`${name}\\W+(\\d+)`).exec(text)?.[1]);
  // Two machines that serve, three roles on each, one connection past the pooler, four of reports.
  const needed = 2 * (3 * number("default_pool_size", made[3]) + 1 + 4);
  expect(number("max_connections", made[0])).toBeGreaterThan(needed);
  expect(number("max_client_conn", made[3])).toBeGreaterThan(12 + 4 + 4);
});

test("between the cluster's machines there are only addresses of the encrypted tunnel", () => {
  const tunnel = read("deploy/cluster/wireguard.conf").replaceAll(/^#.*$/gm, "");
  const own = [...tunnel.matchAll(/^(?:Address|AllowedIPs) = (10\.0\.0\.\d+)/gm)].map(([, address]) => address);
  expect(own).toEqual(["10.0.0.11", "10.0.0.12", "10.0.0.13", "10.0.0.21"]);
  expect(tunnel.match(/^\[Peer\]$/gm)).toHaveLength(3);
  for (const name of ["patroni.yml", "etcd.env", "haproxy.cfg", "pgbouncer.ini", "acebay.env.example"]) {
    const named = [...read(`deploy/cluster/${name}`).matchAll(/\b\d+\.\d+\.\d+\.\d+\b(?!\/)/g)].map(String);
    expect([name, named.filter((one) => !own.includes(one) && !one.startsWith("127."))]).toEqual([name, []]);
  }
});

/** Two old backups, a new one and the list of deletions, which nothing was added to for as long; and an empty folder. */
function backups(): { from: string; to: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "acebay-copies-"));
  const [from, to] = [join(folder, "backups"), join(folder, "elsewhere")];
  for (const one of [from, to]) mkdirSync(one);
  const old = Date.now() / 1000 - 40 * 86_400;
  for (const name of ["acebay-20261001T083000Z", "acebay-20261002T083000Z", "deletions", "acebay-20261125T083000Z"]) {
    writeFileSync(join(from, name), name);
    if (!name.startsWith("acebay-202611")) utimesSync(join(from, name), old, old);
  }
  return { from, to, remove: () => rmSync(folder, { recursive: true }) };
}

test("the page's lines copy the newest backup to another place, and the list of deletions; a new machine gets both", () => {
  const { from, to, remove } = backups();
  const page = read("docs/operations.md");
  const copying = [...page.matchAll(/^docker compose .* run --rm -T backup .* > \w+$/gm)].map(String);
  const taking = [...page.matchAll(/^dc run --rm -T backup .* < \w+$/gm)].map(String);
  // Each service's command runs here, in its folder of backups.
  const run = (lines: string[], folder: string) => {
    const here = 'docker() { while [ "$1" != backup ]; do shift; done; shift; "$@"; }; dc() { docker "$@"; }';
    const script = [here, ...lines.map((line) => line.replaceAll("/backups", folder))].join("\n");
    return spawnSync("sh", ["-ec", script.replaceAll("NAME", "COPY")], { cwd: to, encoding: "utf8" });
  };
  const whole = { COPY: "acebay-20261125T083000Z", deletions: "deletions" };
  const inFolder = (folder: string) =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, read(join(folder, name))]));
  // The one that is being made, or that was killed, is no backup yet.
  writeFileSync(join(from, "acebay-20261126T083000Z.making-7"), "a part");
  expect(run(copying, from)).toMatchObject({ status: 0, stderr: "" });
  expect(inFolder(to)).toEqual(whole);
  const machine = join(to, "..", "machine");
  mkdirSync(machine);
  expect(run(taking, machine)).toMatchObject({ status: 0, stderr: "" });
  expect(inFolder(machine)).toEqual(whole);
  remove();
});

test.for(["compose.yaml", "deploy/acebay-backup.service", "docs/operations.md"])(
  "%s deletes old backups, and never the list of deletions",
  (path) => {
    const { from, remove } = backups();
    const lines = [...read(path).matchAll(/find (\S+) -type f .*-delete/g)];
    expect(lines).toHaveLength(1);
    for (const [line, folder = ""] of lines) expect(spawnSync("sh", ["-c", line.replace(folder, from)]).status).toBe(0);
    expect(readdirSync(from)).toEqual(["acebay-20261125T083000Z", "deletions"]);
    remove();
  },
);

test("the check finds a variable that nobody reads, however it is written", () => {
  const text = "# NOTED=1\nENV ONE=1 \\\n    TWO=2\n  THREE: x\n{$FOUR}\n${FIVE:?}\nprocess.env.SIX\n";
  expect(variablesOf(text)).toEqual(["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX"]);
});
