/** What the people at the range read of refunds: beside a claim, and of today's orders of their course. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { todaysRefundRoutes } from "#features/payments/todays-refunds-contract.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let staff: Player;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  [staff, admin] = [await app.signIn("staff@acebay.test"), await app.signIn("admin@acebay.test")];
});
afterAll(() => app.close());

test("a refund of a part of the payment is shown in the list, beside the claim and in the file", async () => {
  const golfer = await app.player("Paula Partly");
  const { body: bought } = await buy(golfer);
  const back = { amount: 1.8, reason: "Rain" };
  await bodyOf(admin.call(paymentRoutes.refundOrder, { params: { id: bought.order.id }, body: back }));
  const { body } = await claim(golfer, bought.session.id, "left");
  const listed = async (who: Player) =>
    firstOf(await bodyOf(who.call(claimRoutes.listClaims, { query: { search: "Paula" } })));
  for (const who of [staff, admin]) expect(await listed(who)).toMatchObject({ id: body.claim.id, refunded: 1.8 });
  expect((await bodyOf(staff.call(evidenceRoutes.getEvidence, { params: { id: body.claim.id } }))).claim.refunded).toBe(
    1.8,
  );
  const file = await bodyOf(admin.call(claimRoutes.exportClaims, { query: { search: "Paula" } }));
  expect(file).toContain("Refunded of its payment (USD)\r\n");
  expect(file.trim()).toMatch(/,1\.8$/);
});

describe("refunds of today's orders", () => {
  const read = (who: Pick<Player, "call">, course = 1) =>
    who.call(todaysRefundRoutes.listTodaysRefunds, { params: { id: course } });
  const refund = (id: string, amount: number) =>
    bodyOf(admin.call(paymentRoutes.refundOrder, { params: { id }, body: { amount, reason: "A private reason" } }));

  test("name the order, the golfer in short, the bay and where the money is, and nothing more", async () => {
    const golfer = await app.player("Rita Refunded-Longname");
    const { body } = await buy(golfer);
    await refund(body.order.id, 1);
    await app.jobs.runAll();
    await refund(body.order.id, 2);
    const late = await app.player("Stan Stuck");
    const stuck = (await buy(late)).body.order;
    await refund(stuck.id, 5);
    await app.jobs.runAll();
    await app.db.pool.query("UPDATE refunds SET status = 'failed', failure = 'card_closed' WHERE order_id = $1", [
      stuck.id,
    ]);
    for (const who of [staff, admin]) {
      const { course, orders } = await bodyOf(read(who));
      expect(course.id).toBe(1);
      const [first, second] = orders;
      expect(first).toMatchObject({ orderNumber: stuck.number, refunds: [{ amount: 5, state: "refused" }] });
      expect(second).toEqual({
        orderNumber: body.order.number,
        playerName: "Rita R.",
        bayNumber: 7,
        boughtAt: expect.any(String),
        price: 5,
        refunds: [
          { amount: 1, state: "sent" },
          { amount: 2, state: expect.stringMatching(/^(on_its_way|sent)$/) },
        ],
      });
      const text = JSON.stringify(orders);
      for (const secret of [
        "private",
        "Longname",
        golfer.email,
        golfer.userId,
        "4242",
        "card_closed",
        admin.id,
        golfer.id,
      ])
        expect(text).not.toContain(secret);
    }
    await app.db.pool.query("UPDATE refunds SET status = 'settled', failure = NULL WHERE order_id = $1", [stuck.id]);
  });

  test("are those of the course's day, and of its own staff", async () => {
    expect((await bodyOf(read(staff))).orders.length).toBeGreaterThan(0);
    expect((await read(staff, 2)).status).toBe(404);
    expect((await read(admin, 2)).status).toBe(200);
    expect((await read(admin, 999)).status).toBe(404);
    expect((await read(await app.player())).status).toBe(403);
    expect((await read(app.browser())).status).toBe(401);
    await app.clock.advance(86_400);
    expect((await bodyOf(read(admin))).orders).toEqual([]);
  });
});
