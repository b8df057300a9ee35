/** Gathers the evidence beside a verdict, and its signals. */
import { formatPlayerId } from "#features/accounts/rules.ts";
import { sandboxLast4 } from "#features/receipts/server/store.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import type { Evidence } from "../evidence-contract.ts";
import { RISK_DAYS, riskSignals } from "../risk-rules.ts";
import type { ClaimDeps } from "./deps.ts";
import * as evidenceStore from "./evidence-store.ts";
import { mayReach, ownCourses } from "./claim-steps.ts";
import { readSightings } from "./sighting-store.ts";
import * as store from "./store.ts";
import { showClaim } from "./waits.ts";

const EARLIER = 20;
const DAY_MS = 86_400_000;

/**
 * Staff get the earlier claims, and the counts of claims, of their courses alone.
 * @throws claims.not_found, also for staff of another course
 */
export async function readEvidence(deps: ClaimDeps, caller: Caller, id: string): Promise<Evidence> {
  const { db } = deps;
  const claim = await store.findClaim(db, id);
  if (!claim || !mayReach(claim, caller)) throw refuse("claims.not_found");
  const { session, player, buyer, submitter, shots } = await evidenceStore.readBehind(db, claim);
  const sightings = (await readSightings(db, [claim.id])).get(claim.id) ?? [];
  const courseIds = ownCourses(caller);
  const earlier = await evidenceStore.readEarlier(db, claim, EARLIER, courseIds);
  const since = new Date(claim.createdAt.getTime() - RISK_DAYS * DAY_MS);
  const around = await evidenceStore.countAround(db, claim, since, courseIds);
  const standing = shots.filter(({ withdrawnAt }) => withdrawnAt === null);
  return {
    claim: await showClaim(deps, id),
    player: {
      playerId: formatPlayerId(player.playerId),
      name: player.name,
      createdAt: player.createdAt.toISOString(),
      addressProved: player.emailProvedAt !== null,
    },
    buyer: someoneElse(buyer, player.id),
    submittedBy: someoneElse(submitter, player.id),
    session: {
      id: session.id,
      bayNumber: session.bayNumber,
      startedAt: session.startedAt.toISOString(),
      endedAt: session.endedAt?.toISOString() ?? null,
      ballsBought: session.ballsBought,
      shots: session.shotCount,
      group: session.mainSessionId !== null || session.groupData !== null,
    },
    shots: shots.map((shot, index) => ({
      id: shot.id,
      targetHole: shot.targetHole,
      prizeClaim: shot.prizeClaim,
      takenAt: shot.createdAt.toISOString(),
      recordedAt: shot.recordedAt.toISOString(),
      seconds: (shot.createdAt.getTime() - (shots[index - 1]?.createdAt ?? session.startedAt).getTime()) / 1000,
      withdrawn: shot.withdrawnAt !== null,
      ofClaim: shot.id === claim.attemptId,
    })),
    payment: session.isFreeShot ? null : await paymentOf(deps, session.mainSessionId ?? session.id),
    teeTime: session.teeTime && {
      at: session.teeTime.toISOString(),
      confirmed: claim.teeTimeConfirmedAt !== null,
    },
    sightings,
    earlierClaims: earlier.map(({ claim: other, courseName, timeZone }) => ({
      id: other.id,
      courseName,
      timeZone,
      targetHole: other.targetHole,
      prizeDescription: other.prizeDescription,
      verificationStatus: other.status,
      rejectionReason: other.rejectionReason,
      createdAt: other.createdAt.toISOString(),
    })),
    signals: riskSignals({
      ...around,
      ofOwnCourses: courseIds !== undefined,
      claimedAt: claim.createdAt,
      startedAt: session.startedAt,
      ballsBought: session.ballsBought,
      shots: standing.map(({ id: shotId, createdAt }) => ({ takenAt: createdAt, ofClaim: shotId === claim.attemptId })),
      accountCreatedAt: player.createdAt,
      addressProved: player.emailProvedAt !== null,
      seen: sightings.map(({ seen }) => seen),
    }),
  };
}

/** A person, if not the claim's own player. */
function someoneElse(person: { id: string; playerId: string; name: string } | undefined, playerId: string) {
  return person && person.id !== playerId ? { playerId: formatPlayerId(person.playerId), name: person.name } : null;
}

async function paymentOf({ db }: ClaimDeps, mainSessionId: string): Promise<Evidence["payment"]> {
  const found = await evidenceStore.readPayment(db, mainSessionId);
  if (!found) return null;
  const { order, payment, receipt, refundedCents, refundedAtGatewayCents } = found;
  return {
    orderId: order.id,
    orderNumber: order.number,
    packageName: order.packageName,
    amount: toDollars(payment.amountCents),
    refunded: toDollars(refundedCents),
    refundedAtGateway: toDollars(refundedAtGatewayCents),
    method: payment.method,
    last4: receipt?.last4 ?? (await sandboxLast4(db, [payment.id])).get(payment.id) ?? null,
    receiptNumber: receipt?.number ?? null,
    paidAt: (payment.resolvedAt ?? payment.createdAt).toISOString(),
    disputes: (await evidenceStore.readDisputes(db, payment.id)).map(({ amountCents, status, reason, createdAt }) => ({
      amount: toDollars(amountCents),
      status,
      reason,
      createdAt: createdAt.toISOString(),
    })),
  };
}
