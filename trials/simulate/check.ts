/** The checks at the end of a run: every read, the books account by account, the audit, and the gateway's ledger. */
import pg from "pg";
import { field } from "./model/match.ts";
import { feesOf } from "./model/money.ts";
import { at, type World } from "./model/world.ts";
import * as looking from "./looking.ts";
import type { Cast } from "./people.ts";
import type { Opening } from "./plan.ts";
import { type Stage, Violation } from "./stage.ts";

export async function checkEverything(stage: Stage, cast: Cast, database: Opening["database"]): Promise<void> {
  // More than once: what becomes due in the first run is paid in the second at the latest.
  for (let run = 0; run < 3; run++) {
    stage.pass(61_000);
    await stage.jobs();
  }
  for (const { id } of stage.world().courses) {
    await stage.call(looking.course(id));
    await stage.call(looking.settlement(id));
  }
  for (const { at: person } of stage.world().people) {
    await stage.call(looking.orders(cast, person));
    await stage.call(looking.activeSessions(stage, cast, person));
    await stage.call(looking.claims(stage, cast, person));
    await stage.call(looking.history(stage, cast, person));
  }
  for (const status of ["pending", "verified", "rejected"] as const) {
    if (stage.world().claims.filter((claim) => claim.status === status).length >= 200) continue;
    for (const role of ["admin", "staff"] as const) await stage.call(looking.queue(role, status));
  }
  await stage.call(looking.troubles());
  await checkAudit(stage);
  const client = new pg.Client(database);
  await client.connect();
  try {
    await checkBooks(client, stage);
    await checkGateway(client, stage);
    await checkShots(client, stage);
  } finally {
    await client.end();
  }
}

export async function checkAudit(stage: Stage): Promise<void> {
  const { body } = await stage.ask({ method: "POST", path: "/simulate/audit" });
  const findings = Array.isArray(body) ? body : [];
  const broken = findings.filter((finding) => field(finding, "violations") !== 0);
  if (findings.length === 0 || broken.length > 0) throw new Violation(`The audit found ${JSON.stringify(broken)}`);
}

export function compare(what: string, expected: Map<string, number>, actual: Map<string, number>): void {
  const wrong = [...new Set([...expected.keys(), ...actual.keys()])].filter(
    (key) => (expected.get(key) ?? 0) !== (actual.get(key) ?? 0),
  );
  const lines = wrong.map((key) => `${key}: expected ${expected.get(key) ?? 0}, got ${actual.get(key) ?? 0}`);
  if (lines.length > 0) throw new Violation(`${what}:\n  ${lines.join("\n  ")}`);
}

export async function sums(client: pg.Client, statement: string): Promise<Map<string, number>> {
  const { rows } = await client.query<{ key: string; cents: string }>(statement);
  return new Map(rows.map(({ key, cents }) => [key, Number(cents)]));
}

/** Every account of the simulated courses, from its entries. */
async function checkBooks(client: pg.Client, stage: Stage): Promise<void> {
  const courses = stage.world().courses.map(({ id }) => id);
  const actual = await sums(
    client,
    // What the gateway pays out to the bank stays with the cash here: the audit knows which of it is where.
    `SELECT CASE WHEN e.account_key LIKE 'refunds_payable:%' THEN 'refunds:' || p.order_id
       WHEN t.kind IN ('bank_payout', 'bank_payout_returned') THEN 'cash:' || t.course_id ELSE e.account_key END AS key,
       sum(e.amount_cents) AS cents
     FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id
     LEFT JOIN payment_attempts p ON e.account_key = 'refunds_payable:' || p.id
     WHERE t.course_id IN (${courses.join(", ")}) GROUP BY 1`,
  );
  stage.agree((world) => compare("The ledger", accountsOf(world), actual));
}

/** Cents by the server's name of the account, with the gateway's fees. */
function accountsOf(world: World): Map<string, number> {
  const idOf = (account: string) => {
    const [kind = "", place = ""] = account.split(":");
    if (kind === "reserved" || kind === "prize_payable") return `${kind}:${at(world.claims, Number(place)).id}`;
    return kind === "refunds" ? `${kind}:${at(world.orders, Number(place)).id}` : account;
  };
  const expected = new Map(Object.entries(world.books).map(([key, cents]) => [idOf(key), cents]));
  for (const { course, cents } of feesOf(world)) {
    for (const [key, sign] of [
      [`fees:${course}`, 1],
      [`cash:${course}`, -1],
    ] as const)
      expected.set(key, (expected.get(key) ?? 0) + sign * cents);
  }
  return expected;
}

/** The gateway's own ledger: what it captured and refunded for each order. */
async function checkGateway(client: pg.Client, stage: Stage): Promise<void> {
  const of = (table: string, key: string) =>
    `SELECT p.order_id::text AS key, sum(g.amount_cents) AS cents FROM sandbox.${table} g
     LEFT JOIN payment_attempts p ON p.id::text = g.${key} ${table === "payments" ? "WHERE g.status = 'captured'" : "WHERE g.failure IS NULL"} GROUP BY 1`;
  const payments = await sums(client, of("payments", "attempt_id"));
  const refunds = await sums(client, of("refunds", "attempt_id"));
  const disputes = await sums(
    client,
    `SELECT p.order_id || ' ' || g.status AS key, sum(g.amount_cents) AS cents FROM sandbox.disputes g
     LEFT JOIN payment_attempts p ON p.id::text = g.attempt_id GROUP BY 1`,
  );
  stage.agree(({ orders }) => {
    const captured = orders.filter(({ gateway }) => gateway === "captured");
    const paidBack = orders.map(
      ({ id, refunds: given }) =>
        [String(id), given.reduce((sum, { gateway, amount }) => sum + (gateway === "paid" ? amount : 0), 0)] as const,
    );
    const disputed = new Map<string, number>();
    for (const { id, disputes: raised } of orders) {
      for (const { amount, status } of raised)
        disputed.set(`${id} ${status}`, (disputed.get(`${id} ${status}`) ?? 0) + amount);
    }
    compare("The gateway's payments", new Map(captured.map(({ id, amount }) => [String(id), amount])), payments);
    compare("The gateway's refunds", new Map(paidBack), refunds);
    compare("The gateway's disputes", disputed, disputes);
  });
}

/** Shots that count, by session. */
async function checkShots(client: pg.Client, stage: Stage): Promise<void> {
  const actual = await sums(
    client,
    "SELECT session_id AS key, count(*) AS cents FROM attempts WHERE withdrawn_at IS NULL GROUP BY session_id",
  );
  stage.agree((world) => {
    const expected = new Map<string, number>();
    for (const { row, withdrawn } of world.shots) {
      const id = String(at(world.rows, row).id);
      if (!withdrawn) expected.set(id, (expected.get(id) ?? 0) + 1);
    }
    compare("The shots", expected, actual);
  });
}
