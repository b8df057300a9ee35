/** Two processes do two things with the money of one order at the same moment, for the tests of every such pair. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { houseAccounts } from "#features/ledger/rules.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import type { Browser, Player, Reply } from "./app.ts";
import { waitingBehind } from "./at-once.ts";
import { contradictions } from "./contradictions.ts";
import { bankOf, type Disputing, disputing } from "./disputing.ts";
import { runJobs } from "./jobs.ts";
import { type Second, secondApp } from "./second.ts";

/** Whether every pair is played, in both orders and in both ways. */
export const isWhole = process.env["RACES"] === "whole";

/** One of the two processes: a person's browser there, and its server. */
export interface Process {
  as(person: Player): Browser;
  http: Second["app"]["http"];
}

/** What may happen to an order, done by one process. */
export type Deed<Sale> = (sale: Sale, at: Process) => Promise<Reply | void>;

/** The statement that locks what both deeds then wait for. */
export type Lock = (orderId: string) => string;

/** A state of an order: how a new one comes into it, and what may happen in it. */
export type State<Sale> = [make: () => Promise<Sale>, deeds: Record<string, Deed<Sale>>];

export type Pairing = Awaited<ReturnType<typeof pairing>>;

/** @param given an app with another gateway; otherwise one with the sandbox */
export async function pairing(given?: Disputing) {
  const on = given ?? (await disputing());
  const { app } = on;
  const other = await secondApp(app);
  await other.app.jobs.stop();
  const { bank } = bankOf(app);
  const here: Process = { as: (person) => person, http: app.http };
  const there: Process = { as: (person) => other.browser(person), http: other.app.http };
  /** All that the gateway has not told yet, told to one process. */
  const tell = ({ http }: Process) =>
    bank.sendEvents(
      async (payload, headers) =>
        (await http.inject({ method: "POST", url: "/api/payments/webhook", payload, headers })).statusCode === 200,
    );

  /**
   * Plays the pairs of a state.
   * @returns what then contradicts itself in each order, was answered with a 5xx, or had a deadlock, which a repeated
   * transaction would hide
   */
  async function play<Sale extends { orderId: string }>(
    [make, deeds]: State<Sale>,
    locks: readonly Lock[] = isWhole ? [books, order] : [books],
  ): Promise<[what: string, why: unknown][]> {
    const done: { what: string; orderId: string }[] = [];
    const wrong: [what: string, why: unknown][] = [];
    const before = await deadlocks(app.owner.pool);
    const slow: string[] = [];
    for (const [[one, first], [two, second]] of pairsOf(Object.entries(deeds)))
      for (const lock of locks) {
        const sale = await make();
        await app.db.idle();
        const what = `${one}, ${two}, both behind ${lock.name}`;
        const { replies, ms } = await together(
          app.owner.pool,
          lock(sale.orderId),
          () => first(sale, here),
          () => second(sale, there),
        );
        if (ms >= DEADLOCK_TIMEOUT_MS) slow.push(what);
        for (const reply of replies) if (reply && reply.status >= 500) wrong.push([what, reply.body]);
        await tell(here);
        await app.db.idle();
        done.push({ what, orderId: sale.orderId });
      }
    await runJobs(app);
    const met = (await deadlocks(app.owner.pool)) - before;
    if (met > 0) wrong.push([`${met} deadlocks, in some of: ${slow.join("; ")}`, "deadlock"]);
    for (const { what, orderId } of done)
      for (const row of (await app.db.pool.query(contradictions, [orderId])).rows) wrong.push([what, row.what]);
    return wrong;
  }

  return {
    on,
    bank,
    here,
    there,
    tell,
    play,
    close: async () => {
      await other.close();
      await app.close();
    },
  };
}

/** What the bank does, unless its own desk refuses it: nothing is left, or it is decided. */
export async function unlessRefused<T>(deed: Promise<T>): Promise<T | undefined> {
  return deed.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });
}

/** Each thing beside itself and beside the next one in its list, or all pairs. */
function pairsOf<Named>(deeds: Named[]): [Named, Named][] {
  if (isWhole) return deeds.flatMap((one) => deeds.map((two): [Named, Named] => [one, two]));
  return deeds.flatMap((one, at): [Named, Named][] => [
    [one, one],
    [one, deeds[(at + 1) % deeds.length] ?? one],
  ]);
}

/**
 * The accounts, which every transfer locks last: what comes first has read everything when the second begins, so that a
 * lock that it did not take is missed by the second each time.
 */
export function books(): string {
  const house = houseAccounts.map((key) => `'${key}'`).join();
  return `SELECT FROM ledger_accounts WHERE course_id = 1 OR key IN (${house}) ORDER BY kind = 'pot', key FOR NO KEY UPDATE`;
}

/** The order, which most things lock first: both have begun when the first of them goes on. */
export function order(id: string): string {
  return `SELECT FROM orders WHERE id = '${id}' FOR NO KEY UPDATE`;
}

/** The sessions of the order, which a claim locks first, and a deletion late. */
export function game(id: string): string {
  const main = `(SELECT session_id FROM orders WHERE id = '${id}')`;
  return `SELECT FROM sessions WHERE id = ${main} OR main_session_id = ${main} ORDER BY id FOR NO KEY UPDATE`;
}

const PATIENCE_MS = 1_500;

/** PostgreSQL looks for a deadlock once somebody has waited so long. */
const DEADLOCK_TIMEOUT_MS = 1_000;
/** Each connection tells the statistics at most once a second. */
const STATISTICS_MS = 1_500;

/** The deadlocks in the database since its creation. */
async function deadlocks(pool: pg.Pool): Promise<number> {
  await sleep(STATISTICS_MS);
  const { rows } = await pool.query("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  return Number(rows[0].deadlocks);
}

/**
 * Begins two things, each as far as it comes, while something is locked; then they go on.
 * @returns `ms`: how long they took from then on
 */
async function together<T>(
  pool: pg.Pool,
  locked: string,
  ...deeds: (() => Promise<T>)[]
): Promise<{ replies: T[]; ms: number }> {
  const holding = await pool.connect();
  const begun: Promise<T>[] = [];
  let released = 0;
  try {
    await holding.query(`BEGIN; ${locked}`);
    let over = 0;
    for (const deed of deeds) {
      begun.push(deed().finally(() => (over += 1)));
      const until = performance.now() + PATIENCE_MS;
      // What needs nothing that is locked ends by itself.
      while (over < begun.length && performance.now() < until)
        if ((await waitingBehind(holding, pool)) + over >= begun.length) break;
    }
  } finally {
    await holding.query("COMMIT");
    released = performance.now();
    holding.release();
    await Promise.allSettled(begun);
  }
  return { ms: performance.now() - released, replies: await Promise.all(begun) };
}
