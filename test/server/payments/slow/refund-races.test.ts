/**
 * Rules, section 4: a refund is paid once, whatever two processes do at the same time. The steps of a runner (take it,
 * send it, the gateway's answer, book it) are played in every order of two runners, with every pair of fates.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockOrder } from "#features/orders/server/store.ts";
import { LEASE_SECONDS } from "#features/payments/rules.ts";
import type { PaymentDeps } from "#features/payments/server/deps.ts";
import { type Gateway, RefundRefused, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { owe } from "#features/payments/server/owing.ts";
import {
  bookAnswer,
  recheckRefunds,
  type RefundAnswer,
  retryRefund,
  sendRefund,
  settleRefunds,
  leaseRefund,
} from "#features/payments/server/pay-back.ts";
import type { LeasedRefund } from "#features/payments/server/refund-store.ts";
import { createSandbox } from "#features/payments/server/sandbox.ts";
import * as store from "#features/payments/server/store.ts";
import { syncRefunds } from "#features/payments/server/sync-refunds.ts";
import { buy, freshApp, noClaims, type Player, type TestApp } from "#test/app.ts";

let app: TestApp;
let admin: Player;
let sandbox: Gateway;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  // Only the runners of these tests run.
  await app.jobs.stop();
  sandbox = createSandbox({ ...app, secret: "for tests" });
});
afterAll(() => app.close());

/** What the gateway does with a request, and whether its answer comes. `late`: it arrives after everything else. */
const fates = ["pays", "refuses", "answer lost", "late"] as const;
type Fate = (typeof fates)[number];
type RefundCall = Parameters<Gateway["refund"]>[0];

/** Refuses for its own reasons, such as an empty balance; its word on a key is final, as Stripe's is. */
async function refuse({ key, attempt, amountCents }: RefundCall): Promise<string> {
  await app.db.pool.query(
    "INSERT INTO sandbox.refunds (refund_id, attempt_id, amount_cents, failure, created_at) VALUES ($1, $2, $3, 'No balance', now()) ON CONFLICT DO NOTHING",
    [key, attempt.attemptId, amountCents],
  );
  return sandbox.refund({ key, refundId: key, attempt, amountCents });
}

/** A process of ours, with a gateway that stops where the test wants it to. */
function runner(fate: Fate, late: RefundCall[]) {
  let isAnswered: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (isAnswered = resolve));
  let isSent: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  async function reach(call: RefundCall): Promise<string> {
    if (fate === "late") late.push(call);
    else if (fate === "refuses") return refuse(call);
    else if (fate === "pays") return sandbox.refund(call);
    else await sandbox.refund(call).catch(() => undefined);
    throw new UnknownOutcome("no answer came");
  }
  const gateway: Gateway = {
    ...sandbox,
    refund: async (call) => {
      const outcome = await reach(call).then(
        (reference) => () => reference,
        (error: unknown) => () => {
          throw error;
        },
      );
      isSent();
      await answered;
      return outcome();
    },
  };
  const deps = depsWith(gateway);
  let taken: LeasedRefund | undefined;
  let sending: Promise<RefundAnswer | undefined> | undefined;
  let answer: RefundAnswer | undefined;
  const step = {
    take: async () => {
      // Whoever held it before has been away for longer than a lease.
      await app.clock.advance(LEASE_SECONDS + 1);
      taken = await leaseRefund(deps);
    },
    send: async () => {
      if (!taken) return;
      sending = sendRefund(deps, taken);
      sending.catch(() => undefined);
      await Promise.race([sent, sending.catch(() => undefined)]);
    },
    answer: async () => {
      isAnswered();
      answer = await sending?.catch((error: unknown) => {
        if (!(error instanceof UnknownOutcome)) throw error;
        return undefined;
      });
    },
    move: async () => {
      if (taken && answer) await bookAnswer(deps, taken, answer);
    },
    book: async () => {
      await step.answer();
      await step.move();
    },
  };
  return step;
}

function depsWith(gateway: Gateway): PaymentDeps {
  return {
    db: app.db,
    clock: app.clock,
    gateway,
    announce: () => undefined,
    claims: noClaims,
    mailer: app.mailer,
    productName: "Acebay",
    onFailure: (error: unknown) => {
      throw error;
    },
  };
}

/** A refund that is owed, of a payment that holds much more. */
async function owed(orderId: string): Promise<store.RefundRow> {
  return app.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const attempt = await store.lockCapture(tx, orderId);
    if (!attempt) throw new Error("nothing was captured");
    return owe(depsWith(sandbox), tx, { order, attempt, amount: 1, reason: "Rain", actorId: null });
  });
}

async function statusOf({ id }: store.RefundRow): Promise<string> {
  return (await app.db.pool.query("SELECT status FROM refunds WHERE id = $1", [id])).rows[0].status;
}

/** Cents that the gateway paid by any key of a refund, and that our cash gave for it. */
async function paidFor({ id }: store.RefundRow): Promise<{ gateway: number; books: number }> {
  const { rows } = await app.db.pool.query(
    `SELECT (SELECT coalesce(sum(amount_cents), 0)::int FROM sandbox.refunds WHERE split_part(refund_id, ':', 1)::uuid = $1 AND failure IS NULL) AS gateway,
      (SELECT -coalesce(sum(e.amount_cents), 0)::int FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        WHERE t.refund_id = $1 AND e.account_key LIKE 'cash:%') AS books`,
    [id],
  );
  return rows[0];
}

