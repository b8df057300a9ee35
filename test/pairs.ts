/** Two processes do two things with the money of one order at the same moment, for the tests of every such pair. */
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

  /** Plays the pairs of a state. @returns what then contradicts itself in each order, or was answered with a 5xx */
  async function play<Sale extends { orderId: string }>([make, deeds]: State<Sale>): Promise<
    [what: string, why: unknown][]
  > {
    const done: { what: string; orderId: string }[] = [];
    const wrong: [what: string, why: unknown][] = [];
    for (const [[one, first], [two, second]] of pairsOf(Object.entries(deeds)))
      for (const lock of isWhole ? [books, order] : [books]) {
        const sale = await make();
        await app.db.idle();
        const what = `${one}, ${two}, both behind ${lock.name}`;
        const replies = await together(
          app.owner.pool,
          lock(sale.orderId),
          () => first(sale, here),
          () => second(sale, there),
        );
        for (const reply of replies) if (reply && reply.status >= 500) wrong.push([what, reply.body]);
        await tell(here);
        await app.db.idle();
        done.push({ what, orderId: sale.orderId });
      }
    await runJobs(app);
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
function books(): string {
  const house = houseAccounts.map((key) => `'${key}'`).join();
  return `SELECT FROM ledger_accounts WHERE course_id = 1 OR key IN (${house}) ORDER BY kind = 'pot', key FOR NO KEY UPDATE`;
}

/** The order, which most things lock first: both have begun when the first of them goes on. */
function order(id: string): string {
  return `SELECT FROM orders WHERE id = '${id}' FOR NO KEY UPDATE`;
}

const PATIENCE_MS = 1_500;

/** Begins two things, each as far as it comes, while something is locked; then they go on. */
async function together<T>(pool: pg.Pool, locked: string, ...deeds: (() => Promise<T>)[]): Promise<T[]> {
  const holding = await pool.connect();
  const begun: Promise<T>[] = [];
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
    holding.release();
    await Promise.allSettled(begun);
  }
  return Promise.all(begun);
}
