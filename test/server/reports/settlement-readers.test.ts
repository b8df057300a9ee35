/** Addresses that get a course's settlements, when their accounts are deleted: the desk is told. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { monthOf } from "#features/reports/rules.ts";
import { settlementMailRoutes } from "#features/reports/settlement-mail-contract.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { provedPlayer } from "#test/server/claims/payouts-people.ts";

let app: TestApp;
let admin: Player;
let month: string;
const set = (courseId: number, emails: string) =>
  admin.call(settlementMailRoutes.setSettlementMail, {
    params: { courseId },
    body: { month, emails, language: "en", day: 3 },
  });
const mailOf = async (courseId: number) =>
  (await bodyOf(admin.call(settlementMailRoutes.getSettlementMail, { params: { courseId }, query: { month } }))).mail;
const trailOf = async (action: string) =>
  (await bodyOf(admin.call(recordRoutes.listAudit, { query: { action } }))).entries.map(({ sentence }) =>
    sentence.map(({ text }) => text).join(""),
  );

beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  month = monthOf(app.clock.now(), "America/New_York");
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

test("the last one, of a deleted account, is told at the desk until an administrator decides", async () => {
  const emptied = async () => {
    return (await bodyOf(admin.call(dashboardRoutes.getAttention))).settlementsToNobody;
  };
  const goes = async (courseIds: readonly number[], also = "") => {
    const golfer = await provedPlayer(app, "Lee Last");
    for (const courseId of courseIds) await bodyOf(set(courseId, `${golfer.email}${also}`));
    expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
  };
  await goes([1], ", books@example.com");
  expect(await emptied()).toEqual([]);
  expect(await trailOf("settlement.address_gone")).toEqual([
    expect.stringMatching(
      /^The deletion of an account took 1 address off the settlements of Palmetto .*: 1 address left$/,
    ),
  ]);
  await goes([1, 2]);
  expect(await emptied()).toEqual([1, 2]);
  expect(await mailOf(1)).toMatchObject({ recipients: null, emptiedAt: app.clock.now().toISOString() });
  expect(await trailOf("settlement.address_gone")).toHaveLength(3);
  expect((await trailOf("settlement.address_gone"))[0]).toMatch(/: nobody gets them any more$/);
  await bodyOf(set(1, "books@example.com"));
  expect(await emptied()).toEqual([2]);
  expect(await mailOf(1)).toMatchObject({ emptiedAt: null });
  await bodyOf(set(2, ""));
  expect(await emptied()).toEqual([]);
  expect((await trailOf("settlement.mail_ended")).length).toBe(1);
  await goes([2]);
  expect(await emptied()).toEqual([2]);
  await bodyOf(set(2, "bayshore@example.com"));
});

test("the last one, of an account that is deleted while an administrator names another, leaves the other", async () => {
  for (let round = 0; round < 6; round++) {
    const golfer = await provedPlayer(app, "Rae Raced");
    await bodyOf(set(2, golfer.email));
    const deletion = () => golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } });
    const setting = () => set(2, "bayshore@example.com");
    await Promise.all(round % 2 === 0 ? [deletion(), setting()] : [setting(), deletion()]);
    const { recipients, emptiedAt } = await mailOf(2);
    expect([recipients?.emails, emptiedAt]).toEqual([["bayshore@example.com"], null]);
  }
});
