/** What play needs of later rooms, bound in `main/server/rooms.ts`. A claim is made in the transaction of its shot. */
import type { Db } from "#platform/server/db/database.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import type { Hole } from "#features/courses/contract.ts";
import type { Claim } from "../contract.ts";
import type { SessionRow } from "./store.ts";

/** An order that was fully refunded at the gateway while it has open claims. */
export interface RefundHold {
  orderId: string;
  orderNumber: number;
  /** The order's price. */
  cents: number;
  claims: number;
}

export interface ClaimsPort {
  /** The claims of some sessions, oldest first, as their players see them. */
  ofSessions(db: Db, sessionIds: readonly string[]): Promise<Claim[]>;
  /** The claims of some sessions for the desk, with whole names. */
  ofSessionsAtDesk(db: Db, sessionIds: readonly string[]): Promise<Claim[]>;
  /** The claim for a shot. */
  ofAttempt(db: Db, attemptId: string): Promise<Claim | undefined>;
  /** The ids of the courses with pending claims. */
  undecidedAt(db: Db): Promise<number[]>;
  /** Whether a claim of these sessions is pending or verified: an order with a win is not refunded. */
  standsOn(tx: Db, sessionIds: readonly string[]): Promise<boolean>;
  /**
   * For sessions whose payment the bank has taken back: rejects their pending claims and forfeits verified, unpaid
   * prizes. The sessions must be locked.
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
   * Makes claims of one hole: picks their prizes, and reserves the pot for the middle hole. The first takes what is in the
   * pot, and each later one what the house has put into it since. The sessions and their accounts must be locked.
   * @returns finds the claim of a shot, and its amount in cents
   * @throws play.not_found, play.claim_pending; for several claims PostgreSQL's refusal of one of them, also where a stock
   *   does not suffice for all
   */
  submit(
    tx: Db,
    at: { courseId: number; hole: Hole },
    hits: readonly Hit[],
  ): Promise<(attemptId: string) => { claim: Claim; prizeCents: number }>;
}

/** A shot that claims a prize. */
export interface Hit {
  session: SessionRow;
  attemptId: string;
  /** The account that sent the claim. */
  submitterId: string;
  /** Its browser, if known. */
  browserId: string | null;
  now: Date;
}
