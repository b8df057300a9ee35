/**
 * Two people (rules, section 2): what one administrator may do for a golfer alone is help, too. With the golfer's mailbox,
 * or by a role, that administrator could act as two once others have made the golfer an administrator.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import type { Player, TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { provedPlayer } from "#test/server/claims/payouts-people.ts";
import { administrator, approve, codeOf, demote, grant, twoAdministrators, withdraw } from "./two-people-calls.ts";

let app: TestApp;
let helper: Player;
let other: Player;
let third: Player;
beforeAll(async () => {
  ({ app, one: helper, other } = await twoAdministrators());
  third = await administrator(app, "Thea Third");
  await helper.call(payoutRoutes.setApprovalLimit, { body: { amount: 10 } });
});
afterAll(() => app.close());

const DAY = 86_400;
const raise = (by: Player) => by.call(payoutRoutes.setApprovalLimit, { body: { none: true } });

/** Gives a golfer a mailbox of the helper's. @returns the address at which the golfer's codes arrive */
async function moves(golfer: Player): Promise<string> {
  const email = `moved-${golfer.id}@example.com`;
  const body = { email, reason: "Seen with a passport" };
  await bodyOf(helper.call(peopleRoutes.movePerson, { params: { id: golfer.id }, body }), 200);
  return email;
}

/** Makes a golfer staff, without a second person. */
async function employs(golfer: Player): Promise<string> {
  await bodyOf(
    helper.call(staffRoutes.addStaff, { body: { email: golfer.email, role: "staff", courseIds: [1] } }),
    201,
  );
  return golfer.email;
}

test.each([
  ["whose address one has moved", moves],
  ["to whom one has given a role", employs],
])("a golfer %s, made an administrator by two others, approves nothing of that one's for 30 days", async (_, help) => {
  const golfer = await provedPlayer(app, "Gil Golfer");
  const email = await help(golfer);
  const promoted =
    help === moves
      ? await grant(other, { ...golfer, email })
      : await other.call(staffRoutes.changeStaff, { params: { id: golfer.id }, body: { role: "admin" } });
  expect((await approve(third, promoted)).status).toBe(200);
  const administers = await app.signIn(email);

  const proposed = await raise(helper);
  expect(proposed).toMatchObject({
    status: 202,
    body: { proposal: { approvers: [{ id: other.id }, { id: third.id }] } },
  });
  expect(codeOf(await approve(administers, proposed))).toBe("proposals.not_independent");
  await withdraw(helper, proposed);

  await app.clock.advance(30 * DAY + 1);
  const later = await raise(helper);
  expect((await approve(administers, later)).status).toBe(200);
  await helper.call(payoutRoutes.setApprovalLimit, { body: { amount: 10 } });
  await demote(app, golfer);
});
