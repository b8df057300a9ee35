/** The tax of courses that have none yet: the environment's tax is written to each of them once. */
import { note } from "#platform/server/audit-trail.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { shownTax, type Tax } from "../terms-rules.ts";
import { fillTaxes, hasTaxless, noteTerms } from "./terms-store.ts";

/**
 * Gives courses without a tax the one of TAX_RATE, or the tax 0 for good. It runs at each start; from the second start
 * on every course has its own tax, and the environment changes nothing.
 * @param tax undefined without TAX_RATE
 */
export async function settleTaxes({ db, clock }: { db: Database; clock: Clock }, tax: Tax | undefined): Promise<void> {
  // A database that is read-only for a while can still serve.
  if (!(await hasTaxless(db))) return;
  await db.transaction(async (tx) => {
    const at = clock.now();
    const settled = await fillTaxes(tx, tax);
    if (!tax || settled.length === 0) return;
    await noteTerms(tx, at);
    for (const id of settled) {
      const detail = { before: { taxRate: 0 }, after: shownTax(tax) };
      await note(tx, { actorId: null, action: "course.changed", subject: `course:${id}`, detail, at });
    }
  });
}
