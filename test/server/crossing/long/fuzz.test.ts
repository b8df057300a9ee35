/**
 * Never a 500 for input (api.md): every route that the server binds (of the contracts, streams, the webhook, pages, what
 * operators and developers have), called by every role, with what no form would send.
 */
import { text } from "node:stream/consumers";
import { createBrotliDecompress } from "node:zlib";
import type { InjectOptions } from "fastify";
import fc from "fast-check";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "#main/server/audit-checks.ts";
import type { Browser, Json } from "#test/app.ts";
import { type Case, casesOf } from "#test/server/crossing/fuzz-cases.ts";
import { makeWorld, type Operation, type Role, roles, type World } from "#test/server/crossing/fuzz-world.ts";
import { odd } from "#test/server/crossing/odd-values.ts";

/** `npm run fuzz`: every odd value at every place by every role, some 20 times as many calls. */
const whole = process.env["FUZZ"] === "whole";
const LONG = { timeout: whole ? 3_600_000 : 300_000 };

let world: World;
let calls = 0;
const tally: Record<string, number> = {};
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(async () => {
  const { app, operations } = world;
  const of = `${operations.length} operations x ${roles.length} roles, ${calls} calls`;
  process.stdout.write(`fuzz: ${of}: ${JSON.stringify(tally)}\n`);
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

/** Built files are many and alike: a few stand for all. */
function isOneOfMany({ url }: Operation, index: number): boolean {
  return url.startsWith("/assets/") && index % 60 !== 0;
}
/** They end the caller's own sign-in when they succeed, so they come last. */
const ending = /\/logout$|devices\/forget|users\/:id\/delete|sign-?outs?|others/;

async function send(operation: Operation, role: Role, sent: Case): Promise<{ status: number; body: Json }> {
  calls += 1;
  const { cookies }: Browser = world.people[role];
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const options: InjectOptions = {
    method: sent.method ?? operation.method,
    url: sent.path,
    remoteAddress: "127.0.0.1",
    headers: { "content-type": "application/json", ...(cookie ? { cookie } : {}), ...sent.headers },
    ...(sent.body === undefined ? {} : { payload: sent.body }),
  };
  // A stream has no end, so only its status and headers are checked.
  const reply = await world.app.http.inject({ ...options, payloadAsStream: true });
  if (sent.headers?.["cookie"] === undefined)
    for (const { name, value, maxAge } of reply.cookies)
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
  const stream = reply.stream();
  const isStream = String(reply.headers["content-type"]).startsWith("text/event-stream");
  if (isStream) stream.destroy();
  // A list of encodings that nobody can read may still be taken for one of Brotli.
  const plain = reply.headers["content-encoding"] === "br" ? stream.pipe(createBrotliDecompress()) : stream;
  const read = isStream ? "" : await text(plain);
  const isJson = String(reply.headers["content-type"]).includes("json");
  tally[reply.statusCode] = (tally[reply.statusCode] ?? 0) + 1;
  return { status: reply.statusCode, body: isJson && read !== "" ? JSON.parse(read) : undefined };
}

/** What is wrong with a reply: it must be an answer of the contract, or a refusal of the house's shape. */
function faults({ status, body }: { status: number; body: Json }, { contract, method, url }: Operation, sent: Case) {
  const isAnswer = status < 400 || (contract && "replies" in contract && contract.replies[status as 200] !== undefined);
  const isRefusal =
    status < 500 &&
    (sent.method === "HEAD" ||
      !contract ||
      (/^[a-z]+\.[a-z_]+$/.test(body?.error?.code) && typeof body?.error?.message === "string"));
  if (isAnswer || isRefusal) return [];
  return [`${method} ${url} with ${sent.what.slice(0, 200)}: ${status} ${JSON.stringify(body)?.slice(0, 100)}`];
}

test("a good request is known for every route that takes a body", () => {
  const wrong = world.operations.flatMap(({ contract, body, method, url }) => {
    if (!contract || !("body" in contract) || !contract.body) return [];
    const parsed = z.safeParse(contract.body, body);
    return parsed.success
      ? []
      : [`${method} ${url}: ${parsed.error.issues.map(({ path }) => path.join(".")).join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

test("every operation answers odd input by every role without a fault of the server", LONG, async () => {
  const found: string[] = [];
  const { operations } = world;
  const isLast = ({ url }: Operation) => ending.test(url);
  const ordered = [...operations.filter((one) => !isLast(one)), ...operations.filter(isLast)];
  for (const [index, operation] of ordered.entries()) {
    if (isOneOfMany(operation, index)) continue;
    for (const [n, sent] of casesOf(operation, whole, index).entries()) {
      // The owner passes most checks; the other roles take turns.
      const others = roles.filter((role) => role !== operation.owner);
      const turn = others[(index + n) % others.length] as Role;
      for (const role of whole ? roles : n % 5 === 0 ? [operation.owner, turn] : [operation.owner])
        found.push(...faults(await send(operation, role, sent), operation, sent));
    }
    await world.signInAgain();
  }
  expect(found).toEqual([]);
  expect(({} as Record<string, unknown>)["role"]).toBeUndefined();
});

test("good requests of every role to every operation are answered or refused", LONG, async () => {
  const found: string[] = [];
  for (const [index, operation] of world.operations.entries()) {
    if (isOneOfMany(operation, index) || ending.test(operation.url)) continue;
    for (const role of roles) {
      const good = { path: operation.path, what: `a good request of ${role}` };
      const sent: Case = operation.body ? { ...good, body: JSON.stringify(operation.body) } : good;
      found.push(...faults(await send(operation, role, sent), operation, sent));
    }
    await world.signInAgain();
  }
  expect(found).toEqual([]);
});

test("random fields under an Idempotency-Key cause no fault of the server", LONG, async () => {
  const words = fc.string({ unit: "binary", maxLength: 300 });
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
  const anything = fc.oneof(json, words, fc.double(), fc.integer(), fc.constantFrom(...odd.slice(0, 60)));
  const latin = fc.integer({ min: 0x21, max: 0xff }).map((n) => String.fromCharCode(n));
  const keys = fc.string({ unit: latin, minLength: 1, maxLength: 220 });
  for (const operation of world.operations) {
    if (!operation.body || Object.keys(operation.body).length === 0) continue;
    const change = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(operation.body)), words), anything, {
      maxKeys: 5,
    });
    await fc.assert(
      fc.asyncProperty(change, keys, async (changed, key) => {
        const body = JSON.stringify({ ...operation.body, ...changed });
        const sent = { path: operation.path, body, headers: { "idempotency-key": key }, what: body };
        expect(faults(await send(operation, operation.owner, sent), operation, sent)).toEqual([]);
      }),
      { numRuns: whole ? 100 : 6 },
    );
  }
  expect(calls).toBeGreaterThan(0);
});
