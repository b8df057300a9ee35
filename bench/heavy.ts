/**
 * How much golfers notice of heavy work: shots and /healthz at a fixed rate, first alone and then while ten receipts are
 * drawn and ten photos of 64 megapixels are read at once; and the memory of the server with its workers (Linux).
 * Run: `npm run bench:heavy`, or `npm run bench:heavy -- --beside FOLDER` with another checkout of this repository, both
 * in turn, so that a noisy machine disturbs both alike.
 */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { openDatabase } from "#platform/server/db/database.ts";
import { connectionTo } from "#platform/server/db/embedded.ts";
import { startServer } from "../e2e/server.ts";
import { card, type Client, openClient } from "./client.ts";

const ROUNDS = 3;
const AT_ONCE = 10;
/** Shots a second, and as many health checks. */
const A_SECOND = 50;
const ALONE_MS = 4_000;
const SIDE = 8_000;

const { values } = parseArgs({ options: { beside: { type: "string" } } });
const checkouts = ["", ...(values.beside === undefined ? [] : [resolve(values.beside)])];

/** The most expensive picture that the server accepts: it is interlaced, so it can only be unpacked as a whole. */
const photo = await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: "#0b4531" } })
  .png({ progressive: true })
  .toBuffer();

async function world(client: Client) {
  const golfers = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const cookie = await client.register(`${randomUUID()}@example.com`);
      const sessionData = { courseId: 1, packageId: 4, bayNumber: 1 };
      const paid = await client.post("/api/process-payment", cookie, { paymentInfo: card, sessionData, amount: 5 });
      const { session, order } = JSON.parse(paid.body);
      return { cookie, sessionId: session.id, receipt: `/api/orders/${order.id}/receipt.pdf` };
    }),
  );
  const [first] = golfers;
  if (!first) throw new Error("Nobody plays");
  const claimed = await client.post("/api/attempts", first.cookie, shotOf(first.sessionId, "left"));
  const claimId = JSON.parse(claimed.body).claim.id;
  return { golfers, staff: await staffCookie(client), claimId };
}

async function staffCookie(client: Client): Promise<string> {
  const email = "staff@acebay.test";
  const { cookies } = await client.post("/api/login", "", { email });
  const asked = cookies.map((line) => line.split(";")[0]).join("; ");
  const mails = JSON.parse((await client.get("/dev/outbox.json", "")).body);
  const { subject } = mails.find(({ to }: { to: string }) => to === email);
  const signedIn = await client.post("/api/login", asked, { email, code: subject.slice(0, 6) });
  return signedIn.cookies.map((line) => line.split(";")[0]).join("; ");
}

const shotOf = (sessionId: string, targetHole = "missed") => ({
  sessionId,
  targetHole,
  prizeClaim: targetHole !== "missed",
  prizeAmount: 0,
  shotId: randomUUID(),
});

/** The milliseconds of calls that begin at a fixed rate until `until` is done, even if some take long. */
async function times(call: (n: number) => Promise<number>, until: Promise<unknown>): Promise<number[]> {
  let done = false;
  void until.finally(() => (done = true));
  const [started, calls] = [performance.now(), [] as Promise<number>[]];
  for (let n = 0; !done; n++) {
    const due = started + (n * 1000) / A_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    calls.push(call(n).then(() => performance.now() - due));
  }
  return Promise.all(calls);
}

/** The most resident megabytes of a server, and of its workers together, until it is stopped. */
function watchMemory(pid: number) {
  const most = { server: 0, workers: 0 };
  const look = () => {
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    let workers = 0;
    for (const id of all) {
      try {
        const status = readFileSync(`/proc/${id}/status`, "utf8");
        const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
        const mb = of("VmRSS") / 1024;
        if (of("Pid") === pid) most.server = Math.max(most.server, mb);
        else if (of("PPid") === pid && readFileSync(`/proc/${id}/cmdline`, "utf8").includes("/worker.")) workers += mb;
      } catch {
        // The process has just ended.
      }
    }
    most.workers = Math.max(most.workers, workers);
  };
  const timer = process.platform === "linux" ? setInterval(look, 100) : undefined;
  return { most: () => ({ ...most }), stop: () => clearInterval(timer) };
}

const told = (all: number[]) => {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, max ${at(1)} ms`;
};

async function measure(round: string, checkout: string): Promise<void> {
  const server = await startServer("bench", {}, checkout === "" ? {} : { checkout });
  const client = openClient(server.url, 128);
  const db = openDatabase(connectionTo(server.dataDir), 1);
  const { golfers, staff, claimId } = await world(client);
  await db.pool.query("UPDATE sessions SET balls_left = 1000000, balls_bought = 1000000");
  await db.close();
  const ok = (expected: number) => (reply: { status: number }) => {
    if (reply.status !== expected) throw new Error(`A call answered ${reply.status}`);
    return reply.status;
  };
  const shot = (n: number) => {
    const of = golfers[n % golfers.length];
    if (!of) throw new Error("Nobody plays");
    return client.post("/api/attempts", of.cookie, shotOf(of.sessionId)).then(ok(201));
  };
  const health = () => client.get("/healthz", "").then(ok(200));
  const both = (until: Promise<unknown>) => Promise.all([times(shot, until), times(health, until)]);
  const memory = watchMemory(server.pid());
  await both(sleep(1_000));
  const alone = await both(sleep(ALONE_MS));
  const rest = memory.most();
  const started = performance.now();
  const heavy = Promise.all([
    ...golfers.map(({ cookie, receipt }) => client.get(receipt, cookie)),
    ...golfers.map(() =>
      client.post(`/api/admin/prize-claims/${claimId}/seen`, staff, { seen: true, photo: photo.toString("base64") }),
    ),
  ]);
  const busy = await both(heavy);
  const seconds = (performance.now() - started) / 1000;
  const statuses = (await heavy).map(({ status }) => status);
  const most = memory.most();
  console.log(
    [
      `${round} ${checkout || "this"}: ${statuses.filter((status) => status < 300).length} of ${statuses.length} made in ${seconds.toFixed(1)} s`,
      `shot     alone ${told(alone[0])}; beside them ${told(busy[0])}`,
      `healthz  alone ${told(alone[1])}; beside them ${told(busy[1])}`,
      `memory   server ${rest.server.toFixed(0)} MB alone, ${most.server.toFixed(0)} at most; workers ${most.workers.toFixed(0)} at most`,
    ].join("\n  "),
  );
  memory.stop();
  client.close();
  await server.stop();
}

console.log(
  `${AT_ONCE} receipts and ${AT_ONCE} photos of ${(SIDE * SIDE) / 1e6} megapixels at once; ${A_SECOND} shots and health checks a second`,
);
for (let n = 1; n <= ROUNDS; n++) for (const checkout of checkouts) await measure(`round ${n}`, checkout);
