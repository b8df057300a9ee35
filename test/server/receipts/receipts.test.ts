/** Rules, section 4: receipts as their readers get them, by page, PDF and mail; and who may read which. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { receiptRoutes } from "#features/receipts/contract.ts";
import { readConfig } from "#platform/server/config.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { buy, freshApp, type Json, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { outboxOf } from "#test/demo.ts";

const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({
    gateway: gateway.wrap,
    env: { TAX_LABEL: "Florida sales tax", TAX_RATE: "7.5", PUBLIC_URL: "http://range.example" },
  });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

async function paid(person: Player, change: Parameters<typeof buy>[1] = {}): Promise<Json> {
  const { body } = await buy(person, change);
  return body.order;
}
const receiptOf = (person: Player, orderId: string) =>
  person.call(receiptRoutes.getReceipt, { params: { id: orderId } });
async function mailsTo(person: Player, subject: RegExp): Promise<Json[]> {
  const body = await outboxOf(app.browser());
  return body.filter((mail) => mail.to === person.email && subject.test(mail.subject));
}
/** Pays while a free shot takes the player's place: captured, but impossible to fulfil. @returns the order's id */
async function payForNothing(person: Player): Promise<string> {
  gateway.fail("charge", "held");
  const paying = buy(person);
  await gateway.waiting();
  await person.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 3, teeTime: "15:00" } });
  gateway.release();
  return String((await paying).body.error.details?.["orderId"]);
}

describe("a receipt", () => {
  test("exists as soon as the payment does, and says what was paid", async () => {
    const golfer = await app.player("Robin Tester");
    const order = await paid(golfer);
    const body = await bodyOf(receiptOf(golfer, order.id), 200);
    expect(body.receipt).toEqual({
      number: expect.any(Number),
      orderId: order.id,
      orderNumber: order.number,
      operator: "Acebay",
      playerName: "Robin Tester",
      course: { name: order.courseName, address: expect.stringMatching(/\w/), timeZone: "America/New_York" },
      packageName: order.packageName,
      packageNameEs: order.packageNameEs,
      ballCount: 10,
      amount: 5,
      tax: { label: "Florida sales tax", rate: 7.5, amount: 0.35, left: 0.35 },
      payment: { method: "card", last4: "4242" },
      paidAt: app.clock.now().toISOString(),
      issuedAt: app.clock.now().toISOString(),
      refunds: [],
      refunded: 0,
      net: 5,
    });
  });

  test("of a wallet has no card, and of a session that was paid ahead looks the same", async () => {
    const golfer = await app.player();
    const order = await paid(golfer, { start: false, paymentInfo: { paymentMethod: "apple" } });
    expect((await bodyOf(receiptOf(golfer, order.id))).receipt).toMatchObject({
      payment: { method: "apple", last4: null },
      net: 5,
    });
  });

  test("keeps what was printed when course, package, price and tax change; only the player's name follows", async () => {
    const golfer = await app.player("Old Name");
    const order = await paid(golfer);
    const before = (await bodyOf(receiptOf(golfer, order.id))).receipt;
    await app.db.pool.query("UPDATE courses SET name = 'Renamed', address = 'Elsewhere' WHERE id = 1");
    await app.db.pool.query("UPDATE packages SET name = 'Renamed', ball_count = 99 WHERE id = 4");
    await golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { name: "New Name" } });
    expect((await bodyOf(receiptOf(golfer, order.id))).receipt).toEqual({ ...before, playerName: "New Name" });
    await expect(app.db.pool.query("UPDATE receipts SET amount_cents = 1")).rejects.toThrow("permission denied");
    await expect(app.db.pool.query("DELETE FROM receipts")).rejects.toThrow("permission denied");
    await app.db.pool.query("UPDATE courses SET name = $1, address = $2 WHERE id = 1", [
      before.course.name,
      before.course.address,
    ]);
    await app.db.pool.query("UPDATE packages SET name = $1, ball_count = 10 WHERE id = 4", [before.packageName]);
  });

  test("of a payment that could not be fulfilled carries its refund, and nothing is left", async () => {
    const golfer = await app.player();
    gateway.fail("refund", "lost_before");
    const orderId = await payForNothing(golfer);
    expect((await bodyOf(receiptOf(golfer, orderId))).receipt).toMatchObject({
      amount: 5,
      refunds: [{ amount: 5, reason: "The session could not be started", state: "on_its_way", returnedAt: null }],
      refunded: 5,
      net: 0,
    });
    await expect
      .poll(async () => {
        await app.jobs.runAll();
        return (await bodyOf(receiptOf(golfer, orderId))).receipt.refunds;
      })
      .toMatchObject([{ amount: 5, state: "returned", returnedAt: app.clock.now().toISOString() }]);
  });

  test("shows a part that was refunded, and what is left", async () => {
    const golfer = await app.player();
    const order = await paid(golfer);
    const refund = await admin.call(paymentRoutes.refundOrder, {
      params: { id: order.id },
      body: { amount: 1.25, reason: "Rain" },
    });
    expect(refund.status).toBe(200);
    expect((await bodyOf(receiptOf(golfer, order.id))).receipt).toMatchObject({
      amount: 5,
      refunds: [{ amount: 1.25, reason: "Rain" }],
      refunded: 1.25,
      net: 3.75,
    });
  });
});

