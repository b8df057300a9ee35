/** Closing a month: its conditions, what it keeps, and that no transfer is dated into it, whichever call is faster. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account, moved } from "#features/ledger/rules.ts";
import { post, postAll, type Transfer } from "#features/ledger/server/store.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { monthOf, nextMonth, monthSpan } from "#features/reports/rules.ts";
import { wrongMonths } from "#main/server/audit/months.ts";
import type { Db } from "#platform/server/db/database.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import { buy, freshApp, type Json, type Player, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";

const ZONE = "America/New_York";
const gateway = faultyGateway();
let app: TestApp;
let admin: Player;
let month: string;
let from: Date;
let to: Date;

const HOUR = 3600;
const until = (moment: Date) => app.clock.advance((moment.getTime() - app.clock.now().getTime()) / 1000);
const close = (courseId: number, of = month): Promise<Reply> =>
  admin.call(monthRoutes.closeMonth, { params: { courseId }, body: { month: of } });
const settlementOf = async (id: number | "all", of: string): Promise<Json> =>
  (await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId: id }, query: { month: of } }))).settlement;
const rows = async (query: string, values: unknown[] = []): Promise<Json[]> =>
  (await app.db.pool.query(query, values)).rows;
const faults = (work: Db = app.db) => wrongMonths(work, undefined);

function booking(at: Date, kind: Transfer["kind"] = "open_pot"): Transfer {
  return { kind, courseId: 1, postings: moved(1, account.houseFunding, account.pot(1)), at };
}

beforeAll(async () => {
  app = await freshApp({ gateway: gateway.wrap, breaksBooks: true });
  month = monthOf(app.clock.now(), ZONE);
  ({ from, to } = monthSpan(month, ZONE));
  for (const golfer of [await app.player(), await app.player()]) expect((await buy(golfer)).status).toBe(200);
  gateway.loseEvents(true);
  gateway.fail("charge", "lost_after");
  gateway.fail("readCharge", "lost_before", "lost_before", "lost_before", "lost_before");
  expect((await buy(await app.player())).status).toBe(202);
  admin = await app.signIn("admin@acebay.test");
}, 60_000);
afterAll(() => app.close());

describe("a month is not closed", () => {
  test("before an hour after its end", async () => {
    await until(new Date(to.getTime() + 30 * 60_000));
    admin = await app.signIn("admin@acebay.test");
    expect(await close(1)).toMatchObject({ status: 409, body: { error: { code: "reports.not_over" } } });
  });

  test("while a payment has no outcome, which is named", async () => {
    await app.clock.advance(HOUR);
    const [{ number }] = await rows(
      "SELECT o.number FROM orders o JOIN payment_attempts p ON p.order_id = o.id WHERE p.status NOT IN ('succeeded', 'failed')",
    );
    const { status, body } = await close(1);
    expect([status, body.error.code]).toEqual([409, "reports.closing_blocked"]);
    expect(body.error.message).toContain(`a payment of order ${number} has no outcome yet`);
    const { closing } = await bodyOf(admin.call(monthRoutes.getClosing, { params: { courseId: 1 }, query: { month } }));
    // The gateway's own record of the two others is not read yet, either.
    const unbooked = expect.stringMatching(
      /^the payment of order \d+ is not in the payment service's books yet: look at the reconciliation$/,
    );
    expect(closing?.obstacles.toSorted()).toEqual([
      `a payment of order ${number} has no outcome yet: the payment service is asked again by itself`,
      unbooked,
      unbooked,
    ]);
  });

  test("before the earlier months are, or if the course's books begin after it", async () => {
    await until(new Date(monthSpan(nextMonth(month), ZONE).to.getTime() + 2 * HOUR * 1000));
    await app.jobs.runAll();
    admin = await app.signIn("admin@acebay.test");
    for (const other of [nextMonth(month), monthOf(new Date(from.getTime() - 1), ZONE)])
      expect(await close(1, other)).toMatchObject({ status: 409, body: { error: { code: "reports.out_of_order" } } });
  });
});

describe("a closed month", () => {
  let open: Json;
  let kept: Json;

  test("is kept as it was, with its hash, and closing it again changes nothing", async () => {
    open = await settlementOf(1, month);
    expect(open.closed).toBeNull();
    const reply = await close(1);
    expect(reply.status).toBe(200);
    kept = reply.body.settlement;
    expect(kept).toEqual({ ...open, generatedAt: kept.generatedAt, closed: kept.closed });
    expect(kept.closed).toMatchObject({ previousHash: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await settlementOf(1, month)).toEqual(kept);
    expect((await close(1)).body.settlement).toEqual(kept);
    const csv = await admin.call(reportRoutes.downloadSettlementCsv, { params: { courseId: 1 }, query: { month } });
    expect(csv.body).toContain(`Closed (UTC),${kept.closed.at.slice(0, 19).replace("T", " ")}`);
    expect(csv.body).toContain(kept.closed.hash);
  });

  test("is followed by the next month, whose hash includes this one's", async () => {
    const next = (await close(1, nextMonth(month))).body.settlement;
    expect(next.closed.previousHash).toBe(kept.closed.hash);
    expect(next.accounts.map(({ opening }: Json) => opening)).toEqual(
      kept.accounts.map(({ closing }: Json) => closing),
    );
    expect(await faults()).toEqual([]);
  });

  test("closes the house's accounts with the last course", async () => {
    expect((await settlementOf("all", month)).closed).toBeNull();
    for (const id of [2, 3]) {
      expect((await settlementOf("all", month)).closed).toBeNull();
      expect((await close(id)).status).toBe(200);
    }
    const all = await settlementOf("all", month);
    expect(all.closed).not.toBeNull();
    expect(all.check).toEqual({ addsUp: true, differences: [] });
    expect(await faults()).toEqual([]);
  });

  test("takes no entry, whoever writes it", async () => {
    const late = new Date(to.getTime() - 1);
    const inSql = app.owner.pool.query(
      `WITH t AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('open_pot', 1, 2, $1) RETURNING id)
       INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
       SELECT t.id, key, cents FROM t, (VALUES ('house_funding', 1), ('pot:1', -1)) AS e (key, cents)`,
      [late],
    );
    await expect(inSql).rejects.toThrow(/is dated .* is closed/);
    const elsewhere = app.owner.pool.query(
      `WITH t AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('open_pot', NULL, 2, $1) RETURNING id)
       INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
       SELECT t.id, key, cents FROM t, (VALUES ('pot:1', 1), ('house_funding', -1)) AS e (key, cents)`,
      [late],
    );
    await expect(elsewhere).rejects.toThrow(/is dated .* is closed/);
  });

  test("cannot be changed or opened again", async () => {
    for (const change of [
      "UPDATE closed_months SET settlement = '{}'",
      "UPDATE closed_months SET ends_at = ends_at - interval '1 day'",
      "DELETE FROM closed_months",
    ])
      await expect(app.owner.pool.query(change)).rejects.toThrow("a closed month stays as it is");
  });

  test("gets nothing that is learned of it later: that is booked in the open month, and listed there", async () => {
    const now = app.clock.now();
    const factAt = new Date(to.getTime() - HOUR * 1000);
    await app.db.transaction((tx) => post(tx, { ...booking(now), factAt }));
    const settlement = await settlementOf(1, monthOf(now, ZONE));
    const late = settlement.sections.find(({ key }: Json) => key === "late");
    expect(late.lines).toMatchObject([{ key: "late.open_pot", count: 1, amount: 0.01 }]);
    const query = { month: settlement.month, line: "late.open_pot" };
    const listed = await bodyOf(admin.call(monthRoutes.listLineTransfers, { params: { courseId: 1 }, query }));
    expect(listed.transfers).toMatchObject([{ kind: "open_pot", amount: 0.01, factAt: factAt.toISOString() }]);
    expect(await faults()).toEqual([]);
  });
});

describe("a transfer that meets a closing falls on one side", () => {
  const openMonth = () => nextMonth(nextMonth(month));
  const inMonth = async (of: string) =>
    (await settlementOf(1, of)).accounts.find((one: Json) => one.account === "pot").in;

  test("booked first: the closing waits for it, and includes it", async () => {
    const of = openMonth();
    const span = monthSpan(of, ZONE);
    await until(new Date(span.to.getTime() + 2 * HOUR * 1000));
    await app.jobs.runAll();
    admin = await app.signIn("admin@acebay.test");
    let closed = false;
    const before = await inMonth(of);
    const closing = await app.db.transaction(async (tx) => {
      await post(tx, booking(new Date(span.to.getTime() - 1000)));
      // A booking travels with the next statement.
      await tx.sql.execute(sql`SELECT`);
      const running = close(1, of).finally(() => (closed = true));
      await announced(of);
      expect(closed, "the closing waits").toBe(false);
      return { running };
    });
    const { status, body } = await closing.running;
    expect(status).toBe(200);
    expect(body.settlement.accounts.find((one: Json) => one.account === "pot").in).toBeCloseTo(before + 0.01, 6);
    expect(await faults()).toEqual([]);
  });

  test("closed first: the transfer is dated to the first moment after it, and one of another course is not", async () => {
    const of = openMonth();
    const { to: end } = monthSpan(of, ZONE);
    const at = new Date(end.getTime() - 1000);
    const before = await settlementOf(1, of);
    const other = { ...booking(at), courseId: 2, postings: moved(2, account.houseFunding, account.pot(2)) };
    await app.db.transaction((tx) => postAll(tx, [other, booking(at)]));
    await app.db.transaction((tx) => post(tx, booking(at)));
    const written = await rows(`SELECT created_at, fact_at, amount_cents FROM ledger_transfers t
      JOIN ledger_entries e ON e.transfer_id = t.id AND amount_cents > 0 ORDER BY id DESC LIMIT 3`);
    const closed = { created_at: end, fact_at: at, amount_cents: 1 };
    expect(written).toEqual([closed, closed, { created_at: at, fact_at: null, amount_cents: 2 }]);
    expect(await settlementOf(1, of)).toEqual(before);
    expect(await faults()).toEqual([]);
  });

  test("a booking that has read the open month is repeated when the closing wins", async () => {
    const of = nextMonth(openMonth());
    const { to: end } = monthSpan(of, ZONE);
    await until(new Date(end.getTime() + 2 * HOUR * 1000));
    await app.jobs.runAll();
    admin = await app.signIn("admin@acebay.test");
    // As a statement that began before the announcement would write it, after the announcement.
    let tries = 0;
    await app.db.transaction(async (tx) => {
      tries += 1;
      if (tries > 1) return post(tx, booking(new Date(end.getTime() - 1000)));
      expect((await close(1, of)).status).toBe(200);
      await tx.sql
        .execute(`WITH t AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('open_pot', 1, 2, '${new Date(end.getTime() - 1000).toISOString()}') RETURNING id)
        INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT t.id, key, cents FROM t, (VALUES ('house_funding', 1), ('pot:1', -1)) AS e (key, cents)`);
      return undefined;
    });
    expect(tries).toBe(2);
    expect(await faults()).toEqual([]);
  });

  async function announced(of: string): Promise<void> {
    while ((await rows("SELECT 1 FROM closed_months WHERE course_id = 1 AND month = $1", [of])).length === 0);
  }
});

describe("the audit names", () => {
  /** What it finds after a change by somebody who may switch the triggers off. */
  async function faultsAfter(damage: string): Promise<string[]> {
    let found: string[] = [];
    const undone = new Error("undone");
    await app.owner
      .transaction(async (tx) => {
        await tx.sql.execute("SET LOCAL session_replication_role = replica");
        await tx.sql.execute(damage);
        found = await faults(tx);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return found;
  }

  test.each<[string, () => string, RegExp]>([
    [
      "an entry that is dated into a closed month",
      () => `WITH t AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at) VALUES ('open_pot', 1, 2, '${new Date(to.getTime() - 5).toISOString()}') RETURNING id)
        INSERT INTO ledger_entries (transfer_id, account_key, amount_cents) SELECT t.id, key, cents FROM t, (VALUES ('house_funding', 1), ('pot:1', -1)) AS e (key, cents)`,
      /transfer \d+ is dated .*, and was booked after the month was closed/,
    ],
    [
      "an entry that is gone",
      () =>
        `DELETE FROM ledger_entries WHERE transfer_id = (SELECT min(id) FROM ledger_transfers WHERE course_id = 1 AND created_at >= '${from.toISOString()}')`,
      /its entries are not those over which it was closed/,
    ],
    [
      "a figure that was changed",
      () =>
        `UPDATE closed_months SET settlement = jsonb_set(settlement, '{accounts,0,closing}', '123.45') WHERE course_id = 1 AND month = '${month}'`,
      /what was kept of it, or of the month before, has been changed/,
    ],
    [
      "a figure that its entries do not have",
      () =>
        `UPDATE closed_months SET settlement = jsonb_set(settlement, '{accounts,0,closing}', '123.45') WHERE course_id = 1 AND month = '${month}'`,
      /it shows that cash moved by 12345 cents, its entries by \d+ cents/,
    ],
    [
      "a hash that was changed",
      () => `UPDATE closed_months SET hash = repeat('0', 64) WHERE course_id = 1 AND month = '${month}'`,
      /what was kept of it, or of the month before, has been changed/,
    ],
    [
      "a month that was closed out of order",
      () => `DELETE FROM closed_months WHERE course_id = 1 AND month = '${nextMonth(month)}'`,
      /it was closed out of order/,
    ],
    [
      "a transfer that only says that it is of an earlier month",
      () => `UPDATE ledger_transfers SET fact_at = '2001-01-01' WHERE id = (SELECT min(id) FROM ledger_transfers)`,
      /is booked as one of an earlier month/,
    ],
  ])("%s", async (_, damage, says) => {
    expect(await faultsAfter(damage())).toContainEqual(expect.stringMatching(says));
  });
});
