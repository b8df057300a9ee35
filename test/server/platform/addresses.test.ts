/** Addresses that cannot be decoded, name no file or ask for a part of one: 2xx to 4xx as HTTP says, never a 500. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshApp, type TestApp } from "#test/app.ts";
import { call } from "#test/raw-http.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await freshApp();
  port = await app.listen();
});
afterAll(() => app.close());

/** A built file of more than a kilobyte (`npm test` builds before it tests). */
const script = `/assets/${readdirSync("dist/web/assets").find((name) => /^index-.*\.js$/.test(name))}`;

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"];

describe.each(methods)("%s", (method) => {
  test.each([
    "/%00",
    "/assets/%00",
    "/api/%00",
    "/api/passkeys/%00/remove",
    "/api/sandbox/challenges/%00",
    "/assets/",
    "/icons/",
    "/assets",
    "/pages/",
    "/pages/home.en.page",
    "/.vite/manifest.json",
    "/.vite",
    "/.env",
    "/.well-known/security.txt",
    "//x",
    "//evil.example/x",
    "/../package.json",
    "/api/..%2fx",
    "/%2e%2e/%2e%2e/package.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/%5c..%5cx",
    "/a\\b",
    "/%ff",
    "/%",
    "*",
    "http://[/x",
    `/${"a".repeat(300)}`,
    `/assets/${"a".repeat(300)}`,
    `/api/courses/${"a".repeat(300)}`,
    `/${"a/".repeat(2_500)}`,
    "/index.html/",
    "/favicon.svg/x",
  ])("%s, which cannot be decoded or names nothing, is 400 or 404", async (path) => {
    const { status } = await call(port, method, path);
    expect([400, 404]).toContain(status);
  });

  test.each(["//", "/..", "/api/..", `/?${"a".repeat(5_000)}`])(
    "%s, which is another way to write the start, is no fault",
    async (path) => {
      const { status } = await call(port, method, path);
      expect(method === "GET" || method === "HEAD" ? [200, 301, 302, 307, 308, 400, 404] : [400, 404]).toContain(
        status,
      );
    },
  );
});

test("letters that no address may hold are 400", async () => {
  expect((await call(port, "GET", "/\u00ff")).status).toBe(400);
});

test("neither the notes of the build nor a page with unfilled places is served", async () => {
  for (const path of ["/.vite/manifest.json", "/pages/home.en.page", "/.env"])
    expect([path, (await call(port, "GET", path)).status]).toEqual([path, 404]);
});

test("no source map is served", () => {
  expect(app.routes.filter(({ url }) => url.endsWith(".map"))).toEqual([]);
});

describe("a file", () => {
  test("is sent in parts with 206; a part behind its end is 416 with the file's length", async () => {
    const whole = await call(port, "GET", script);
    expect(whole.headers).toMatchObject({ "accept-ranges": "bytes" });
    const part = await call(port, "GET", script, { headers: { range: "bytes=0-9" } });
    expect([part.status, part.body]).toEqual([206, whole.body.slice(0, 10)]);
    expect(part.headers["content-range"]).toBe(`bytes 0-9/${whole.headers["content-length"]}`);
    const none = await call(port, "GET", script, { headers: { range: "bytes=99999999-" } });
    expect(none.status).toBe(416);
    expect(none.headers["content-range"]).toBe(`bytes */${whole.headers["content-length"]}`);
    for (const range of ["lines=1-2", "bytes=0-1,4-5"])
      expect([range, (await call(port, "GET", script, { headers: { range } })).status]).toEqual([range, 200]);
  });

  test("answers preconditions: 304, 412", async () => {
    const { headers } = await call(port, "GET", script);
    const status = async (sent: Record<string, string>) => (await call(port, "GET", script, { headers: sent })).status;
    expect(await status({ "if-none-match": String(headers.etag) })).toBe(304);
    expect(await status({ "if-modified-since": String(headers["last-modified"]) })).toBe(304);
    expect(await status({ "if-match": '"x"' })).toBe(412);
    expect(await status({ "if-match": "*" })).toBe(200);
    expect(await status({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
    expect(await status({ range: "bytes=0-9", "if-range": '"x"' })).toBe(200);
  });
});

test("a call without a Host, as some health checks make it, is answered; one with an invalid Host is 400", async () => {
  expect((await call(port, "GET", "/healthz", { headers: { host: "" } })).status).toBe(200);
  for (const host of ["[", "a b", "x:99999999"])
    expect([host, (await call(port, "GET", "/healthz", { headers: { host } })).status]).toEqual([host, 400]);
});
