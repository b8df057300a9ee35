/** Prizes of people who delete their accounts: each open claim belongs to somebody who can be paid. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import { groupWith, remove } from "#test/server/accounts/forgotten-people.ts";
import { confirm, pay, provedPlayer, waitsOf, won } from "./payouts-people.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const complete = (person: Player, id: string) => bodyOf(person.call(playRoutes.completeSession, { params: { id } }));
const verify = (id: string) => bodyOf(admin.call(claimRoutes.verifyClaim, { params: { id } }));
const cameBack = (id: string) =>
  admin.call(payoutRoutes.prizeCameBack, { params: { id }, body: { reason: "The check was returned" } });

/** A group of three that has played; the buyer's address is proved. */
async function played() {
  const buyer = await provedPlayer(app, "Bo Buyer");
  const friend = await app.player("Faye Friend");
  const { main, seat } = await groupWith(buyer, friend, "Faye");
  await complete(buyer, main.id);
  return { buyer, friend, main, seat };
}

/** Open claims of deleted accounts, which nobody could be paid for. */
const stranded = async () =>
  (
    await app.db.pool.query(`SELECT c.id FROM claims c JOIN users u ON u.id = c.user_id
      WHERE u.deleted_at IS NOT NULL AND (c.status = 'pending' OR c.payout_status = 'due')
        AND NOT EXISTS (SELECT FROM prize_returns r WHERE r.claim_id = c.id)`)
  ).rows;

test("a claim for the seat of a friend who has deleted the account belongs to the buyer, who can be paid", async () => {
  const { buyer, friend, seat } = await played();
  expect((await remove(friend)).status).toBe(204);
  const { status, body } = await claim(buyer, seat, "middle");
  expect(status).toBe(201);
  expect(body.claim).toMatchObject({ userId: null, playerName: "Friend 2" });
  const { claims } = await bodyOf(buyer.call(claimRoutes.listMyClaims, { params: { id: buyer.id } }));
  expect(claims.map(({ id }) => id)).toContain(body.claim.id);
  await verify(body.claim.id);
  expect(await waitsOf(admin, body.claim.id)).toEqual(["age_18", "tax_form"]);
  for (const seen of ["age_18", "tax_form"]) await confirm(admin, body.claim.id, seen);
  expect((await pay(admin, body.claim.id)).status).toBe(200);
  await expectCleanBooks(app);
});

/** A deletion and a claim, of which the first one begins first: each waits for the account. */
async function together(person: Player, first: "deletion" | "claim", claiming: () => ReturnType<typeof claim>) {
  const locked = `SELECT FROM users WHERE id = '${person.id}' FOR UPDATE`;
  if (first === "deletion") {
    const [deleted, made] = await atOnce(app, locked, () => remove(person), claiming);
    return { deleted, made };
  }
  const [made, deleted] = await atOnce(app, locked, claiming, () => remove(person));
  return { deleted, made };
}

test.each(["deletion", "claim"] as const)(
  "a friend's deletion and the buyer's claim for the seat at once, the %s first: who has won can be paid",
  async (first) => {
    const { buyer, friend, seat } = await played();
    const { deleted, made } = await together(friend, first, () => claim(buyer, seat, "left"));
    expect(made.status).toBe(201);
    expect([204, 409]).toContain(deleted.status);
    expect(made.body.claim.userId).toBe(deleted.status === 204 ? null : friend.id);
    expect(await stranded()).toEqual([]);
    await expectCleanBooks(app);
  },
);

test.each(["deletion", "claim"] as const)(
  "a golfer's own claim and deletion at once, the %s first: one of the two is refused",
  async (first) => {
    const golfer = await app.player("Gale Golfer");
    const session = await play(golfer);
    await complete(golfer, session.id);
    const { deleted, made } = await together(golfer, first, () => claim(golfer, session.id, "middle"));
    expect([
      [204, 404],
      [409, 201],
    ]).toContainEqual([deleted.status, made.status]);
    expect(await stranded()).toEqual([]);
    await expectCleanBooks(app);
  },
);

