/** PaymentIntents: create, confirm, cancel, search (https://docs.stripe.com/api/payment_intents). */
import { feeOf, moveBalance } from "./balance.ts";
import { behaviourOf, type TestPaymentMethod } from "./cards.ts";
import { openDispute } from "./disputes.ts";
import { type Charge, type Intent, newId, type PaymentMethod, type State } from "./state.ts";
import { addPaymentMethod, keptCard } from "./vault.ts";
import { invalid, missing, type Params, StripeFault, textOf, textsOf } from "./wire.ts";

/** https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const LEAST_CENTS = 50;

/** https://docs.stripe.com/api/payment_intents/create */
export function createIntent(state: State, params: Params): Intent {
  const amount = Number(textOf(params["amount"]));
  const currency = textOf(params["currency"]);
  if (!Number.isInteger(amount) || amount <= 0) throw invalid("Invalid positive integer", { param: "amount" });
  if (currency === undefined) throw invalid("Missing required param: currency.", { param: "currency" });
  if (amount < LEAST_CENTS)
    throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param: "amount" });
  if (params["confirm"] !== undefined) throw new Error("this server does not confirm at creation");
  const id = newId("pi");
  const intent: Intent = {
    id,
    object: "payment_intent",
    amount,
    amount_received: 0,
    currency,
    customer: null,
    automatic_payment_methods: { enabled: textsOf(params["automatic_payment_methods"])["enabled"] === "true" },
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId("s")}`,
    created: state.now(),
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: textsOf(params["metadata"]),
    next_action: null,
    payment_method: null,
    setup_future_usage: null,
    status: "requires_payment_method",
  };
  state.intents.set(id, intent);
  state.emit("payment_intent.created", intent);
  return intent;
}

export function readIntent(state: State, id: string): Intent {
  const intent = state.intents.get(id);
  if (!intent) throw missing("payment_intent", id, "intent");
  return intent;
}

/** https://docs.stripe.com/api/payment_intents/search, for one piece of metadata. */
export function searchIntents(state: State, params: Params) {
  const [, key, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(textOf(params["query"]) ?? "") ?? [];
  if (key === undefined) throw invalid("We were unable to parse your search query", { param: "query" });
  const data = [...state.intents.values()].filter(({ metadata }) => metadata[key] === value).toReversed();
  return { object: "search_result", url: "/v1/payment_intents/search", has_more: false, next_page: null, data };
}

/** https://docs.stripe.com/api/payment_intents/update, for the customer. */
export function updateIntent(state: State, id: string, params: Params): Intent {
  const intent = readIntent(state, id);
  if (!["requires_payment_method", "requires_confirmation", "requires_action"].includes(intent.status))
    throw unexpected(intent, "update");
  const customer = textOf(params["customer"]) ?? "";
  if (!state.customers.has(customer)) throw missing("customer", customer, "customer");
  intent.customer = customer;
  return intent;
}

/** https://docs.stripe.com/api/payment_intents/confirm, with a ConfirmationToken or a kept card. */
export function confirmIntent(state: State, id: string, params: Params): Intent {
  const intent = readIntent(state, id);
  if (!["requires_payment_method", "requires_confirmation"].includes(intent.status))
    throw unexpected(intent, "confirm");
  if (textOf(params["return_url"]) === undefined)
    throw invalid("You must provide a `return_url` when confirming with automatic payment methods.", {
      param: "return_url",
    });
  const kept = textOf(params["payment_method"]);
  const method = kept === undefined ? fromToken(state, intent, params) : keptCard(state, kept, intent.customer);
  const behaves = state.behavioursOfMethods.get(method.id) ?? "pm_card_visa";
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  const behaviour = behaviourOf(behaves);
  switch (behaviour.kind) {
    case "success":
      return succeed(state, intent, behaves);
    case "processing":
      intent.status = "processing";
      state.emit("payment_intent.processing", intent);
      return intent;
    case "challenge":
      intent.status = "requires_action";
      intent.next_action = { type: "use_stripe_sdk", use_stripe_sdk: {} };
      state.emit("payment_intent.requires_action", intent);
      return intent;
    case "decline": {
      const { kind: _kind, ...failure } = behaviour;
      const charge = addCharge(state, intent, failure);
      intent.last_payment_error = { type: "card_error", ...failure, charge: charge.id };
      intent.payment_method = null;
      state.emit("charge.failed", charge);
      state.emit("payment_intent.payment_failed", intent);
      throw new StripeFault(402, {
        type: "card_error",
        ...failure,
        charge: charge.id,
        payment_intent: structuredClone(intent),
      });
    }
  }
}

/** The payment method that Elements made, with what they were told of its later use. */
function fromToken(state: State, intent: Intent, params: Params): PaymentMethod {
  const tokenId = textOf(params["confirmation_token"]) ?? "";
  const token = state.tokens.get(tokenId);
  if (!token) throw missing("confirmation_token", tokenId, "confirmation_token");
  if (token.usedFor !== null || token.expiresAt < state.now())
    throw invalid("This ConfirmationToken has already been used or has expired.", { param: "confirmation_token" });
  const asked = textOf(params["setup_future_usage"]) ?? null;
  if (asked !== token.setupFutureUsage)
    throw invalid(
      `The provided setup_future_usage (${asked}) does not match the expected setup_future_usage (${token.setupFutureUsage}). Try confirming with a Payment Intent that is configured to use the same parameters as Stripe Elements.`,
      { param: "setup_future_usage" },
    );
  token.usedFor = intent.id;
  intent.setup_future_usage = token.setupFutureUsage;
  return addPaymentMethod(state, token.paymentMethod);
}

/** What the bank's customer answers to a challenge (stripe.handleNextAction in the browser). */
export function answerChallenge(state: State, intent: Intent, approved: boolean): void {
  if (intent.status !== "requires_action") throw unexpected(intent, "answer");
  intent.next_action = null;
  if (approved) {
    succeed(state, intent, "pm_card_visa");
    return;
  }
  intent.status = "requires_payment_method";
  intent.payment_method = null;
  intent.last_payment_error = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message: "The provided PaymentMethod has failed authentication.",
  };
  state.emit("payment_intent.payment_failed", intent);
}

/** What was processing has gone through. */
export function finishProcessing(state: State, intent: Intent): void {
  succeed(state, intent, "pm_card_visa");
}

/** https://docs.stripe.com/api/payment_intents/cancel */
export function cancelIntent(state: State, id: string, params: Params): Intent {
  const intent = readIntent(state, id);
  if (["succeeded", "canceled", "processing"].includes(intent.status)) throw unexpected(intent, "cancel");
  intent.status = "canceled";
  intent.canceled_at = state.now();
  intent.cancellation_reason = textOf(params["cancellation_reason"]) ?? null;
  intent.next_action = null;
  state.emit("payment_intent.canceled", intent);
  return intent;
}

function succeed(state: State, intent: Intent, paymentMethod: TestPaymentMethod): Intent {
  const charge = addCharge(state, intent);
  const method = state.paymentMethods.get(intent.payment_method ?? "");
  // It is attached once the payment has succeeded.
  if (method && intent.setup_future_usage !== null) method.customer = intent.customer;
  state.behaviours.set(charge.id, paymentMethod);
  intent.status = "succeeded";
  intent.amount_received = intent.amount;
  moveBalance(state, { type: "charge", source: charge.id, amount: charge.amount, fee: feeOf(charge.amount) });
  state.emit("charge.succeeded", charge);
  state.emit("payment_intent.succeeded", intent);
  const behaviour = behaviourOf(paymentMethod);
  if (behaviour.kind === "success" && behaviour.afterwards === "dispute") openDispute(state, charge, {});
  return intent;
}

function addCharge(
  state: State,
  intent: Intent,
  failure?: { code: string; decline_code?: string; message: string },
): Charge {
  const paid = failure === undefined;
  const charge: Charge = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    captured: paid,
    created: state.now(),
    currency: intent.currency,
    disputed: false,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    livemode: false,
    metadata: { ...intent.metadata },
    outcome: {
      type: paid ? "authorized" : "issuer_declined",
      reason: failure?.decline_code ?? null,
      network_status: paid ? "approved_by_network" : "declined_by_network",
      seller_message: null,
    },
    paid,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    refunded: false,
    status: paid ? "succeeded" : "failed",
  };
  state.charges.set(charge.id, charge);
  intent.latest_charge = charge.id;
  return charge;
}

/** https://docs.stripe.com/error-codes#payment-intent-unexpected-state */
function unexpected(intent: Intent, doing: string): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    code: "payment_intent_unexpected_state",
    message: `You cannot ${doing} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: structuredClone(intent),
  });
}
