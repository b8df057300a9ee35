/** A gateway that fails as it is told to: the third implementation of the interface, for tests. */
import { type Gateway, UnknownOutcome } from "#features/payments/server/gateway.ts";

/** A call that throws, before or after its work: its request or reply is lost, or the gateway's library is broken. */
export type Throw = "lost_before" | "lost_after" | "broken_before" | "broken_after";

/** @throws UnknownOutcome where the request or the reply is lost */
export async function failing(fault: Throw, work: () => Promise<unknown>): Promise<never> {
  if (fault.endsWith("_after")) await work();
  if (fault.startsWith("broken")) throw new TypeError("the gateway's library is broken");
  throw new UnknownOutcome(fault === "lost_before" ? "the request was lost" : "the reply was lost");
}

/** How one call fails: it throws, `silent_before` and `silent_after` never answer, `held` answers at `release()`. */
export type Fault = Throw | "silent_before" | "silent_after" | "held";
type Call = "charge" | "readCharge" | "settle" | "refund" | "dispute";

export interface FaultyGateway {
  /** Give it to `freshApp`. */
  wrap: (real: Gateway) => Gateway;
  /** The next calls of a kind fail like this, in order; the ones after them do not. */
  fail(call: Call, ...faults: Fault[]): void;
  /**
   * From now on none of the gateway's events arrive, or all do. Before this is called those of a charge with a fault do
   * not: else they would repair within a second what a test wants to look at.
   */
  loseEvents(lost: boolean): void;
  /** Answers what is held. */
  release(): void;
  /** Resolves when a call is held or silent. */
  waiting(): Promise<void>;
}

export function faultyGateway(): FaultyGateway {
  const queues: Record<Call, Fault[]> = { charge: [], readCharge: [], settle: [], refund: [], dispute: [] };
  let eventsLost: boolean | undefined;
  const faulty = new Set<string>();
  let held = Promise.withResolvers<void>();
  let arrived = Promise.withResolvers<void>();
  const never = new Promise<never>(() => undefined);

  async function run<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const fault = queues[call].shift();
    switch (fault) {
      case undefined:
        return work();
      case "silent_before":
        arrived.resolve();
        return never;
      case "silent_after":
        await work();
        arrived.resolve();
        return never;
      case "held": {
        const result = await work();
        arrived.resolve();
        await held.promise;
        return result;
      }
      case "lost_before":
      case "lost_after":
      case "broken_before":
      case "broken_after":
        return failing(fault, work);
    }
  }

  return {
    wrap: (real) => ({
      ...real,
      charge: (charge) => {
        if (queues.charge.length > 0) faulty.add(charge.attemptId);
        return run("charge", () => real.charge(charge));
      },
      readCharge: (attempt) => run("readCharge", () => real.readCharge(attempt)),
      settle: (attempt) => run("settle", () => real.settle(attempt)),
      refund: (refund) => run("refund", () => real.refund(refund)),
      readEvent: async (body, headers) => {
        const event = await real.readEvent(body, headers);
        const isLost = eventsLost ?? (event?.about === "attempt" && faulty.has(event.attemptId));
        return isLost ? undefined : event;
      },
      dispute: (reference) => run("dispute", () => real.dispute(reference)),
    }),
    loseEvents: (lost) => {
      eventsLost = lost;
    },
    fail: (call, ...faults) => queues[call].push(...faults),
    release: () => {
      held.resolve();
      held = Promise.withResolvers<void>();
    },
    waiting: async () => {
      await arrived.promise;
      arrived = Promise.withResolvers<void>();
    },
  };
}
