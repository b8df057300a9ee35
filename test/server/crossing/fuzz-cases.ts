/** What is sent to an operation: its good request with one thing odd. */
import { odd, oddTexts, uuid } from "./odd-values.ts";
import type { Operation } from "./fuzz-world.ts";

export interface Case {
  path: string;
  /** The body's text, JSON or not. */
  body?: string;
  headers?: Record<string, string>;
  method?: "HEAD" | "OPTIONS" | "PUT" | "DELETE";
  /** For the reader of a failure. */
  what: string;
}

/** Tried on every field: what columns and texts of PostgreSQL cannot hold, and what has broken servers most often. */
const sharp: readonly string[] = [
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "1e308",
  "0.1",
  "null",
  "[]",
  "{}",
  '"a\\u0000b"',
  '"\\ud800"',
  '"+275760-09-13T00:00:00.000Z"',
  `"${uuid}"`,
];
const paths = [
  "%00",
  `${uuid}%00`,
  "2147483648",
  "-2147483649",
  "99999999999999999999",
  "1e3",
  "0",
  uuid,
  "..",
  "%2e%2e%2f",
  "a%2Fb",
  "%ff",
  "%",
  "x".repeat(99),
  "x".repeat(300),
  "%F0%9F%98%80",
  ";",
  "__proto__",
];
const at = (moment: string) => Buffer.from(`${moment} ${uuid}`).toString("base64url");
const queries = [
  "",
  "%00",
  "a%00b",
  "2147483648",
  "-2147483649",
  "1e308",
  "99999999999999999999",
  "2026-02-30",
  "custom%3A2026-11-01..0000-01-01",
  "+275760-09-13T00:00:00.000Z",
  "===",
  "%ff",
  "%",
  uuid,
  ...["2026-11-21T17:00:00.000Z", "+275760-09-13T00:00:00.000Z", "0000-01-01T00:00:00.000Z", "infinity"].map(at),
];
const headers: readonly Record<string, string>[] = [
  { host: "[" },
  { host: "a b" },
  { host: "" },
  { origin: "null" },
  { origin: "http://[" },
  { cookie: "acebay_session=%00; acebay_device=%ff; __Host-acebay_session=x" },
  { cookie: "=;;;a" },
  { "content-type": "application/json; charset=\u00ff" },
  { "content-type": "nothing" },
  { "content-type": "application/x-www-form-urlencoded" },
  { "idempotency-key": "k".repeat(5_000) },
  { "idempotency-key": "\u00ff\u0080" },
  { "user-agent": "\u00ff".repeat(3_000) },
  { "if-none-match": "\u00ff, W/" },
  { range: "bytes=99999999-" },
  { "if-match": '"x"' },
  { accept: "*/*;q=x", "accept-encoding": "br;q=\u00ff, ,", "accept-language": "x".repeat(500) },
  { "x-forwarded-for": "::ffff:1.2.3.4%00, x", "x-forwarded-proto": "javascript", "x-forwarded-host": "[" },
  { "last-event-id": "\u00ff" },
  { "sec-fetch-site": "cross-site" },
  { authorization: "Bearer \u00ff" },
  { "stripe-signature": "t=1,v1=\u00ff" },
];

const methods = ["HEAD", "OPTIONS", "PUT", "DELETE"] as const;

const MARK = "put it here";

/** Every place in a body, as a path to it. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key])),
  ];
}
function put(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string, unknown> = Array.isArray(body)
    ? ([...body] as unknown as Record<string, unknown>)
    : { ...(body as object) };
  copy[key] = put(copy[key], rest, value);
  return copy;
}

/** Some of a list, others for each `seed`; over many seeds all of it. */
function some<T>(list: readonly T[], count: number, seed: number): T[] {
  return Array.from({ length: Math.min(count, list.length) }, (_, n) => list[(seed * count + n) % list.length] as T);
}

/**
 * The cases of an operation. @param whole all of what is odd at every place, in place of the sharp ones and a few more
 * @param seed which few
 */
export function casesOf(operation: Operation, whole: boolean, seed: number): Case[] {
  const { path, body, url } = operation;
  const good = body === undefined ? undefined : JSON.stringify(body);
  const taken = good === undefined ? {} : { body: good };
  const cases: Case[] = [];
  if (body !== undefined) {
    for (const [index, place] of places(body).entries()) {
      const frame = JSON.stringify(put(body, place, MARK));
      // Large values cost the same everywhere, so they are tried at the first two places only.
      const light = oddTexts.filter((one) => index < 2 || one.length < 5_000);
      for (const text of [...sharp, ...(whole ? light : some(light, 3, seed + index))])
        cases.push({ path, body: frame.split(`"${MARK}"`).join(text), what: `${place.join(".")}: ${text}` });
    }
    const poison = '{"role":"admin"}';
    const bodies = [...oddTexts, `{"__proto__":${poison}}`, `{"constructor":{"prototype":${poison}}}`, "{", "\u0000"];
    for (const text of whole ? bodies : some(bodies, 6, seed)) cases.push({ path, body: text, what: `body ${text}` });
  }
  if (url.includes(":")) {
    const texts = odd.filter((value): value is string => typeof value === "string" && value.isWellFormed());
    const encoded = texts.map((value) => encodeURIComponent(value).slice(0, 2_000).replace(/%.?$/, ""));
    for (const value of [...paths, ...(whole ? encoded : some(encoded, 3, seed))])
      cases.push({ path: url.replaceAll(/:\w+/g, value), ...taken, what: `path ${value}` });
  }
  for (const key of [...operation.queryKeys, "__proto__", "a[b]"]) {
    for (const value of operation.queryKeys.includes(key) ? queries : some(queries, 2, seed)) {
      cases.push({ path: `${path}?${key}=${value}`, ...taken, what: `query ${key}=${value}` });
      if (whole) cases.push({ path: `${path}?${key}=1&${key}=${value}`, ...taken, what: `query twice ${key}` });
    }
  }
  for (const sent of whole ? headers : some(headers, 5, seed))
    cases.push({ path, ...taken, headers: sent, what: `headers ${JSON.stringify(sent).slice(0, 80)}` });
  for (const method of whole ? methods : some(methods, 1, seed)) cases.push({ path, method, what: method });
  return cases;
}
