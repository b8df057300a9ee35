/** A gateway in trouble, or one that lies: it uses the real one, and changes what the caller learns. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Charge,
  type ChargeOutcome,
  type Gateway,
  RefundRefused,
  UnknownOutcome,
} from "#features/payments/server/gateway.ts";

/** The file, in the data folder, of the attempts about which the gateway has lied, one a line. */
export const LIES = "lies";

/** The lies that a gateway may tell. */
const lies = [
  "says declined, and charges",
  "says declined, charges, and tells nobody",
  "charges another amount",
  "says charged, and charges nothing",
  "says not charged, and then charged",
] as const;
export type Lie = (typeof lies)[number];

export type Trouble = "well" | "slow" | "away" | "loses answers" | "refuses refunds" | "makes no refunds" | Lie;

/** Longer than a golfer waits, shorter than the product's own deadline for a gateway. */
const SLOW_MS = 6_000;
const MORE_CENTS = 100;
const DECLINED = { status: "failed", code: "card_declined", message: "The card was declined." } as const;

const isLie = (trouble: Trouble): trouble is Lie => (lies as readonly string[]).includes(trouble);

/** @param note hears of each attempt about which it lies @param now the gateway's clock */
export function gatewayInTrouble(
  note: (attemptId: string) => void = () => undefined,
  now: () => Date = () => new Date(),
): {
  wrap: (real: Gateway) => Gateway;
  is: (trouble: Trouble) => void;
} {
  let trouble: Trouble = "well";
  /** The attempts about which it lies while it is in this trouble. */
  const liedAbout = new Set<string>();

  /** A call: its answer comes late, or nothing arrives, or the work is done and its answer is lost. */
  async function suffer<T>(work: () => Promise<T>): Promise<T> {
    if (trouble === "slow") await sleep(SLOW_MS);
    if (trouble === "away") throw new UnknownOutcome("the gateway is away");
    const done = await work();
    if (trouble === "loses answers") throw new UnknownOutcome("the answer was lost");
    return done;
  }

  /** A charge that succeeds, and what is said of it. */
  async function lie(how: Lie, real: Gateway, charge: Charge): Promise<ChargeOutcome> {
    const lied = () => {
      liedAbout.add(charge.attemptId);
      note(charge.attemptId);
    };
    if (how === "says charged, and charges nothing") {
      lied();
      return { status: "captured", at: now(), reference: null };
    }
    const more = how === "charges another amount" ? MORE_CENTS : 0;
    const outcome = await real.charge({ ...charge, amountCents: charge.amountCents + more }).catch((error: unknown) => {
      // A test card whose answer is lost: it may have been charged.
      lied();
      throw error;
    });
    if (outcome.status !== "captured") return outcome;
    lied();
    if (how === "charges another amount") return outcome;
    if (how === "says not charged, and then charged") throw new UnknownOutcome("the answer was lost");
    return DECLINED;
  }

  /** What it says when it is asked again. */
  async function askedAgain<T>(attemptId: string, work: () => Promise<T>): Promise<T | typeof DECLINED> {
    return isLie(trouble) && trouble.startsWith("says ") && liedAbout.has(attemptId) ? DECLINED : suffer(work);
  }

  return {
    is: (next) => {
      trouble = next;
    },
    wrap: (real) => ({
      ...real,
      charge: (charge) => (isLie(trouble) ? lie(trouble, real, charge) : suffer(() => real.charge(charge))),
      // A gateway that lied only at first tells the truth when it is asked.
      readCharge: (attempt) =>
        trouble === "says declined, and charges"
          ? real.readCharge(attempt)
          : askedAgain(attempt.attemptId, () => real.readCharge(attempt)),
      settle: (attempt) => askedAgain(attempt.attemptId, () => real.settle(attempt)),
      refund: (refund) => {
        if (trouble === "refuses refunds") throw new RefundRefused("the card was closed");
        if (trouble === "makes no refunds") throw new UnknownOutcome("the balance is empty");
        return suffer(() => real.refund(refund));
      },
      readEvent: async (body, headers) => {
        const event = await real.readEvent(body, headers);
        // Its events would hide that its answers are missing.
        return trouble === "well" || trouble === "says declined, and charges" ? event : undefined;
      },
    }),
  };
}
