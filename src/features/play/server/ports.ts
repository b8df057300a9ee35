/** What play needs of rooms to its right: a claim is made in the transaction of its shot. `main/server/rooms.ts` binds it. */
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { Hole } from "#features/courses/contract.ts";
import type { Claim } from "../contract.ts";
import type { SessionRow } from "./store.ts";

/** An order that was fully refunded at the gateway while it has open claims. */
export interface RefundHold {
  orderId: string;
  orderNumber: number;
  /** What it had cost. */
  cents: number;
  claims: number;
}

export interface ClaimsPort {
  /** The claims of some sessions, oldest first, as their players see them. */
  ofSessions(db: Db, sessionIds: readonly string[]): Promise<Claim[]>;
  /** The claim that a shot became. */
  ofAttempt(db: Db, attemptId: string): Promise<Claim | undefined>;
  /** The ids of the courses with pending claims. */
  undecidedAt(db: Db): Promise<number[]>;
  /** Whether a claim of some sessions is pending or verified: what was won on an order is not refunded. */
  standsOn(tx: Db, sessionIds: readonly string[]): Promise<boolean>;
  /**
   * The bank has taken back what some sessions were bought with: their pending claims are rejected, what is verified and
   * unpaid is forfeited. The sessions' rows are locked.
   */
  reverse(tx: Db, rows: readonly SessionRow[], now: Date): Promise<void>;
  /** The orders whose open claims a full refund at the gateway holds, the oldest first. */
  heldByRefund(db: Db): Promise<RefundHold[]>;
  /**
   * An administrator has decided that the claims of some sessions stand, although their order was refunded at the
   * gateway. Each claim records it. The sessions must be locked.
   * @throws claims.own
   */
  release(tx: Db, rows: readonly SessionRow[], caller: Caller, reason: string): Promise<void>;
  /**
   * Takes a claim in: picks the prize, and for the middle hole reserves the pot.
   * @param claim `submitterId`: the account that sent it; `browserId`: its browser, as far as it is known
   * @returns the claim, and the cents that it is for
   * @throws play.claim_pending
   */
  submit(
    tx: Db,
    claim: {
      session: SessionRow;
      attemptId: string;
      targetHole: Hole;
      submitterId: string;
      browserId: string | null;
      now: Date;
    },
  ): Promise<{ claim: Claim; prizeCents: number }>;
}
