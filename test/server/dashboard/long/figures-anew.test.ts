/**
 * Every figure of the dashboard, of the courses' reports and of the exports, derived anew from single rows: after a
 * history at courses in several zones, over the ends of months and the nights in which clocks are changed, with groups,
 * free shots, instalments, refunds, disputes, rejected and paid claims, prizes that come back, and deleted accounts.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import type { Json } from "#test/app.ts";
import { expectCleanBooks } from "#test/books.ts";
import { cellsOf } from "#test/csv.ts";
import { bankOf, type Disputing, disputing } from "#test/disputing.ts";
import { figuresOf } from "#test/figures.ts";
import { runJobs } from "#test/jobs.ts";
import { playSessions } from "#test/play-history.ts";
import { confirm, pay } from "#test/server/claims/payouts-people.ts";

let on: Disputing;
let read: (what: string, filter?: string) => Promise<Json>;
beforeAll(async () => {
  on = await disputing();
  const { app } = on;
  // Their clocks change on other nights, or never.
  const zones = ["America/New_York", "Pacific/Auckland", "Pacific/Honolulu"];
  for (const [index, zone] of zones.entries())
    await app.db.pool.query("UPDATE courses SET time_zone = $2 WHERE id = $1", [index + 1, zone]);
  const figures = figuresOf(app);
  ({ read } = figures);
  const stage = {
    player: () => app.player(),
    advance: (seconds: number) => app.clock.advance(seconds),
    now: () => app.clock.now(),
    admin: figures.signedIn,
  };
  // The end of November, and the night of 14 March 2027, in New York an hour shorter; Auckland's is in April.
  for (const [index, moment] of [
    "2026-11-21T17:00Z",
    "2026-11-30T03:00Z",
    "2027-03-13T20:00Z",
    "2027-04-03T02:00Z",
  ].entries()) {
    await app.clock.advance(Math.max(0, (Date.parse(moment) - app.clock.now().getTime()) / 1000));
    await playSessions(stage, 22, 7 + index);
    await read("stats");
    await afterwards(index);
  }
}, 240_000);
afterAll(() => on.app.close());

const rowsOf = async (query: string, values: unknown[] = []): Promise<Json[]> =>
  (await on.app.db.pool.query(query, values)).rows;

/** What the desk and the bank do some hours later with what was played. */
async function afterwards(round: number): Promise<void> {
  const { app } = on;
  await app.clock.advance(5 * 3600);
  for (const [index, { id }] of (
    await rowsOf("SELECT id FROM claims WHERE status = 'pending' ORDER BY created_at, id")
  ).entries())
    if (index % 3 > 0) await on.decide(id, index % 3 === 1 ? "verify" : "reject");
  await app.db.pool.query(
    "UPDATE users SET email_proved_at = created_at WHERE email_proved_at IS NULL AND deleted_at IS NULL",
  );
  const due = await rowsOf("SELECT id FROM claims WHERE payout_status = 'due' ORDER BY prize_type, created_at, id");
  for (const [index, { id }] of due.entries()) {
    const admin = await on.admin();
    for (const seen of ["age_18", "tax_form"]) await confirm(admin, id, seen);
    // The others wait.
    if (index % 3 === 2) continue;
    const { status } = await pay(admin, id);
    // An open dispute of an earlier round holds it.
    expect([200, 409]).toContain(status);
    if (status !== 200 || index > 1 || round % 2 > 0) continue;
    await app.clock.advance(26 * 3600);
    await (await on.admin()).call(payoutRoutes.prizeCameBack, { params: { id }, body: { reason: "Returned" } });
  }
  const { bank, sendNews } = bankOf(app);
  const payments = await rowsOf(
    `SELECT p.id FROM payment_attempts p JOIN orders o ON o.id = p.order_id
     WHERE p.status = 'succeeded' AND NOT EXISTS (SELECT FROM disputes d WHERE d.payment_id = p.id) AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id)
     ORDER BY p.resolved_at DESC LIMIT 3`,
  );
  for (const [index, { id }] of payments.entries()) {
    const reference = await bank.openDispute(app.db, id, "fraudulent");
    await sendNews();
    await app.clock.advance(3600);
    if (index < 2) await bank.closeDispute(reference, index === 0 ? "lost" : "won");
    await sendNews();
  }
  await runJobs(app);
  const golfers = await rowsOf(
    "SELECT id, email FROM users WHERE role = 'player' AND deleted_at IS NULL ORDER BY id LIMIT 6",
  );
  for (const { id, email } of golfers) {
    const golfer = await app.signIn(email);
    await golfer.call(profileRoutes.deleteUser, { params: { id } });
  }
  await runJobs(app);
}

interface Scope {
  /** All courses without it. */
  courseId?: number;
  zone: string;
  from: string;
  to: string;
}

