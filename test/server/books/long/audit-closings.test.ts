/** The audit of courses that were closed for good: sound books are clean, and each planted fault is named by its check. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { buy, claim, type Player, type TestApp } from "#test/app.ts";
import { findingsIfDamaged } from "#test/audit-damage.ts";
import { propose, setOpen } from "#test/closing.ts";
import { approve, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";
import { claimRoutes } from "#features/claims/contract.ts";

let app: TestApp;
beforeAll(async () => {
  let admin: Player;
  let other: Player;
  ({ app, one: admin, other } = await twoAdministrators());
  const golfer = await app.player();
  const { session } = (await buy(golfer, { sessionData: { courseId: 2, packageId: 4, bayNumber: 7 }, amount: 6 })).body;
  const { claim: won } = (await claim(golfer, session.id, "middle")).body;
  await admin.call(claimRoutes.rejectClaim, { params: { id: won.id }, body: { reason: "Not in" } });
  await app.clock.advance(3 * 3600);
  await app.jobs.runAll();
  const close = async (id: number, who: Parameters<typeof propose>[2]) => {
    await setOpen(admin, id, false);
    expect((await approve(other, await propose(admin, id, who))).status).toBe(200);
    await app.clock.advance(60);
  };
  await close(2, { intoCourseId: 3 });
  await setOpen(admin, 1, false);
  const body = { courseId: 3, account: "pot", amount: 7, reason: "More to win" } as const;
  await approve(other, await admin.call(adjustmentRoutes.proposeAdjustment, { body }));
  await close(3, { recipient: "The caddies" });
  await app.clock.advance(3600);
  await app.jobs.stop();
}, 60_000);
afterAll(() => app.close());

const tools = `
CREATE FUNCTION pg_temp.closing(of integer) RETURNS uuid LANGUAGE sql AS $$ SELECT id FROM course_closings WHERE course_id = of $$;
CREATE FUNCTION pg_temp.of_closing(the_kind text, of integer) RETURNS bigint LANGUAGE sql AS $$ SELECT id FROM ledger_transfers WHERE kind = the_kind AND fact_id = pg_temp.closing(of) $$;
CREATE FUNCTION pg_temp.grow(course integer, cents bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_temp.book('reseed', jsonb_build_object('house_funding', cents, 'pot:' || course, -cents), course => course) $$;
`;
const findingsAfter = (damage: string, days?: number) => findingsIfDamaged(app, tools + damage, days);

const plants: Record<string, { sql: string; by: number; says: RegExp }> = {
  "more that went on than the pot's rest": {
    sql: `SELECT pg_temp.shift(pg_temp.of_closing('close_pot_out', 2), 'pot:2', 'house_funding', 50)`,
    by: 12,
    says: /^course 2: transfer \d+ \(close_pot_out\) books house_funding -170 cents, pot:2 170 cents; the facts ask for house_funding -120 cents, pot:2 120 cents$/,
  },
  "more that came to the other pot than went there": {
    sql: `SELECT pg_temp.shift(pg_temp.of_closing('close_pot_in', 2), 'house_funding', 'pot:3', 50)`,
    by: 12,
    says: /^course 3: transfer \d+ \(close_pot_in\) books house_funding 170 cents, pot:3 -170 cents; the facts ask for house_funding 120 cents, pot:3 -120 cents$/,
  },
  "golfers' money that the house kept": {
    sql: `SELECT pg_temp.shift(pg_temp.of_closing('close_pot_house', 2), 'pot:2', 'house_funding', 120); SELECT pg_temp.erase(pg_temp.of_closing('close_pot_out', 2));
      SELECT pg_temp.erase(pg_temp.of_closing('close_pot_in', 2)); UPDATE course_closings SET to_house_cents = 100120, rest_cents = 0, into_course_id = NULL WHERE course_id = 2`,
    by: 13,
    says: /^course 2, closed for good at .*, says that 100120 cents of its pot went to the house and 0 cents on; they have to be 100000 cents and 120 cents$/,
  },
  "the rest to another course than was approved": {
    sql: `UPDATE course_closings SET into_course_id = 1 WHERE course_id = 2; UPDATE ledger_transfers SET course_id = 1 WHERE id = pg_temp.of_closing('close_pot_in', 2);
      SELECT pg_temp.shift(pg_temp.of_closing('close_pot_in', 2), 'pot:3', 'pot:1', 120)`,
    by: 13,
    says: /^course 2, .*, was not closed by two administrators$/,
  },
  "the rest in another pot than the closing says": {
    sql: `SELECT pg_temp.shift(pg_temp.of_closing('close_pot_in', 2), 'pot:3', 'pot:1', 120)`,
    by: 12,
    says: /close_pot_in\) books house_funding 120 cents, pot:1 -120 cents; the facts ask for house_funding 120 cents, pot:3 -120 cents$/,
  },
  "more from the bank than the pot's rest": {
    sql: `SELECT pg_temp.shift(pg_temp.of_closing('close_pot_bank', 3), 'pot:3', 'bank', 50)`,
    by: 12,
    says: /^course 3: transfer \d+ \(close_pot_bank\) books bank -870 cents, pot:3 870 cents; the facts ask for bank -820 cents, pot:3 820 cents$/,
  },
  "a part that the house never took back": {
    sql: `SELECT pg_temp.erase(pg_temp.of_closing('close_pot_house', 3))`,
    by: 12,
    says: /^course 3: close_pot_house is not booked; the facts ask for house_funding -100000 cents, pot:3 100000 cents$/,
  },
  "a closing that nobody made": {
    sql: `DELETE FROM course_closings WHERE course_id = 2`,
    by: 12,
    says: /^course 2: transfer \d+ \(close_pot_out\) is explained by no fact/,
  },
  "a course that is closed without its closing": {
    sql: `DELETE FROM course_closings WHERE course_id = 2`,
    by: 13,
    says: /^course 2 says that it was closed for good at .*, its closing says nothing$/,
  },
  "a closing by one person": {
    sql: `UPDATE proposals SET decided_by = proposed_by WHERE kind = 'close_course' AND (detail ->> 'courseId')::int = 2`,
    by: 13,
    says: /^course 2, .*, was not closed by two administrators$/,
  },
  "a range that is owed": {
    sql: `INSERT INTO ledger_accounts (key, kind, course_id, changed_at) VALUES ('range_share:2', 'range_share', 2, now());
      SELECT pg_temp.shift((SELECT id FROM ledger_transfers WHERE kind = 'capture' AND course_id = 2), 'revenue:2', 'range_share:2', 40)`,
    by: 13,
    says: /^course 2, .*, was closed while 40 cents stood on range_share:2$/,
  },
  "a pot that has grown since": {
    sql: `SELECT pg_temp.grow(2, 300)`,
    by: 13,
    says: /^course 2, .*, has its pot moved by transfer \d+ \(reseed\) since$/,
  },
  "a course that is open again": {
    sql: `UPDATE courses SET active = true WHERE id = 2`,
    by: 13,
    says: /^course 2, closed for good at .*, is open$/,
  },
  "a rest that went to a closed course": {
    sql: `UPDATE course_closings SET closed_at = closed_at - interval '1 hour' WHERE course_id = 3`,
    by: 13,
    says: /^course 2, .*, gave its pot to course 3, which was closed for good itself$/,
  },
  "a claim that was not decided": {
    sql: `UPDATE claims SET status = 'pending', decided_at = NULL, decided_by = NULL WHERE course_id = 2`,
    by: 13,
    says: /^course 2, .*, was closed over claim .* of Robin Tester$/,
  },
  "a session that has begun since": {
    sql: `UPDATE sessions SET started_at = started_at + interval '1 day', expires_at = expires_at + interval '1 day', ended_at = ended_at + interval '1 day' WHERE course_id = 2`,
    by: 13,
    says: /^course 2, .*, has since had the session of Robin Tester$/,
  },
  "an order that was sold since": {
    sql: `UPDATE orders SET created_at = created_at + interval '1 day' WHERE course_id = 2`,
    by: 13,
    says: /^course 2, .*, sold order \d+ since$/,
  },
  "a prizes page that names another amount": {
    sql: `UPDATE course_closings SET rest_cents = 119 WHERE course_id = 2`,
    by: 11,
    says: /^2$/,
  },
  "a prizes page that is silent": {
    sql: `DELETE FROM course_closings WHERE course_id = 3`,
    by: 11,
    says: /^1$/,
  },
};

test("sound books have no violation, neither in all of them nor in the last days alone", async () => {
  expect(await findingsAfter("SELECT 1")).toEqual([]);
  expect(await findingsAfter("SELECT 1", 1)).toEqual([]);
});

test.each(Object.entries(plants))("the second bookkeeper names %s", async (_what, { sql: damage, by, says }) => {
  // Invariants, up to number 11, are checked over all books only, and are counted.
  for (const days of by <= 11 ? [undefined] : [undefined, 1]) {
    const finding = (await findingsAfter(damage, days)).find(({ number }) => number === by);
    expect(finding?.faults ?? [String(finding?.violations)]).toContainEqual(expect.stringMatching(says));
  }
});
