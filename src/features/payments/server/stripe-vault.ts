/**
 * Cards that Stripe keeps (https://docs.stripe.com/payments/save-during-payment): a vault is a Customer without name or
 * address, a kept card a PaymentMethod that is attached to it.
 */
import { Stripe } from "stripe";
import type { Gateway, KeptCard } from "./gateway.ts";
import { callStripe } from "./stripe-client.ts";

/** The metadata that names our vault. */
const VAULT = "vault_id";

export function vaultCalls(stripe: Stripe): Pick<Gateway, "openVault" | "removeCard" | "removeVault"> {
  /** Whether a card is with no Customer any more. */
  async function isDetached(token: string): Promise<boolean> {
    const card = await unlessMissing(stripe.paymentMethods.retrieve(token));
    return card === undefined || card.customer === null;
  }

  return {
    openVault: async (id) => {
      const made = await callStripe(
        stripe.customers.create({ metadata: { [VAULT]: id } }, { idempotencyKey: `vault:${id}` }),
      );
      return made.id;
    },
    // No idempotency keys: a refused removal must be asked again, and removing twice does nothing.
    removeCard: async (token) => {
      try {
        await unlessMissing(stripe.paymentMethods.detach(token));
      } catch (error) {
        // Stripe has no code for a card that is detached already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || !(await isDetached(token))) throw error;
      }
    },
    removeVault: async (reference) => {
      await unlessMissing(stripe.customers.del(reference));
    },
  };
}

/**
 * Sets at Stripe the vault whose card pays a PaymentIntent, or which is to keep its card. This is not done when the
 * PaymentIntent is created, because the parameters of that call depend on the attempt alone.
 * @returns false when Stripe does not have that vault any more
 * @throws UnknownOutcome
 */
export async function setVault(stripe: Stripe, intent: string, attemptId: string, customer: string): Promise<boolean> {
  try {
    await callStripe(stripe.paymentIntents.update(intent, { customer }, { idempotencyKey: `${attemptId}:vault` }));
    return true;
  } catch (error) {
    // An earlier call set another vault: that one counts.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Otherwise the PaymentIntent has ended or was confirmed meanwhile; confirming it tells how.
    return error.code !== "resource_missing";
  }
}

/** The card that a PaymentIntent has kept, with its payment method expanded; undefined when it was to keep none. */
export function keptCardOf(intent: Stripe.PaymentIntent): KeptCard | undefined {
  const { payment_method: method, setup_future_usage: keeps, customer } = intent;
  if (keeps === null || customer === null || method === null || typeof method === "string") return undefined;
  const { id, card } = method;
  if (!card) return undefined;
  return { token: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await callStripe(call);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing") return undefined;
    throw error;
  }
}