/** The figures of a scope by single rows: nothing that is kept by the day, and no entry of the ledger. */
async function anew({ courseId, zone, from, to }: Scope): Promise<Json> {
  const values = [courseId ?? null, zone, from, to];
  const within = (moment: string, course: string) =>
    `($1::int IS NULL OR ${course} = $1) AND (${moment} AT TIME ZONE $2)::date BETWEEN $3::date AND $4::date`;
  const [row] = await rowsOf(
    `WITH bought AS (SELECT * FROM sessions s WHERE s.main_session_id IS NULL AND ${within("s.started_at", "s.course_id")}),
      seats AS (SELECT s.*, (SELECT count(*) FROM attempts a WHERE a.session_id = s.id AND a.withdrawn_at IS NULL)::int AS shots
        FROM sessions s JOIN bought b ON b.id IN (s.id, s.main_session_id)),
      taken AS (SELECT o.amount_cents AS cents, o.package_id, o.status FROM payment_attempts p JOIN orders o ON o.id = p.order_id
        WHERE p.status = 'succeeded' AND ${within("p.resolved_at", "o.course_id")}),
      given AS (SELECT r.amount_cents AS cents FROM refunds r JOIN orders o ON o.id = r.order_id
        WHERE r.status NOT IN ('dropped', 'cancelled') AND ${within("r.created_at", "o.course_id")}),
      claimed AS (SELECT * FROM claims c WHERE ${within("c.created_at", "c.course_id")}),
      played AS (SELECT DISTINCT s.user_id AS id FROM seats s WHERE s.user_id IS NOT NULL)
    SELECT (SELECT coalesce(sum(cents), 0) FROM taken)::int - (SELECT coalesce(sum(cents), 0) FROM given)::int AS revenue,
      (SELECT count(*) FROM bought)::int AS sessions,
      (SELECT count(*) FROM bought b WHERE EXISTS (SELECT FROM sessions f WHERE f.main_session_id = b.id))::int AS groups,
      (SELECT count(*) FROM bought WHERE is_free_shot)::int AS free,
      (SELECT count(*) FROM bought WHERE purchase_context = 'buy_more_balls')::int AS more,
      (SELECT coalesce(sum(shots), 0) FROM seats)::int AS shots,
      (SELECT count(*) FROM claimed)::int AS claims,
      (SELECT count(*) FROM claimed WHERE status = 'pending')::int AS pending,
      (SELECT json_agg((SELECT count(*) FROM claimed WHERE target_hole = hole) ORDER BY n) FROM unnest(ARRAY['left', 'right', 'middle']) WITH ORDINALITY AS h (hole, n)) AS holes,
      (SELECT coalesce(sum(c.prize_amount_cents), 0) FROM claims c WHERE c.payout_status = 'paid' AND c.prize_type = 'monetary' AND ${within("c.paid_at", "c.course_id")})::int AS prizes,
      (SELECT count(*) FROM taken)::int AS purchases,
      (SELECT count(*) FROM played)::int AS players`,
    values,
  );
  return { ...row, revenue: row.revenue / 100, prizes: row.prizes / 100 };
}

const days = (zone: string) =>
  rowsOf(
    `SELECT DISTINCT to_char(at AT TIME ZONE $1, 'YYYY-MM-DD') AS day FROM (SELECT started_at FROM sessions UNION ALL SELECT created_at FROM refunds
      UNION ALL SELECT created_at FROM claims UNION ALL SELECT paid_at FROM claims UNION ALL SELECT resolved_at FROM payment_attempts) AS moments (at) WHERE at IS NOT NULL ORDER BY 1`,
    [zone],
  );

/** The filters that are compared: every day on which something happened, days across changes and months, and all time. */
async function filtersOf(zone: string): Promise<[filter: string, from: string, to: string][]> {
  const each = (await days(zone)).map(({ day }): [string, string, string] => [day, day, day]);
  const spans = [
    ["2026-11-01", "2026-11-30"],
    ["2026-11-30", "2026-12-01"],
    ["2027-03-13", "2027-03-14"],
    ["2027-03-01", "2027-04-30"],
  ] as const;
  return [
    ...each,
    ...spans.map(([from, to]): [string, string, string] => [`${from}_${to}`, from, to]),
    ["all-time", "2000-01-01", "2100-01-01"],
  ];
}

const OPERATOR = "America/New_York";
const shownOf = (body: Json) => ({
  revenue: body.totalRevenue,
  sessions: body.totalSessions,
  shots: body.totalShots,
  claims: body.totalPrizeClaims ?? body.prizeClaims,
  holes: body.prizeBreakdown.map((one: Json) => one.claims),
  players: body.userEngagementStats.totalUniqueUsers,
  purchases: body.popularPackages
    .filter(({ id }: Json) => id !== -1)
    .reduce((sum: number, one: Json) => sum + one.purchases, 0),
});

