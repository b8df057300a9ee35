/** What the server keeps: the objects of the calls used, with the fields of Stripe's API reference. */
import { randomBytes } from "node:crypto";
import type { TestPaymentMethod } from "./cards.ts";
import type { StripeObject } from "./wire.ts";

interface Failure {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
  message: string;
  charge?: string;
}

/** https://docs.stripe.com/api/payment_intents/object */
export interface Intent extends StripeObject {
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  automatic_payment_methods: { enabled: boolean } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  client_secret: string;
  last_payment_error: Failure | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Record<string, string>;
  next_action: { type: "use_stripe_sdk"; use_stripe_sdk: Record<string, never> } | null;
  payment_method: string | null;
  setup_future_usage: "on_session" | "off_session" | null;
  status:
    | "requires_payment_method"
    | "requires_confirmation"
    | "requires_action"
    | "processing"
    | "succeeded"
    | "canceled";
}

/** https://docs.stripe.com/api/customers/object */
export interface Customer extends StripeObject {
  object: "customer";
  email: string | null;
  livemode: false;
  metadata: Record<string, string>;
  name: string | null;
}

/** https://docs.stripe.com/api/payment_methods/object */
export interface PaymentMethod extends StripeObject {
  object: "payment_method";
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  customer: string | null;
  livemode: false;
  metadata: Record<string, string>;
  type: "card";
}

/** https://docs.stripe.com/api/charges/object */
export interface Charge extends StripeObject {
  object: "charge";
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  currency: string;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Record<string, string>;
  outcome: { type: string; reason: string | null; network_status: string; seller_message: string | null };
  paid: boolean;
  payment_intent: string;
  payment_method: string | null;
  refunded: boolean;
  status: "succeeded" | "failed";
}

/** https://docs.stripe.com/api/refunds/object */
export interface Refund extends StripeObject {
  object: "refund";
  amount: number;
  charge: string;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  status: "pending" | "succeeded" | "failed" | "canceled";
}

/** https://docs.stripe.com/api/disputes/object */
export interface Dispute extends StripeObject {
  object: "dispute";
  amount: number;
  balance_transactions: { id: string; object: "balance_transaction"; amount: number }[];
  charge: string;
  currency: string;
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: string;
}

/** https://docs.stripe.com/api/balance_transactions/object; `payout` is what its list is asked for by. */
export interface BalanceTransaction extends StripeObject {
  object: "balance_transaction";
  amount: number;
  available_on: number;
  currency: string;
  fee: number;
  net: number;
  payout: string | null;
  source: string | null;
  status: "available" | "pending";
  type: string;
}

/** https://docs.stripe.com/api/payouts/object */
export interface Payout extends StripeObject {
  object: "payout";
  amount: number;
  arrival_date: number;
  automatic: boolean;
  currency: string;
  reconciliation_status: "completed" | "in_progress" | "not_applicable";
  status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
}

/** https://docs.stripe.com/api/confirmation_tokens/object, as Elements make them in the browser. */
export interface Token {
  id: string;
  paymentMethod: TestPaymentMethod;
  expiresAt: number;
  /** As Elements were told. */
  setupFutureUsage: "on_session" | null;
  usedFor: string | null;
}

export interface StripeEvent extends StripeObject {
  object: "event";
  api_version: string;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: number;
  type: string;
}

export interface State {
  /** Seconds since the Unix epoch. */
  now(): number;
  intents: Map<string, Intent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  transactions: Map<string, BalanceTransaction>;
  payouts: Map<string, Payout>;
  tokens: Map<string, Token>;
  customers: Map<string, Customer>;
  paymentMethods: Map<string, PaymentMethod>;
  /** Not delivered yet, oldest first. */
  events: StripeEvent[];
  /** How a charge's payment method behaves, by charge. */
  behaviours: Map<string, TestPaymentMethod>;
  /** How a payment method behaves, by its id. */
  behavioursOfMethods: Map<string, TestPaymentMethod>;
  emit(type: string, object: unknown): void;
}

export function emptyState(now: () => Date, apiVersion: string): State {
  const state: State = {
    now: () => Math.floor(now().getTime() / 1000),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    transactions: new Map(),
    payouts: new Map(),
    tokens: new Map(),
    customers: new Map(),
    paymentMethods: new Map(),
    events: [],
    behaviours: new Map(),
    behavioursOfMethods: new Map(),
    emit: (type, object) => {
      state.events.push({
        id: newId("evt"),
        object: "event",
        api_version: apiVersion,
        created: state.now(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        type,
      });
    },
  };
  return state;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** Cents of a charge that neither refunds nor disputes have taken. */
export function refundable(state: State, charge: Charge): number {
  const disputed = [...state.disputes.values()].filter(
    (dispute) => dispute.charge === charge.id && dispute.status !== "won" && !dispute.status.startsWith("warning"),
  );
  return charge.amount_captured - charge.amount_refunded - disputed.reduce((sum, { amount }) => sum + amount, 0);
}
