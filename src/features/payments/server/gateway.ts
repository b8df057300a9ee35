/** The gateway interface: what every payment provider must do, and how it may fail. */
import type { PaymentMethod } from "../contract.ts";

/** What pays: a provider's token, or a wallet that needs none here. */
export interface Source {
  method: PaymentMethod;
  token: string | undefined;
}

export interface Charge {
  /** Our payment attempt's id: the provider's idempotency key, so that one attempt is charged at most once. */
  attemptId: string;
  amountCents: number;
  source: Source;
}

export type ChargeOutcome = { status: "captured" } | { status: "failed"; code: string; message: string };

/** The reply did not come: the money may or may not have moved. */
export class UnknownOutcome extends Error {}

export interface Gateway {
  readonly provider: "sandbox" | "stripe";
  /**
   * Charges once.
   * @throws UnknownOutcome when no reply came
   */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * The final word on an attempt. One that the provider has never seen is voided there first, so that a request still
   * on its way cannot capture after we were told that it failed.
   * @throws UnknownOutcome when the provider is away
   */
  settle(attemptId: string): Promise<ChargeOutcome>;
  /**
   * Pays back a part of an attempt, once a refund id.
   * @throws UnknownOutcome
   */
  refund(refund: { refundId: string; attemptId: string; amountCents: number }): Promise<void>;
}
