/** Making a claim: the port that play calls in the transaction of the shot. */
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
import { insertJackpotClaim, insertPrizeClaim, readForClaim } from "./submit-store.ts";
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
    submit: async (tx, { session, attemptId, targetHole, submitterId, browserId, now }) => {
      const playerId = session.userId ?? session.buyerId;
      // What the claim needs is read before the prize or the pot is locked: others wait for these.
      const { course, ownerName, held, reader } = await readForClaim(tx, {
        courseId: session.courseId,
        ownerId: playerId,
        mainId: session.mainSessionId ?? session.id,
        reader: deps.news.readerOf(playerId),
      });
      // Deleted while this claim was on its way: nobody could be paid.
      if (ownerName === undefined) throw refusePlay("play.not_found");
      const claimId = randomUUID();
      const claim = {
        id: claimId,
        sessionId: session.id,
        attemptId,
        courseId: course.id,
        userId: playerId,
        buyerId: session.buyerId,
        submittedBy: submitterId,
        onGuestRow: session.userId === null,
        playerName: session.userId === null ? session.playerName : ownerName,
        bayNumber: session.bayNumber,
        targetHole,
        freeShot: session.isFreeShot,
        browserId,
        createdAt: now,
        dueAt: dueAt(now, course.timeZone),
      };
      const made =
        targetHole === "middle"
          ? await insertJackpotClaim(tx, claim, course.baseJackpotCents).catch((error: unknown) => {
              throw violates(error, "one_pending_middle_claim") ? refusePlay("play.claim_pending") : error;
            })
          : await insertPrizeClaim(tx, { ...claim, prizeType: "other", prizeAmountCents: 0 }, targetHole, {
              name: defaultPrizes[targetHole],
              nameEs: defaultPrizesInSpanish[targetHole],
              valueCents: defaultPrizeValues[targetHole],
            });
      const view = { claim: made, courseName: course.name, timeZone: course.timeZone, held };
      announceClaims(deps, tx, made);
      await deps.news.send(tx, playerId, reader, (to) => claimNews(view, "submitted", to, deps));
      return { claim: toClaim(view), prizeCents: made.prizeAmountCents };
    },
  };
}
