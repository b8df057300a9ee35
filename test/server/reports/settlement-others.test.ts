/** Prizes other than cash in a settlement: at the value that their claims state, by the month of each step. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { reportRoutes, type Settlement } from "#features/reports/contract.ts";
import { writeSettlement } from "#features/reports/server/settlement-files.ts";
import type { Pdf } from "#platform/server/pdf.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
/** Claims by what became of them. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  const prizes = [
    { courseId: 1, hole: "left", prizeName: "A driver", statedValue: 120.5, stock: 9 },
    { courseId: 2, hole: "right", prizeName: "A glove", statedValue: 30, stock: 9 },
  ] as const;
  await app.db.pool.query("UPDATE sponsored_prizes SET is_active = false");
  for (const body of prizes) await bodyOf(admin.call(manageSponsorRoutes.createPrize, { body }), 201);
  // November: one handed over, one forfeited, two owed, one rejected, one undecided, and a jackpot; one at course 2.
  for (const fate of ["handed", "forfeited", "later", "owed", "rejected", "pending"]) ids[fate] = await won(1, "left");
  ids["jackpot"] = await won(1, "middle");
  ids["elsewhere"] = await won(2, "right");
  for (const fate of ["handed", "forfeited", "later", "owed", "jackpot", "elsewhere"]) await verify(fate);
  await bodyOf(
    admin.call(claimRoutes.rejectClaim, { params: { id: ids["rejected"] ?? "" }, body: { reason: "Not in" } }),
  );
  await handOver("handed");
  await bodyOf(
    admin.call(claimRoutes.forfeitClaim, { params: { id: ids["forfeited"] ?? "" }, body: { reason: "Nobody came" } }),
  );
  await app.clock.advance(15 * 86_400);
  // December: one is handed over.
  await handOver("later");
}, 60_000);
afterAll(() => app.close());

async function won(courseId: number, hole: string): Promise<string> {
  const sessionData = { courseId, packageId: 4, bayNumber: 7 };
  const golfer = await app.signIn((await app.player()).email);
  const { session } = (await buy(golfer, { sessionData, amount: courseId === 1 ? 5 : 6 })).body;
  return (await claim(golfer, session.id, hole)).body.claim.id;
}
const verify = (fate: string) => bodyOf(admin.call(claimRoutes.verifyClaim, { params: { id: ids[fate] ?? "" } }));
const handOver = (fate: string) => bodyOf(admin.call(claimRoutes.payClaim, { params: { id: ids[fate] ?? "" } }));

const settlementOf = async (courseId: number | "all", month: string): Promise<Settlement> =>
  (await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId }, query: { month } }))).settlement;
const others = (settlement: Settlement) =>
  Object.fromEntries(
    firstOf(settlement.sections.filter(({ key }) => key === "others")).lines.map(({ key, count, amount }) => [
      key,
      [count, amount],
    ]),
  );

test.each([
  [1, "2026-10", [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]],
  [1, "2026-11", [0, 0], [4, 482], [1, -120.5], [1, -120.5], [2, 241]],
  [1, "2026-12", [2, 241], [0, 0], [1, -120.5], [0, 0], [1, 120.5]],
  [2, "2026-11", [0, 0], [1, 30], [0, 0], [0, 0], [1, 30]],
  ["all", "2026-11", [0, 0], [5, 512], [1, -120.5], [1, -120.5], [3, 271]],
  ["all", "2026-12", [3, 271], [0, 0], [1, -120.5], [0, 0], [2, 150.5]],
] as const)("of course %s in %s", async (courseId, month, opening, verified, paid, forfeited, closing) => {
  const settlement = await settlementOf(courseId, month);
  expect(others(settlement)).toEqual({
    "others.opening": opening,
    othersVerified: verified,
    othersPaid: paid,
    othersForfeited: forfeited,
    "others.closing": closing,
  });
  expect(settlement.check).toEqual({ addsUp: true, differences: [] });
  const keys = settlement.sections.map(({ key }) => key);
  expect(keys[keys.indexOf("prizes") + 1]).toBe("others");
});

test.each([
  [1, "othersVerified", ["handed", "forfeited", "later", "owed"], 120.5],
  [1, "othersPaid", ["handed"], -120.5],
  [1, "othersForfeited", ["forfeited"], -120.5],
  [2, "othersVerified", ["elsewhere"], 30],
  ["all", "othersVerified", ["handed", "forfeited", "later", "owed", "elsewhere"], undefined],
] as const)("of course %s, the line %s opens its claims", async (courseId, line, fates, amount) => {
  const query = { month: "2026-11", line };
  const { transfers } = await bodyOf(admin.call(monthRoutes.listLineTransfers, { params: { courseId }, query }));
  expect(transfers.map(({ claimId }) => claimId)).toEqual(fates.map((fate) => ids[fate]).toReversed());
  expect(transfers.every(({ of }) => of === "claim")).toBe(true);
  if (amount !== undefined) expect(transfers.map((one) => one.amount)).toEqual(fates.map(() => amount));
});

test("the files have its lines", async () => {
  const of = { params: { courseId: 1 }, query: { month: "2026-11" } };
  const csv = await bodyOf(admin.call(reportRoutes.downloadSettlementCsv, of));
  expect(csv).toContain(`"Other prizes, at their stated value",Handed over,1,-120.5,stated values of claims: paid`);
  expect(csv).toContain(`"Other prizes, at their stated value",Owed at the end,2,241,`);
  // The PDF as its parts are written to it.
  const written: unknown[] = [];
  const note = (...parts: unknown[]) => void written.push(...parts);
  const pdf = { name: (name: string) => name, paragraph: note, plate: note, table: note };
  writeSettlement(pdf as unknown as Pdf, await settlementOf(1, "2026-11"), "en"); // It uses no more of it.
  expect(JSON.stringify(written)).toContain(
    '{"cells":["Verified","4","$482.00"],"kind":"plain"},{"cells":["Handed over","1","-$120.50"],"kind":"plain"}',
  );
});
