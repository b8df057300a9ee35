/**
 * The Stripe gateway: PaymentIntents that are created first and confirmed with the ConfirmationToken that Elements made
 * in the browser (https://docs.stripe.com/payments/finalize-payments-on-the-server), so that no card comes near us.
 */
import { Stripe } from "stripe";
import type { Clock } from "#platform/shared/clock.ts";
import {
  type Charge,
  type ChargeOutcome,
  type FinalOutcome,
  type Gateway,
  type Source,
  UnknownOutcome,
} from "./gateway.ts";
import { expiredToken, keptCardGone } from "./sandbox-cards.ts";
import { balanceCalls } from "./stripe-balance.ts";
import { callStripe, isReplay, type StripeAddress, stripeClient } from "./stripe-client.ts";
import { disputeCalls } from "./stripe-disputes.ts";
import { aboutOf, readSigned } from "./stripe-events.ts";
import { createIntents, WITH_CHARGE } from "./stripe-intents.ts";
import { failed, notAccepted, notCharged, outcomeOf } from "./stripe-outcome.ts";
import { refundCalls } from "./stripe-refunds.ts";
import { setVault, vaultCalls } from "./stripe-vault.ts";

/** A bank may take its time over a charge. */
const CONFIRMING = { timeout: 12_000, maxNetworkRetries: 1 };

export interface StripeDeps {
  secretKey: string;
  webhookSecret: string;
  /** Where a wallet or a bank sends the golfer back to. */
  returnUrl: string;
  clock: Clock;
  /** In place of Stripe's own, for tests. */
  address?: StripeAddress;
}

export function createStripe({ secretKey, webhookSecret, returnUrl, clock, address }: StripeDeps): Gateway {
  const stripe = stripeClient(secretKey, address);
  const intents = createIntents(stripe);

  /** Reads the outcome of a PaymentIntent after a call about it. @throws UnknownOutcome while the bank is at it */
  async function reread(id: string): Promise<ChargeOutcome> {
    const outcome = outcomeOf(await intents.read(id));
    if (!outcome) throw new UnknownOutcome(`PaymentIntent ${id} is still under way`);
    return outcome;
  }

  async function confirm(id: string, { attemptId, source }: Charge): Promise<ChargeOutcome> {
    try {
      const intent = await callStripe(
        stripe.paymentIntents.confirm(
          id,
          { ...paidBy(source), return_url: returnUrl, ...WITH_CHARGE },
          { idempotencyKey: `${attemptId}:confirm`, ...CONFIRMING },
        ),
      );
      const outcome = isReplay(intent.lastResponse.headers) ? undefined : outcomeOf(intent);
      return outcome ?? (await reread(id));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) return failed(error);
      // It was confirmed before, with another token, or has ended meanwhile: that outcome counts.
      if (error instanceof Stripe.errors.StripeIdempotencyError || isOver(error)) return reread(id);
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      // Stripe will not take it, now or later.
      const last = await close(await intents.read(id));
      if (last.status === "captured") return last;
      if (!isTokenRefused(error)) return notAccepted(error);
      return { status: "failed", ...(source.from === undefined ? expiredToken : keptCardGone) };
    }
  }

  /** The final state of a PaymentIntent: if it has not succeeded, it is canceled, so that it no longer can. */
  async function close(intent: Stripe.PaymentIntent): Promise<FinalOutcome> {
    const outcome = outcomeOf(intent);
    if (outcome?.status === "captured" || (outcome?.status === "failed" && intent.status === "canceled"))
      return outcome;
    if (intent.status === "processing") throw new UnknownOutcome(`PaymentIntent ${intent.id} is still under way`);
    try {
      // No idempotency key: canceling twice does nothing, and a refused cancel must be asked again.
      await callStripe(stripe.paymentIntents.cancel(intent.id, { cancellation_reason: "abandoned" }));
      return outcome?.status === "failed" ? outcome : notCharged;
    } catch (error) {
      if (!isOver(error)) throw error;
      const last = await intents.read(intent.id);
      const word = outcomeOf(last);
      if (word?.status === "captured" || (word?.status === "failed" && last.status === "canceled")) return word;
      throw new UnknownOutcome(`PaymentIntent ${intent.id} is still under way`, { cause: error });
    }
  }

  return {
    provider: "stripe",

    charge: async (charge) => {
      const { token, from, keepIn } = charge.source;
      if (token === undefined) return { status: "failed", ...expiredToken };
      const made = await intents.make(charge).catch(refusedForGood);
      if (!("object" in made)) return made;
      const vault = from ?? keepIn ?? undefined;
      const isThere = vault === undefined || (await setVault(stripe, made.id, charge.attemptId, vault));
      if (isThere || from === undefined) return confirm(made.id, charge);
      const last = await close(await intents.read(made.id));
      return last.status === "captured" ? last : { status: "failed", ...keptCardGone };
    },

    readCharge: async (attempt) => {
      const intent = await intents.find(attempt);
      return intent && outcomeOf(intent);
    },

    settle: async (attempt) => {
      const intent = await intents.claim(attempt);
      return intent ? close(intent) : notCharged;
    },

    ...refundCalls(stripe, intents),
    ...disputeCalls(stripe),
    ...balanceCalls(stripe),
    ...vaultCalls(stripe),

    readEvent: async (body, headers) => aboutOf(readSigned(stripe, webhookSecret, clock, body, headers), intents),
  };
}

/** The PaymentIntent is in a state that does not allow the call (https://docs.stripe.com/error-codes). */
function isOver(error: unknown): error is Error {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "payment_intent_unexpected_state";
}

/** The failure of a request that Stripe will never accept. @throws any other error as it is */
function refusedForGood(error: unknown): FinalOutcome {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return notAccepted(error);
  throw error;
}

/** What a PaymentIntent is confirmed with: a kept card, or what Elements made, to be kept if its golfer wished so. */
function paidBy({ token = "", from, keepIn }: Source): Stripe.PaymentIntentConfirmParams {
  if (from !== undefined) return { payment_method: token };
  // The golfer is there whenever the card is used again.
  return { confirmation_token: token, ...(keepIn === undefined ? {} : { setup_future_usage: "on_session" }) };
}

/** The ConfirmationToken is unknown, used or older than its 12 hours; or a kept card is not in its vault any more. */
function isTokenRefused({ param }: { param?: string | undefined }): boolean {
  return param === "confirmation_token" || param === "payment_method";
}
