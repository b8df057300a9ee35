/** Money on its way back: refunds, and what banks take. */

export interface Refund {
  id: string | null;
  amount: number;
  /** The parts of the tax, the pot and the range, also for an order that has not started. */
  taxPart: number;
  potPart: number;
  rangePart: number;
  /** Whether it was taken from the deferred money. */
  ahead: boolean;
  /** Cents that dropped refunds pay for, because their parts have gone back already. */
  fromDropped: number;
  /** For a dropped refund: the cents that other refunds cover. */
  madeGood: number;
  /** Whether it was made at the gateway's own desk, and whether an administrator has released the claims. */
  byHand: boolean;
  released: boolean;
  reason: string;
  createdAt: number;
  /**
   * `failed`: the gateway refused it or it came back. `dropped`: a dispute has taken the money already. `cancelled`:
   * made by hand and cancelled at the gateway. `otherwise`: paid from the bank.
   */
  state: "due" | "settled" | "failed" | "dropped" | "cancelled" | "otherwise";
  /** How often it was tried again. */
  tries: number;
  /** What the gateway did with the present try: nothing, paid, or paid and returned. */
  gateway: "none" | "paid" | "returned";
  /** The process that paid it may have died; until then other processes leave it alone. */
  leasedUntil?: number;
}

/** A dispute of a bank. */
export interface Dispute {
  amount: number;
  /** Its state at the gateway, and its state as the server knows it. */
  status: "open" | "won" | "lost";
  known: "open" | "won" | "lost" | null;
  /** Whether the gateway must still send its latest event. */
  event: boolean;
}
