/** Compares a month's settlement, statements and journal, and all of the books, with the model's own figures. */
import { createHash } from "node:crypto";
import pg from "pg";
import { checkAudit, compare, sums } from "./check.ts";
import { settlementOf, statementOf } from "./controlling.ts";
import { balanceOf } from "./model/gateway-balance.ts";
import { difference } from "./model/match.ts";
import type { BankPayout } from "./model/months.ts";
import { monthsOf } from "./model/periods.ts";
import { journalOf } from "./model/settled.ts";
import { at, dollars, iso, type World } from "./model/world.ts";
import type { Opening } from "./plan.ts";
import { type Stage, Violation } from "./stage.ts";

/** What the operator reads and sends to others of a month. @param course null is all */
export async function checkMonth(stage: Stage, course: number | null, month: string): Promise<void> {
  await stage.call(settlementOf(course, month));
  if (course !== null) for (const owed of ["range", "tax"] as const) await stage.call(statementOf(owed, course, month));
  const path = `/api/admin/settlements/${course ?? "all"}/journal.csv?month=${month}`;
  // An administrator takes ten files a minute at most.
  stage.pass(6_001);
  const { status, text } = await stage.ask({ method: "GET", path, desk: "admin" });
  if (status !== 200) throw new Violation(`${path}: ${status} ${text}`);
  compare(`The journal of ${month} of course ${course ?? "all"}`, journalOf(stage.world(), course, month), netOf(text));
}

/** Cents by day and account of a journal, each of whose transfers must balance. */
export function netOf(csv: string): Map<string, number> {
  const [, ...lines] = csv
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/);
  const [days, transfers] = [new Map<string, number>(), new Map<string, number>()];
  for (const line of lines.filter(Boolean)) {
    const [day, account, debit, credit, reference = ""] = line.split(",");
    const cents = Math.round((Number(debit) - Number(credit)) * 100);
    days.set(`${day} ${account}`, (days.get(`${day} ${account}`) ?? 0) + cents);
    transfers.set(reference, (transfers.get(reference) ?? 0) + cents);
  }
  compare("The journal's transfers", new Map(), transfers);
  return days;
}

/** Everything up to now: each entry at its moment, the gateway both ways, closed months, the audit. */
export async function checkNow(stage: Stage, database: Opening["database"]): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    await checkEntries(client, stage.world());
    await checkPayouts(client, stage.world());
    await checkChain(client, stage.world());
    await checkRefusal(client, stage.world());
  } finally {
    await client.end();
  }
  await checkReconciliation(stage);
  await checkAudit(stage);
}

/** The server's name of an account. */
function nameOf(world: World, account: string): string {
  const [kind = "", place = ""] = account.split(":");
  if (kind === "reserved" || kind === "prize_payable") return `${kind}:${at(world.claims, Number(place)).id}`;
  return kind === "refunds" ? `refunds:${at(world.orders, Number(place)).id}` : account;
}

/** Each account at each moment. */
async function checkEntries(client: pg.Client, world: World): Promise<void> {
  const expected = new Map<string, number>();
  const add = (moment: number, account: string, cents: number) => {
    const name = `${iso(moment)} ${nameOf(world, account)}`;
    expected.set(name, (expected.get(name) ?? 0) + cents);
  };
  for (const entry of monthsOf(world).log) {
    add(entry.at, entry.debit, entry.cents);
    add(entry.at, entry.credit, -entry.cents);
  }
  const actual = await sums(
    client,
    `SELECT to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' '
       || CASE WHEN p.id IS NULL THEN e.account_key ELSE 'refunds:' || p.order_id END AS key, sum(e.amount_cents) AS cents
     FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
     LEFT JOIN payment_attempts p ON e.account_key = 'refunds_payable:' || p.id GROUP BY 1`,
  );
  compare("The ledger", expected, actual);
}

/** What the bank was sent each day, there and in the books. */
async function checkPayouts(client: pg.Client, world: World): Promise<void> {
  const { payouts } = monthsOf(world);
  const named = ({ day, parts }: BankPayout, word: string): [string, number] => [
    `${iso(day * 86_400_000).slice(0, 10)} ${word}`,
    parts.reduce((sum, { cents }) => sum + cents, 0),
  ];
  const words = "CASE WHEN status = 'failed' THEN 'failed' ELSE 'sent' END";
  const there = `SELECT day || ' ' || ${words} AS key, amount_cents AS cents FROM sandbox.payouts`;
  const here = `SELECT replace(reference, 'po_', '') || ' ' || ${words} AS key, amount_cents AS cents FROM gateway_payouts`;
  const sent = new Map(payouts.map((payout) => named(payout, payout.status)));
  compare("The payouts at the gateway", sent, await sums(client, there));
  // One that came back is learned by the next run of the jobs.
  const learned = payouts.filter(({ booked }) => booked !== "no");
  const booked = new Map(learned.map((payout) => named(payout, payout.booked === "back" ? "failed" : "sent")));
  compare("The payouts in the books", booked, await sums(client, here));
}

