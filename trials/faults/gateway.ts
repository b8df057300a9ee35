/** A gateway in trouble: the real one behind it, and what its caller learns of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Gateway, RefundRefused, UnknownOutcome } from "#features/payments/server/gateway.ts";

export type Trouble = "well" | "slow" | "away" | "loses answers" | "refuses refunds" | "makes no refunds";

/** Longer than a golfer waits, shorter than the product's own deadline for a gateway. */
const SLOW_MS = 6_000;

export function gatewayInTrouble(): { wrap: (real: Gateway) => Gateway; is: (trouble: Trouble) => void } {
  let trouble: Trouble = "well";

  /** A call: its answer comes late, or nothing arrives, or the work is done and its answer is lost. */
  async function suffer<T>(work: () => Promise<T>): Promise<T> {
    if (trouble === "slow") await sleep(SLOW_MS);
    if (trouble === "away") throw new UnknownOutcome("the gateway is away");
    const done = await work();
    if (trouble === "loses answers") throw new UnknownOutcome("the answer was lost");
    return done;
  }

  return {
    is: (now) => {
      trouble = now;
    },
    wrap: (real) => ({
      ...real,
      charge: (charge) => suffer(() => real.charge(charge)),
      readCharge: (attempt) => suffer(() => real.readCharge(attempt)),
      settle: (attempt) => suffer(() => real.settle(attempt)),
      refund: (refund) => {
        if (trouble === "refuses refunds") throw new RefundRefused("the card was closed");
        if (trouble === "makes no refunds") throw new UnknownOutcome("the balance is empty");
        return suffer(() => real.refund(refund));
      },
      readEvent: async (body, headers) => {
        const event = await real.readEvent(body, headers);
        // What it tells by itself would hide that its answers are missing.
        return trouble === "well" ? event : undefined;
      },
    }),
  };
}
