/**
 * Shots a second over HTTP, against the same prepared statement sent straight through the driver, in one run: both in
 * turn, three rounds each, so that a noisy machine disturbs both alike. Run: `npm run bench:shots`.
 *
 * The server has a process of its own, as has PostgreSQL; this client and the driver share this one.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordShot } from "#features/play/server/shot-store.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { connectionTo } from "#platform/server/db/embedded.ts";
import { systemClock } from "#platform/server/clock.ts";
import { startServer } from "../e2e/server.ts";

const CLIENTS = 16;
const SHOTS = 4_000;
const ROUNDS = 3;

const dataDir = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const server = await startServer("bench", { DATA_DIR: dataDir });
const db = openDatabase(connectionTo(dataDir), CLIENTS);
const { port } = new URL(server.url);
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });

interface Answer {
  status: number;
  body: string;
  cookies: string[];
}

function post(path: string, cookie: string, body: unknown): Promise<Answer> {
  const payload = JSON.stringify(body);
  return new Promise((done, fail) => {
    const call = request(
      {
        agent,
        host: "127.0.0.1",
        port,
        path,
        method: "POST",
        headers: { cookie, "content-type": "application/json", "content-length": Buffer.byteLength(payload) },
      },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        reply.on("end", () =>
          done({ status: reply.statusCode ?? 0, body: text, cookies: reply.headers["set-cookie"] ?? [] }),
        );
      },
    );
    call.on("error", fail);
    call.end(payload);
  });
}

/** A player with a running session and more balls than the bench can take. */
async function golfer(): Promise<{ cookie: string; sessionId: string; userId: string }> {
  const registered = await post("/api/register", "", {
    name: "Bench",
    email: `${randomUUID()}@example.com`,
    phone: "5550100100",
  });
  const cookie = registered.cookies.map((line) => line.split(";")[0]).join("; ");
  const paymentInfo = {
    paymentMethod: "card",
    cardNumber: "4242424242424242",
    expiryDate: "12/30",
    cvv: "123",
    billingZip: "34119",
  };
  const paid = await post("/api/process-payment", cookie, {
    paymentInfo,
    sessionData: { courseId: 1, packageId: 4, bayNumber: 1 },
    amount: 5,
  });
  const { session } = JSON.parse(paid.body);
  await db.pool.query("UPDATE sessions SET balls_left = 1000000, balls_bought = 1000000 WHERE id = $1", [session.id]);
  return { cookie, sessionId: session.id, userId: session.userId };
}

const golfers = await Promise.all(Array.from({ length: CLIENTS }, golfer));

async function round(shot: (of: (typeof golfers)[number]) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await Promise.all(
    golfers.map(async (of) => {
      for (let n = 0; n < SHOTS / CLIENTS; n++) await shot(of);
    }),
  );
  return SHOTS / ((performance.now() - started) / 1000);
}

const overHttp = (of: (typeof golfers)[number]) =>
  post("/api/attempts", of.cookie, {
    sessionId: of.sessionId,
    targetHole: "missed",
    prizeClaim: false,
    prizeAmount: 0,
    shotId: randomUUID(),
  }).then(({ status }) => {
    if (status !== 201) throw new Error(`A shot answered ${status}`);
  });
const straight = (of: (typeof golfers)[number]) => {
  const now = systemClock.now();
  return recordShot(
    db,
    { sessionId: of.sessionId, callerId: of.userId },
    { id: randomUUID(), shotId: randomUUID(), targetHole: "missed", moment: now, now },
  );
};

await round(overHttp);
await round(straight);
console.log(`${CLIENTS} clients, ${SHOTS} shots a round`);
for (let n = 1; n <= ROUNDS; n++) {
  const [http, sql] = [await round(overHttp), await round(straight)];
  console.log(
    `round ${n}: HTTP ${http.toFixed(0)} shots/s, statement alone ${sql.toFixed(0)}/s, ratio ${(http / sql).toFixed(2)}`,
  );
}
agent.destroy();
await db.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
