/** What Stripe keeps and pays out, in our books, by its balance transactions and its payouts. */
import { describe, expect, test } from "vitest";
import { stripeApp } from "#test/stripe-app.ts";

const stripe = stripeApp();
const pay = async () => stripe.pay(await stripe.app().player());
/** Learns the events, then what the balance says. */
async function learn(): Promise<void> {
  await stripe.server().deliver(stripe.webhook());
  await stripe.app().jobs.runAll();
}
/** What transfers of a kind have put on each account, in cents. */
async function moved(kind: string): Promise<Record<string, number>> {
  const { rows } = await stripe.app().db.pool.query<{ key: string; cents: string }>(
    `SELECT e.account_key AS key, sum(e.amount_cents) AS cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
     WHERE t.kind = $1 GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
    [kind],
  );
  return Object.fromEntries(rows.map(({ key, cents }) => [key, Number(cents)]));
}
/** Our cash equals what Stripe holds, and the whole audit finds nothing. */
async function expectSame(): Promise<void> {
  const { rows } = await stripe
    .app()
    .db.pool.query("SELECT coalesce(sum(balance_cents), 0) AS cents FROM ledger_accounts WHERE kind = 'cash'");
  const held = [...stripe.server().state.transactions.values()].reduce((sum, { net }) => sum + net, 0);
  expect(Number(rows[0].cents)).toBe(held);
  await stripe.app().clock.advance(3_600);
  await learn();
  expect((await stripe.audit()).filter(({ violations }) => violations > 0)).toEqual([]);
}

describe("fees", () => {
  test("of charges are booked by our attempt; a refund has none", async () => {
    const { attemptId } = await pay();
    await pay();
    stripe.server().refundByHand(attemptId, 200);
    await learn();
    expect(await moved("gateway_fee")).toEqual({ "fees:1": 90, "cash:1": -90 });
    await expectSame();
  });

  test("of a dispute are booked, and given back when Stripe gives them back", async () => {
    const { attemptId } = await pay();
    const { id } = stripe.server().dispute(attemptId);
    await learn();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 135 + 1500 });
    stripe.server().decide(id, "won");
    await learn();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 135 });
    await expectSame();
  });

  test("of the account are read over several pages; what is no fee is booked as not sorted", async () => {
    for (let fee = 0; fee < 120; fee++) stripe.server().moveBalance({ type: "stripe_fee", amount: -10 });
    stripe.server().moveBalance({ type: "topup", amount: 5_000 });
    await learn();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:house": 1_200 });
    expect(await moved("gateway_other")).toEqual({ "cash:house": 5_000, "suspense:house": -5_000 });
    await expectSame();
  });

  test("are not lost while Stripe does not answer", async () => {
    stripe.server().fail(/balance_transactions/, ...Array.from({ length: 9 }, () => 500 as const));
    await pay();
    await learn();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 135 });
    stripe.server().heal();
    await learn();
    expect(await moved("gateway_fee")).toMatchObject({ "fees:1": 180 });
  });
});

describe("payouts", () => {
  test("are booked once they are listed in full, from the courses' cash by their own transactions", async () => {
    const payout = stripe.server().payOut({ isListed: false });
    await learn();
    expect(await moved("bank_payout")).toEqual({});
    payout.reconciliation_status = "completed";
    await learn();
    await learn();
    // Four charges with their fees, less a refund of 2.00; top-up less fees for the house.
    expect(await moved("bank_payout")).toEqual({
      bank: payout.amount,
      "cash:1": -(4 * 455 - 200),
      "cash:house": -3_800,
    });
    await expectSame();
  });

  test("that come back are cash again, and are paid out by a later one to whom they belong", async () => {
    await pay();
    const { id } = stripe.server().payOut();
    await learn();
    const before = await moved("bank_payout");
    stripe.server().returnPayout(id);
    await learn();
    expect(await moved("bank_payout_returned")).toEqual({ bank: -455, "cash:1": 455 });
    await stripe.app().clock.advance(86_400);
    stripe.server().payOut();
    await learn();
    expect(await moved("bank_payout")).toMatchObject({
      bank: (before["bank"] ?? 0) + 455,
      "cash:1": (before["cash:1"] ?? 0) - 455,
    });
    await expectSame();
  });

  test("that somebody made by hand come from the house's cash, because Stripe does not say which payments they include", async () => {
    const before = (await moved("bank_payout"))["cash:house"] ?? 0;
    await pay();
    stripe.server().payOut({ byHand: 300 });
    await learn();
    expect(await moved("bank_payout")).toMatchObject({ "cash:house": before - 300 });
    await expectSame();
  });
});
