/**
 * Two processes do two things with the money of one order at the same moment, for each pair of what may happen to it in a
 * state: refunds, disputes, verdicts, payouts, a start, and the deletion of the account. Whichever comes first, the books
 * are clean, and the facts of the order fit together. `npm run races` runs every pair in both orders several times;
 * without it each thing runs beside the next one in its list.
 */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { Refusal } from "#platform/shared/refusal.ts";
import { type Browser, buy, claim, type Player, type Reply } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { contradictions } from "#test/contradictions.ts";
import { bodyOf } from "#test/calls.ts";
import { bankOf, type Disputing, disputing } from "#test/disputing.ts";
import { runJobs } from "#test/jobs.ts";
import { type Second, secondApp } from "#test/second.ts";
import { confirm, provedPlayer } from "#test/server/claims/payouts-people.ts";

const whole = process.env["RACES"] === "whole";
const TIMES = whole ? 2 : 1;

let on: Disputing;
let other: Second;
beforeAll(async () => {
  on = await disputing();
  other = await secondApp(on.app);
  await other.app.jobs.stop();
});
afterAll(async () => {
  await other.close();
  await on.app.close();
});

interface Sale {
  golfer: Player;
  orderId: string;
  sessionId: string;
  claimId: string;
  attemptId: string;
}
/** One of the two processes: a person's browser there, and its server. */
interface Process {
  as(person: Player): Browser;
  http: Second["app"]["http"];
}
type Deed = (sale: Sale, at: Process) => Promise<Reply | void>;

const admin = () => on.admin();
const here = (): Process => ({ as: (person) => person, http: on.app.http });
const there = (): Process => ({ as: (person) => other.browser(person), http: other.app.http });
const bank = () => bankOf(on.app).bank;
/** All that the gateway has not told yet, told to one process. */
const tell = ({ http }: Process) =>
  bank().sendEvents(
    async (payload, headers) =>
      (await http.inject({ method: "POST", url: "/api/payments/webhook", payload, headers })).statusCode === 200,
  );

/** What the bank does, unless its own desk refuses it: nothing is left, or it is decided. */
async function unlessRefused<T>(deed: Promise<T>): Promise<T | undefined> {
  return deed.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  });
}

const params = ({ claimId: id }: Sale) => ({ params: { id } });
const refund =
  (amount?: number): Deed =>
  async ({ orderId: id }, at) =>
    at.as(await admin()).call(paymentRoutes.refundOrder, {
      params: { id },
      body: { reason: "Rain", ...(amount ? { amount } : {}) },
    });
const atGateway =
  (cents?: number): Deed =>
  async ({ attemptId }, at) => {
    await unlessRefused(bank().refundByHand(attemptId, cents));
    await tell(at);
  };
const dispute =
  (end?: "lost" | "won"): Deed =>
  async ({ attemptId }, at) => {
    const reference = await unlessRefused(bank().openDispute(on.app.db, attemptId, "fraudulent"));
    if (reference && end) await bank().closeDispute(reference, end);
    await tell(at);
  };
const remove: Deed = async ({ golfer }, at) =>
  at.as(golfer).call(profileRoutes.deleteUser, { params: { id: golfer.id } });
const verify: Deed = async (sale, at) => at.as(await admin()).call(claimRoutes.verifyClaim, params(sale));
const reject: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.rejectClaim, { ...params(sale), body: { reason: "Beside the hole" } });
const payPrize: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.payClaim, { ...params(sale), body: { method: "check", reference: "7" } });
const forfeit: Deed = async (sale, at) =>
  at.as(await admin()).call(claimRoutes.forfeitClaim, { ...params(sale), body: { reason: "Under 18" } });
const cameBack: Deed = async (sale, at) =>
  at.as(await admin()).call(payoutRoutes.prizeCameBack, { ...params(sale), body: { reason: "Returned" } });
const start: Deed = async ({ golfer, orderId }, at) =>
  at.as(golfer).call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 7, orderId } });
const claimAgain: Deed = async ({ golfer, sessionId }, at) => claim(at.as(golfer), sessionId, "left");

/** Another state of an order, made of a new one. */
async function ahead(): Promise<Sale> {
  const golfer = await provedPlayer(on.app, "Pat Player");
  const { order } = (await buy(golfer, { start: false })).body;
  return { golfer, orderId: order.id, sessionId: "", claimId: "", attemptId: await attemptOf(order.id) };
}
async function pending(): Promise<Sale> {
  const { golfer, session, orderId, id } = await on.claimed();
  await bodyOf(golfer.call(playRoutes.completeSession, { params: { id: session.id } }));
  return { golfer, orderId, sessionId: session.id, claimId: id, attemptId: await attemptOf(orderId) };
}
async function due(): Promise<Sale> {
  const sale = await pending();
  expect((await on.decide(sale.claimId, "verify")).status).toBe(200);
  for (const seen of ["age_18", "tax_form"]) await confirm(await admin(), sale.claimId, seen);
  return sale;
}
async function paid(): Promise<Sale> {
  const sale = await due();
  expect(await payPrize(sale, here())).toMatchObject({ status: 200 });
  return sale;
}
/** After other deeds, one after the other. */
const after =
  (make: () => Promise<Sale>, ...deeds: Deed[]) =>
  async () => {
    const sale = await make();
    for (const deed of deeds) await deed(sale, here());
    return sale;
  };
