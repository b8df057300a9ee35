/**
 * Times of the audit over generated histories: all of it, and the last seven days; and of a month's settlement.
 * Run: `npm run bench:audit`, or with other sizes: `npm run bench:audit -- --sizes 10000,100000`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { settlementOf } from "#features/reports/server/settlement.ts";
import { localDay } from "#platform/shared/days.ts";
import { auditBooks, type AuditOptions } from "#main/server/audit-checks.ts";
import { seedDemo } from "#main/server/seed.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { writeHistory } from "./history.ts";

const ZONE = "America/New_York";
const { values } = parseArgs({ options: { sizes: { type: "string", default: "10000,100000" } } });
const folder = mkdtempSync(join(tmpdir(), "acebay-bench-"));
const postgres = await startEmbedded(folder);
const now = new Date();
const table: Record<string, Record<string, string>> = {};
for (const size of values.sizes.split(",").map(Number)) {
  const root = openDatabase({ ...postgres.owner, database: "postgres" }, 1);
  await root.pool.query(`CREATE DATABASE size_${size}`);
  await root.close();
  const db = openDatabase({ ...postgres.owner, database: `size_${size}` }, 2);
  await migrate(db.pool);
  const days = size <= 10_000 ? 90 : 365;
  await seedDemo(db, new Date(now.getTime() - (days + 1) * 86_400_000));
  await writeHistory(db, size, days, now);
  // In the product the server issues the receipt; here each order without one gets a row that says that it is due.
  await db.pool.query("INSERT INTO receipts_due SELECT id, now(), false FROM payment_attempts");
  await rebuild(db, ZONE);
  const orders = (await db.pool.query<{ n: number }>("SELECT count(*)::int AS n FROM orders")).rows[0]?.n ?? 0;
  for (const [what, options] of Object.entries({ whole: { now }, "last 7 days": { now, days: 7 } } satisfies Record<
    string,
    AuditOptions
  >)) {
    const began = performance.now();
    const findings = await auditBooks(db, options);
    const seconds = (performance.now() - began) / 1000;
    const faults = findings.reduce((sum, { violations }) => sum + violations, 0);
    table[`${what}, ${orders} orders`] = {
      seconds: seconds.toFixed(2),
      "per 10,000 orders": ((seconds * 10_000) / orders).toFixed(2),
      faults: String(faults),
    };
    for (const { number, violations, seconds: took, faults: named = [] } of findings) {
      console.log(
        `${what} ${orders}: check ${number} ${took?.toFixed(2) ?? "-"} s, ${violations} faults ${named[0] ?? ""}`,
      );
    }
  }
  const month = localDay(now, ZONE).slice(0, 7);
  for (const [what, id] of [
    ["settlement of a course", 1],
    ["settlement of all courses", "all"],
  ] as const) {
    const began = performance.now();
    await settlementOf({ db, replica: db, clock: { now: () => now }, zone: ZONE }, id, month);
    table[`${what}, ${orders} orders`] = { seconds: ((performance.now() - began) / 1000).toFixed(2) };
  }
  await db.close();
}
console.table(table);
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
