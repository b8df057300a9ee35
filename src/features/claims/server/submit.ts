/** Making claims: the port that play calls in the transaction of the shot. */
import { randomUUID } from "node:crypto";
import { defaultPrizes, defaultPrizeValues } from "#features/courses/rules.ts";
import { defaultPrizesInSpanish } from "#features/courses/spanish-rules.ts";
import { refuse as refusePlay } from "#features/play/contract.ts";
import type { ClaimsPort } from "#features/play/server/ports.ts";
import { violates } from "#platform/server/db/errors.ts";
import { dueAt } from "../rules.ts";
import { announceClaims, type ClaimDeps } from "./deps.ts";
import { heldByRefund } from "./held-store.ts";
import { claimNews } from "./letters.ts";
import { releaseClaims, reverseClaims } from "./reverse.ts";
import { coursesWithPending } from "./sighting-store.ts";
import * as store from "./store.ts";
import { insertJackpotClaims, insertPrizeClaims, readForClaims, type WantedClaim } from "./submit-store.ts";
import { toClaim, toDeskClaim } from "./view.ts";

export function claimsPort(deps: ClaimDeps): ClaimsPort {
  return {
    ofSessions: async (db, sessionIds) => (await store.readOfSessions(db, sessionIds)).map((view) => toClaim(view)),
    ofSessionsAtDesk: async (db, sessionIds) => (await store.readOfSessions(db, sessionIds)).map(toDeskClaim),
    ofAttempt: async (db, attemptId) => {
      const view = await store.readOfAttempt(db, attemptId);
      return view && toClaim(view);
    },
    undecidedAt: coursesWithPending,
    standsOn: (tx, sessionIds) => store.standsOn(tx, sessionIds),
    reverse: (tx, rows, now) => reverseClaims(deps, tx, rows, now),
    heldByRefund,
    release: (tx, rows, caller, reason) => releaseClaims(deps, tx, rows, caller, reason),
    submit: async (tx, { courseId, hole }, hits) => {
      const owners = hits.map(({ session }) => ({
        ownerId: session.userId ?? session.buyerId,
        mainId: session.mainSessionId ?? session.id,
      }));
      // What the claims need is read before the prize or the pot is locked: others wait for these.
      const { course, facts } = await readForClaims(tx, courseId, owners, deps.news.readerOf);
      const claims = hits.map(({ session, attemptId, submitterId, browserId, now }, n): WantedClaim => {
        const ownerName = facts[n]?.ownerName ?? undefined;
        // Deleted while this claim was on its way: nobody could be paid.
        if (ownerName === undefined) throw refusePlay("play.not_found");
        return {
          id: randomUUID(),
          sessionId: session.id,
          attemptId,
          courseId,
          userId: session.userId ?? session.buyerId,
          buyerId: session.buyerId,
          submittedBy: submitterId,
          onGuestRow: session.userId === null,
          playerName: session.userId === null ? session.playerName : ownerName,
          bayNumber: session.bayNumber,
          targetHole: hole,
          freeShot: session.isFreeShot,
          browserId,
          createdAt: now,
          dueAt: dueAt(now, course.timeZone),
        };
      });
      const made =
        hole === "middle"
          ? await insertJackpotClaims(tx, course, claims).catch((error: unknown) => {
              // Of several it is not known whose earlier claim is pending.
              const isKnown = claims.length === 1 && violates(error, "one_pending_middle_claim");
              throw isKnown ? refusePlay("play.claim_pending") : error;
            })
          : await insertPrizeClaims(tx, { courseId, hole }, claims, {
              name: defaultPrizes[hole],
              nameEs: defaultPrizesInSpanish[hole],
              valueCents: defaultPrizeValues[hole],
            });
      const views = new Map<string, Parameters<typeof toClaim>[0]>();
      for (const [n, { id }] of claims.entries()) {
        const claim = made(id);
        const { held = null, reader = null } = facts[n] ?? {};
        const view = { claim, courseName: course.name, timeZone: course.timeZone, held };
        views.set(claim.attemptId, view);
        announceClaims(deps, tx, claim);
        await deps.news.send(tx, claim.userId, reader, (to) => claimNews(view, "submitted", to, deps));
      }
      return (attemptId) => {
        const view = views.get(attemptId);
        if (!view) throw new Error(`Shot ${attemptId} has no claim`);
        return { claim: toClaim(view), prizeCents: view.claim.prizeAmountCents };
      };
    },
  };
}
