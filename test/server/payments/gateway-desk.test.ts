/** /dev/gateway: the sandbox's payments as they are, and disputes that reach the ledger at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRoutes } from "#features/payments/contract.ts";
import { buy, freshApp, type Json, packs, type TestApp } from "#test/app.ts";
import { transfersOf } from "#test/books.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

const desk = async (): Promise<Json[]> => (await app.browser().raw("GET", "/dev/gateway.json")).body.payments;
const dispute = (body: unknown) => app.browser().raw("POST", "/dev/gateway/disputes", body);
const decide = (reference: string, status: unknown) =>
  app.browser().raw("POST", `/dev/gateway/disputes/${reference}`, { status });

async function paid(change: Parameters<typeof buy>[1] = {}): Promise<Json> {
  const { body } = await buy(await app.player(), { pack: packs.sponsored, start: false, ...change });
  return body.order;
}

test("the desk lists the latest payments, newest first, with method, last digits, outcome and refunds", async () => {
  const golfer = await app.player();
  await buy(golfer, { paymentInfo: { cardNumber: "4000 0000 0000 9995" } });
  await app.clock.advance(1);
  const order = (await buy(golfer, { pack: packs.sponsored, start: false })).body.order;
  const admin = await app.signIn("admin@acebay.test");
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount: 1.25, reason: "rain" } });
  // A refund reaches the gateway after its own answer.
  await app.jobs.runAll();
  const [newest, declined] = await desk();
  expect(newest).toMatchObject({
    orderId: order.id,
    orderNumber: order.number,
    amount: 3,
    method: "card",
    last4: "4242",
    status: "captured",
    failureCode: null,
    refunds: [{ amount: 1.25, failure: null }],
    disputes: [],
  });
  expect(declined).toMatchObject({ status: "failed", failureCode: "insufficient_funds", last4: "9995", amount: 5 });
  expect(JSON.stringify(await desk())).not.toContain("4000000000009995");
});

describe("disputes", () => {
  test("that is opened by the order and lost is in the books when the answer comes", async () => {
    const order = await paid();
    const opened = await dispute({ orderId: order.id, reason: "product_not_received" });
    expect(opened).toMatchObject({
      status: 200,
      body: { dispute: { amount: 3, status: "open", reason: "product_not_received" } },
    });
    expect((await transfersOf(app, order.id)).map(([kind]) => kind)).toEqual(["capture_ahead", "chargeback"]);
    const { reference } = opened.body.dispute;
    expect(await decide(reference, "lost")).toMatchObject({ status: 200, body: { dispute: { status: "lost" } } });
    expect(await decide(reference, "won")).toMatchObject({
      status: 409,
      body: { error: { code: "payments.dispute_over" } },
    });
    const again = await dispute({ orderId: order.id });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "payments.nothing_left" } } });
  });

  test("that is opened by the attempt and won gives the money back", async () => {
    const order = await paid();
    const { attemptId } = (await desk()).find(({ orderId }) => orderId === order.id);
    const { reference } = (await dispute({ attemptId })).body.dispute;
    await decide(reference, "won");
    expect((await transfersOf(app, order.id)).map(([kind]) => kind)).toEqual([
      "capture_ahead",
      "chargeback",
      "chargeback_reversed",
    ]);
    expect((await desk()).find(({ orderId }) => orderId === order.id).disputes).toMatchObject([
      { reference, status: "won", reason: "fraudulent", amount: 3 },
    ]);
  });

  test.each([
    [{}, "Name the payment"],
    [{ attemptId: "a", orderId: "b" }, "Name the payment"],
    [{ orderId: 7 }, "Name the payment"],
    [{ attemptId: "" }, "Name the payment"],
    [{ orderId: "a", reason: "" }, "reason is a text"],
    [{ orderId: "a", reason: "x".repeat(201) }, "reason is a text"],
    [[], "Send a JSON object"],
  ])("%j is refused with a sentence", async (body, sentence) => {
    const reply = await dispute(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(sentence);
  });

  test("is refused for a payment that is not captured, and ends won or lost", async () => {
    const unknown = [{ orderId: "nobody" }, { orderId: crypto.randomUUID() }, { attemptId: "nobody" }];
    for (const body of unknown)
      expect(await dispute(body)).toMatchObject({ status: 409, body: { error: { code: "payments.not_captured" } } });
    expect((await decide("dp_nobody", "open")).body.error.message).toContain('"won" or "lost"');
    expect((await decide("dp_nobody", "won")).status).toBe(409);
  });
});

test("the page works without a script, and shows why a form was refused", async () => {
  const order = await paid();
  const { attemptId } = (await desk()).find(({ orderId }) => orderId === order.id);
  const send = (url: string, payload: string) =>
    app.http.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost", host: "localhost" },
    });
  const opened = await send("/dev/gateway/disputes", `attemptId=${attemptId}`);
  expect([opened.statusCode, opened.headers.location]).toEqual([303, "/dev/gateway"]);
  const twice = await send("/dev/gateway/disputes", `attemptId=${attemptId}`);
  expect(twice.statusCode).toBe(409);
  expect(twice.body).toContain("has already gone back");
  const page = await app.browser().raw("GET", "/dev/gateway");
  const [{ reference }] = (await desk()).find(({ orderId }) => orderId === order.id).disputes;
  expect(page.body).toContain(`/dev/gateway/disputes/${reference}`);
  const foreign = await app.http.inject({
    method: "POST",
    url: "/dev/gateway/disputes",
    payload: `attemptId=${attemptId}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" },
  });
  expect(foreign.statusCode).toBe(403);
});

test("only callers on this machine see it", async () => {
  const stranger = app.browser("203.0.113.9");
  expect((await stranger.raw("GET", "/dev/gateway")).status).toBe(404);
  expect((await stranger.raw("GET", "/dev/gateway.json")).status).toBe(404);
  expect((await stranger.raw("POST", "/dev/gateway/disputes", { orderId: "a" })).status).toBe(404);
  const cards = (await app.browser().raw("GET", "/dev/cards")).body;
  expect(cards).toContain("4000002760003184");
  expect(cards).toContain("PayPal and Apple Pay");
});
