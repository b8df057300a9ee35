/** The start and end of every step on a claim: lock a claim that the caller may see, and record the step. */
import type { Hold } from "#features/orders/contract.ts";
import { lockHold } from "#features/orders/server/hold-store.ts";
import { serves } from "#features/play/server/bays.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { AuditAction } from "#platform/shared/audit-actions.ts";
import { refuse } from "../contract.ts";
import { announceClaims, type ClaimDeps } from "./deps.ts";
import * as store from "./store.ts";

/** Whether a caller may see a claim: staff see those of their courses, administrators all. */
export function mayReach(claim: { courseId: number }, caller: Caller): boolean {
  return serves(caller, claim.courseId);
}

/** The courses whose claims a caller may see: those of staff. Undefined for administrators, who see all. */
export function ownCourses(caller: Caller): readonly number[] | undefined {
  return caller.role === "admin" ? undefined : caller.courseIds;
}

/** Locks a claim that the caller may see. @throws claims.not_found, also for claims of other courses */
export async function lockReachableClaim(tx: Db, id: string, caller: Caller): Promise<store.ClaimRow> {
  const claim = await store.lockClaim(tx, id);
  if (!claim || !mayReach(claim, caller)) throw refuse("claims.not_found");
  return claim;
}

/**
 * Locks a claim's order so that no hold can begin before the transaction ends. Call it before locking the claim.
 * @returns what holds it already
 */
export async function lockHoldOf(tx: Db, id: string): Promise<Hold | null> {
  const claim = await store.findClaim(tx, id);
  return claim ? lockHold(tx, claim.sessionId) : null;
}

/**
 * Refuses a caller who is the claim's player, buyer or submitter, or has played the seat and left it.
 * @throws claims.own
 */
export async function refuseOwn(tx: Db, claim: store.ClaimRow, caller: Caller): Promise<void> {
  if ([claim.userId, claim.buyerId, claim.submittedBy].includes(caller.id)) throw refuse("claims.own");
  if (await store.hasLeftSeat(tx, claim, caller.id)) throw refuse("claims.own");
}

/** A step that somebody takes on a claim. */
type ClaimStep = AuditAction extends infer Action ? (Action extends `claim.${infer Step}` ? Step : never) : never;

/**
 * Records a step in the claim's history, which staff read, and in the audit trail, with the detail.
 * @param facts.at the moment that the claim's row has for the step; a moment after the locks would contradict the row
 */
export async function recordStep(
  deps: ClaimDeps,
  tx: Db,
  claim: store.ClaimRow,
  by: { id: string | null },
  step: ClaimStep,
  facts: { at: Date; note?: string | undefined; detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { at } = facts;
  await store.addStep(tx, { claimId: claim.id, step, actorId: by.id, note: facts.note, at });
  await note(tx, { actorId: by.id, action: `claim.${step}`, subject: claim.id, detail: facts.detail ?? {}, at });
  announceClaims(deps, tx, claim);
}
