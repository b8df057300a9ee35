/**
 * The card canary on a real server process and its embedded database: numbers and CVVs are sent in the right fields and
 * forms and in all wrong ones, and afterwards they are found nowhere: in no reply, no log, no page, no file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/server/db/database.ts";
import { ownerOf } from "#platform/server/db/embedded.ts";
import { accepted, type Canary, foundBelow, foundInText, typedShapes, unlisted } from "#test/canary.ts";
import { surroundings } from "#test/surroundings.ts";

const dataDir = mkdtempSync(join(tmpdir(), "acebay-canary-"));
/** A number that is kept by design, as a name: what the search must find. */
const control: Canary = { number: "6011000990139424", cvv: "0000" };
let server: ChildProcess;
let url = "";
let output = "";
let cookie = "";
const replies: string[] = [];

beforeAll(async () => {
  server = spawn(process.execPath, ["src/main/server/server.ts"], {
    env: { ...surroundings(), PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let waited = 0; url === "" && waited < 60_000; waited += 50) {
    url = /at (http:\S+)/.exec(output)?.[1] ?? "";
    await sleep(50);
  }
  cookie = (await register("kim@example.com")).cookies;
}, 90_000);
afterAll(async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function stop(): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  await ended;
}

function register(email: string) {
  return send("/api/register", { name: control.number, email, phone: "5550100100" }, { cookie: "" });
}

/** Sends a body as JSON (a text as it is) and keeps the reply for the search. */
async function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", cookie, ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  // A reply is named by the first parts of its path, because the rest is what we sent ourselves.
  replies.push(
    `${path
      .split(/[?/]/)
      .slice(0, path.startsWith("/api/") ? 3 : 2)
      .join("/")} ${reply.status} ${JSON.stringify([...reply.headers])} ${text}`,
  );
  const cookies = reply.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: reply.status, text, cookies: cookies.join("; ") };
}

const cardOf = ({ number, cvv }: Canary, cardNumber: unknown = number) => ({
  paymentMethod: "card",
  cardNumber,
  expiryDate: "12/30",
  cvv,
  billingZip: "34119",
});
const payment = (paymentInfo: object, change: object = {}, sessionData: object = {}) => ({
  paymentInfo,
  sessionData: { courseId: 1, packageId: 4, bayNumber: 7, ...sessionData },
  amount: 5,
  ...change,
});
const pay = (body: unknown, headers?: Record<string, string>) => send("/api/process-payment", body, headers);

const twoPlayers = {
  mainPlayer: { bayNumber: 7, ballCount: 5 },
  friends: [{ name: "Pal", bayNumber: 8, ballCount: 5 }],
};

/** Where a number does not belong, by field: each is sent as text and as a JSON number. */
function misplaced(canary: Canary, value: unknown): unknown[] {
  const card = cardOf(canary);
  const token = { paymentMethod: "card", token: value };
  return [
    payment({ ...card, cardNumber: [value] }),
    payment({ ...card, cardNumber: { value } }),
    payment({ ...card, paymentMethod: value }),
    payment({ ...card, expiryDate: value }),
    payment({ ...card, cvv: value }),
    payment({ ...card, billingZip: value }),
    payment(token),
    payment({ ...card, token: value }),
    payment(card, { amount: value }),
    payment(card, { start: value }),
    payment(card, { paymentInfo: value }),
    payment(card, { sessionData: value }),
    payment(card, { cardNumber: value, unknown: { value } }),
    ...["courseId", "packageId", "bayNumber", "teeTime", "purchaseContext", "groupData"].map((field) =>
      payment(card, {}, { [field]: value }),
    ),
    payment(card, {}, { groupData: { ...twoPlayers, friends: [{ ...twoPlayers.friends[0], userId: value }] } }),
    [value],
    value,
  ];
}

