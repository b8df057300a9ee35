/** `npm run advisories` against a stand-in for the registry: npm asks it for real, and each ending has its code. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { behindSince, DAYS, judgeUpdates, QUARTER_DAYS } from "./advisories-rules.mjs";

const folder = mkdtempSync(join(tmpdir(), "acebay-advisories-"));
const known = join(folder, "known.json");
let answer = { status: 200, body: {} };
let asked = {};
const registry = createServer((request, reply) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const send = (status, body) =>
      reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "GET") {
      // npm also asks which versions there are.
      const name = decodeURIComponent(request.url.slice(1));
      send(200, { name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": { name, version: "1.0.0" } } });
      return;
    }
    const bytes = Buffer.concat(parts);
    asked = JSON.parse((request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString() || "{}");
    send(answer.status, answer.body);
  });
});
beforeAll(() => new Promise((listening) => registry.listen(0, "127.0.0.1", listening)));
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const weakness = (id, severity) => ({
  id: 1,
  url: `https://github.com/advisories/${id}`,
  title: "It reads too far",
  severity,
  vulnerable_versions: "<999",
});

function advisories(list) {
  writeFileSync(known, JSON.stringify(list));
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    npm_config_registry: `http://127.0.0.1:${registry.address().port}/`,
    npm_config_fetch_retries: "0",
  };
  const child = spawn(process.execPath, ["scripts/advisories.mjs", "--known", known], { env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk.toString()));
  return new Promise((done) => child.once("exit", (code) => done({ code, text })));
}
const daysAgo = (days) => ({ since: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10), why: "…" });

test("without a known weakness it ends with 0, and has asked about what ships with its version", async () => {
  answer = { status: 200, body: {} };
  expect(await advisories({})).toEqual({ code: 0, text: "Of what ships no weakness is known.\n" });
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(asked.fastify).toEqual([dependencies.fastify]);
  expect(asked.react).toBeDefined();
});

test("a new one and a late one end with 1; one in its time, and one of a tool that does not ship, with 0", async () => {
  answer = {
    status: 200,
    body: { fastify: [weakness("GHSA-new", "high")], vitest: [weakness("GHSA-tool", "critical")] },
  };
  const fresh = await advisories({});
  expect(fresh).toEqual({ code: 1, text: expect.stringMatching(/^fastify: high, GHSA-new, It reads too far\. NEW: /) });
  expect(fresh.text).not.toContain("vitest");
  expect(await advisories({ "GHSA-new": daysAgo(DAYS.high - 2) })).toMatchObject({
    code: 0,
    text: expect.stringContaining("to be repaired by"),
  });
  expect(await advisories({ "GHSA-new": daysAgo(DAYS.high + 2) })).toMatchObject({
    code: 1,
    text: expect.stringContaining("LATE"),
  });
});

test("a registry that does not answer the question is no good news: it ends with 2", async () => {
  answer = { status: 405, body: { error: "Method Not Allowed" } };
  expect(await advisories({})).toMatchObject({
    code: 2,
    text: expect.stringContaining("gave no answer about weaknesses"),
  });
});

test("the times are those of SECURITY.md", () => {
  const page = readFileSync("SECURITY.md", "utf8");
  for (const [how, days] of [
    ["critical", DAYS.critical],
    ["high", DAYS.high],
    ["anything else", DAYS.low],
  ])
    expect(page).toMatch(new RegExp(`^\\| ${how}.* \\| ${days} days \\|$`, "m"));
});

const published = (days) => new Date(Date.parse("2026-11-25T12:00:00Z") - days * 86_400_000).toISOString();

test("a library is behind since the first newer minor release of its major version", () => {
  const times = {
    created: published(900),
    "1.2.0": published(400),
    "1.2.9": published(10),
    "1.3.0-beta.1": published(300),
    "1.4.0": published(20),
    "1.3.0": published(50),
    "2.0.0": published(200),
  };
  expect(behindSince("1.2.0", times)).toEqual({ version: "1.3.0", since: new Date(published(50)) });
  expect(behindSince("1.4.0", times)).toBeUndefined();
  expect(behindSince("2.0.0", times)).toBeUndefined();
});

test("one that has been behind for longer than a quarter is late", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const library = (days) => ({
    name: "x",
    version: "1.0.0",
    times: { "1.0.0": published(500), "1.1.0": published(days) },
  });
  expect(judgeUpdates([library(QUARTER_DAYS - 1)], now)).toEqual({
    isWell: true,
    lines: ["x: 1.0.0, and 1.1.0 is there. To be updated by 2026-11-26"],
  });
  expect(judgeUpdates([library(QUARTER_DAYS + 1)], now)).toEqual({
    isWell: false,
    lines: ["x: 1.0.0, and 1.1.0 is there. LATE: it was to be there by 2026-11-24"],
  });
  expect(readFileSync("SECURITY.md", "utf8")).toContain("newest minor release each quarter");
});
