/** Rules, section 4: prices, and what the sandbox takes as payment. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { sandboxRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { capturesOf, transfersOf } from "#test/books.ts";
import { buy, card, freshApp, packs, play, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
  // Odd prices, for the rounding.
  await app.db.pool.query(`INSERT INTO packages (id, name, description, price_cents, ball_count, package_type) VALUES
    (31, 'Odd', 'Odd', 331, 2, 'sponsored'), (32, 'Off sale', 'Off sale', 100, 1, 'sponsored'), (33, 'Free Tee Time Shot', 'Free', 0, 1, 'jackpot')`);
  await noteTerms(app.db, app.clock.now());
  await app.db.pool.query("UPDATE packages SET active = false WHERE id = 32");
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, base_jackpot_cents, active) VALUES (9, 'Closed', '-', 0, 0, 'UTC', 5, 0, false)`,
  );
  await noteTerms(app.db, app.clock.now());
});
afterAll(() => app.close());

const missing = "Please fill in all payment fields";
const pay = async (paymentInfo: object) => buy(await app.player(), { pack: packs.single, paymentInfo });

describe("the price", () => {
  test.each([
    [1, packs.sponsored, 3],
    [2, packs.sponsored, 3.6],
    [3, packs.sponsored, 4.5],
    [2, packs.jackpot, 6],
    [3, packs.jackpot, 7.5],
    [2, packs.single, 1.2],
    [1, { packageId: 31, price: 3.31 }, 3.31],
    // 331 x 1.2 = 397.2, 331 x 1.5 = 496.5: half up.
    [2, { packageId: 31, price: 3.31 }, 3.97],
    [3, { packageId: 31, price: 3.31 }, 4.97],
  ])("at course %i of %j is %d: shown, ordered, captured and booked", async (courseId, pack, amount) => {
    const golfer = await app.player();
    const { status, body } = await buy(golfer, { pack, sessionData: { courseId }, amount });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      amount,
      courseId,
      packageId: pack.packageId,
      status: "fulfilled",
      sessionId: body.session.id,
    });
    const cents = Math.round(amount * 100);
    expect(await capturesOf(app, golfer.id)).toEqual([cents]);
    const share = Math.floor(cents / 5);
    expect(await transfersOf(app, body.order.id)).toEqual([
      ["capture", { cash: cents, pot: -share, revenue: share - cents }],
    ]);
  });

  test("tolerates the binary noise of a price that a browser multiplied", async () => {
    expect(
      (await buy(await app.player(), { pack: packs.sponsored, sessionData: { courseId: 2 }, amount: 3 * 1.2 })).status,
    ).toBe(200);
  });

  test.each([2.99, 3.01, 0, -3, 1e300, 300])(
    "%d instead of 3 is 409 with the fresh price, and charges nothing",
    async (amount) => {
      const golfer = await app.player();
      const reply = await buy(golfer, { pack: packs.sponsored, amount });
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { code: "payments.price_changed", details: { price: 3 } } },
      });
      expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toEqual([]);
      expect(await capturesOf(app, golfer.id)).toEqual([]);
    },
  );

  test("that changed since it was shown is 409, and the golfer can then pay the new one", async () => {
    await app.db.pool.query("UPDATE packages SET price_cents = 250 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
    const golfer = await app.player();
    expect((await buy(golfer, { pack: { packageId: 2, price: 2 } })).body.error.details).toEqual({ price: 2.5 });
    expect((await buy(golfer, { pack: { packageId: 2, price: 2.5 } })).status).toBe(200);
  });

  test("gives the range its share by the course's agreement, which is frozen on the order", async () => {
    await app.db.pool.query("UPDATE courses SET range_share_bp = 1250, jackpot_share_bp = 3333 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
    const { body } = await buy(await app.player(), {
      pack: packs.sponsored,
      sessionData: { courseId: 2 },
      amount: 3.6,
    });
    expect(await transfersOf(app, body.order.id)).toEqual([
      ["capture", { cash: 360, pot: -119, range_share: -45, revenue: -196 }],
    ]);
    await app.db.pool.query("UPDATE courses SET range_share_bp = 0, jackpot_share_bp = 2000 WHERE id = 2");
    await noteTerms(app.db, app.clock.now());
  });
});

describe("what cannot be bought", () => {
  test.each([
    [{ courseId: 99 }, 404, "courses.not_found"],
    [{ courseId: 9 }, 404, "courses.not_found"],
    [{ packageId: 99 }, 404, "courses.no_package"],
    [{ packageId: 32 }, 404, "courses.no_package"],
    [{ packageId: 33 }, 404, "courses.no_package"],
    [{ packageId: -1 }, 400, "payments.free_package"],
    [{ bayNumber: undefined }, 400, "booking.bay_required"],
    [{ bayNumber: 0 }, 400, "booking.bay_unknown"],
    [{ bayNumber: 101 }, 400, "booking.bay_unknown"],
    [{ courseId: undefined }, 400, "request.invalid"],
  ])("%j is %i %s", async (sessionData, status, code) => {
    expect(await buy(await app.player(), { pack: packs.single, sessionData })).toMatchObject({
      status,
      body: { error: { code } },
    });
  });

  test("a request without choices is refused in the spec's sentences [5.5]", async () => {
    const golfer = await app.player();
    const send = (body: object) => golfer.raw("POST", "/api/process-payment", body);
    expect((await send({ paymentInfo: card, amount: 3 })).body.error?.message).toBe(
      "Please ensure all selections are made",
    );
    expect(
      (await send({ sessionData: { courseId: 1, packageId: 1, bayNumber: 1 }, amount: 3 })).body.error?.message,
    ).toBe(missing);
    expect((await send({})).status).toBe(400);
  });

  test("a request with several faults is refused in the contract's order: 400, 404, active session, other 409, 402 [4.15 8.6]", async () => {
    const golfer = await app.player();
    const declined = { cardNumber: "4000000000000002" };
    const bad = { cardNumber: "4242424242424241" };
    expect((await buy(golfer, { sessionData: { courseId: 99 }, paymentInfo: bad })).status).toBe(400);
    expect((await buy(golfer, { sessionData: { courseId: 99, bayNumber: undefined } })).status).toBe(400);
    await play(golfer);
    expect((await buy(golfer, { sessionData: { courseId: 99 }, paymentInfo: declined, amount: 1 })).status).toBe(404);
    expect((await buy(golfer, { paymentInfo: declined, amount: 1 })).body.error).toEqual({
      code: "play.active_session",
      message: "You already have an active session. Please complete it before starting a new one.",
      requestId: expect.any(String),
    });
    const other = await app.player();
    expect((await buy(other, { paymentInfo: declined, amount: 1 })).body.error.code).toBe("payments.price_changed");
  });
});

describe("the sandbox takes", () => {
  test.each(["4242424242424242", "4111 1111 1111 1111", "5555-5555-5555-4444", " 4242 4242-4242 4242 "])(
    "the card %s",
    async (cardNumber) => {
      expect(await pay({ cardNumber })).toMatchObject({
        status: 200,
        body: { success: true, message: expect.any(String), session: { status: "active" } },
      });
    },
  );

  test.each([
    { expiryDate: "11/26" },
    { expiryDate: "1/27" },
    { expiryDate: "12/2030" },
    { expiryDate: "12 / 30" },
    { cvv: "1234" },
    { billingZip: "34119-1234" },
    { cvv: 123, billingZip: 34119, cardNumber: 4242424242424242 },
  ])("a card with %j", async (change) => {
    expect((await pay(change)).status).toBe(200);
  });

  test.each(["paypal", "apple"])("%s without any card field", async (paymentMethod) => {
    const golfer = await app.player();
    const body = {
      paymentInfo: { paymentMethod },
      sessionData: { courseId: 1, packageId: 3, bayNumber: 1 },
      amount: 1,
    };
    expect((await golfer.raw("POST", "/api/process-payment", body)).status).toBe(200);
    const blank = { cardNumber: "", expiryDate: null, cvv: " ", billingZip: "" };
    expect(
      (await buy(await app.player(), { pack: packs.single, paymentInfo: { paymentMethod, ...blank } })).status,
    ).toBe(200);
  });
});

describe("the sandbox refuses as 400, before anything is ordered,", () => {
  test.each([
    [{ cardNumber: "4242424242424241" }, "This card number is not valid"],
    [{ cardNumber: "4242 4242 424" }, "This card number is not valid"],
    [{ cardNumber: "card" }, "This card number is not valid"],
    [{ expiryDate: "10/26" }, "Check the expiry date: MM/YY, not in the past"],
    [{ expiryDate: "13/30" }, "Check the expiry date: MM/YY, not in the past"],
    [{ expiryDate: "00/30" }, "Check the expiry date: MM/YY, not in the past"],
    [{ expiryDate: "1230" }, "Check the expiry date: MM/YY, not in the past"],
    [{ cvv: "12" }, "Check the CVV: 3 or 4 digits"],
    [{ cvv: "12a" }, "Check the CVV: 3 or 4 digits"],
    [{ billingZip: "3411" }, "Check the billing ZIP: 5 digits"],
    [{ billingZip: "ABCDE" }, "Check the billing ZIP: 5 digits"],
    [{ cardNumber: "" }, missing],
    [{ expiryDate: null }, missing],
    [{ cvv: " " }, missing],
    [{ billingZip: undefined }, missing],
    [{ paymentMethod: "cash" }, missing],
    [{ paymentMethod: null }, missing],
  ])("%j [5.18]", async (change, message) => {
    const golfer = await app.player();
    expect(await buy(golfer, { pack: packs.single, paymentInfo: change })).toMatchObject({
      status: 400,
      body: { error: { message } },
    });
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toEqual([]);
  });
});

describe("a declined payment", () => {
  test.each([
    ["4000000000000002", "Your card was declined. Please use another one."],
    ["4000000000009995", "Your card has insufficient funds."],
    ["4000000000000069", "Your card has expired."],
    ["4000000000000127", "Your card's security code is incorrect."],
    // Well formed, but no test card.
    ["4012888888881881", "Your card was declined. Please use another one."],
    ["378282246310005", "Your card was declined. Please use another one."],
  ])("with %s is 402 with what to do, and books nothing", async (cardNumber, message) => {
    const golfer = await app.player();
    const reply = await buy(golfer, { paymentInfo: { cardNumber } });
    expect(reply.status).toBe(402);
    expect(reply.body).toEqual({
      success: false,
      message,
      error: { code: "payments.declined", message, requestId: expect.any(String) },
    });
    const order = firstOf((await bodyOf(golfer.call(orderRoutes.listOrders))).orders);
    expect(order).toMatchObject({ status: "declined", failure: message, sessionId: null });
    expect(await transfersOf(app, order.id)).toEqual([]);
    expect((await bodyOf(golfer.call(playRoutes.listActiveSessions, { params: { id: golfer.id } }))).sessions).toEqual(
      [],
    );
    expect((await buy(golfer)).status).toBe(200);
  });
});

describe("a token", () => {
  const tokenOf = async (cardNumber: string) =>
    (await bodyOf((await app.player()).call(sandboxRoutes.makeToken, { body: { ...card, cardNumber } }))).token;
  const payBy = async (token: string) =>
    buy(await app.player(), {
      pack: packs.single,
      paymentInfo: { token, cardNumber: undefined, expiryDate: undefined, cvv: undefined, billingZip: undefined },
    });

  test("stands for its card once, for half an hour", async () => {
    const token = await tokenOf("4242424242424242");
    expect((await payBy(token)).status).toBe(200);
    expect(await payBy(token)).toMatchObject({
      status: 402,
      body: { message: "The card details have expired. Please enter them again." },
    });
    expect((await payBy(await tokenOf("4000000000000002"))).status).toBe(402);
    expect((await payBy("sbx_made-up")).status).toBe(402);
    const old = await tokenOf("4242424242424242");
    await app.clock.advance(1801);
    expect((await payBy(old)).status).toBe(402);
  });

  test("is made of good card details alone", async () => {
    const golfer = await app.player();
    expect(
      (await golfer.call(sandboxRoutes.makeToken, { body: { ...card, cardNumber: "4242424242424241" } })).status,
    ).toBe(400);
    expect((await golfer.call(sandboxRoutes.makeToken)).body.error?.message).toBe(missing);
    expect((await app.browser().call(sandboxRoutes.makeToken, { body: card })).status).toBe(401);
  });
});

test("after all of these the database has no card number and no CVV", async () => {
  await buy(await app.player(), { paymentInfo: { cvv: "7913" }, key: "with-a-card" });
  const { rows: tables } = await app.db.pool.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'sandbox')",
  );
  for (const { name } of tables) {
    const { rows } = await app.db.pool.query(
      `SELECT count(*) AS n FROM ${name} t WHERE regexp_replace(t::text, '[ -]', '', 'g') ~ '4242424242424242|4111111111111111|4000000000000002|"?cvv"?|7913,34119'`,
    );
    expect([name, rows[0].n]).toEqual([name, 0]);
  }
});