describe("there is no receipt", () => {
  test("of a declined order: 409 with a sentence", async () => {
    const golfer = await app.player();
    await buy(golfer, { paymentInfo: { cardNumber: "4000000000000002" } });
    const order = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders);
    for (const path of ["receipt", "receipt.pdf"]) {
      expect(await golfer.raw("GET", `/api/orders/${order.id}/${path}`)).toMatchObject({
        status: 409,
        body: { error: { code: "receipts.nothing_paid", message: expect.stringContaining("Nothing was paid") } },
      });
    }
  });

  test("of a payment whose outcome is unknown", async () => {
    const golfer = await app.player();
    gateway.fail("charge", "lost_after");
    const { orderId } = (await buy(golfer)).body;
    expect((await receiptOf(golfer, orderId)).status).toBe(409);
    await app.jobs.runAll();
    expect((await receiptOf(golfer, orderId)).status).toBe(200);
  });

  test("of another player's order, an unknown order or a wrong id: 404, also for staff", async () => {
    const [golfer, other] = [await app.player(), await app.player()];
    const staff = await app.signIn("staff@acebay.test");
    const order = await paid(golfer);
    for (const path of ["receipt", "receipt.pdf"]) {
      for (const person of [other, staff])
        expect((await person.raw("GET", `/api/orders/${order.id}/${path}`)).status).toBe(404);
      for (const id of ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "7", "%00"])
        expect((await golfer.raw("GET", `/api/orders/${id}/${path}`)).status).toBe(404);
      expect((await app.browser().raw("GET", `/api/orders/${order.id}/${path}`)).status).toBe(401);
      expect((await admin.raw("GET", `/api/orders/${order.id}/${path}`)).status).toBe(200);
    }
  });
});

