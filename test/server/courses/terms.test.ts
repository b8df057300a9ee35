/** Terms by their time: managing writes them, and the past is filled from the audit trail and the orders. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { houseTerms } from "#features/courses/terms-rules.ts";
import { courses } from "#features/courses/server/tables.ts";
import { getTableColumns } from "#platform/server/db/drizzle.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const patch = async (path: string, change: object) => {
  await app.clock.advance(120);
  const { status } = await admin.raw("PATCH", `/api/admin/${path}`, change);
  expect(status).toBe(200);
  return app.clock.now().toISOString();
};
const rows = async (query: string) => (await app.db.pool.query<{ row: unknown[] }>(query)).rows.map(({ row }) => row);
const COURSE = `SELECT json_build_array(to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), base_jackpot_cents,
  jackpot_share_bp, range_share_bp, price_factor_bp, opening) AS row FROM course_terms WHERE course_id = 1 ORDER BY id`;
const PACKAGE = `SELECT json_build_array(CASE WHEN isfinite(since) THEN to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') ELSE since::text END, price_cents) AS row
  FROM package_terms WHERE package_id = 4 ORDER BY id`;
const OPENED = "2026-11-21T17:00:00.000Z";

test("each change of terms makes a row that is valid from that moment; any other change makes none", async () => {
  const factor = await patch("courses/1", { priceFactor: 1.1 });
  await patch("courses/1", { name: "Renamed", bayCount: 90 });
  const shares = await patch("courses/1", { baseJackpot: 500, jackpotShare: 25, rangeShare: 7.5 });
  const price = await patch("packages/4", { price: 6 });
  await patch("packages/4", { description: "The same for more" });
  expect(await rows(COURSE)).toEqual([
    [OPENED, 100_000, 2000, 0, 10_000, true],
    [factor, 100_000, 2000, 0, 11_000, false],
    [shares, 50_000, 2500, 750, 11_000, false],
  ]);
  expect(await rows(PACKAGE)).toEqual([
    [OPENED, 500],
    [price, 600],
  ]);
});

test("a course that is written without terms has those of the house, in the table as in the app", async () => {
  const { rows: found } = await app.db.pool.query<{ column_name: string; column_default: string }>(
    "SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'courses'",
  );
  const given = new Map(found.map((column) => [column.column_name, Number(column.column_default)]));
  const columns = Object.entries(getTableColumns(courses)).map(([name, { name: column }]) => [name, given.get(column)]);
  expect(Object.fromEntries(columns)).toMatchObject(houseTerms);
});

test("a new course opens with its terms, a new package with its price", async () => {
  const course = { name: "New", address: "1 New Rd", timeZone: "America/New_York", bayCount: 9, baseJackpot: 250 };
  const made = await bodyOf(admin.call(manageCourseRoutes.createCourse, { body: course }));
  const pack = { name: "Six", description: "-", price: 4.5, ballCount: 6, packageType: "jackpot" };
  const packed = await bodyOf(admin.raw("POST", "/api/admin/packages", pack));
  expect(
    await rows(
      `SELECT json_build_array(base_jackpot_cents, opening) AS row FROM course_terms WHERE course_id = ${made.course.id}`,
    ),
  ).toEqual([[25_000, true]]);
  expect(
    await rows(
      `SELECT json_build_array(price_cents) AS row FROM package_terms WHERE package_id = ${packed.package.id}`,
    ),
  ).toEqual([[450]]);
});

/** The migration once more, over the history as it stands, in a transaction that is undone. */
async function filled(before: string): Promise<{ course: unknown[][]; pack: unknown[][] }> {
  const client = await app.owner.pool.connect();
  const read = async (query: string) => (await client.query<{ row: unknown[] }>(query)).rows.map(({ row }) => row);
  try {
    await client.query(`BEGIN; DROP TABLE course_terms, package_terms; ${before}`);
    await client.query(readFileSync("migrations/0044-terms.sql", "utf8"));
    return { course: await read(COURSE), pack: await read(PACKAGE) };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

test("the migration fills the past from the trail, and finds what managing wrote", async () => {
  const [course, pack] = [await rows(COURSE), await rows(PACKAGE)];
  const past = await filled("");
  expect(past.course).toEqual(course);
  // Nobody noted when the demo's packages were made.
  expect(past.pack).toEqual([["-infinity", 500], ...pack.slice(1)]);
});

test("a course's known terms begin after the last order on terms that the trail does not know", async () => {
  await app.clock.advance(3600);
  const { body } = await buy(await app.player(), { amount: 6.6 });
  const past = await filled(`UPDATE orders SET jackpot_share_cents = 1 WHERE id = '${body.order.id}'`);
  const begins = new Date(app.clock.now().getTime() + 1).toISOString();
  expect(past.course).toEqual([[begins, 50_000, 2500, 750, 11_000, false]]);
});
