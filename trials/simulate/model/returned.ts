/** Money on its way back: refunds, and what banks take. */

export interface Refund {
  id: string | null;
  amount: number;
  /** What the pot and the range gave of it, or would have if it had started. */
  potPart: number;
  rangePart: number;
  /** Whether it came out of what was paid ahead. */
  ahead: boolean;
  /** Cents of it that dropped refunds pay for: their parts have gone back already. */
  fromDropped: number;
  /** Of a dropped one: the cents that others stand for. */
  madeGood: number;
  /** Whether somebody made it at the gateway's own desk, and an administrator has decided that the claims stand. */
  byHand: boolean;
  released: boolean;
  reason: string;
  createdAt: number;
  /**
   * `failed` is the gateway's no, or a refund that has come back; `dropped` is what a dispute has taken already, and
   * `cancelled` one by hand that somebody took back at the gateway.
   */
  state: "due" | "settled" | "failed" | "dropped" | "cancelled";
  /** How often it was asked for again. */
  tries: number;
  /** What the gateway did with the present try: nothing, paid, or paid and had it come back. */
  gateway: "none" | "paid" | "returned";
  /** Whoever may have been paying it has died: until then the others leave it alone. */
  leasedUntil?: number;
}

/** A bank that takes money back. */
export interface Dispute {
  amount: number;
  /** How it stands at the gateway, and how the server knows it to stand. */
  status: "open" | "won" | "lost";
  known: "open" | "won" | "lost" | null;
  /** Whether the gateway's latest event about it is still to be sent. */
  event: boolean;
}
