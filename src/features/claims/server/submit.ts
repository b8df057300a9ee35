/** Making a claim: the port that play calls in the transaction of the shot. */
import { randomUUID } from "node:crypto";
import { findUser } from "#features/accounts/server/store.ts";
import { defaultPrizes, defaultPrizeValues } from "#features/courses/rules.ts";
import { defaultPrizesInSpanish } from "#features/courses/spanish-rules.ts";
import { findAnyCourse, takePrize } from "#features/courses/server/store.ts";
import { account, move } from "#features/ledger/rules.ts";
import { lockPot, post } from "#features/ledger/server/store.ts";
import { readHoldOfSession } from "#features/orders/server/hold-store.ts";
import { refuse as refusePlay } from "#features/play/contract.ts";
import type { ClaimsPort } from "#features/play/server/ports.ts";
import { violates } from "#platform/server/db/errors.ts";
import { formatCents } from "#platform/shared/money.ts";
import { dueAt } from "../rules.ts";
import { announceClaims, type ClaimDeps } from "./deps.ts";
import { heldByRefund } from "./held-store.ts";
import { claimNews } from "./letters.ts";
import { releaseClaims, reverseClaims } from "./reverse.ts";
import { coursesWithPending } from "./sighting-store.ts";
import * as store from "./store.ts";
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
      const course = await findAnyCourse(tx, session.courseId);
      if (!course) throw new Error(`Course ${session.courseId} is gone`);
      const owner = session.userId === null ? undefined : await findUser(tx, session.userId);
      // What the claim needs is read before the prize or the pot is locked: others wait for these.
      const held = await readHoldOfSession(tx, session.mainSessionId ?? session.id);
      const tell = await deps.openNews(tx, session.userId ?? session.buyerId);
      const claimId = randomUUID();
      const claim = {
        id: claimId,
        sessionId: session.id,
        attemptId,
        courseId: course.id,
        userId: session.userId ?? session.buyerId,
        buyerId: session.buyerId,
        submittedBy: submitterId,
        onGuestRow: session.userId === null,
        playerName: owner?.name ?? session.playerName,
        bayNumber: session.bayNumber,
        targetHole,
        freeShot: session.isFreeShot,
        browserId,
        createdAt: now,
        dueAt: dueAt(now, course.timeZone),
      };
      let made: store.ClaimRow;
      if (targetHole === "middle") {
        await store.lockJackpotClaims(tx, course.id);
        // The claim is inserted first: its constraint refuses a second one before the pot is locked.
        await store
          .insertClaim(tx, {
            ...claim,
            prizeType: "monetary",
            prizeAmountCents: 0,
            statedValueCents: 0,
            prizeDescription: "Jackpot",
          })
          .catch((error: unknown) => {
            throw violates(error, "one_pending_middle_claim") ? refusePlay("play.claim_pending") : error;
          });
        const amount = await lockPot(tx, course.id, [account.houseFunding]);
        const at = { courseId: course.id, claimId, at: now };
        await post(tx, {
          kind: "reserve",
          ...at,
          postings: move(amount, account.pot(course.id), account.reserved(claimId)),
        });
        await post(tx, {
          kind: "reseed",
          ...at,
          postings: move(course.baseJackpotCents, account.houseFunding, account.pot(course.id)),
        });
        made = await store.setClaim(tx, claimId, {
          prizeAmountCents: amount,
          prizeDescription: `Jackpot of ${formatCents(amount)}`,
          reseedCents: course.baseJackpotCents,
        });
      } else {
        const prize = await takePrize(tx, course.id, targetHole);
        made = await store.insertClaim(tx, {
          ...claim,
          prizeType: "other",
          prizeAmountCents: 0,
          prizeDescription: prize?.prizeName ?? defaultPrizes[targetHole],
          prizeDescriptionEs: prize ? prize.prizeNameEs : defaultPrizesInSpanish[targetHole],
          statedValueCents: prize?.valueCents ?? defaultPrizeValues[targetHole],
          prizeId: prize?.id ?? null,
        });
      }
      const view = { claim: made, courseName: course.name, timeZone: course.timeZone, held };
      announceClaims(deps, tx, made);
      await tell((reader) => claimNews(view, "submitted", reader, deps));
      return { claim: toClaim(view), prizeCents: made.prizeAmountCents };
    },
  };
}
