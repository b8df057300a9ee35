/** Payouts above a set amount: one administrator approves, another pays (rules, section 8). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, payouts, provedPlayer, waitsOf, won } from "./payouts-people.ts";

let app: TestApp;
let admin: Player;
let second: Player;
let staff: Player;
beforeAll(async () => {
  app = await freshApp();
  [admin, staff] = [await app.signIn("admin@acebay.test"), await app.signIn("staff@acebay.test")];
  const colleague = await provedPlayer(app, "Sonja Second");
  await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [colleague.id]);
  second = await app.signIn(colleague.email);
});
afterAll(() => app.close());

const limit = (by: Player, amount: number | null) =>
  by.call(payoutRoutes.setApprovalLimit, { body: amount === null ? { none: true } : { amount } });
const approve = (by: Player, id: string) => by.call(payoutRoutes.approvePayout, { params: { id } });
/** A verified jackpot for which everything has been seen. */
async function ready() {
  const claim = await won(admin, await provedPlayer(app, "Ada Winner"));
  await confirm(admin, claim.id, "age_18");
  await confirm(admin, claim.id, "tax_form");
  await app.clock.advance(60);
  return claim.id;
}

test("without a limit one administrator is enough", async () => {
  expect(await bodyOf(admin.call(payoutRoutes.getApprovalLimit))).toEqual({
    amount: null,
    setBy: null,
    setAt: null,
  });
  const id = await ready();
  expect((await approve(admin, id)).body.error?.code).toBe("payouts.no_approval");
  expect((await pay(admin, id)).status).toBe(200);
});

test("above the limit a payout waits for one administrator's approval, and another one pays", async () => {
  expect((await limit(admin, 500)).body).toMatchObject({ amount: 500, setBy: "Alex Greenkeeper" });
  const id = await ready();
  expect(await waitsOf(admin, id)).toEqual(["approval"]);
  expect((await pay(admin, id)).body.error).toMatchObject({
    code: "claims.waits",
    details: { waitsFor: ["approval"] },
  });
  const both = await Promise.all([approve(admin, id), approve(admin, id)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect((await approve(second, id)).body.error?.code).toBe("payouts.approved");
  expect((await payouts(admin)).find(({ claimId }) => claimId === id)).toMatchObject({
    status: "ready",
    approvedBy: { id: admin.id, name: "Alex Greenkeeper" },
  });
  expect((await pay(admin, id)).body.error.code).toBe("payouts.same_admin");
  expect(await pay(second, id)).toMatchObject({ status: 200, body: { claim: { payoutStatus: "paid" } } });
  const { rows } = await app.db.pool.query(
    "SELECT action, actor_id FROM audit_trail WHERE subject = $1 AND action IN ('claim.approved', 'claim.paid') ORDER BY id",
    [id],
  );
  expect(rows).toEqual([
    { action: "claim.approved", actor_id: admin.id },
    { action: "claim.paid", actor_id: second.id },
  ]);
});

test("lifting the limit does not free a claim that stands already; lowering it counts at once", async () => {
  await limit(admin, 500);
  const held = await ready();
  const lifted = (await bodyOf(limit(admin, null), 202)).proposal;
  expect((await second.call(proposalRoutes.approveProposal, { params: { id: lifted.id } })).status).toBe(200);
  await app.clock.advance(60);
  expect(await waitsOf(admin, held)).toEqual(["approval"]);
  const free = await ready();
  expect(await waitsOf(admin, free)).toEqual([]);
  await limit(admin, 10);
  expect(await waitsOf(admin, free)).toEqual(["approval"]);
  const { rows } = await app.db.pool.query(
    "SELECT detail FROM audit_trail WHERE action = 'payouts.approval_limit_set' ORDER BY id DESC LIMIT 2",
  );
  expect(rows.map(({ detail }) => detail)).toEqual([
    { aboveCents: 1000, beforeCents: null },
    { aboveCents: null, beforeCents: 50000 },
  ]);
});

/** Another administrator, made so long ago by the operator. */
async function third(name: string): Promise<Player> {
  const { id, email } = await provedPlayer(app, name);
  await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [id]);
  return app.signIn(email);
}
const giveRole = (person: Player, body: { role: "player" | "staff"; courseIds?: number[] }) =>
  admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body });

test.each<[string, { role: "player" | "staff"; courseIds?: number[] }]>([
  ["lost the role", { role: "player" }],
  ["became staff", { role: "staff", courseIds: [1] }],
])("an approval counts no more once its giver has %s, also if the role comes back", async (_, role) => {
  await limit(admin, 10);
  const leaver = await third("Lia Leaver");
  const id = await ready();
  expect((await approve(leaver, id)).status).toBe(200);
  expect(await waitsOf(admin, id)).toEqual([]);
  await app.clock.advance(60);
  expect((await giveRole(leaver, role)).status).toBe(200);
  const lapsed = async () => {
    expect(await waitsOf(admin, id)).toEqual(["approval"]);
    expect((await payouts(admin)).find(({ claimId }) => claimId === id)).toMatchObject({ approvedBy: null });
    expect((await pay(second, id)).body.error).toMatchObject({
      code: "claims.waits",
      details: { waitsFor: ["approval"] },
    });
  };
  await lapsed();
  await app.db.pool.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [leaver.id]);
  await lapsed();
  expect(await approve(admin, id)).toMatchObject({
    status: 200,
    body: { claim: { approvedBy: { id: admin.id }, waitsFor: [] } },
  });
  expect((await pay(second, id)).status).toBe(200);
  // What is done stays, and says by whom, whatever becomes of them.
  expect((await payouts(admin)).find(({ claimId }) => claimId === id)).toMatchObject({ approvedBy: { id: admin.id } });
  await app.clock.advance(60);
  await giveRole(leaver, { role: "player" });
  await expectCleanBooks(app);
});

test("nobody approves a claim of their own, and only administrators approve claims", async () => {
  await limit(admin, 500);
  const own = await won(admin, second);
  expect((await approve(second, own.id)).body.error?.code).toBe("claims.own");
  expect((await approve(staff, own.id)).status).toBe(403);
  expect((await limit(staff, 1)).status).toBe(403);
  expect((await approve(admin, "no-such-thing")).status).toBe(404);
});

test("a limit is an amount in dollars and cents, or none", async () => {
  for (const body of [{}, { amount: -1 }, { amount: 0.001 }, { amount: 2_000_000 }, { amount: 5, none: true }])
    expect((await admin.raw("POST", "/api/admin/payout-approval-limit", body)).status).toBe(400);
});
