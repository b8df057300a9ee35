/** Stripe's webhook: its signature over the raw body, and what an event is about (https://docs.stripe.com/webhooks). */
import type { Stripe } from "stripe";
import type { Clock } from "#platform/shared/clock.ts";
import { type EventHeaders, ForgedEvent, type GatewayEvent } from "./gateway.ts";
import { ATTEMPT, type Intents } from "./stripe-intents.ts";

/**
 * Reads a call to the webhook; its signature is good for 5 minutes of our clock.
 * @throws ForgedEvent
 */
export function readSigned(
  stripe: Stripe,
  secret: string,
  clock: Clock,
  body: Buffer,
  headers: EventHeaders,
): Stripe.Event {
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") throw new ForgedEvent("There is no Stripe-Signature");
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, clock.now().getTime());
  } catch (error) {
    // Besides its own error, the SDK throws plain ones at a malformed signature.
    throw new ForgedEvent("The Stripe-Signature is not good", { cause: error });
  }
}

/** What an event is about; undefined for an event that does not concern us. */
export function aboutOf(event: Stripe.Event, intents: Intents): GatewayEvent | undefined {
  // Stripe has hundreds of types; these are the ones that we ask for.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.requires_action":
    case "payment_intent.canceled": {
      const { id, metadata } = event.data.object;
      const attemptId = metadata[ATTEMPT];
      if (attemptId === undefined) return undefined;
      intents.remember(attemptId, id);
      return { about: "attempt", attemptId };
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
    // A refund that was made at Stripe's dashboard has no metadata of ours, but its PaymentIntent is one of ours.
    case "charge.refunded": {
      const { metadata, payment_intent: intent } = event.data.object;
      const payment = typeof intent === "string" ? intent : intent?.id;
      const attemptId = metadata?.[ATTEMPT];
      if (attemptId === undefined && payment === undefined) return undefined;
      return { about: "refund", attemptId, payment };
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { about: "dispute", reference: event.data.object.id };
    default:
      return undefined;
  }
}
