/**
 * The time from sending a shot to a screen with a stream of the same process, and of another, alone and beside 700 shots
 * a second; and the cost of hints for commits, in turns within one run. Run: `npm run bench:hints`.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordShot } from "#features/play/server/shot-store.ts";
import { systemClock } from "#platform/server/clock.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { crossProcesses } from "#platform/server/live/crossing.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { startServer } from "../e2e/server.ts";
import { followStream } from "../test/stream.ts";
import { card, openClient } from "./client.ts";
import { openLoop, requestOf } from "./load.ts";

const SHOTS = 400;
/** Shots beside others: they take as long as one slice of load may. */
const SHOTS_IN_LOAD = 150;
const LOAD = { perSecond: 700, connections: 64, seconds: 30, status: 201 };
const CLIENTS = 16;
const STATEMENTS = 4_000;
const ROUNDS = 5;

const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder);
const { connection, owner } = postgres;
const url = (user = "") => `postgres://${user}@/${connection.database}?host=${encodeURIComponent(connection.host)}`;
const env = {
  DATABASE_URL: url(connection.user),
  DATABASE_OWNER_URL: url(owner.user),
  SESSION_SECRET: "a secret of the bench alone, not of anybody",
};
const [one, two] = [await startServer("bench-one", env), await startServer("bench-two", env)];
const db = openDatabase(connection, CLIENTS);
const client = openClient(one.url, CLIENTS);

/** A player with a running session and more balls than the bench uses. */
async function golfer() {
  const cookie = await client.register(`${randomUUID()}@example.com`);
  const sessionData = { courseId: 1, packageId: 4, bayNumber: 1 };
  const paid = await client.post("/api/process-payment", cookie, { paymentInfo: card, sessionData, amount: 5 });
  const { session } = JSON.parse(paid.body);
  await db.pool.query("UPDATE sessions SET balls_left = 1000000, balls_bought = 1000000 WHERE id = $1", [session.id]);
  return { cookie, sessionId: String(session.id), userId: String(session.userId) };
}

const quantile = (times: readonly number[], share: number) =>
  (times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? Number.NaN).toFixed(1);

const shotIn = (sessionId: string) => ({ sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 });

/** A golfer hits the next ball after both screens have shown the last one. */
async function measureScreens(shots: number): Promise<void> {
  const { cookie, sessionId } = await golfer();
  const cookies = new Map(cookie.split("; ").map((pair) => pair.split("=") as [string, string]));
  const path = `/api/sessions/${sessionId}/events`;
  const screens = [await followStream(one.url, path, { cookies }), await followStream(two.url, path, { cookies })];
  const times: [number[], number[]] = [[], []];
  for (const screen of screens) await screen.next();
  for (let n = 1; n <= shots; n++) {
    const started = performance.now();
    const seen = screens.map(async (screen, index) => {
      await screen.next(({ session }) => session.ballCount === 1_000_000 - n);
      times[index]?.push(performance.now() - started);
    });
    await client.post("/api/attempts", cookie, shotIn(sessionId));
    await Promise.all(seen);
    // A random moment of the pause between two hints.
    await sleep(Math.random() * 120);
  }
  for (const [index, name] of ["the same process", "the other process"].entries()) {
    const of = times[index] ?? [];
    console.log(
      `shot sent to screen of ${name}: median ${quantile(of, 0.5)} ms, p99 ${quantile(of, 0.99)} ms, most ${quantile(of, 1)} ms`,
    );
  }
  for (const screen of screens) screen.end();
}

/** The same beside many others, who hit on the process to which the golfer's own shots go. */
async function measureInLoad(): Promise<void> {
  const others = await Promise.all(Array.from({ length: LOAD.connections }, golfer));
  const requests = others.map(({ cookie, sessionId }) =>
    requestOf("POST", "/api/attempts", { cookie }, shotIn(sessionId)),
  );
  let asked = 0;
  const next = () => requests[asked++ % requests.length];
  const load = openLoop({ ...LOAD, port: Number(new URL(one.url).port), next }, LOAD.perSecond);
  await measureScreens(SHOTS_IN_LOAD);
  const { perSecond, times } = await load;
  console.log(`beside ${perSecond.toFixed(0)} shots/s, answered after ${quantile(times, 0.99)} ms (p99)`);
}

/** The shot's statement alone, and with the hints of a process at the same time. */
async function measureCommits(): Promise<void> {
  const golfers = await Promise.all(Array.from({ length: CLIENTS }, golfer));
  const [hub, listener] = [createHub(), createHub()];
  const crossings = [hub, listener].map((of) => crossProcesses(of, connection, (message) => console.warn(message)));
  async function round(hints: boolean): Promise<number> {
    const started = performance.now();
    const each = golfers.map(async ({ sessionId, userId }) => {
      for (let n = 0; n < STATEMENTS / CLIENTS; n++) {
        const now = systemClock.now();
        const shot = { id: randomUUID(), shotId: randomUUID(), targetHole: "missed", moment: now, now } as const;
        await recordShot(db, { sessionId, callerId: userId }, shot);
        if (hints) for (const topic of [`session:${sessionId}`, "bays:1"]) hub.announce(topic);
      }
    });
    await Promise.all(each);
    return STATEMENTS / ((performance.now() - started) / 1000);
  }
  await round(false);
  for (let n = 1; n <= ROUNDS; n++) {
    const [alone, hinted] = [await round(false), await round(true)];
    const ratio = (hinted / alone).toFixed(2);
    console.log(`round ${n}: ${alone.toFixed(0)} shots/s alone, ${hinted.toFixed(0)}/s with hints, ratio ${ratio}`);
  }
  for (const crossing of crossings) await crossing.close();
}

await measureScreens(SHOTS);
await measureInLoad();
await measureCommits();
client.close();
await db.close();
await one.stop();
await two.stop();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
