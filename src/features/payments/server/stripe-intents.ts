/**
 * Our payment attempts as PaymentIntents (https://docs.stripe.com/api/payment_intents). A PaymentIntent is created
 * under its attempt's id as idempotency key, and has the id in its metadata. Creating it again gives the same one and
 * moves no money.
 */
import { Stripe } from "stripe";
import { type AttemptRef, UnknownOutcome } from "./gateway.ts";
import { callStripe, isReplay } from "./stripe-client.ts";

/** The metadata that names our attempt. */
export const ATTEMPT = "attempt_id";
/** The charge says when the money moved, and the payment method which card was kept. */
export const WITH_CHARGE = { expand: ["latest_charge", "payment_method"] };
/** Attempts whose PaymentIntent this process remembers, so that a lost reply needs no search. */
const REMEMBERED = 1_000;

export interface Intents {
  /** Creates an attempt's PaymentIntent, or gives the one that is there. @throws UnknownOutcome */
  make(attempt: { attemptId: string; amountCents: number }): Promise<Stripe.PaymentIntent>;
  /** The attempt's PaymentIntent as it stands; undefined when Stripe has none (yet). @throws UnknownOutcome */
  find(attempt: AttemptRef): Promise<Stripe.PaymentIntent | undefined>;
  /**
   * The attempt's PaymentIntent, created when there is none, so that a request that is still on its way meets it;
   * undefined when Stripe can never have one under the attempt's key.
   * @throws UnknownOutcome
   */
  claim(attempt: AttemptRef): Promise<Stripe.PaymentIntent | undefined>;
  /** A PaymentIntent as it is now. @throws UnknownOutcome */
  read(id: string): Promise<Stripe.PaymentIntent>;
  /** Remembers which PaymentIntent an attempt has, because an event named it. */
  remember(attemptId: string, id: string): void;
}

export function createIntents(stripe: Stripe): Intents {
  const remembered = new Map<string, string>();

  function remember(attemptId: string, id: string): void {
    remembered.set(attemptId, id);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }

  /** The parameters depend only on the attempt, because Stripe refuses other parameters under the same key. */
  function create({ attemptId, amountCents }: { attemptId: string; amountCents: number }) {
    return stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: "usd",
        automatic_payment_methods: { enabled: true },
        metadata: { [ATTEMPT]: attemptId },
      },
      { idempotencyKey: attemptId },
    );
  }

  /** Stripe finds by metadata within a minute, not at once. */
  async function search(attemptId: string, other?: string): Promise<Stripe.PaymentIntent | undefined> {
    const { data } = await callStripe(
      stripe.paymentIntents.search({
        query: `metadata['${ATTEMPT}']:'${attemptId}'`,
        expand: WITH_CHARGE.expand.map((field) => `data.${field}`),
      }),
    );
    const found = data.filter(({ id }) => id !== other);
    return found.find(({ status }) => status === "succeeded") ?? found.at(-1);
  }

  async function read(id: string): Promise<Stripe.PaymentIntent> {
    return callStripe(stripe.paymentIntents.retrieve(id, WITH_CHARGE));
  }

  async function find(attempt: AttemptRef): Promise<Stripe.PaymentIntent | undefined> {
    const id = attempt.reference ?? remembered.get(attempt.attemptId);
    const found = id === undefined ? await search(attempt.attemptId) : await read(id);
    return found && checked(found, attempt);
  }

  return {
    remember,
    read,
    find,

    make: async (attempt) => {
      const made = checked(await callStripe(create(attempt)), attempt);
      remember(attempt.attemptId, made.id);
      return made;
    },

    claim: async (attempt) => {
      if (attempt.reference !== null || remembered.has(attempt.attemptId)) return find(attempt);
      const made = await create(attempt).catch((error: unknown) => {
        // Stripe replays its own fault under this key for ever, so our charge got no further.
        if (error instanceof Stripe.errors.StripeAPIError && isReplay(error.headers)) return "never" as const;
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return "unaccepted" as const;
        // Made with other parameters, by an older version of ours.
        if (error instanceof Stripe.errors.StripeIdempotencyError) return "older" as const;
        return callStripe(Promise.reject(error));
      });
      if (made === "never") return undefined;
      if (made === "unaccepted") {
        // Stripe may have accepted at the first request what it does not accept now (an amount below the least, for
        // example).
        const first = await search(attempt.attemptId);
        return first && checked(first, attempt);
      }
      if (made !== "older" && isReplay(made.lastResponse.headers)) return checked(await read(made.id), attempt);
      // A new PaymentIntent: Stripe has never seen the attempt, or has forgotten its key after a day.
      const older = await search(attempt.attemptId, made === "older" ? undefined : made.id);
      if (made === "older") {
        if (!older) throw new UnknownOutcome("Stripe holds this key for a payment that it does not find yet");
        return checked(older, attempt);
      }
      if (older) await callStripe(stripe.paymentIntents.cancel(made.id));
      return checked(older ?? made, attempt);
    },
  };
}

/** Another amount than ours is a fault that no outcome may hide. */
function checked(intent: Stripe.PaymentIntent, { attemptId, amountCents }: { attemptId: string; amountCents: number }) {
  if (intent.amount !== amountCents || intent.currency !== "usd")
    throw new Error(
      `PaymentIntent ${intent.id} is over ${intent.amount} ${intent.currency}; attempt ${attemptId} is over ${amountCents} cents`,
    );
  return intent;
}
