/** The audit of books that were damaged by SQL, which is rolled back. */
import { rebuild } from "#features/dashboard/server/rollups.ts";
import { type Finding, findingsIn } from "#main/server/audit-checks.ts";
import { sql } from "#platform/server/db/drizzle.ts";
import type { TestApp } from "./app.ts";
import { prelude } from "./audit-breaks.ts";
import { tools } from "./audit-plants.ts";

/**
 * The findings with violations after some SQL, which may use the prelude's functions and the plants' tools.
 * @param days limits the audit to the last days
 */
export async function findingsIfDamaged(
  { owner, clock, config }: TestApp,
  damage: string,
  days?: number,
): Promise<Finding[]> {
  let findings: Finding[] = [];
  const undone = new Error("undone");
  await owner
    .transaction(async (tx) => {
      await tx.sql.execute(sql.raw(prelude + tools));
      await tx.sql.execute(sql.raw(damage));
      await rebuild(tx, config.operatorTimeZone);
      findings = await findingsIn(tx, { now: clock.now(), days });
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return findings.filter(({ violations }) => violations > 0);
}