test("a prize that comes back after its winner has deleted the account is paid once more", async () => {
  for (const isTogether of [false, true]) {
    const winner = await provedPlayer(app, "Wilma Winner");
    const { id } = await won(admin, winner);
    for (const seen of ["age_18", "tax_form"]) await confirm(admin, id, seen);
    expect(await waitsOf(admin, id)).toEqual([]);
    expect((await pay(admin, id)).status).toBe(200);
    const deletion = () => remove(winner);
    const [deleted, back] = isTogether
      ? await Promise.all([deletion(), cameBack(id)])
      : [await deletion(), await cameBack(id)];
    // A winner whose prize is due stays.
    expect(isTogether ? [204, 409] : [204]).toContain(deleted.status);
    expect(back.status).toBe(200);
    expect(await waitsOf(admin, id)).toEqual([]);
    await app.clock.advance(60);
    expect((await pay(admin, id, { method: "check", reference: "No. 2" })).status).toBe(200);
    await expectCleanBooks(app);
  }
});

test("a claim that was made for the seat of a deleted account is the buyer's after the migration, and can be paid", async () => {
  const left = await played();
  const due = (await claim(left.buyer, left.seat, "middle")).body.claim.id;
  await verify(due);
  await confirm(admin, due, "age_18");
  const pending = (await claim(left.buyer, left.seat, "middle")).body.claim.id;
  const paidBefore = await played();
  const back = (await claim(paidBefore.buyer, paidBefore.seat, "middle")).body.claim.id;
  await verify(back);
  for (const seen of ["age_18", "tax_form"]) await confirm(admin, back, seen);
  const proved = await app.signIn(paidBefore.friend.email);
  expect((await pay(admin, back)).status).toBe(200);
  expect((await remove(proved)).status).toBe(204);
  expect((await cameBack(back)).status).toBe(200);
  const both = await played();
  const nobodys = (await claim(both.buyer, both.seat, "left")).body.claim.id;
  // As it was before: the claims came after the deletion.
  const gone = [left.friend.id, both.friend.id, both.buyer.id];
  await app.owner.pool.query("UPDATE users SET deleted_at = now(), name = 'Deleted player' WHERE id = ANY ($1)", [
    gone,
  ]);
  await app.owner.pool.query("UPDATE claims SET player_name = 'Deleted player' WHERE user_id = ANY ($1)", [gone]);
  const before = (await stranded()).map(({ id }) => id);
  expect(new Set(before)).toEqual(new Set([pending, due, nobodys]));

  const file = readFileSync(new URL("../../../migrations/0115-claims-for-buyers.sql", import.meta.url), "utf8");
  const batches = file.slice(file.indexOf("DO $$"), file.indexOf("-- What needs"));
  for (let run = 0; run < 2; run++) await app.owner.pool.query(batches);
  // Somebody has to forfeit or reject what has neither winner nor buyer.
  expect((await stranded()).map(({ id }) => id)).toEqual([nobodys]);
  await verify(pending);
  for (const id of [pending, due]) {
    // What was seen of the friend says nothing of the buyer.
    expect(await waitsOf(admin, id)).toEqual(["age_18", "tax_form"]);
    for (const seen of ["age_18", "tax_form"]) await confirm(admin, id, seen);
    expect((await pay(admin, id)).status).toBe(200);
  }
  const { claims } = await bodyOf(left.buyer.call(claimRoutes.listMyClaims, { params: { id: left.buyer.id } }));
  expect(claims).toMatchObject([{ playerName: "Friend 2" }, { playerName: "Friend 2" }]);
  expect(await waitsOf(admin, back)).toEqual([]);
  const listed = await bodyOf(admin.call(claimRoutes.listClaims, {}));
  expect(listed.find(({ id }) => id === due)?.steps.map(({ step }) => step)).toContain("passed_to_buyer");
  await expectCleanBooks(app);
});
