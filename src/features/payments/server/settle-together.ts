/**
 * Captures of one course that come in the same turn of the event loop are settled in one transaction: they would wait for
 * each other at the course's accounts. Only the usual ones are: a single player's, who has no open session, at a course
 * whose bays are shared. `settleAttempt` settles all others, and decides what becomes of them.
 */
import { captured as sold } from "#features/ledger/rules.ts";
import { postAll } from "#features/ledger/server/store.ts";
import { saleOf } from "#features/orders/server/deferred.ts";
import { insertUnlessOpen } from "#features/play/server/start-store.ts";
import { sessionsOf } from "#features/play/server/start.ts";
import { isRefused } from "#platform/server/db/errors.ts";
import { together } from "#platform/server/db/together.ts";
import type { PaymentDeps } from "./deps.ts";
import { startOf } from "./fulfil.ts";
import { type AttemptOwner, type LockedPayment, lockFreePayments, setCaptured } from "./settle-store.ts";
import { type Captured, type Fulfilled, isLate } from "./settle.ts";

/** A capture of which the gateway has just told the call that asked for it. */
export interface Capture {
  attemptId: string;
  owner: AttemptOwner;
  outcome: Captured;
}

/** @returns undefined where nothing was settled */
export type SettleCapture = (capture: Capture) => Promise<Fulfilled | undefined>;

type Deps = Pick<PaymentDeps, "db" | "clock" | "announce">;

/** Settles captures together. One that comes alone, or is not a usual one, is left to `settleAttempt`. */
export function capturesTogether(deps: Deps): SettleCapture {
  return together<Capture, Fulfilled | undefined>(
    async (all) => {
      const settled = all.length > 1 ? await settleMany(deps, all) : new Map<string, Fulfilled>();
      return (one) => settled.get(one.attemptId);
    },
    // Two, because a lot waits for the course's accounts only at its end.
    { apart: ({ owner }) => owner.courseId, atOnce: 2 },
  );
}

/** @returns what was fulfilled, by the attempts' ids */
async function settleMany(deps: Deps, all: readonly Capture[]): Promise<Map<string, Fulfilled>> {
  const [first] = all;
  if (!first) return new Map();
  const { courseId } = first.owner;
  const outcomes = new Map(all.map(({ attemptId, outcome }) => [attemptId, outcome]));
  return deps.db
    .transaction(async (tx) => {
      const now = deps.clock.now();
      const asked = all.map(({ attemptId, owner }) => ({ attemptId, userId: owner.userId, orderId: owner.orderId }));
      const locked = await lockFreePayments(tx, courseId, asked);
      const usual = locked.flatMap((payment) => {
        const outcome = outcomes.get(payment.attempt.id);
        return outcome && isUsual(payment, outcome, now) ? [{ payment, outcome }] : [];
      });
      if (usual.length === 0) return new Map<string, Fulfilled>();
      const sessions = await insertUnlessOpen(
        tx,
        usual.flatMap(({ payment }) => sessionsOf(startOf(payment, now))),
      );
      const byBuyer = new Map(sessions.map((session) => [session.buyerId, session]));
      const started = usual.flatMap(({ payment, outcome }) => {
        const session = byBuyer.get(payment.player.id);
        const reference = outcome.reference ?? payment.attempt.reference;
        return session ? [{ ...payment, session, outcome, reference }] : [];
      });
      if (started.length === 0) return new Map<string, Fulfilled>();
      const fulfilled = started.map((one) => ({ ...one, status: "fulfilled" as const, sessionId: one.session.id }));
      await setCaptured(tx, fulfilled, now);
      // Last, because other payments of the course wait for its accounts.
      await postAll(
        tx,
        started.map(({ order, attempt, outcome }) => ({
          kind: "capture",
          courseId,
          paymentId: attempt.id,
          postings: sold(saleOf(order)),
          at: now,
          factAt: outcome.at,
        })),
      );
      for (const { session } of started) deps.announce(tx, session);
      return new Map(
        fulfilled.map(({ order, attempt, course, session, status, sessionId }) => [
          attempt.id,
          { order: { ...order, status, sessionId, paidAt: now }, courseName: course.name, session },
        ]),
      );
    })
    .catch((error: unknown) => {
      // PostgreSQL refused one, and so settled none: each is settled by itself. In doubt nothing is tried again.
      if (isRefused(error)) return new Map<string, Fulfilled>();
      throw error;
    });
}

function isUsual({ order, attempt, course, accounts }: LockedPayment, outcome: Captured, now: Date): boolean {
  return (
    (attempt.status === "initiated" || attempt.status === "unknown") &&
    !outcome.card &&
    order.startAtOnce &&
    !order.groupData &&
    course.active &&
    !course.exclusiveBays &&
    !isLate(outcome, now) &&
    sold(saleOf(order)).every(({ account }) => accounts.has(account))
  );
}
