/** DATABASE_REPLICA_URL: what reads the whole past is read from there, all else from the database itself. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { readConfig } from "#platform/server/config.ts";
import { freshApp, type Player, type TestApp } from "../app.ts";
import { bodyOf } from "../calls.ts";
import { freshDatabase, type FreshDatabase } from "../database.ts";

let copy: FreshDatabase;
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  copy = await freshDatabase();
  app = await freshApp({ replica: copy.db });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await app.close();
  await copy.drop();
});

test("exports, the audit trail and settlements are read from the replica, figures from the database", async () => {
  const golfer = await app.player();
  const paid = await golfer.call(paymentRoutes.processPayment, {
    body: {
      paymentInfo: {
        paymentMethod: "card",
        cardNumber: "4242424242424242",
        expiryDate: "12/30",
        cvv: "123",
        billingZip: "34119",
      },
      sessionData: { courseId: 1, packageId: 4, bayNumber: 7 },
      amount: 5,
    },
  });
  expect(paid.status).toBe(200);
  expect((await bodyOf(admin.call(dashboardRoutes.getStats))).totalRevenue).toBe(5);
  // The copy follows nothing here, so what was paid a moment ago is not in it.
  const orders = await bodyOf(admin.call(recordRoutes.exportOrders));
  expect(orders.trim().split("\n")).toHaveLength(1);
  const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId: 1 } }));
  expect(settlement.sections[0]?.lines[0]).toMatchObject({ key: "gross", amount: 0 });
  expect((await admin.call(recordRoutes.listAudit)).status).toBe(200);
});

test("a replica without DATABASE_URL is refused at the start", () => {
  const env = { DATA_DIR: "/tmp/unused", SESSION_SECRET: "x", DATABASE_REPLICA_URL: "postgres://copy.example/acebay" };
  expect(() => readConfig(env)).toThrow("DATABASE_REPLICA_URL follows the database that DATABASE_URL names");
});
