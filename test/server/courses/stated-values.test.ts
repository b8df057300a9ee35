/** What prizes other than cash are worth: stated on the prize, frozen on the claim, counted for taxes. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { defaultPrizeValues } from "#features/courses/rules.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { freshApp, type Json, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { confirm, pay, payouts, provedPlayer, won } from "#test/server/claims/payouts-people.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const prizes = async () => (await bodyOf(admin.call(manageSponsorRoutes.listManagedPrizes))).prizes;
const ofLeftHole = async () =>
  firstOf((await prizes()).filter(({ courseId, hole }) => courseId === 1 && hole === "left"));
const state = async (statedValue: number) =>
  admin.call(manageSponsorRoutes.changePrize, { params: { id: (await ofLeftHole()).id }, body: { statedValue } });

test("a sponsored prize needs a value, from $0 to $1,000,000", async () => {
  const prize = { courseId: 3, hole: "left", prizeName: "Wedge" } as const;
  for (const statedValue of [undefined, -1, 1.001, 1_000_001])
    expect((await admin.call(manageSponsorRoutes.createPrize, { body: { ...prize, statedValue } })).status).toBe(400);
  const made = await bodyOf(admin.call(manageSponsorRoutes.createPrize, { body: { ...prize, statedValue: 0 } }));
  expect(made.prize).toMatchObject({ statedValue: 0, valueIsStated: true });
});

test("each default prize has a value, which alone is below the threshold of the house's policy", () => {
  for (const cents of Object.values(defaultPrizeValues)) expect(cents > 0 && cents < 60_000).toBe(true);
});

test("a claim keeps the prize's value at its time, and values count towards the tax form together with all that was paid", async () => {
  const golfer = await provedPlayer(app, "Val Valued");
  await app.clock.advance(120);
  expect((await bodyOf(state(400))).prize).toMatchObject({ statedValue: 400, valueIsStated: true });
  await app.clock.advance(120);
  const first = await won(admin, golfer, "left");
  await app.clock.advance(120);
  await state(200.01);
  await app.clock.advance(120);
  const second = await won(admin, golfer, "left");
  const due = async () =>
    (await payouts(admin, ""))
      .filter(({ playerId }) => playerId === golfer.userId)
      .map(({ claimId, statedValue, waitsFor }) => [claimId, statedValue, waitsFor]);
  expect(new Set(await due())).toEqual(
    new Set([
      [first.id, 400, []],
      [second.id, 200.01, []],
    ]),
  );
  expect((await pay(admin, first.id)).status).toBe(200);
  // $600.01 in one year is above $600.
  expect(await due()).toContainEqual([second.id, 200.01, ["tax_form"]]);
  expect((await pay(admin, second.id)).body.error.code).toBe("claims.waits");
  await confirm(admin, second.id, "tax_form", { form: "W-9" });
  expect((await pay(admin, second.id)).status).toBe(200);
});

test("the file for tax forms has each player's cash, stated values and their total", async () => {
  const body = await bodyOf(admin.call(payoutRoutes.exportPayoutTotals, { query: { year: 2026 } }));
  const [header, ...lines] = body.trim().split(/\r?\n/);
  expect(header).toContain(`Cash paid (USD),"Other prizes' value (USD)",Total (USD),Prizes paid`);
  expect(lines.filter((line) => line.includes("Val Valued"))).toEqual([
    expect.stringMatching(/^2026,Val Valued,[\w-]+,,,0,600\.01,600\.01,2,600,yes,yes,W-9$/),
  ]);
});

test("the migration gives existing prizes and claims their sponsor's value, or 0, and marks it as not stated", async () => {
  const client = await app.owner.pool.connect();
  const read = async (query: string) => (await client.query<Json>(query)).rows;
  try {
    await client.query(`BEGIN;
      ALTER TABLE sponsored_prizes DROP COLUMN value_cents, DROP COLUMN value_is_stated;
      ALTER TABLE claims DROP COLUMN stated_value_cents; DROP TABLE stated_values_begin`);
    await client.query(readFileSync("migrations/0060-stated-values.sql", "utf8"));
    expect(
      await read(
        "SELECT z.prize_name AS name FROM sponsored_prizes z LEFT JOIN sponsors s ON s.id = z.sponsor_id WHERE z.value_is_stated OR z.value_cents <> coalesce(s.prize_value_cents, 0)",
      ),
    ).toEqual([]);
    expect(await read("SELECT DISTINCT stated_value_cents AS cents FROM claims")).toEqual([{ cents: 14_900 }]);
    expect(await read("SELECT at = (SELECT max(paid_at) FROM claims) AS last FROM stated_values_begin")).toEqual([
      { last: true },
    ]);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
