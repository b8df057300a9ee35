/** The interface of a gateway: what every payment provider must do, and how it may fail. */
import type { PaymentAction } from "#features/orders/contract.ts";
import type { PaymentMethod } from "../contract.ts";

/** What a golfer pays with: a provider's token, or a wallet that needs no token here. */
export interface Source {
  method: PaymentMethod;
  token: string | undefined;
  /** The vault that keeps the card of `token`. Without it, the token is good for one payment. */
  from?: string;
  /** The vault that is to keep the card once it is charged; null where the golfer wished so and none could be opened. */
  keepIn?: string | null;
  /** What the sandbox has read of typed card fields, instead of a token. */
  typed?: unknown;
}

/** A card that the gateway keeps, as its golfer knows it. */
export interface KeptCard {
  token: string;
  /** In small letters: `visa`. */
  brand: string;
  last4: string;
  /** Good until the end of this month. */
  expMonth: number;
  expYear: number;
}

/** The names of a payment attempt at the gateway: our id, which we sent with the charge, and the gateway's own name. */
export interface AttemptRef {
  /** Our payment attempt's id: the provider's idempotency key, so that one attempt is charged at most once. */
  attemptId: string;
  amountCents: number;
  /** The gateway's own name of the payment, when it has told us. */
  reference: string | null;
}

export interface Charge {
  attemptId: string;
  amountCents: number;
  source: Source;
}

/**
 * The final state of an attempt. `at` is when the money moved, by the gateway's clock; `card` is the one that the
 * gateway now keeps, where the charge asked for that.
 */
export type FinalOutcome =
  | { status: "captured"; at: Date; reference: string | null; card?: KeptCard }
  | { status: "failed"; code: string; message: string };

/** A charge may also wait for the golfer: nothing is charged yet. */
export type ChargeOutcome = FinalOutcome | { status: "action"; action: PaymentAction; reference: string | null };

/** The reply did not come: the money may or may not have moved. */
export class UnknownOutcome extends Error {}

/** The gateway refuses to make the refund; the message says why. */
export class RefundRefused extends Error {}

/** A call to our webhook that the gateway did not sign. */
export class ForgedEvent extends Error {}

/** A refund as the gateway has it, whoever made it there. */
export interface RefundState {
  /** The gateway's own name of the refund. */
  reference: string;
  /** Our payment attempt's id. */
  attemptId: string;
  /** The key under which we sent it; null when it was made at the gateway's own dashboard. */
  key: string | null;
  amountCents: number;
  /**
   * Also `made` while it is on its way. One that has `failed` (it came back) or was `cancelled` there, before it went out,
   * stays so.
   */
  status: "made" | "failed" | "cancelled";
  /** Why it failed or was cancelled. */
  failure: string | null;
  /** When it was made, by the gateway's clock. */
  at: Date;
}

export interface DisputeState {
  /** The gateway's own name of the dispute. */
  reference: string;
  /** Our payment attempt's id. */
  attemptId: string;
  amountCents: number;
  status: "open" | "won" | "lost";
  reason: string;
  /** When it was opened, by the gateway's clock. */
  at: Date;
}

/** Something that moved our balance at the gateway, by its amount less its fee. */
export interface BalanceTransaction {
  /** The gateway's own name of the transaction. */
  reference: string;
  /** `dispute_reversal`: we won the dispute. `payout_failure`: the payout came back or was cancelled. */
  kind:
    | "charge"
    | "refund"
    | "refund_failure"
    | "dispute"
    | "dispute_reversal"
    | "payout"
    | "payout_failure"
    | "account_fee"
    | "other";
  /** The gateway's own name of the charge, refund, dispute or payout. */
  source: string | null;
  /** Our payment to which it belongs: our attempt's id, or the gateway's own name; null where the gateway does not say. */
  payment: { attemptId: string | null; reference: string | null };
  /** Below 0 when the transaction took money. */
  amountCents: number;
  /** Below 0 when a fee was given back. */
  feeCents: number;
  at: Date;
  availableAt: Date;
}

/** A payout from the gateway to the operator's bank; from the bank to the gateway when the amount is below 0. */
export interface BankPayout {
  reference: string;
  amountCents: number;
  status: "on_its_way" | "paid" | "failed" | "cancelled";
  /** Whether `transactionsIn` lists the payout's transactions now, later, or never (somebody made the payout by hand). */
  items: "known" | "coming" | "never";
  at: Date;
  arrivesAt: Date;
}

/** A part of a list; without `next` it is the last one. */
export interface ListPage<T> {
  items: T[];
  next: string | undefined;
}

