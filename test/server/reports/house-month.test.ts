/** The house's month ends with that of its last course, whatever the operator's time zone is, and closes after it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { CLOSE_AFTER_MS, monthOf, monthSpan, nextMonth } from "#features/reports/rules.ts";
import { closeMonth } from "#features/reports/server/closing.ts";
import { listCourses } from "#features/reports/server/store.ts";
import { wrongMonths } from "#main/server/audit/months.ts";
import type { Database } from "#platform/server/db/database.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const EAST = "America/New_York";
const WEST = "America/Los_Angeles";

let app: TestApp;
let admin: Player;
let month: string;
beforeAll(async () => {
  app = await freshApp({ env: { OPERATOR_TIME_ZONE: WEST }, breaksBooks: true });
  month = monthOf(app.clock.now(), EAST);
});
afterAll(() => app.close());

/** Goes to the first moment at which a month of a zone can be closed. */
async function goToClosing(of: string, zone: string): Promise<void> {
  const from = monthSpan(of, zone).to.getTime() + CLOSE_AFTER_MS;
  await app.clock.advance((from - app.clock.now().getTime()) / 1000);
  await app.jobs.runAll();
  admin = await app.signIn("admin@acebay.test");
}

async function close(of: string, ...courseIds: number[]): Promise<void> {
  for (const courseId of courseIds)
    await bodyOf(admin.call(monthRoutes.closeMonth, { params: { courseId }, body: { month: of } }));
}

/** The end of the house's month, and when it was closed; undefined while it is open. */
async function houseOf(of: string): Promise<{ ends_at: Date; closed_at: Date } | undefined> {
  const text = `SELECT ends_at, closed_at FROM closed_months WHERE course_id IS NULL AND month = $1 AND hash IS NOT NULL`;
  return (await app.db.pool.query<{ ends_at: Date; closed_at: Date }>(text, [of])).rows[0];
}

test("it ends with its courses' month when the operator's own ends later", async () => {
  await goToClosing(month, EAST);
  expect(app.clock.now() < monthSpan(month, WEST).to).toBe(true);
  await close(month, 1, 2, 3);
  const { to } = monthSpan(month, EAST);
  expect(await houseOf(month)).toEqual({ ends_at: to, closed_at: new Date(to.getTime() + CLOSE_AFTER_MS) });
  expect(await wrongMonths(app.db, undefined)).toEqual([]);
});

test("it is over for the audit, too, when a server whose clock is behind closes the last course", async () => {
  await app.db.pool.query("UPDATE courses SET time_zone = $1 WHERE id = 3", [WEST]);
  const next = nextMonth(month);
  await goToClosing(next, WEST);
  await close(next, 3);
  await app.clock.advance(-3);
  await close(next, 1, 2);
  expect(await houseOf(next)).toMatchObject({ ends_at: monthSpan(next, WEST).to });
  expect(await wrongMonths(app.db, undefined)).toEqual([]);
});

test("it does not reach into a month that another course begins meanwhile, farther west", async () => {
  const of = nextMonth(nextMonth(month));
  await app.db.pool.query("UPDATE courses SET time_zone = $1 WHERE id = 3", [EAST]);
  await goToClosing(of, EAST);
  await close(of, 1, 2);
  const course = (await listCourses(app.db)).find(({ id }) => id === 3);
  if (!course) throw new Error("There is no course 3");
  const db = afterCourses(app.db, openInHawaii);
  const caller = { ...nobody, id: admin.id };
  await closeMonth({ db, clock: app.clock, zone: WEST }, caller, course, of);
  expect(await houseOf(of)).toMatchObject({ ends_at: monthSpan(of, EAST).to });
  expect(await wrongMonths(app.db, undefined)).toEqual([]);
});

const nobody = {
  playerId: "",
  role: "admin",
  courseIds: [],
  browserId: null,
  provedAt: null,
  hasPasskey: true,
} as const;

/** A database on which something happens once, just after the courses and their first transfers are read. */
function afterCourses(db: Database, happens: () => Promise<void>): Database {
  let hasHappened = false;
  const read = db.sql.select.bind(db.sql);
  const select = (fields: Parameters<typeof read>[0]) => {
    const query = read(fields);
    if (hasHappened || !fields || !("potIsEmpty" in fields)) return query;
    hasHappened = true;
    const from = (...given: Parameters<typeof query.from>) => {
      const rows = query.from(...given);
      return {
        orderBy: async (...columns: Parameters<typeof rows.orderBy>) => {
          const found = await rows.orderBy(...columns);
          await happens();
          return found;
        },
      };
    };
    return { from };
  };
  return { ...db, sql: Object.assign(Object.create(db.sql), { select }) };
}

async function openInHawaii(): Promise<void> {
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, latitude, longitude, time_zone, bay_count, base_jackpot_cents)
     VALUES (9, 'Hilo Range', '-', 0, 0, 'Pacific/Honolulu', 10, 50000)`,
  );
  const postings = moved(50_000, account.houseFunding, account.pot(9));
  await app.db.transaction((tx) => post(tx, { kind: "open_pot", courseId: 9, postings, at: app.clock.now() }));
}