/** `npm run races`: the answer's coming as a step of its own, over three times as many orders. */
const whole = process.env["RACES"] === "whole";
const LONG = { timeout: whole ? 300_000 : 60_000 };
/**
 * A runner does nothing that anybody else could see between the gateway's deed and its own booking, so that what else
 * happens there may as well have happened before the answer came.
 */
const steps = whole ? (["take", "send", "answer", "move"] as const) : (["take", "send", "book"] as const);
/** Every order of two runners' steps in which the first one takes first: for the others, swap the names. */
function interleavings(a: number = steps.length, b: number = steps.length): string[] {
  if (a === 0 || b === 0) return ["a".repeat(a) + "b".repeat(b)];
  return [...interleavings(a - 1, b).map((rest) => `a${rest}`), ...interleavings(a, b - 1).map((rest) => `b${rest}`)];
}

const orders = interleavings().filter((order) => order.startsWith("a"));
const pairs = fates.flatMap((first) => fates.map((second) => [first, second] as const));

describe("two processes that send one refund, in every order of their steps,", () => {
  test("are 10 orders, and 35 with the answer", () => expect(new Set(orders).size).toBe(whole ? 35 : 10));

  test.each(pairs)(
    "where the gateway %s for one and %s for the other: it is paid once",
    LONG,
    async (first, second) => {
      const order = (await buy(await app.player())).body.order;
      const attempt = await app.db.transaction((tx) => store.lockCapture(tx, order.id));
      if (!attempt) throw new Error("nothing was captured");
      for (const retrying of first === "refuses" || second === "refuses" ? ["at once", "at the end"] : ["at the end"])
        for (const sequence of orders) {
          const refund = await owed(order.id);
          const late: RefundCall[] = [];
          const runners = { a: runner(first, late), b: runner(second, late) };
          const at = { a: 0, b: 0 };
          // By a process that sends nothing itself: its gateway is another one.
          const retry = () => retryRefund(depsWith({ ...sandbox, provider: "stripe" }), admin.id, refund.id, undefined);
          let retries = 0;
          for (const who of sequence as Iterable<"a" | "b">) {
            const step = steps[at[who]++];
            if (step) await runners[who][step]();
            if (retrying === "at once" && retries < 1 && (await statusOf(refund)) === "failed") {
              retries += 1;
              await retry();
            }
          }
          for (let n = 0; n < 3 && (await statusOf(refund)) !== "settled"; n++) {
            if ((await statusOf(refund)) === "failed") await retry();
            await app.clock.advance(LEASE_SECONDS + 1);
            await settleRefunds(depsWith(sandbox));
          }
          for (const call of late) await sandbox.refund(call).catch(() => undefined);
          await syncRefunds(depsWith(sandbox), attempt);
          const ended = { status: await statusOf(refund), ...(await paidFor(refund)) };
          expect({ sequence, retrying, ...ended }).toEqual({
            sequence,
            retrying,
            status: "settled",
            gateway: 1,
            books: 1,
          });
        }
    },
  );
});

describe("a refund that failed here and was paid there", () => {
  /** Its gateway says no and pays all the same. */
  async function paidAllTheSame() {
    const order = (await buy(await app.player())).body.order;
    const attempt = await app.db.transaction((tx) => store.lockCapture(tx, order.id));
    if (!attempt) throw new Error("nothing was captured");
    const refund = await owed(order.id);
    const lying = async (call: RefundCall): Promise<string> => {
      await sandbox.refund(call);
      throw new RefundRefused("No balance");
    };
    await settleRefunds(depsWith({ ...sandbox, refund: lying, refundsOf: async () => [] }));
    expect(await statusOf(refund)).toBe("failed");
    return { attempt, refund };
  }
  const once = { gateway: 1, books: 1 };

  test("is found by the job that looks again", async () => {
    const { refund } = await paidAllTheSame();
    await recheckRefunds(depsWith(sandbox));
    expect({ status: await statusOf(refund), ...(await paidFor(refund)) }).toEqual({ status: "settled", ...once });
  });

  test("is not sent again when an administrator retries it, because the gateway is asked first", async () => {
    const { refund } = await paidAllTheSame();
    await retryRefund(depsWith({ ...sandbox, provider: "stripe" }), admin.id, refund.id, undefined);
    await settleRefunds(depsWith(sandbox));
    expect({ status: await statusOf(refund), ...(await paidFor(refund)) }).toEqual({ status: "settled", ...once });
  });

  test("and was paid a second time is booked twice: the second one as made at the gateway", async () => {
    const { attempt, refund } = await paidAllTheSame();
    await retryRefund(depsWith({ ...sandbox, provider: "stripe" }), admin.id, refund.id, undefined);
    await settleRefunds(depsWith({ ...sandbox, refundsOf: async () => [] }));
    expect(await paidFor(refund)).toEqual({ gateway: 2, books: 1 });
    await syncRefunds(depsWith(sandbox), attempt);
    const { rows } = await app.db.pool.query(
      "SELECT origin, status, amount_cents FROM refunds WHERE payment_id = $1 ORDER BY arrival",
      [attempt.id],
    );
    const one = { status: "settled", amount_cents: 1 };
    expect(rows).toEqual([
      { ...one, origin: "ours" },
      { ...one, origin: "gateway" },
    ]);
  });
});
