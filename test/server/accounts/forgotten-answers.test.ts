/** What a deleted account leaves behind in orders and in kept answers: nobody's name. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, packs, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { placesOf } from "#test/places.ts";
import { canary, groupWith, remove } from "./forgotten-people.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

test("a friend who was named at the payment, and not at the start, is not named in the order", async () => {
  const { golfer, traces } = await canary(app, "Wilhelmina Stayaway", "239 555 0187");
  const buyer = await app.player("Bill Buyer");
  const group = (friend: object) => ({
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ ...friend, bayNumber: 2, ballCount: 5 }],
  });
  const ahead = async () => {
    const named = group({ userId: golfer.userId, name: "Wilhelmina" });
    const { body } = await buy(buyer, { start: false, sessionData: { bayNumber: undefined, groupData: named } });
    const start = { courseId: 1, packageId: packs.jackpot.packageId, orderId: body.order.id };
    const groupData = group({ name: "Gil" });
    const { session } = await bodyOf(buyer.call(playRoutes.startSession, { body: { ...start, groupData } }), 201);
    await bodyOf(buyer.call(playRoutes.completeSession, { params: { id: session.id } }));
    return { id: body.order.id, named };
  };
  await ahead();
  expect(await placesOf(app, golfer.userId)).not.toContain("public.orders.group_data");
  // As it was: the order keeps what was typed at the payment.
  const before = await ahead();
  await app.db.pool.query("UPDATE orders SET group_data = $2 WHERE id = $1", [before.id, before.named]);
  const file = readFileSync(new URL("../../../migrations/0109-where-people-are-named.sql", import.meta.url), "utf8");
  await app.db.pool.query(file.slice(file.indexOf("DO $$"), file.indexOf("-- A deletion")));
  expect((await remove(golfer)).status).toBe(204);
  for (const trace of traces) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
});

test("what the desk was answered by a key is kept without the person", async () => {
  const { golfer, traces } = await canary(app, "Leopoldine Deskwell", "239 555 0188");
  const buyer = await app.player("Bruno Buyer");
  const { main, seat } = await groupWith(buyer, golfer, "Leopoldine Deskwell");
  const won = (await claim(buyer, seat, "left")).body.claim;
  const key = () => ({ "idempotency-key": randomUUID() });
  const params = { id: won.id };
  await bodyOf(admin.call(claimRoutes.verifyClaim, { params }));
  await bodyOf(admin.call(claimRoutes.forfeitClaim, { params, body: { reason: "No address" }, headers: key() }));
  const former = await app.signIn("staff@acebay.test");
  const pause = { params: { id: main.id }, body: { reason: "Lightning" }, headers: key() };
  await bodyOf(former.call(bayRoutes.pauseSession, pause));
  const before = "SELECT role, worked_until FROM users WHERE id = $1";
  const { role, worked_until: until } = (await app.db.pool.query(before, [former.id])).rows[0];
  const set = "UPDATE users SET role = $2, worked_until = $3 WHERE id = $1";
  await app.db.pool.query(set, [former.id, "player", app.clock.now()]);
  await bodyOf(buyer.call(playRoutes.completeSession, { params: { id: main.id } }));
  expect(await placesOf(app, "Deskwell")).toContain("public.idempotency_keys.body");
  expect((await remove(golfer)).status).toBe(204);
  for (const trace of traces) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
  await app.db.pool.query(set, [former.id, role, until]);
  const again = await former.call(bayRoutes.pauseSession, pause);
  expect((await bodyOf(again)).session).toMatchObject({ id: main.id, status: "active" });
});

test("who has worked here is not named as the one who decided, in what others were answered by a key", async () => {
  const { golfer, traces } = await canary(app, "Rosamund Formerly", "239 555 0189");
  await bodyOf(admin.call(staffRoutes.addStaff, { body: { email: golfer.email, role: "staff", courseIds: [1] } }));
  const staff = await app.signIn(golfer.email);
  const winner = await app.player("Wim Winner");
  const params = { id: (await claim(winner, (await play(winner)).id, "left")).body.claim.id };
  await bodyOf(staff.call(claimRoutes.verifyClaim, { params }));
  const send = { params, body: { reason: "No address" }, headers: { "idempotency-key": randomUUID() } };
  await bodyOf(admin.call(claimRoutes.forfeitClaim, send));
  const rolled = { params: { id: golfer.id }, body: { role: "player" } } as const;
  await bodyOf(admin.call(staffRoutes.changeStaff, rolled));
  expect(await placesOf(app, "Formerly")).toContain("public.idempotency_keys.body");
  expect((await remove(await app.signIn(golfer.email))).status).toBe(204);
  for (const trace of traces) expect([trace, await placesOf(app, trace)]).toEqual([trace, []]);
  const again = await bodyOf(admin.call(claimRoutes.forfeitClaim, send));
  expect(again.claim).toMatchObject({ payoutStatus: "forfeited", verifiedBy: "Deleted player" });
});
