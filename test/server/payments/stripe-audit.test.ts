/** The second bookkeeper against Stripe's own lists: each fault that is planted there, or here, is named. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { findingsIn } from "#main/server/audit-checks.ts";
import { readStripeSide } from "#main/server/audit-stripe.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { buy } from "#test/app.ts";
import { stripeApp, testKeys } from "#test/stripe-app.ts";
import type { TestPaymentMethod } from "#test/stripe-server/cards.ts";
import type { Charge, Dispute, Refund, State } from "#test/stripe-server/state.ts";

const GATEWAY_LISTS = 14;
const stripe = stripeApp();
/** The payments that faults are planted on, by what became of them. */
const paid = { sold: "", another: "", refunded: "", failed: "", disputed: "", declined: "" };

beforeAll(async () => {
  const pay = async (by?: TestPaymentMethod) => stripe.pay(await stripe.app().player(), by);
  const [sold, another, refunded, failed, disputed] = [
    await pay(),
    await pay(),
    await pay(),
    await pay("pm_card_refundFail"),
    await pay("pm_card_createDispute"),
  ];
  const admin = await stripe.app().signIn("admin@acebay.test");
  for (const [{ orderId }, amount] of [
    [refunded, 2],
    [failed, undefined],
  ] as const)
    await admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain", amount } });
  await stripe.app().jobs.runAll();
  stripe.server().failByHand(failed.attemptId);
  stripe.server().decide(of.dispute(stripe.server().state, disputed.attemptId).id, "lost");
  const golfer = await stripe.app().player();
  await buy(golfer, stripe.by("pm_card_chargeDeclined"));
  await stripe.server().deliver(stripe.webhook());
  await stripe.server().deliver(stripe.webhook());
  const { rows } = await stripe.app().db.pool.query("SELECT id FROM payment_attempts WHERE status = 'failed'");
  Object.assign(paid, { declined: rows[0].id });
  for (const [name, { attemptId }] of Object.entries({ sold, another, refunded, failed, disputed }))
    Object.assign(paid, { [name]: attemptId });
});

/** What Stripe has of a payment of ours. */
const of = {
  intent: (state: State, attempt: string) => {
    const found = [...state.intents.values()].find(({ metadata }) => metadata["attempt_id"] === attempt);
    if (!found) throw new Error(`Stripe has no intent of ${attempt}`);
    return found;
  },
  charge: (state: State, attempt: string): Charge => oneOf(state.charges, of.intent(state, attempt).id),
  refund: (state: State, attempt: string): Refund => oneOf(state.refunds, of.intent(state, attempt).id),
  dispute: (state: State, attempt: string): Dispute => oneOf(state.disputes, of.intent(state, attempt).id),
};

function oneOf<T extends { payment_intent: string }>(things: Map<string, T>, intent: string): T {
  const found = [...things.values()].find(({ payment_intent: its }) => its === intent);
  if (!found) throw new Error(`Stripe has nothing of ${intent}`);
  return found;
}

interface Plant {
  /** Done to what Stripe keeps. */
  there?: (state: State) => void;
  /** Done to our books, as SQL. */
  here?: () => string;
  says: RegExp;
}

