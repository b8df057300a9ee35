/**
 * Shots a second over HTTP, against the same prepared statement sent straight through the driver, in one run: both in
 * turn, three rounds each, so that a noisy machine disturbs both alike. Run: `npm run bench:shots`.
 *
 * The server has a process of its own, as has PostgreSQL; this client and the driver share this one.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordShot } from "#features/play/server/shot-store.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { connectionTo } from "#platform/server/db/embedded.ts";
import { systemClock } from "#platform/server/clock.ts";
import { startServer } from "../e2e/server.ts";
import { card, openClient } from "./client.ts";

const CLIENTS = 16;
const SHOTS = 4_000;
const ROUNDS = 3;

const dataDir = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const server = await startServer("bench", { DATA_DIR: dataDir });
const db = openDatabase(connectionTo(dataDir), CLIENTS);
const client = openClient(server.url, CLIENTS);

/** A player with a running session and more balls than the bench uses. */
async function golfer(): Promise<{ cookie: string; sessionId: string; userId: string }> {
  const cookie = await client.register(`${randomUUID()}@example.com`);
  const paid = await client.post("/api/process-payment", cookie, {
    paymentInfo: card,
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
  client
    .post("/api/attempts", of.cookie, {
      sessionId: of.sessionId,
      targetHole: "missed",
      prizeClaim: false,
      prizeAmount: 0,
      shotId: randomUUID(),
    })
    .then(({ status }) => {
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
client.close();
await db.close();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
