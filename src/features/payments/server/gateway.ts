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

/** Longer than a provider's slowest answer, shorter than what the reconciler leaves to a caller. */
const DEADLINE_SECONDS = 20;

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
   * Pays back a part of an attempt, once a refund id, and never more in all than was captured.
   * @throws UnknownOutcome
   */
  refund(refund: { refundId: string; attemptId: string; amountCents: number }): Promise<void>;
}

/** A gateway that never keeps anyone waiting for ever: what has not answered by the deadline is an unknown outcome. */
export function withDeadline(gateway: Gateway): Gateway {
  async function within<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new UnknownOutcome(`${gateway.provider} did not answer`)),
        DEADLINE_SECONDS * 1000,
      );
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
  return {
    provider: gateway.provider,
    charge: (charge) => within(gateway.charge(charge)),
    settle: (attemptId) => within(gateway.settle(attemptId)),
    refund: (refund) => within(gateway.refund(refund)),
  };
}