const plants: Record<string, Plant> = {
  "captured days ago and never booked": {
    here: () => `UPDATE payment_attempts SET status = 'unknown', resolved_at = NULL WHERE id = '${paid.sold}'`,
    says: /^order \d+, payment .*: captured at the gateway at .* and never booked, it is unknown here$/,
  },
  "declined here and captured there": {
    there: (state) =>
      Object.assign(of.charge(state, paid.declined), { captured: true, amount_captured: 500, status: "succeeded" }),
    says: /^order \d+, payment .*: captured at the gateway at .* and never booked, it is failed here$/,
  },
  "a capture under another amount": {
    there: (state) => (of.charge(state, paid.sold).amount_captured = 499),
    says: /^order \d+, payment .*: the gateway captured 499 cents of 500 cents$/,
  },
  "two captures whose amounts cancel out": {
    there: (state) => {
      of.charge(state, paid.sold).amount_captured += 1;
      of.charge(state, paid.another).amount_captured -= 1;
    },
    says: /^order \d+, payment .*: the gateway captured (499|501) cents of 500 cents$/,
  },
  "a capture that Stripe does not have": {
    there: (state) => state.charges.delete(of.charge(state, paid.sold).id),
    says: /^order \d+, payment .*: captured here, not at the gateway$/,
  },
  "a capture of a payment that is none of ours": {
    there: (state) => {
      const intent = { ...of.intent(state, paid.sold), id: "pi_planted", metadata: { attempt_id: randomUUID() } };
      state.intents.set(intent.id, intent);
      state.charges.set("ch_planted", { ...of.charge(state, paid.sold), id: "ch_planted", payment_intent: intent.id });
    },
    says: /^the gateway captured 500 cents for payment .*, which is none of ours$/,
  },
  "a capture that somebody made at Stripe's dashboard": {
    there: (state) => {
      const intent = { ...of.intent(state, paid.sold), id: "pi_dashboard", metadata: {} };
      state.intents.set(intent.id, intent);
      const charge = { ...of.charge(state, paid.sold), id: "ch_dashboard", payment_intent: intent.id };
      state.charges.set(charge.id, charge);
    },
    says: /^the gateway captured 500 cents for payment ch_dashboard, which is none of ours$/,
  },
  "a refund settled twice": {
    there: (state) => {
      const refund = of.refund(state, paid.refunded);
      const key = `${refund.metadata["refund_key"]?.split(":")[0]}:1`;
      state.refunds.set("re_twice", { ...refund, id: "re_twice", metadata: { ...refund.metadata, refund_key: key } });
    },
    says: /^order \d+, refund .*: the gateway paid 400 cents in 2 parts, it is for 200 cents$/,
  },
  "a refund failed here and paid there": {
    there: (state) => (of.refund(state, paid.failed).status = "succeeded"),
    says: /^order \d+, refund .*: failed here and paid at the gateway at /,
  },
  "a refund due for a month and paid there": {
    here: () => `UPDATE refunds SET status = 'due', settled_at = NULL WHERE payment_id = '${paid.refunded}'`,
    says: /^order \d+, refund .*: due here and paid at the gateway at /,
  },
  "a refund of another amount": {
    there: (state) => (of.refund(state, paid.refunded).amount += 1),
    says: /^order \d+, refund .*: the gateway paid 201 cents in 1 parts, it is for 200 cents$/,
  },
  "a refund that Stripe never paid": {
    there: (state) => state.refunds.delete(of.refund(state, paid.refunded).id),
    says: /^order \d+, refund .*: settled here, not paid at the gateway$/,
  },
  "a refund that came back unnoticed": {
    there: (state) => (of.refund(state, paid.refunded).status = "failed"),
    says: /^order \d+, refund .*: settled here, not paid at the gateway$/,
  },
  "a refund that only Stripe has": {
    there: (state) => {
      const refund = { ...of.refund(state, paid.refunded), id: "re_dashboard", amount: 100, metadata: {} };
      state.refunds.set(refund.id, { ...refund, payment_intent: of.intent(state, paid.sold).id });
    },
    says: /^the gateway paid back 100 cents of payment .* \(order \d+\) as re_dashboard, which is no refund of ours$/,
  },
  "a refund of what somebody charged at Stripe's dashboard": {
    there: (state) => {
      const intent = { ...of.intent(state, paid.sold), id: "pi_dashboard", metadata: {} };
      state.intents.set(intent.id, intent);
      const refund = { ...of.refund(state, paid.refunded), id: "re_dashboard", charge: "ch_dashboard", metadata: {} };
      state.refunds.set(refund.id, { ...refund, payment_intent: intent.id });
    },
    says: /^the gateway paid back 200 cents of payment ch_dashboard as re_dashboard, which is no refund of ours$/,
  },
  "a dispute that only Stripe has": {
    there: (state) => {
      const dispute = { ...of.dispute(state, paid.disputed), id: "du_planted", status: "needs_response" };
      state.disputes.set(dispute.id, { ...dispute, payment_intent: of.intent(state, paid.sold).id });
    },
    says: /^dispute du_planted of 500 cents, order \d+: only the gateway has it, since /,
  },
  "a dispute that Stripe does not have": {
    there: (state) => state.disputes.delete(of.dispute(state, paid.disputed).id),
    says: /^dispute du_.*, order \d+: the gateway does not have it$/,
  },
  "a dispute of another amount": {
    there: (state) => (of.dispute(state, paid.disputed).amount -= 1),
    says: /^dispute du_.*, order \d+: 500 cents and lost here, 499 cents and lost at the gateway$/,
  },
  "a dispute lost here and won there": {
    there: (state) => (of.dispute(state, paid.disputed).status = "won"),
    says: /^dispute du_.*, order \d+: 500 cents and lost here, 500 cents and won at the gateway$/,
  },
};

/** The faults that the audit names in the gateway's lists after a plant, an hour later; nothing of it remains. */
async function namedAfter({ there, here }: Omit<Plant, "says">): Promise<readonly string[]> {
  const { state, address } = stripe.server();
  const lists = [state.intents, state.charges, state.refunds, state.disputes];
  const kept = lists.map((list) => structuredClone([...list]));
  there?.(state);
  const later = new Date(stripe.app().clock.now().getTime() + 3_600_000);
  const undone = new Error("undone");
  let named: readonly string[] = [];
  await stripe
    .app()
    .owner.transaction(async (tx) => {
      await tx.sql.execute(sql.raw(`SET LOCAL session_replication_role = replica; ${here?.() ?? ""}`));
      const side = await readStripeSide(testKeys.STRIPE_SECRET_KEY, later, address);
      const findings = await findingsIn(tx, { stripe: side, now: later });
      named = findings.find(({ number }) => number === GATEWAY_LISTS)?.faults ?? [];
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  for (const [index, list] of lists.entries()) {
    list.clear();
    for (const [id, one] of kept[index] ?? []) (list as Map<string, unknown>).set(id, one); // Each of its own list.
  }
  return named;
}

test("sound books and complete lists do not differ", async () => {
  expect(await namedAfter({})).toEqual([]);
});

describe("the second bookkeeper names", () => {
  test.each(Object.entries(plants))("%s", async (_what, { says, ...plant }) => {
    expect(await namedAfter(plant)).toContainEqual(expect.stringMatching(says));
  });
});
