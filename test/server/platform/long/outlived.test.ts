/**
 * What belongs to a call or a statement does not outlive its answer: V8 would copy it in its young collections, which
 * then take several times as long, and the slowest calls with them.
 */
import { Agent, get } from "node:http";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { limitsOf } from "#platform/server/db/limits.ts";
import { tuneHeap } from "#platform/server/heap.ts";
import { freshApp, play, type TestApp } from "#test/app.ts";

/** Called often enough that V8 has compiled it, before anything is measured. */
const WARM = 3_000;
const CALLS = 12_000;
/** What we hold is held in each round. In one round alone a dead object that is not ours may hold the calls after it. */
const ROUNDS = 3;
/** A statement of this many columns makes about 3 kB, an answered call more. */
const COLUMNS = 27;
/** Now and then one is under way in two young collections. */
const MOST_KB = 0.6;

/** All calls of one test on a busy machine. */
const SLOW_MS = 120_000;

let app: TestApp;
let collect: () => void;
beforeAll(async () => {
  tuneHeap();
  setFlagsFromString("--expose-gc");
  collect = runInNewContext("gc") as () => void; // The flag gives each new context this function.
  app = await freshApp({ limits: limitsOf.calls });
  await app.jobs.stop();
});
afterAll(() => app.close());

/** @returns how much of each call V8 moved among its old objects, in kB, in the round in which it was least */
async function keptOf(call: (n: number) => Promise<unknown>): Promise<number> {
  for (let n = 0; n < WARM; n++) await call(n);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await keptInRound(call));
  return Math.min(...rounds);
}

async function keptInRound(call: (n: number) => Promise<unknown>): Promise<number> {
  collect();
  let [moved, last] = [0, oldBytes()];
  for (let n = 0; n < CALLS; n += 3) {
    await Promise.all([call(n), call(n + 1), call(n + 2)]);
    const now = oldBytes();
    // It shrinks when all is collected.
    moved += Math.max(0, now - last);
    last = now;
  }
  return moved / 1000 / CALLS;
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? Number.NaN;
}

const text = `SELECT ${Array.from({ length: COLUMNS }, (_, n) => `$1::int + ${n} AS column_${n}`).join(", ")}`;

test("a statement", async () => {
  expect(await keptOf((n) => app.db.pool.query({ text, values: [n] }))).toBeLessThan(MOST_KB);
});

test("a transaction", async () => {
  const kept = await keptOf((n) => app.db.transaction((tx) => tx.read(text, [n])));
  expect(kept).toBeLessThan(MOST_KB);
});

test(
  "a call",
  async () => {
    const player = await app.player();
    const { id } = await play(player);
    const agent = new Agent({ keepAlive: true, maxSockets: 3 });
    const options = {
      agent,
      port: await app.listen(),
      path: playRoutes.getSession.path.replace("{id}", id),
      headers: { cookie: [...player.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    };
    const kept = await keptOf(async () => {
      const status = await new Promise((done, fail) => {
        get(options, (reply) => reply.resume().once("end", () => done(reply.statusCode))).once("error", fail);
      });
      expect(status).toBe(200);
    });
    agent.destroy();
    expect(kept).toBeLessThan(MOST_KB);
  },
  SLOW_MS,
);
