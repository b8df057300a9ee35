/** Rules, section 3: who may call what, and in which order a call is refused (api.md, conventions). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { contractsOf } from "#platform/server/http/bind.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { definedContracts, nameOf } from "#test/contracts.ts";

let app: TestApp;
let golfer: Player;
let staff: Player;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  [golfer, staff, admin] = [
    await app.player(),
    await app.signIn("staff@acebay.test"),
    await app.signIn("admin@acebay.test"),
  ];
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const routes = definedContracts.filter((contract): contract is RouteDef => "method" in contract);
const named = (wanted: (route: RouteDef) => boolean) =>
  routes.filter(wanted).map((route) => [nameOf(route), route] as const);
/** A call of a route with everything wrong but the caller. */
const badCall = (person: Pick<Player, "raw">, route: RouteDef) =>
  person.raw(
    route.method,
    route.path.replace(/\{\w+\}/, "no-such-thing"),
    route.body ? { reason: [], confirmed: 7, name: {} } : undefined,
  );

test("every route and stream that a contract defines is bound", () => {
  expect(contractsOf(app.routes).map(nameOf).toSorted()).toEqual(definedContracts.map(nameOf).toSorted());
});

describe("signed out", () => {
  test.each(named(({ permission }) => permission !== "public"))(
    "%s is 401 before anything else is looked at",
    async (_, route) => {
      expect(await badCall(app.browser(), route)).toMatchObject({
        status: 401,
        body: { error: { code: "request.signed_out" } },
      });
    },
  );

  test("a caller with an unknown or ended session cookie is nobody", async () => {
    const browser = app.browser();
    for (const cookie of ["made-up", "", "%00", "x".repeat(2000)]) {
      browser.cookies.set("acebay_session", cookie);
      expect((await browser.call(accountRoutes.me)).status).toBe(401);
      expect((await browser.call(courseRoutes.listCourses)).status).toBe(200);
    }
  });
});