test("the history has every kind of thing", async () => {
  const [counts] =
    await rowsOf(`SELECT (SELECT count(*) FROM refunds)::int AS refunds, (SELECT count(*) FROM disputes WHERE status = 'lost')::int AS lost,
    (SELECT count(*) FROM disputes WHERE status = 'won')::int AS won, (SELECT count(*) FROM claims WHERE status = 'rejected')::int AS rejected,
    (SELECT count(*) FROM claims WHERE payout_status = 'paid' AND prize_type = 'monetary')::int AS paid, (SELECT count(*) FROM users WHERE deleted_at IS NOT NULL)::int AS deleted,
    (SELECT count(*) FROM prize_returns)::int AS returned, (SELECT count(*) FROM sessions WHERE is_free_shot)::int AS free`);
  for (const [what, count] of Object.entries(counts))
    expect([what, count]).toEqual([what, expect.toSatisfy((n: number) => n > 0)]);
  await expectCleanBooks(on.app);
});

test.each([undefined, 1, 2, 3])("the dashboard's figures of course %s, day by day", async (courseId) => {
  for (const [filter, from, to] of await filtersOf(OPERATOR)) {
    const of = courseId === undefined ? "" : `&courseId=${courseId}`;
    const [stats, { summary }] = [await read("stats", filter + of), await read("session-analytics", filter + of)];
    const {
      prizes: _prizes,
      groups,
      free,
      more,
      pending,
      ...figures
    } = await anew({
      ...(courseId === undefined ? {} : { courseId }),
      zone: OPERATOR,
      from,
      to,
    });
    expect({ filter, ...shownOf(stats), pending: stats.pendingPrizeClaims, ...stats.purchaseContextStats }).toEqual({
      filter,
      ...figures,
      pending,
      freeShots: free,
      initial: figures.sessions - free - more,
      buyMoreBalls: more,
    });
    expect([filter, summary.totalSessions, summary.groupSessions, summary.freeShotSessions]).toEqual([
      filter,
      figures.sessions,
      groups,
      free,
    ]);
  }
});

test.each([
  [1, "America/New_York"],
  [2, "Pacific/Auckland"],
  [3, "Pacific/Honolulu"],
])("the report of course %i, day by day in %s", async (courseId, zone) => {
  for (const [filter, from, to] of await filtersOf(zone)) {
    const report = await read(`course-report/${courseId}`, filter);
    const {
      groups: _groups,
      free: _free,
      more: _more,
      pending: _pending,
      ...figures
    } = await anew({ courseId, zone, from, to });
    expect({ filter, ...shownOf(report), prizes: report.totalPrizeAmount }).toEqual({ filter, ...figures });
  }
});

test("the jackpots are what the entries leave in the pots, and under review is what pending claims won", async () => {
  const { courses } = (await on.app.browser().call(courseRoutes.listCourses)).body as Json;
  for (const { id, jackpotAmount, jackpotUnderReview } of courses) {
    const [row] = await rowsOf(
      `SELECT coalesce(sum(c.prize_amount_cents) FILTER (WHERE c.status = 'pending' AND c.prize_type = 'monetary'), 0)::int AS review,
        (SELECT coalesce(sum(e.amount_cents), 0)::int FROM ledger_entries e, courses c2 WHERE c2.id = $1 AND e.account_key = 'pot:' || c2.id) AS booked
       FROM claims c WHERE c.course_id = $1`,
      [id],
    );
    expect([id, jackpotAmount, jackpotUnderReview]).toEqual([id, -row.booked / 100, row.review / 100]);
  }
});

test("the exports add up to the rows", async () => {
  const csv = async (what: string) => {
    const [heads = [], ...lines] = cellsOf((await (await on.admin()).raw("GET", `/api/admin/export/${what}.csv`)).body);
    return lines.map((line) => Object.fromEntries(heads.map((head, at) => [head, line[at] ?? ""])));
  };
  const sum = (lines: Record<string, string>[], head: string) =>
    lines.reduce((total, line) => total + Math.round(Number(line[head]) * 100), 0);
  const [orders, claims, sessions] = [await csv("orders"), await csv("claims"), await csv("sessions")];
  const [counts] =
    await rowsOf(`SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM claims)::int AS claims,
    (SELECT count(*) FROM sessions)::int AS sessions, (SELECT sum(amount_cents) FROM orders)::int AS amount,
    (SELECT sum(amount_cents) FROM refunds WHERE status NOT IN ('dropped', 'cancelled'))::int AS refunded, (SELECT sum(prize_amount_cents) FROM claims)::int AS prizes`);
  expect({ orders: orders.length, claims: claims.length, sessions: sessions.length }).toEqual({
    orders: counts.orders,
    claims: counts.claims,
    sessions: counts.sessions,
  });
  expect([sum(orders, "Amount (USD)"), sum(orders, "Refunded (USD)"), sum(claims, "Amount (USD)")]).toEqual([
    counts.amount,
    counts.refunded,
    counts.prizes,
  ]);
});
