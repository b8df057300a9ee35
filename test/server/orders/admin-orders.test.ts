/** The administrators' search through orders and one order's file (api.md, administrator). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { buy, claim, freshApp, type Json, packs, play, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
let staff: Player;
let golfer: Player;
let order: Json;
beforeAll(async () => {
  app = await freshApp();
  [admin, staff] = [await app.signIn("admin@acebay.test"), await app.signIn("staff@acebay.test")];
  golfer = await app.player("Siobhán O'Brien-Smith");
  order = (await buy(golfer, { pack: packs.sponsored, paymentInfo: { cardNumber: "5555 5555 5555 4444" } })).body.order;
});
afterAll(() => app.close());

const search = (query: Record<string, string> = {}, person: Player = admin) =>
  person.raw("GET", `/api/admin/orders?${new URLSearchParams(query).toString()}`);
const found = async (q: string) => (await search({ q })).body.orders.map(({ id }: Json) => id);
const fileOf = async (id: string) =>
  (await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id } }))).order;

describe("the search", () => {
  test("shows an order with its player, course and receipt", async () => {
    const { status, body } = await search({ q: String(order.number) });
    expect(status).toBe(200);
    expect(body.timeZone).toBe("America/New_York");
    expect(body.orders).toContainEqual({
      id: order.id,
      number: order.number,
      receiptNumber: expect.any(Number),
      status: "fulfilled",
      held: null,
      createdAt: order.createdAt,
      player: { id: golfer.id, userId: golfer.userId, name: "Siobhán O'Brien-Smith", email: golfer.email },
      courseId: 1,
      courseName: order.courseName,
      packageName: order.packageName,
      amount: 3,
      refunded: 0,
      refundRefused: false,
      last4: "4444",
    });
  });

  test("finds by number, receipt, name, email, player ID and last four digits, in any case", async () => {
    const [{ receiptNumber }] = (await search({ q: String(order.number) })).body.orders;
    for (const q of [
      `#${order.number}`,
      `Order ${order.number}`,
      `receipt-${String(receiptNumber).padStart(6, "0")}`,
      "siobh",
      "O'BRIEN",
      "smith siobhán",
      golfer.email.toUpperCase(),
      golfer.email.slice(0, 9),
      golfer.email.replace(/\.com$/, ""),
      golfer.userId,
      golfer.userId.replaceAll("-", "").toLowerCase(),
      "4444",
      "•••• 4444",
    ])
      expect([q, await found(q)]).toEqual([q, [order.id]]);
  });

  test("finds nothing for what fits nobody, and treats no character as a wildcard or as SQL", async () => {
    for (const q of [
      "nobody-of-that-name",
      "%",
      "_",
      "'",
      "\\",
      "x:* | y",
      "!!",
      "' OR 1=1 --",
      "9".repeat(40),
      "ien-smi",
      "💥",
    ])
      expect([q, await found(q)]).toEqual([q, []]);
  });

  test("for nothing, or for blanks, gives the whole list, newest first", async () => {
    const later = await app.player();
    await app.clock.advance(60);
    const second = (await buy(later)).body.order;
    for (const query of [{}, { q: "" }, { q: "   " }])
      expect((await search(query)).body.orders.map(({ id }: Json) => id)).toEqual([second.id, order.id]);
  });

  test("narrows by status, course and package", async () => {
    const person = await app.player("Narrow Case");
    await buy(person, { paymentInfo: { cardNumber: "4000000000000002" } });
    await app.clock.advance(1);
    const ahead = (await buy(person, { start: false, amount: 6, sessionData: { courseId: 2 } })).body.order;
    const of = async (query: Record<string, string>) =>
      (await search({ q: "narrow", ...query })).body.orders.map(({ status }: Json) => status);
    expect(await of({})).toEqual(["paid", "declined"]);
    expect(await of({ status: "declined" })).toEqual(["declined"]);
    expect(await of({ courseId: "2" })).toEqual(["paid"]);
    expect(await of({ courseId: "2", status: "declined" })).toEqual([]);
    expect(await of({ courseId: "77" })).toEqual([]);
    const { rows } = await app.db.pool.query("SELECT package_id FROM orders WHERE id = $1", [ahead.id]);
    expect(await of({ packageId: String(rows[0]?.package_id), courseId: "2" })).toEqual(["paid"]);
    expect(await of({ packageId: "77" })).toEqual([]);
    expect((await search({ q: String(ahead.number) })).body.orders[0]).toMatchObject({ courseId: 2, amount: 6 });
  });

  test("narrows by days of the operator's zone, both ends included", async () => {
    const late = await app.player("Night Owl");
    // 04:59 UTC is still the day before in New York.
    const from = app.clock.now();
    await app.clock.advance((new Date("2026-11-22T04:59:00Z").getTime() - from.getTime()) / 1000);
    await buy(late, { pack: packs.single });
    const of = async (query: Record<string, string>) => (await search({ q: "night", ...query })).body.orders.length;
    expect(await of({ from: "2026-11-21", to: "2026-11-21" })).toBe(1);
    expect(await of({ from: "2026-11-21" })).toBe(1);
    expect(await of({ to: "2026-11-21" })).toBe(1);
    expect(await of({ from: "2026-11-22" })).toBe(0);
    expect(await of({ to: "2026-11-20" })).toBe(0);
  });

  test("gives pages of a hundred that miss and repeat no order while new ones come in", async () => {
    await app.db.pool.query(
      `INSERT INTO orders (id, user_id, course_id, package_id, package_name, package_type, ball_count, amount_cents,
         jackpot_share_cents, range_share_cents, purchase_context, start_at_once, status, created_at)
       SELECT gen_random_uuid(), $1, 1, 4, 'Many', 'jackpot', 10, 500, 100, 0, 'initial', true, 'declined', $2::timestamptz - make_interval(mins => n / 3)
       FROM generate_series(1, 250) n`,
      [staff.id, app.clock.now()],
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await search({ q: staff.email, ...(cursor ? { cursor } : {}) });
      sizes.push(body.orders.length);
      seen.push(...body.orders.map(({ id }: Json) => id));
      cursor = body.nextCursor;
      if (sizes.length === 1) {
        await app.clock.advance(1);
        await buy(staff, { pack: packs.single });
      }
    }
    expect(sizes).toEqual([100, 100, 50]);
    expect(new Set(seen).size).toBe(250);
  });

  test.each([
    ["sort=loudest", "Sort by newest, oldest, largest or smallest"],
    ["status=lost", "A status is one of created"],
    ["courseId=one", "A course is named by its number"],
    ["courseId=1.5", "A course is named by its number"],
    ["packageId=ten", "A package is named by its number"],
    ["from=2026-02-30", "A day is written yyyy-MM-dd"],
    ["to=yesterday", "A day is written yyyy-MM-dd"],
    ["from=2026-11-21&to=2026-11-20", "The last day is before the first"],
    ["cursor=nonsense", "This page's cursor is not valid"],
    [`cursor=${Buffer.from("2026-11-21T00:00:00.000Z 7").toString("base64url")}`, "This page's cursor is not valid"],
    [`q=${"x".repeat(101)}`, "Search for at most 100 characters"],
    ["q=a&q=b", 'Please check "q"'],
  ])("with %s is 400: %s", async (query, sentence) => {
    const { status, body } = await admin.raw("GET", `/api/admin/orders?${query}`);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining(sentence)]);
  });

  test("and an order's file are for administrators alone", async () => {
    for (const path of ["/api/admin/orders?from=bad", `/api/admin/orders/${order.id}`, "/api/admin/orders/7"]) {
      expect((await app.browser().raw("GET", path)).status).toBe(401);
      for (const person of [golfer, staff]) expect((await person.raw("GET", path)).status).toBe(403);
    }
    for (const id of ["7", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "%00"])
      expect((await admin.call(orderSearchRoutes.getOrderFile, { params: { id } })).status).toBe(404);
  });
});

describe("an order's file", () => {
  test("holds payments, ledger, session and receipt of a fulfilled order", async () => {
    const buyer = await app.player("Fresh Buyer");
    const bought = (await buy(buyer, { pack: packs.sponsored })).body.order;
    const file = await fileOf(bought.id);
    expect(file).toMatchObject({
      id: bought.id,
      number: bought.number,
      receiptNumber: expect.any(Number),
      status: "fulfilled",
      player: { id: buyer.id, name: "Fresh Buyer", email: buyer.email, phone: "555 010 0100" },
      course: { id: 1, timeZone: "America/New_York" },
      packageType: "sponsored",
      ballCount: 5,
      bayNumber: 7,
      amount: 3,
      jackpotShare: 0.6,
      rangeShare: 0,
      refundable: 3,
      payments: [{ method: "card", last4: "4242", amount: 3, status: "succeeded", failureCode: null }],
      refunds: [],
      disputes: [],
      session: { status: "active", bayNumber: 7, ballsLeft: 5, ballsBought: 5, shots: 0, endedAt: null },
      claims: [],
    });
    expect(file.transfers).toEqual([
      {
        id: expect.any(Number),
        kind: "capture",
        createdAt: bought.createdAt,
        entries: [
          { account: "cash:1", amount: 3 },
          { account: "pot:1", amount: -0.6 },
          { account: "revenue:1", amount: -2.4 },
        ],
      },
    ]);
  });

  test("of a declined order says why, and nothing can be refunded", async () => {
    const person = await app.player();
    await buy(person, { paymentInfo: { cardNumber: "4000000000000002" } });
    const declined = firstOf((await bodyOf(person.call(orderRoutes.listOrders))).orders);
    expect(await fileOf(declined.id)).toMatchObject({
      status: "declined",
      receiptNumber: null,
      refundable: 0,
      payments: [
        { status: "failed", failureCode: expect.any(String), failureMessage: expect.any(String), last4: "0002" },
      ],
      transfers: [],
      session: null,
    });
  });

  test("lists the order's claims and shots", async () => {
    const winner = await app.player("Lucky Winner");
    const session = await play(winner);
    await shoot(winner, session.id);
    await app.clock.advance(61);
    await claim(winner, session.id, "left");
    const [{ id }] = (await search({ q: "lucky" })).body.orders;
    expect(await fileOf(id)).toMatchObject({
      session: { shots: 2, ballsLeft: 8 },
      claims: [
        { playerName: "Lucky Winner", targetHole: "left", verificationStatus: "pending", payoutStatus: "not_due" },
      ],
    });
    expect(await admin.call(paymentRoutes.refundOrder, { params: { id }, body: { reason: "Rain" } })).toMatchObject({
      status: 409,
      body: { error: { code: "payments.claim_stands" } },
    });
  });

  test("adds up the balls and shots of a group", async () => {
    const buyer = await app.player("Group Buyer");
    const groupData = {
      mainPlayer: { bayNumber: 3, ballCount: 6 },
      friends: [{ name: "Guest", bayNumber: 4, ballCount: 4 }],
    };
    const { order: bought, session } = (await buy(buyer, { sessionData: { groupData } })).body;
    await shoot(buyer, session.id);
    const shot = { mainSessionId: session.id, friendIndex: 0, targetHole: "missed", prizeClaim: false, prizeAmount: 0 };
    expect((await buyer.raw("POST", "/api/group-attempts", shot)).status).toBe(201);
    expect(await fileOf(bought.id)).toMatchObject({
      ballCount: 10,
      session: { players: 2, ballsBought: 10, ballsLeft: 8, shots: 2 },
    });
  });

  test("shows a refund: who made it, what is left, and what the ledger booked", async () => {
    const person = await app.player();
    const paid = (await buy(person)).body.order;
    const refund = (body: object, key: string) =>
      admin.raw("POST", `/api/admin/orders/${paid.id}/refund`, body, { "idempotency-key": key });
    expect((await refund({ amount: 2, reason: "Rain" }, "one")).status).toBe(200);
    expect((await refund({ amount: 2, reason: "Rain" }, "one")).status).toBe(200);
    expect(await fileOf(paid.id)).toMatchObject({
      refundable: 3,
      refunds: [{ amount: 2, reason: "Rain", actor: expect.any(String) }],
    });
    await app.clock.advance(1);
    expect((await refund({ amount: 3.01, reason: "Rain" }, "two")).status).toBe(409);
    expect((await refund({ reason: "All of it" }, "three")).status).toBe(200);
    await expect.poll(async () => (await fileOf(paid.id)).status).toBe("refunded");
    const file = await fileOf(paid.id);
    expect(file).toMatchObject({ refundable: 0, session: { status: "completed" } });
    expect(file.refunds.map(({ amount, status }) => [amount, status])).toEqual([
      [2, "settled"],
      [3, "settled"],
    ]);
    expect(file.transfers.map(({ kind }) => kind).toSorted()).toEqual([
      "capture",
      "refund",
      "refund",
      "refund_settled",
      "refund_settled",
    ]);
    expect((await search({ q: String(paid.number) })).body.orders[0]).toMatchObject({ amount: 5, refunded: 5 });
  });
});
