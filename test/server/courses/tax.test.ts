/** Tax of courses: from the environment once, then on the form; frozen on orders, in the books, on receipts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { courseRoutes } from "#features/courses/contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { settleTaxes } from "#features/courses/server/tax.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ env: { TAX_LABEL: "Florida sales tax", TAX_RATE: "7" } });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const courses = async () => (await bodyOf(admin.call(manageCourseRoutes.listManagedCourses))).courses;
const change = (id: number, to: object) => admin.call(manageCourseRoutes.changeCourse, { params: { id }, body: to });
const rowsOf = async (query: string, values: readonly unknown[]) => (await app.db.pool.query(query, [...values])).rows;
/** What the books have on each account for an order, in cents; accounts at zero are left out. */
const booksOf = async (orderId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rowsOf(
        `SELECT e.account_key AS key, sum(e.amount_cents)::int AS cents FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
         JOIN payment_attempts p ON p.id = t.payment_id WHERE p.order_id = $1 GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
        [orderId],
      )
    ).map(({ key, cents }) => [key, cents]),
  );
const sold = async (how: Parameters<typeof buy>[1] = {}) => {
  const golfer = await app.player();
  return { golfer, order: (await buy(golfer, how)).body.order };
};
const refund = (orderId: string, amount?: number) =>
  admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { amount, reason: "Rain" } });

describe("TAX_RATE", () => {
  test("is every course's tax from the first start on, with its terms and its line in the trail", async () => {
    for (const course of await courses()) {
      expect(course).toMatchObject({ taxRate: 7, taxLabel: "Florida sales tax" });
      expect(
        await rowsOf("SELECT tax_rate_milli, tax_label FROM course_terms WHERE course_id = $1 ORDER BY id", [
          course.id,
        ]),
      ).toEqual([
        { tax_rate_milli: 0, tax_label: "Sales tax" },
        { tax_rate_milli: 7000, tax_label: "Florida sales tax" },
      ]);
      const trail = await rowsOf("SELECT actor_id, detail FROM audit_trail WHERE subject = $1", [
        `course:${course.id}`,
      ]);
      const after = { taxRate: 7, taxLabel: "Florida sales tax" };
      expect(trail).toEqual([{ actor_id: null, detail: { before: { taxRate: 0 }, after } }]);
    }
  });

  test("is written once: a later value, or none, changes no course", async () => {
    const before = await courses();
    await settleTaxes(app, { label: "Another", rate: 9000 });
    await settleTaxes(app, undefined);
    expect(await courses()).toEqual(before);
  });

  test("is the tax of a new course unless its form says another; without TAX_RATE a course has none", async () => {
    const about = { address: "1 New Rd", timeZone: "America/New_York", bayCount: 9 };
    const opened = async (more: { name: string; taxRate?: number; taxLabel?: string }) =>
      (await bodyOf(admin.call(manageCourseRoutes.createCourse, { body: { ...about, ...more } }))).course;
    expect(await opened({ name: "Silent" })).toMatchObject({ taxRate: 7, taxLabel: "Florida sales tax" });
    expect(await opened({ name: "Abroad", taxRate: 19.625, taxLabel: "VAT" })).toMatchObject({
      taxRate: 19.625,
      taxLabel: "VAT",
    });
    expect(await opened({ name: "Free", taxRate: 0 })).toMatchObject({ taxRate: 0 });
    const none = await freshApp();
    const alone = await none.signIn("admin@acebay.test");
    const body = await bodyOf(alone.call(manageCourseRoutes.listManagedCourses));
    expect(body.newTax).toEqual({ taxRate: 0, taxLabel: "Sales tax" });
    expect(body.courses.map(({ taxRate }) => taxRate)).toEqual([0, 0, 0]);
    await none.close();
  });

  test.each([{ taxRate: 100 }, { taxRate: -1 }, { taxRate: 7.0001 }, { taxLabel: "" }, { taxLabel: "x".repeat(61) }])(
    "does not change that a form refuses %o",
    async (wrong) => {
      expect((await change(3, wrong)).status).toBe(400);
    },
  );
});

describe("an order of $5.00 with 7 % tax, 20 % to the pot and 10 % to the range", () => {
  beforeAll(async () => {
    expect((await change(1, { rangeShare: 10 })).status).toBe(200);
  });
  const shared = { "tax_payable:1": -33, "pot:1": -93, "range_share:1": -46, "revenue:1": -328 };

  test("is booked to these shares at its start, and each share is zero after refunds of 1.00, 2.33 and the rest", async () => {
    const { golfer, order } = await sold();
    expect(await booksOf(order.id)).toEqual({ "cash:1": 500, ...shared });
    const tax = { label: "Florida sales tax", rate: 7, amount: 0.33 };
    const receipt = async () =>
      (await bodyOf(golfer.call(receiptRoutes.getReceipt, { params: { id: order.id } }))).receipt;
    expect((await receipt()).tax).toEqual({ ...tax, left: 0.33 });
    expect((await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }))).order.tax).toEqual(
      tax,
    );
    const parts = [];
    for (const amount of [1, 2.33, undefined]) {
      expect((await refund(order.id, amount)).status).toBe(200);
      parts.push([(await booksOf(order.id))["tax_payable:1"] ?? 0, (await receipt()).tax?.left]);
    }
    expect(parts).toEqual([
      [-27, 0.27],
      [-12, 0.12],
      [0, 0],
    ]);
    await app.jobs.runAll();
    expect(await booksOf(order.id)).toEqual({});
    expect(
      await rowsOf("SELECT tax_part_cents AS tax FROM refunds WHERE order_id = $1 ORDER BY arrival", [order.id]),
    ).toEqual([{ tax: 6 }, { tax: 15 }, { tax: 12 }]);
  });

  test("that is paid ahead owes no tax before its start, and then the tax that refunds have left", async () => {
    const { golfer, order } = await sold({ start: false });
    expect(await booksOf(order.id)).toEqual({ "cash:1": 500, "deferred:1": -500 });
    expect((await refund(order.id, 1)).status).toBe(200);
    await app.jobs.runAll();
    const started = await golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 5 } });
    expect(started.status).toBe(201);
    // Of the shares 6, 18, 9 and 67 cents have been refunded.
    const left = { "tax_payable:1": -27, "pot:1": -75, "range_share:1": -37, "revenue:1": -261 };
    expect(await booksOf(order.id)).toEqual({ "cash:1": 400, ...left });
  });

  test("keeps its tax when the course's tax changes: only the next order has the new one", async () => {
    const before = await sold({ start: false });
    await app.clock.advance(120);
    expect((await change(1, { taxRate: 0 })).status).toBe(200);
    await app.clock.advance(120);
    const { order } = await sold();
    expect(await booksOf(order.id)).toEqual({ "cash:1": 500, "pot:1": -100, "range_share:1": -50, "revenue:1": -350 });
    await before.golfer.call(playRoutes.startSession, { body: { courseId: 1, packageId: 4, bayNumber: 6 } });
    expect(await booksOf(before.order.id)).toEqual({ "cash:1": 500, ...shared });
    const { body } = await before.golfer.call(receiptRoutes.getReceipt, { params: { id: order.id } });
    expect(body.error?.code).toBe("receipts.not_found");
  });

  test("is in the settlement with the tax of sales, of refunds, and what is to be remitted", async () => {
    const of = { params: { courseId: 1 }, query: { month: "2026-11" } };
    const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, of));
    const lines = Object.fromEntries(
      settlement.sections.flatMap((section) => section.lines.map(({ key, amount }) => [key, amount])),
    );
    // 0.33 of two sales and 0.27 of one that was refunded in part before; one was refunded after.
    expect([lines["tax"], lines["refundsFromTax"], settlement.liabilities.taxPayable]).toEqual([0.93, 0.33, 0.6]);
    expect(settlement.check.addsUp).toBe(true);
  });
});

test("the list of courses says where the pot's share is of what a tax leaves", async () => {
  const shown = (await bodyOf(admin.call(courseRoutes.listCourses))).courses;
  expect(shown.slice(0, 2).map(({ collectsTax }) => collectsTax)).toEqual([false, true]);
});
