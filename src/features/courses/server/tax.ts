/** The tax of courses for which nobody has said one: what the environment says, written to each of them once. */
import { note } from "#platform/server/audit-trail.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { shownTax, type Tax } from "../terms-rules.ts";
import { fillTaxes, hasTaxless, noteTerms } from "./terms-store.ts";

/**
 * Gives the courses without a tax the one of TAX_RATE, or none for good. It runs at each start; from the second one on
 * every course has its own, and the environment changes nothing.
 * @param tax undefined without TAX_RATE
 */
export async function settleTaxes({ db, clock }: { db: Database; clock: Clock }, tax: Tax | undefined): Promise<void> {
  // A database that is read-only for a while serves what is settled.
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