interface ClosedRow {
  course: string;
  chain: string;
  starts: Date;
  ends: Date;
  settlement: string;
  entries: string;
  entries_hash: string;
  hash: string;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The hashes of closed months, computed anew as decision page 75 describes them. */
async function checkChain(client: pg.Client, world: World): Promise<void> {
  const { rows } = await client.query<ClosedRow & { month: string }>(
    `SELECT coalesce(course_id::text, 'house') AS course, month, starts_at AS starts, ends_at AS ends, settlement::text AS settlement,
       entries, entries_hash, hash FROM closed_months ORDER BY course_id, ends_at`,
  );
  const { closed } = monthsOf(world);
  const known = new Map(closed.map(({ course, month, hash }) => [`${course ?? "house"} ${month}`, hash]));
  if (rows.length !== closed.length) throw new Violation(`${closed.length} months are closed, not ${rows.length}`);
  const last = new Map<string, string>();
  for (const { course, month, starts, ends, settlement, hash, ...kept } of rows) {
    const { rows: entries } = await client.query<{ day: string; line: string }>(
      `SELECT to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, concat_ws(' ', t.id, t.kind,
         to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), e.account_key, e.amount_cents) AS line
       FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.key = e.account_key
       WHERE t.created_at >= $1 AND t.created_at < $2 AND coalesce(a.course_id::text, t.course_id::text, 'house') = $3
       ORDER BY 1, t.id, e.account_key COLLATE "C"`,
      [starts, ends, course],
    );
    const days = Map.groupBy(entries, ({ day }) => day);
    const hashes = [...days.values()].map((lines) => sha256(lines.map(({ line }) => line).join("\n")));
    const entriesHash = sha256(hashes.join(" "));
    const seconds = (moment: Date) => (moment.getTime() / 1000).toFixed(6);
    const parts = [course, month, seconds(starts), seconds(ends), settlement, entriesHash];
    const whole = sha256([last.get(course) ?? "first", ...parts].join(" "));
    const where = `The chain of ${course}, ${month}`;
    if (Number(kept.entries) !== entries.length)
      throw new Violation(`${where}: ${entries.length} entries, not ${kept.entries}`);
    if (entriesHash !== kept.entries_hash)
      throw new Violation(`${where}: the entries' hash is ${entriesHash}, not ${kept.entries_hash}`);
    const learned = known.get(`${course} ${month}`);
    if (whole !== hash || (learned && learned !== hash))
      throw new Violation(`${where}: the hash is ${whole}, not ${hash}, and was ${learned}`);
    last.set(course, hash);
  }
}

/** The database refuses an entry that is dated into the last closed month of a course. */
async function checkRefusal(client: pg.Client, world: World): Promise<void> {
  const last = monthsOf(world).closed.findLast(({ course }) => course !== null);
  if (!last) return;
  await client.query("BEGIN");
  const refused = await client
    .query(
      `WITH t AS (INSERT INTO ledger_transfers (kind, course_id, rule, created_at)
         SELECT 'reseed', course_id, 3, ends_at - interval '1 millisecond' FROM closed_months WHERE course_id = $1 AND month = $2 RETURNING id)
       INSERT INTO ledger_entries (transfer_id, account_key, amount_cents)
       SELECT t.id, a.key, a.cents FROM t, (VALUES ('house_funding', 1), ('pot:' || $1::text, -1)) a (key, cents)`,
      [last.course, last.month],
    )
    .then(
      () => "nothing",
      (error: unknown) => String(error),
    );
  await client.query("ROLLBACK");
  if (!refused.includes("is closed"))
    throw new Violation(`An entry of ${last.month} of course ${last.course} was refused by ${refused}`);
}

/** The reconciliation page, after all news of the gateway has come. */
async function checkReconciliation(stage: Stage): Promise<void> {
  const world = stage.world();
  const { payouts, log, transactions } = monthsOf(world);
  const cash = log.reduce(
    (sum, { debit, credit, cents }) =>
      sum + (debit.startsWith("cash:") ? cents : 0) - (credit.startsWith("cash:") ? cents : 0),
    0,
  );
  const isNews = transactions.some(({ isLearned }) => !isLearned);
  const from = world.now - 36 * 86_400_000;
  const shown = payouts.filter((payout) => payout.at >= from).toReversed();
  const expected = {
    balance: dollars(balanceOf(world)),
    unsorted: [],
    unexplained: 0,
    ...(isNews ? {} : { cash: dollars(cash), underWay: 0, differences: [] }),
    payouts: shown.map(({ day, parts, booked }) => {
      const amount = dollars(parts.reduce((sum, { cents }) => sum + cents, 0));
      const bank = booked === "no" ? null : booked === "back" ? 0 : amount;
      return { reference: `po_${iso(day * 86_400_000).slice(0, 10)}`, amount, bank };
    }),
  };
  const { body } = await stage.ask({ method: "GET", path: "/api/admin/reconciliation", desk: "admin" });
  const wrong = difference(expected, body, "reconciliation");
  if (wrong) throw new Violation(wrong);
}