test("the PDF is a file named by the number, with the same facts as text", async () => {
  const golfer = await app.player("Łukasz Ångström-O'Brien 張偉");
  const order = await paid(golfer);
  const { number } = (await bodyOf(receiptOf(golfer, order.id))).receipt;
  const file = await app.http.inject({
    method: "GET",
    url: `/api/orders/${order.id}/receipt.pdf`,
    headers: { cookie: [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  expect(file.statusCode).toBe(200);
  expect(file.headers["content-type"]).toBe("application/pdf");
  expect(file.headers["content-disposition"]).toBe(
    `attachment; filename="receipt-${String(number).padStart(6, "0")}.pdf"`,
  );
  expect(file.headers["cache-control"]).toBe("private, no-store");
  expect(file.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect(file.rawPayload.length).toBeGreaterThan(2000);
  expect(file.rawPayload.toString("latin1")).toContain("/Lang (en-US)");
});

test("the PDF is in its player's language; an administrator's copy is in English", async () => {
  const golfer = await app.player("Lupe");
  const order = await paid(golfer);
  await golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body: { language: "es" } });
  for (const [reader, language] of [
    [golfer, "es-US"],
    [admin, "en-US"],
  ] as const) {
    const file = await app.http.inject({
      method: "GET",
      url: `/api/orders/${order.id}/receipt.pdf`,
      headers: { cookie: [...reader.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    expect(file.rawPayload.toString("latin1")).toContain(`/Lang (${language})`);
  }
});

describe("the mail", () => {
  test("goes out once for each receipt, with its facts and a link, whatever the player's notifications are", async () => {
    const golfer = await app.player("Kim");
    await golfer.call(profileRoutes.updateNotifications, {
      params: { id: golfer.id },
      body: { emailNotifications: false },
    });
    const order = await paid(golfer);
    const { number } = (await bodyOf(receiptOf(golfer, order.id))).receipt;
    await app.jobs.runAll();
    await receiptOf(golfer, order.id);
    const mails = await mailsTo(golfer, /^Your receipt/);
    expect(mails).toHaveLength(1);
    expect(mails[0].subject).toBe(`Your receipt ${String(number).padStart(6, "0")} from Acebay`);
    for (const line of [
      "Hello Kim,",
      `Receipt ${String(number).padStart(6, "0")}, order ${order.number}`,
      "Paid: Nov 21, 2026, 12:00 PM EST",
      "Total: $5.00",
      "Includes Florida sales tax (7.5%): $0.35",
      "Paid with: Card ending in 4242",
      `Your receipt, to print or save: http://range.example/orders/${order.id}/receipt`,
    ])
      expect(mails[0].text.split("\n")).toContain(line);
    expect(mails[0].text).toContain("Refunds: an order that is not started");
  });

  test("of a payment that is given back says so", async () => {
    const golfer = await app.player();
    const orderId = await payForNothing(golfer);
    expect((await receiptOf(golfer, orderId)).status).toBe(200);
    const [mail] = await mailsTo(golfer, /^Your receipt/);
    expect(mail?.text).toMatch(
      /Refund, .+: -\$5\.00 \(The session could not be started\)\nLeft after refunds: \$0\.00/,
    );
  });
});

describe("the tax", () => {
  test("has no line without a rate, and no link without an address", async () => {
    const plain = await freshApp();
    const golfer = await plain.player();
    const { order } = (await buy(golfer, { pack: packs.single })).body;
    expect((await bodyOf(receiptOf(golfer, order.id))).receipt.tax).toBeNull();
    const body = await outboxOf(plain.browser());
    const mail = body.find((one) => one.to === golfer.email);
    expect(mail?.text).not.toMatch(/Includes|http/);
    await plain.close();
  });

  const base = { DATA_DIR: "/tmp/unused", SESSION_SECRET: "a-secret-for-tests-that-is-long-enough" };

  test.each([
    ["7", 7000],
    ["7.25", 7250],
    ["6.125", 6125],
    ["0.001", 1],
    ["99.999", 99_999],
  ])("is configured as %s percent", (text, rate) => {
    expect(readConfig({ ...base, TAX_RATE: text }).tax).toEqual({ label: "Sales tax", rate });
  });

  test("may be set to zero", () => {
    expect(readConfig({ ...base, TAX_RATE: "0" }).tax).toBeUndefined();
    expect(readConfig(base).tax).toBeUndefined();
  });

  test.each([
    [{ TAX_RATE: "seven" }, "TAX_RATE is a percentage"],
    [{ TAX_RATE: "-1" }, "TAX_RATE is a percentage"],
    [{ TAX_RATE: "100" }, "TAX_RATE is a percentage"],
    [{ TAX_RATE: "7.1234" }, "TAX_RATE is a percentage"],
    [{ TAX_RATE: "7,5" }, "TAX_RATE is a percentage"],
    [{ TAX_LABEL: "VAT" }, "TAX_LABEL needs a TAX_RATE"],
    [{ TAX_RATE: "7", TAX_LABEL: "x".repeat(61) }, "at most 60"],
  ])("set to %j stops the start with a sentence", (env, sentence) => {
    expect(() => readConfig({ ...base, ...env })).toThrow(sentence);
  });
});