describe("a player", () => {
  test.each(named(({ permission }) => permission === "staff" || permission === "admin"))(
    "on %s is 403 before the shape (400) and the thing (404)",
    async (_, route) => {
      expect(await badCall(golfer, route)).toMatchObject({
        status: 403,
        body: { error: { code: "request.forbidden" } },
      });
    },
  );

  test("finds nothing of another player's: sessions, orders, claims, shots", async () => {
    const owner = await app.player();
    const { session, order } = (await buy(owner)).body;
    const shot = (
      await bodyOf(
        owner.call(playRoutes.recordShot, {
          body: {
            sessionId: session.id,
            targetHole: "missed",
            prizeClaim: false,
            prizeAmount: 0,
          },
        }),
      )
    ).attempt;
    const calls = [
      ["GET", `/api/sessions/${session.id}`],
      ["GET", `/api/sessions/${session.id}/events`],
      ["POST", `/api/sessions/${session.id}/complete`],
      ["POST", `/api/sessions/${session.id}/leave`],
      ["GET", `/api/orders/${order.id}`],
      ["POST", `/api/attempts/${shot.id}/undo`],
    ] as const;
    for (const [method, path] of calls) expect([path, (await golfer.raw(method, path)).status]).toEqual([path, 404]);
    expect(
      (
        await golfer.call(playRoutes.recordShot, {
          body: { sessionId: session.id, targetHole: "missed", prizeClaim: false },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await golfer.call(playRoutes.recordGroupShot, {
          body: {
            mainSessionId: session.id,
            targetHole: "missed",
            prizeClaim: false,
          },
        })
      ).status,
    ).toBe(404);
    const start = { courseId: 1, packageId: 4, bayNumber: 1 };
    expect((await golfer.call(playRoutes.startSession, { body: { ...start, userId: owner.id } })).status).toBe(404);
    expect((await golfer.call(playRoutes.startSession, { body: { ...start, orderId: order.id } })).status).toBe(402);
    expect(
      (
        await golfer.call(playRoutes.startFreeShot, {
          body: {
            userId: owner.userId,
            courseId: 1,
            bayNumber: 1,
            teeTime: "15:00",
          },
        })
      ).status,
    ).toBe(404);
    expect((await bodyOf(golfer.call(orderRoutes.listOrders))).orders).toEqual([]);
    expect((await bodyOf(owner.call(playRoutes.getSession, { params: { id: session.id } }))).session).toMatchObject({
      attempts: 1,
      status: "active",
    });
  });
});

describe("staff of course 1 and an administrator", () => {
  let here: string;
  let there: string;
  /** A left-hole claim at a course, by a player of its own. */
  const claimAt = async (courseId: number, price: number, person?: Player) => {
    const winner = person ?? (await app.player());
    const { session } = (await buy(winner, { sessionData: { courseId }, amount: price })).body;
    return (await claim(winner, session.id, "left")).body.claim.id;
  };
  beforeEach(async () => {
    [here, there] = [await claimAt(1, 5), await claimAt(2, 6)];
  });
  const list = async (person: Player, query = "") =>
    (await person.raw("GET", `/api/admin/prize-claims${query}`)).body.map(({ id }: { id: string }) => id);

  test("see the claims of their course, and of all courses", async () => {
    expect(await list(staff)).toContain(here);
    expect(await list(staff)).not.toContain(there);
    expect(await list(staff, "?status=pending")).not.toContain(there);
    expect(await list(admin)).toEqual(expect.arrayContaining([here, there]));
  });

  test("staff may decide at their course; another course's claim is 404, and stays pending", async () => {
    const verdicts = [
      ["PATCH", "verify", undefined],
      ["PATCH", "reject", { reason: "not seen" }],
      ["POST", "confirm", { confirmed: "tee_time" }],
    ] as const;
    for (const [method, verdict, body] of verdicts)
      expect((await staff.raw(method, `/api/admin/prize-claims/${there}/${verdict}`, body)).status).toBe(404);
    expect(
      (await bodyOf(admin.call(claimRoutes.listClaims, { query: { status: "pending" } }))).map(({ id }) => id),
    ).toContain(there);
    expect(await staff.call(claimRoutes.verifyClaim, { params: { id: here } })).toMatchObject({
      status: 200,
      body: { claim: { verifiedBy: "Sam Rangehand" } },
    });
    expect((await admin.call(claimRoutes.verifyClaim, { params: { id: there } })).status).toBe(200);
  });

  test("only administrators pay and forfeit: staff get 403 before the body is checked, also at their own course", async () => {
    for (const step of ["pay", "forfeit"])
      expect((await staff.raw("POST", `/api/admin/prize-claims/${here}/${step}`)).status).toBe(403);
    for (const confirmed of ["age_18", "tax_form"])
      expect((await staff.raw("POST", `/api/admin/prize-claims/${here}/confirm`, { confirmed })).status).toBe(403);
    expect((await admin.raw("POST", `/api/admin/prize-claims/${here}/forfeit`)).status).toBe(400);
  });

  test("nobody decides a claim of their own, nor of a group that they paid for", async () => {
    for (const person of [staff, admin]) {
      const own = await claimAt(1, 5, person);
      expect(await person.call(claimRoutes.verifyClaim, { params: { id: own } })).toMatchObject({
        status: 403,
        body: { error: { code: "claims.own" } },
      });
      expect(
        (await person.call(claimRoutes.rejectClaim, { params: { id: own }, body: { reason: "mine" } })).status,
      ).toBe(403);
      expect(
        (await person.call(claimRoutes.confirmForPayout, { params: { id: own }, body: { confirmed: "tee_time" } }))
          .status,
      ).toBe(403);
      expect(
        (await (person === staff ? admin : staff).call(claimRoutes.verifyClaim, { params: { id: own } })).status,
      ).toBe(200);
      if (person === admin)
        for (const [step, body] of [
          ["pay", undefined],
          ["forfeit", { reason: "mine" }],
        ] as const)
          expect((await admin.raw("POST", `/api/admin/prize-claims/${own}/${step}`, body)).status).toBe(403);
    }
  });

  test("an unknown claim is 404, and so is an id of a wrong form", async () => {
    for (const id of ["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "7", "%00"])
      expect((await admin.call(claimRoutes.verifyClaim, { params: { id } })).status).toBe(404);
  });

  test("staff whose courses are taken away see nothing at once", async () => {
    await app.db.pool.query("DELETE FROM staff_courses WHERE user_id = $1", [staff.id]);
    expect(await list(staff)).toEqual([]);
    expect((await staff.call(claimRoutes.verifyClaim, { params: { id: here } })).status).toBe(404);
    await app.db.pool.query("INSERT INTO staff_courses (user_id, course_id) VALUES ($1, 1)", [staff.id]);
  });
});