/** All items of a list, page by page. @throws UnknownOutcome */
export async function everyItem<T>(read: (after?: string) => Promise<ListPage<T>>): Promise<T[]> {
  const items: T[] = [];
  let after: string | undefined;
  do {
    const page: ListPage<T> = await read(after);
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return items;
}

/**
 * What an event of the gateway is about. An event is only a hint: the server then asks the gateway for the true state,
 * so that late, repeated and reordered events do no harm.
 */
export type GatewayEvent =
  | { about: "attempt"; attemptId: string }
  /** Money of a payment went back: by our attempt's id, or by the gateway's own name of the payment. */
  | { about: "refund"; attemptId?: string | undefined; payment?: string | undefined }
  | { about: "dispute"; reference: string };

export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Longer than a provider's slowest answer, and shorter than the reconciler waits. */
const DEADLINE_SECONDS = 20;

export interface Gateway {
  readonly provider: "sandbox" | "stripe";
  /**
   * Charges once.
   * @throws UnknownOutcome when no reply came
   */
  charge(charge: Charge): Promise<ChargeOutcome>;
  /**
   * The state of an attempt, without changing it; undefined when the gateway has not seen it.
   * @throws UnknownOutcome when the provider is away
   */
  readCharge(attempt: AttemptRef): Promise<ChargeOutcome | undefined>;
  /**
   * The final state of an attempt. An attempt that the provider has never seen, or that still waits for the golfer, is
   * voided there first, so that a request that is still on its way cannot capture after we said that it failed.
   * @throws UnknownOutcome when the provider is away
   */
  settle(attempt: AttemptRef): Promise<FinalOutcome>;
  /**
   * Pays back a part of an attempt, once for each key. All refunds together never exceed what was captured and not
   * disputed.
   * @returns the gateway's own name of the refund
   * @throws UnknownOutcome when no reply came, RefundRefused when it will not be made
   */
  refund(refund: { key: string; refundId: string; attempt: AttemptRef; amountCents: number }): Promise<string>;
  /**
   * Every refund of an attempt, the oldest first; one that has only just been asked for may be missing.
   * @throws UnknownOutcome
   */
  refundsOf(attempt: AttemptRef): Promise<RefundState[]>;
  /**
   * The state of a dispute; undefined for one that took no money (an inquiry).
   * @throws UnknownOutcome
   */
  dispute(reference: string): Promise<DisputeState | undefined>;
  /**
   * A page of the disputes that were opened since a moment, in case their events were lost.
   * @param after the page before's `next`
   * @throws UnknownOutcome
   */
  disputesSince(since: Date, after?: string): Promise<ListPage<DisputeState>>;
  /**
   * A page of the refunds of our payments that were made since a moment, whoever made them.
   * @param after the page before's `next`
   * @throws UnknownOutcome
   */
  refundsSince(since: Date, after?: string): Promise<ListPage<RefundState>>;
  /**
   * A page of what moved our balance since a moment, payouts too.
   * @param after the page before's `next`
   * @throws UnknownOutcome
   */
  transactionsSince(since: Date, after?: string): Promise<ListPage<BalanceTransaction>>;
  /** A page of what a payout pays out. @throws UnknownOutcome */
  transactionsIn(payout: string, after?: string): Promise<ListPage<BalanceTransaction>>;
  /** A page of the payouts that were made since a moment. @throws UnknownOutcome */
  payoutsSince(since: Date, after?: string): Promise<ListPage<BankPayout>>;
  /** The cents that the gateway holds for us, those that are pending included. @throws UnknownOutcome */
  balance(): Promise<number>;
  /** Opens a vault for cards, one for each of our ids. @returns the gateway's own name of it @throws UnknownOutcome */
  openVault(id: string): Promise<string>;
  /** Forgets a kept card, or does nothing when it is gone already. @throws UnknownOutcome */
  removeCard(token: string): Promise<void>;
  /** Forgets a vault with all its cards, or does nothing when it is gone already. @throws UnknownOutcome */
  removeVault(reference: string): Promise<void>;
  /**
   * What a call to our webhook is about; undefined for what does not concern us.
   * @throws ForgedEvent
   */
  readEvent(body: Buffer, headers: EventHeaders): Promise<GatewayEvent | undefined>;
}

/** A gateway with a deadline: a call without an answer by then is an unknown outcome. */
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
    readCharge: (attempt) => within(gateway.readCharge(attempt)),
    settle: (attempt) => within(gateway.settle(attempt)),
    refund: (refund) => within(gateway.refund(refund)),
    dispute: (reference) => within(gateway.dispute(reference)),
    disputesSince: (since, after) => within(gateway.disputesSince(since, after)),
    refundsSince: (since, after) => within(gateway.refundsSince(since, after)),
    transactionsSince: (since, after) => within(gateway.transactionsSince(since, after)),
    transactionsIn: (payout, after) => within(gateway.transactionsIn(payout, after)),
    payoutsSince: (since, after) => within(gateway.payoutsSince(since, after)),
    balance: () => within(gateway.balance()),
    refundsOf: (attempt) => within(gateway.refundsOf(attempt)),
    openVault: (id) => within(gateway.openVault(id)),
    removeCard: (token) => within(gateway.removeCard(token)),
    removeVault: (reference) => within(gateway.removeVault(reference)),
    readEvent: (body, headers) => gateway.readEvent(body, headers),
  };
}
