/**
 * A proposal to pay a refund from the bank holds the refund for as long as its proposer has the role. Its day is one at
 * the course.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { otherwiseRoutes } from "#features/payments/otherwise-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { RefundRefused } from "#features/payments/server/gateway.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { administrator, approve, codeOf, demote } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({
    gateway: (real) => ({ ...real, refund: () => Promise.reject(new RefundRefused("The card is closed")) }),
  });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** @returns its id, and what waits until it is refused once more */
async function refusedRefund(): Promise<{ id: string; fails: () => Promise<void> }> {
  const { order } = (await buy(await app.player())).body;
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { reason: "Rain" } });
  const refund = async () =>
    (await app.db.pool.query("SELECT id, status FROM refunds WHERE order_id = $1", [order.id])).rows[0];
  const fails = async () => {
    await app.jobs.runAll();
    await expect.poll(async () => (await refund()).status).toBe("failed");
  };
  await fails();
  return { id: (await refund()).id, fails };
}

test("once the proposer has lost the role, it is tried again or proposed by somebody else", async () => {
  const [leaver, other] = [await administrator(app, "Lia Leaver"), await administrator(app, "Sonja Second")];
  const { id, fails } = await refusedRefund();
  const body = { method: "check", reference: "1042", paidOn: app.clock.now().toISOString().slice(0, 10) } as const;
  const propose = (by: Player) => by.call(otherwiseRoutes.proposeOtherwise, { params: { id }, body });
  const retry = () => admin.call(paymentRoutes.retryRefund, { params: { id } });
  const theirs = await propose(leaver);
  expect(codeOf(await retry())).toBe("otherwise.proposed");
  await demote(app, leaver);
  const { refunds } = await bodyOf(admin.call(paymentRoutes.listPaymentTroubles));
  expect(refunds.find((one) => one.id === id)?.proposal).toBeNull();
  expect(codeOf(await approve(other, theirs))).toBe("proposals.expired");
  expect((await retry()).status).toBe(200);
  await fails();
  expect((await approve(other, await propose(admin))).status).toBe(200);
});

test("an evening's check has the course's day, which is not the server's", async () => {
  // 9 pm in New York on the 21st.
  await app.clock.advance((Date.parse("2026-11-22T02:00:00Z") - app.clock.now().getTime()) / 1000);
  const { id } = await refusedRefund();
  const propose = (paidOn: string) =>
    admin.call(otherwiseRoutes.proposeOtherwise, {
      params: { id },
      body: { method: "check", reference: "1043", paidOn },
    });
  for (const day of ["2026-11-20", "2026-11-22"]) expect(codeOf(await propose(day))).toBe("otherwise.day");
  const other = await administrator(app, "Sonja Second");
  expect((await approve(other, await propose("2026-11-21"))).status).toBe(200);
});
