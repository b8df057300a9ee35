/** Whoever played a seat and left it to a guest decides about no claim of it, whatever their role is now. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { groupWith } from "../accounts/forgotten-people.ts";
import { confirm } from "./payouts-people.ts";

let app: TestApp;
let leaver: Player;
let admin: Player;
let id: string;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  const friend = await app.player("Fay Leaver");
  const buyer = await app.player("Bo Buyer");
  const { seat } = await groupWith(buyer, friend, "Fay");
  await friend.call(playRoutes.leaveGroup, { params: { id: seat } });
  id = (await claim(buyer, seat, "left")).body.claim.id;
  await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [friend.id]);
  leaver = await app.signIn(friend.email);
});
afterAll(() => app.close());

const steps: Readonly<Record<string, (by: Player) => Promise<{ status: number; body: unknown }>>> = {
  reject: (by) => by.call(claimRoutes.rejectClaim, { params: { id }, body: { reason: "Beside the hole" } }),
  confirm: (by) => confirm(by, id, "tee_time"),
  verify: (by) => by.call(claimRoutes.verifyClaim, { params: { id } }),
};

test.each(Object.keys(steps))("%s", async (step) => {
  const own = { status: 403, body: { error: { code: "claims.own" } } };
  expect(await steps[step]?.(leaver)).toMatchObject(own);
});

test("others may", async () => {
  expect(await steps["verify"]?.(admin)).toMatchObject({ status: 200 });
});
