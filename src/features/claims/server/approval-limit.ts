/** The amount above which a payout needs two administrators. One of them may lower it; raising it needs both. */
import { type Proposal, refuseProposal } from "#features/accounts/proposal-contract.ts";
import { type ProposalDeed, type ProposalDeps, propose } from "#features/accounts/server/proposals.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { formatCents } from "#platform/shared/money.ts";
import { loosens } from "../rules.ts";
import { insertApprovalLimit, lockApprovalLimit } from "./approval-store.ts";

const words = (cents: unknown, none = "none") => (typeof cents === "number" ? formatCents(cents) : none);

/**
 * Sets a first or lower limit at once; proposes a higher one or none.
 * @param aboveCents null is none
 * @returns the proposal, if it was proposed
 */
export async function setApprovalLimit(
  deps: ProposalDeps,
  caller: Caller,
  aboveCents: number | null,
): Promise<Proposal | undefined> {
  return deps.db.transaction(async (tx) => {
    const beforeCents = await lockApprovalLimit(tx);
    if (loosens(beforeCents, aboveCents))
      return propose(deps, tx, caller, { kind: "approval_limit", detail: { aboveCents, beforeCents } });
    await save(tx, deps.clock, { aboveCents, beforeCents }, { actorId: caller.id, setBy: caller.id });
    return undefined;
  });
}

/** Raises or lifts the limit after a second administrator's approval, unless the limit has changed meanwhile. */
export function approvalLimitDeed({ clock }: { clock: Clock }): ProposalDeed {
  return {
    summary: ({ detail: { beforeCents, aboveCents } }) => ({
      en: `Change the payout approval limit from ${words(beforeCents)} to ${words(aboveCents)}`,
      es: `Cambiar el límite de aprobación de pagos de ${words(beforeCents, "ninguno")} a ${words(aboveCents, "ninguno")}`,
    }),
    perform: async (tx, { detail, proposedBy }, by) => {
      const beforeCents = await lockApprovalLimit(tx);
      if (beforeCents !== detail["beforeCents"]) throw refuseProposal("proposals.overtaken");
      const aboveCents = typeof detail["aboveCents"] === "number" ? detail["aboveCents"] : null;
      await save(tx, clock, { aboveCents, beforeCents }, { actorId: by, setBy: by ?? proposedBy });
    },
  };
}

async function save(
  tx: Db,
  clock: Clock,
  detail: { aboveCents: number | null; beforeCents: number | null },
  { actorId, setBy }: { actorId: string | null; setBy: string },
): Promise<void> {
  const at = clock.now();
  await insertApprovalLimit(tx, { aboveCents: detail.aboveCents, setBy, setAt: at });
  await note(tx, { actorId, action: "payouts.approval_limit_set", subject: "payouts", detail, at });
}
