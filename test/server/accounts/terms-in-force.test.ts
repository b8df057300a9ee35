/** The version of the terms that was in force is kept with the account and with each purchase, and read at the desk. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { TERMS_IN_FORCE } from "#features/accounts/terms-rules.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, freshApp, packs, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const exported = (golfer: Player) =>
  bodyOf(golfer.call(profileRoutes.exportUser, { params: { id: golfer.userId } }), 200);
const fileOf = async (id: string) =>
  (await bodyOf(admin.call(orderSearchRoutes.getOrderFile, { params: { id } }))).order;
const personOf = async (id: string) => (await bodyOf(admin.call(peopleRoutes.getPerson, { params: { id } }))).person;

test("an account has the version that its registration accepted, and so have those of the demo", async () => {
  const golfer = await app.player();
  expect((await personOf(golfer.id)).termsVersion).toBe(TERMS_IN_FORCE);
  expect((await personOf(admin.id)).termsVersion).toBe(TERMS_IN_FORCE);
  expect((await exported(golfer)).account.termsVersion).toBe(TERMS_IN_FORCE);
});

test("each order has the version of its day: paid at once, paid ahead, more balls, and one that was declined", async () => {
  const golfer = await app.player();
  const first = (await buy(golfer, { pack: packs.single })).body;
  await shoot(golfer, first.session.id);
  const more = (await buy(golfer, { pack: packs.single, sessionData: { purchaseContext: "buy_more_balls" } })).body;
  await shoot(golfer, more.session.id);
  await buy(golfer, { start: false });
  await buy(golfer, { pack: packs.sponsored, paymentInfo: { cardNumber: "4000 0000 0000 0002" } });
  const { records } = await exported(golfer);
  expect(records["orders"]?.map(({ termsVersion, status }) => [status, termsVersion])).toEqual(
    ["declined", "paid", "fulfilled", "fulfilled"].map((status) => [status, TERMS_IN_FORCE]),
  );
  for (const { id } of records["orders"] ?? []) expect((await fileOf(String(id))).termsVersion).toBe(TERMS_IN_FORCE);
});

test("a free shot, which has no order, has the version, too", async () => {
  const golfer = await app.player();
  const body = { courseId: 1, packageId: -1, bayNumber: 7, teeTime: "14:30" };
  expect((await golfer.call(playRoutes.startSession, { body })).status).toBe(201);
  expect((await exported(golfer)).records["freeShots"]).toMatchObject([{ termsVersion: TERMS_IN_FORCE }]);
});

test("rows that are older than the versions say that none is known", async () => {
  const golfer = await app.player();
  const { order } = (await buy(golfer, { start: false })).body;
  await app.owner.pool.query("UPDATE users SET terms_version = NULL WHERE id = $1", [golfer.id]);
  await app.owner.pool.query("UPDATE orders SET terms_version = NULL WHERE id = $1", [order.id]);
  expect((await personOf(golfer.id)).termsVersion).toBeNull();
  expect((await fileOf(order.id)).termsVersion).toBeNull();
});