const cancelThere: Deed = async ({ attemptId }, at) => {
  const made = "SELECT refund_id AS id FROM sandbox.refunds WHERE attempt_id = $1 AND failure IS NULL";
  // None, if somebody has just cancelled it.
  for (const { id } of (await on.app.db.pool.query(made, [attemptId])).rows)
    await unlessRefused(bank().cancelByHand(id));
  await tell(at);
};
const winAfterAll: Deed = async ({ attemptId }, at) => {
  // A bank may change a lost dispute, once; the sandbox's own desk cannot do that.
  const { rows } = await on.app.db.pool.query(
    "UPDATE sandbox.disputes SET status = 'open' WHERE attempt_id = $1 AND status = 'lost' RETURNING reference",
    [attemptId],
  );
  for (const { reference } of rows) await unlessRefused(bank().closeDispute(reference, "won"));
  await tell(at);
};

const attemptOf = async (orderId: string): Promise<string> =>
  (await on.app.db.pool.query("SELECT id FROM payment_attempts WHERE order_id = $1", [orderId])).rows[0].id;

const states: Record<string, [make: () => Promise<Sale>, deeds: Record<string, Deed>]> = {
  "an order that is not started": [
    ahead,
    {
      "is started": start,
      "is refunded": refund(),
      "is refunded in part": refund(1),
      "is refunded at the gateway": atGateway(),
      "is refunded in part there": atGateway(200),
      "is disputed": dispute(),
      "is disputed and lost": dispute("lost"),
      "loses its golfer": remove,
    },
  ],
  "an order with a pending claim": [
    pending,
    {
      "is verified": verify,
      "is refunded in part": refund(1),
      "is rejected": reject,
      "is refunded at the gateway": atGateway(),
      "is disputed and lost": dispute("lost"),
      "is claimed again": claimAgain,
      "loses its golfer": remove,
    },
  ],
  "an order with a prize to pay": [
    due,
    {
      "is paid": payPrize,
      "is disputed and lost": dispute("lost"),
      "is forfeited": forfeit,
      "is refunded at the gateway": atGateway(),
      "is disputed": dispute(),
      "loses its golfer": remove,
    },
  ],
  "an order with a paid prize": [
    paid,
    {
      "has its payout returned": cameBack,
      "is disputed and lost": dispute("lost"),
      "loses its golfer": remove,
      "is refunded at the gateway": atGateway(),
      "is refunded in part": refund(1),
    },
  ],
  "an order that was refunded at the gateway": [
    after(pending, atGateway()),
    {
      "has that cancelled": cancelThere,
      "is rejected": reject,
      "is disputed and lost": dispute("lost"),
      "is verified": verify,
      "loses its golfer": remove,
    },
  ],
  "an order with a paid prize and a lost dispute": [
    after(paid, dispute("lost")),
    {
      "is won after all": winAfterAll,
      "has its payout returned": cameBack,
      "loses its golfer": remove,
      "is refunded at the gateway": atGateway(),
    },
  ],
  "an order that was rejected and refunded in part": [
    after(pending, reject, refund(1)),
    {
      "is refunded": refund(),
      "is refunded at the gateway": atGateway(),
      "is disputed and lost": dispute("lost"),
      "is refunded in part": refund(1),
      "loses its golfer": remove,
    },
  ],
};

type Named = [name: string, deed: Deed];
function pairsOf(deeds: Named[]): [Named, Named][] {
  if (whole) return deeds.flatMap((one) => deeds.map((two): [Named, Named] => [one, two]));
  return deeds.map((one, at): [Named, Named] => [one, deeds[(at + 1) % deeds.length] ?? one]);
}

test.each(Object.entries(states))("%s", { timeout: whole ? 900_000 : 60_000 }, async (_state, [make, deeds]) => {
  const done: [one: string, two: string, orderId: string][] = [];
  for (const [[one, first], [two, second]] of pairsOf(Object.entries(deeds))) {
    for (let time = 0; time < TIMES; time++) {
      const sale = await make();
      // Held for a moment, so that both have begun when the first of them goes on.
      const held = await on.app.owner.pool.connect();
      await held.query(`BEGIN; SELECT FROM orders WHERE id = '${sale.orderId}' FOR NO KEY UPDATE`);
      const replies = [first(sale, here()), wait(time).then(() => second(sale, there()))];
      await wait(25);
      await held.query("COMMIT");
      held.release();
      for (const reply of await Promise.all(replies))
        expect([one, two, (reply?.status ?? 200) < 500]).toEqual([one, two, true]);
      await tell(here());
      await on.app.db.idle();
      done.push([one, two, sale.orderId]);
    }
  }
  await runJobs(on.app);
  for (const [one, two, orderId] of done)
    expect([one, two, (await on.app.db.pool.query(contradictions, [orderId])).rows]).toEqual([one, two, []]);
  await expectCleanBooks(on.app);
});