/** Sends a canary every way there is. */
async function release(canary: Canary): Promise<void> {
  const { number, cvv } = canary;
  for (const typed of [...typedShapes(number), Number(number)]) {
    await pay(payment(cardOf(canary, typed)));
    await send("/api/sandbox/tokens", cardOf(canary, typed));
    for (const body of misplaced(canary, typed)) await pay(JSON.stringify(body));
  }
  for (const typed of typedShapes(number)) {
    const query = `?cardNumber=${encodeURIComponent(typed)}&cvv=${cvv}`;
    await pay(payment(cardOf(canary)), { "idempotency-key": typed });
    await pay(payment(cardOf(canary)), { "idempotency-key": `order-${typed}-${cvv}` });
    await pay(payment(cardOf(canary), { amount: 1 }), { "idempotency-key": typed });
    for (const name of ["x-request-id", "authorization", "user-agent", "referer", "if-none-match", "traceparent"])
      await pay(payment(cardOf(canary)), { [name]: typed });
    await pay(payment(cardOf(canary)), { cookie: `${cookie}; card=${encodeURIComponent(typed)}` });
    await send(`/api/process-payment${query}`, payment(cardOf(canary)));
    await send(`/api/sandbox/tokens${query}`, {});
    for (const path of ["/api/orders/", "/api/sandbox/challenges/", "/api/none/", "/game?card=", "/metrics?card="])
      await send(`${path}${encodeURIComponent(typed)}`, undefined);
    await send(`/api/sandbox/challenges/${encodeURIComponent(typed)}`, { approved: true });
    await pay(`{"paymentInfo": {"cardNumber": "${typed}", "cvv": "${cvv}"`);
    await pay(`{"paymentInfo": {"cardNumber": ${typed}, "cvv": ${cvv}x}}`);
    await pay(JSON.stringify(payment(cardOf(canary), { padding: typed.repeat(5_000) })));
    await pay(`cardNumber=${typed}&cvv=${cvv}`, { "content-type": "application/x-www-form-urlencoded" });
    await pay(`${typed} ${cvv}`, { "content-type": "text/plain" });
    await send("/api/payments/webhook", { cardNumber: typed, cvv }, { "sandbox-signature": typed });
  }
}

/** What a broken database says: the gateway's table is away while a number is where its token belongs. */
async function releaseAtFault(canary: Canary): Promise<number[]> {
  const { cookies } = await register(`${randomUUID()}@example.com`);
  const db = openDatabase(ownerOf(dataDir), 1);
  await db.pool.query("ALTER TABLE sandbox.tokens RENAME TO tokens_away");
  const paid = await pay(payment({ paymentMethod: "card", token: canary.number }), { cookie: cookies });
  const made = await send("/api/sandbox/tokens", cardOf(canary));
  await db.pool.query("ALTER TABLE sandbox.tokens_away RENAME TO tokens");
  await db.close();
  return [paid.status, made.status];
}

async function checkpoint(): Promise<void> {
  const db = openDatabase(ownerOf(dataDir), 1);
  await db.pool.query("CHECKPOINT");
  await db.close();
}

describe.each([
  ["an unlisted number", unlisted],
  ["an accepted test number", accepted],
])("%s", (_name, canary) => {
  let faults: number[] = [];
  beforeAll(async () => {
    await release(canary);
    faults = await releaseAtFault(canary);
  }, 120_000);

  test("is sent as a payment that is accepted, refused and declined, so that there is something to find", () => {
    const statuses = new Set(replies.map((reply) => Number(reply.split(" ")[1])));
    expect([...statuses].toSorted((a, b) => a - b)).toEqual(expect.arrayContaining([400, 402, 404, 413, 415, 201]));
    expect(faults).toEqual([202, 500]);
    expect(output).toContain("Failed query");
    expect(Object.keys(foundBelow(dataDir, control)).map((path) => path.split("/")[1])).toContain("pg_wal");
  });

  test("is in no reply", () => {
    expect(replies.filter((reply) => foundInText(reply, canary).length > 0)).toEqual([]);
  });

  test("is in nothing that the server writes", () => {
    expect(output.split("\n").filter((line) => foundInText(line, canary).length > 0)).toEqual([]);
  });

  test.each(["/metrics", "/dev/outbox", "/dev/outbox.json", "/dev/clock", "/api/orders", "/api/me", "/api/docs"])(
    "is not on %s",
    async (path) => {
      const { status, text } = await send(path, undefined);
      expect(status).toBe(200);
      expect(foundInText(text, canary)).toEqual([]);
    },
  );

  test("is in no file: data, write-ahead log, the database's own log", async () => {
    expect(foundBelow(dataDir, canary)).toEqual({});
    await checkpoint();
    expect(foundBelow(dataDir, canary)).toEqual({});
    expect(Object.keys(foundBelow(dataDir, control)).map((path) => path.split("/")[1])).toEqual(
      expect.arrayContaining(["base", "pg_wal"]),
    );
  });
});

test("nothing is written at the end either", async () => {
  await stop();
  for (const canary of [unlisted, accepted]) {
    expect(foundInText(output, canary)).toEqual([]);
    expect(foundBelow(dataDir, canary)).toEqual({});
  }
});
