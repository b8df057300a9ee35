/**
 * Stripe's API as its published reference describes it (https://docs.stripe.com/api), for the calls that we use: a real
 * HTTP server with state, idempotency, expansion, paging, faults on request, and signed webhooks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { StripeAddress } from "#features/payments/server/stripe-client.ts";
import { balanceOf, readBalance } from "./stripe-server/balance.ts";
import { browserOf } from "./stripe-server/browser.ts";
import type { TestPaymentMethod } from "./stripe-server/cards.ts";
import { closeDispute, openDispute } from "./stripe-server/disputes.ts";
import { type Answer, keepAnswers } from "./stripe-server/idempotency.ts";
import * as intents from "./stripe-server/payment-intents.ts";
import { createRefund, failRefund, readRefund } from "./stripe-server/refunds.ts";
import { createCustomer, deleteCustomer, detachPaymentMethod, readPaymentMethod } from "./stripe-server/vault.ts";
import { type Charge, emptyState, type Intent, newId, type Refund, type State } from "./stripe-server/state.ts";
import { expand, missing, page, type Params, parseForm, StripeFault, textOf } from "./stripe-server/wire.ts";

/**
 * What happens to a request: `drop_before` loses it, `drop_after` loses its answer, a number answers with that status
 * (kept under the key), `slow` keeps the answer back for so many milliseconds.
 */
export type Fault = "drop_before" | "drop_after" | 500 | 429 | 400 | { slow: number };

const SECRET_KEY = "sk_test_local";
const WEBHOOK_SECRET = "whsec_local";
/** A bank's answer takes a moment, so that requests really meet. */
const CONFIRM_MS = 5;

export type StripeServer = Awaited<ReturnType<typeof startStripe>>;

/** Starts the server. `now` is its clock; close it at the end. */
export async function startStripe(now: () => Date) {
  const state = emptyState(now, Stripe.API_VERSION);
  const keys = keepAnswers(() => state.now());
  const faults: { call: RegExp; fault: Fault }[] = [];
  const requests: string[] = [];
  let accepted: readonly string[] = [SECRET_KEY]; // Two while one is rolled with a time for the old one.
  const locks = new Map<string, Promise<unknown>>();

  /** One request at a time on one PaymentIntent. */
  async function locked<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = locks.get(id) ?? Promise.resolve();
    const running = before.then(work, work);
    locks.set(
      id,
      running.catch(() => undefined),
    );
    return running;
  }

  async function route(call: string, params: Params): Promise<unknown> {
    const [, id = "", action] = /^\w+ \/v1\/\w+\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
    const name = call.replace(/(\/v1\/\w+\/)\w+_\w+/, "$1{id}");
    switch (name) {
      case "POST /v1/payment_intents":
        return intents.createIntent(state, params);
      case "GET /v1/payment_intents/search":
        return intents.searchIntents(state, params);
      case "GET /v1/payment_intents/{id}":
        return intents.readIntent(state, id);
      case "POST /v1/payment_intents/{id}":
        return locked(id, async () => intents.updateIntent(state, id, params));
      case "POST /v1/customers":
        return createCustomer(state, params);
      case "DELETE /v1/customers/{id}":
        return deleteCustomer(state, id);
      case "GET /v1/payment_methods/{id}":
        return readPaymentMethod(state, id);
      case "POST /v1/payment_methods/{id}/detach":
        return detachPaymentMethod(state, id);
      case "POST /v1/payment_intents/{id}/confirm":
      case "POST /v1/payment_intents/{id}/cancel":
        return locked(id, async () => {
          if (action === "cancel") return intents.cancelIntent(state, id, params);
          await sleep(CONFIRM_MS);
          return intents.confirmIntent(state, id, params);
        });
      case "POST /v1/refunds":
        return createRefund(state, params);
      case "GET /v1/refunds/{id}":
        return readRefund(state, id);
      case "GET /v1/refunds": {
        const intent = textOf(params["payment_intent"]);
        const all = [...state.refunds.values()];
        return page("/v1/refunds", intent ? all.filter((one) => one.payment_intent === intent) : all, params);
      }
      case "GET /v1/charges":
        return page("/v1/charges", [...state.charges.values()], params);
      case "GET /v1/balance":
        return readBalance(state);
      case "GET /v1/balance_transactions": {
        const payout = textOf(params["payout"]);
        const all = [...state.transactions.values()];
        return page("/v1/balance_transactions", payout ? all.filter((one) => one.payout === payout) : all, params);
      }
      case "GET /v1/payouts":
        return page("/v1/payouts", [...state.payouts.values()], params);
      case "GET /v1/disputes":
        return page("/v1/disputes", [...state.disputes.values()], params);
      case "GET /v1/disputes/{id}": {
        const dispute = state.disputes.get(id);
        if (!dispute) throw missing("dispute", id);
        return dispute;
      }
      default:
        throw new StripeFault(404, { type: "invalid_request_error", message: `Unrecognized request URL (${call})` });
    }
  }

  const lookUp = (id: string) =>
    [state.intents, state.paymentMethods, state.charges, state.refunds, state.disputes, state.payouts]
      .map((objects: ReadonlyMap<string, unknown>) => objects.get(id))
      .find((found) => found !== undefined);

  async function execute(call: string, params: Params): Promise<{ answer: Answer; isKept: boolean }> {
    try {
      return { answer: { status: 200, body: expand(await route(call, params), params, lookUp) }, isKept: true };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return { answer: { status: error.status, body: { error: error.error } }, isKept: error.isKept };
    }
  }

  async function answer(request: IncomingMessage, body: string, fault: Fault | undefined): Promise<Answer> {
    const url = new URL(request.url ?? "/", "http://stripe");
    const call = `${request.method} ${url.pathname}`;
    const params = parseForm(request.method === "GET" ? url.search.slice(1) : body);
    if (!accepted.some((one) => request.headers.authorization === `Bearer ${one}`))
      throw new StripeFault(401, { type: "invalid_request_error", message: "Invalid API Key provided" });
    if (fault === 429)
      throw new StripeFault(429, { type: "invalid_request_error", code: "rate_limit", message: "Too many requests" });
    if (fault === 400) throw new StripeFault(400, { type: "invalid_request_error", message: "Not accepted any more" });
    const work = async () => {
      if (fault === 500)
        return { answer: { status: 500, body: { error: { type: "api_error", message: "Ours" } } }, isKept: true };
      if (typeof fault === "object") await sleep(fault.slow);
      return execute(call, params);
    };
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || typeof key !== "string") return (await work()).answer;
    return keys.once(key, { path: url.pathname, params }, work);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textIn(request);
    const call = `${request.method} ${request.url}`;
    requests.push(call);
    const index = faults.findIndex((one) => one.call.test(call));
    const fault = index < 0 ? undefined : faults.splice(index, 1)[0]?.fault;
    if (fault === "drop_before") {
      request.socket.destroy();
      return;
    }
    const {
      status,
      body: reply,
      headers,
    } = await answer(request, body, fault).catch((error: unknown): Answer => {
      if (!(error instanceof StripeFault)) throw error;
      return { status: error.status, body: { error: error.error } };
    });
    if (fault === "drop_after") {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json", "request-id": newId("req"), ...headers });
    response.end(JSON.stringify(reply));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(500, { "content-type": "text/plain" }).end(String(error));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo; // A TCP server's address.
  const address: StripeAddress = { host: "127.0.0.1", port, protocol: "http" };

  return {
    address,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    state,
    /** The calls so far, as `POST /v1/refunds`. */
    requests,
    /** The next requests that match fail like this. */
    fail: (call: RegExp, ...these: Fault[]) => faults.push(...these.map((fault) => ({ call, fault }))),
    /** From now on it accepts these secret keys alone. */
    accept: (...these: string[]) => void (accepted = these),
    /** What was to fail does not any more. */
    heal: () => {
      faults.length = 0;
    },
    /** A day passes for the idempotency keys alone. */
    forgetKeys: () => keys.forget(),
    ...browserOf(state),
    ...bankOf(state),
    ...balanceOf(state),
    ...webhooksOf(state),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** What happens at the banks, by our attempts and refunds. */
function bankOf(state: State) {
  const intentOf = (attemptId: string): Intent => {
    const found = [...state.intents.values()].find(({ metadata }) => metadata["attempt_id"] === attemptId);
    if (!found) throw new Error(`no PaymentIntent of ${attemptId}`);
    return found;
  };
  const chargeOf = (attemptId: string): Charge => {
    const found = state.charges.get(intentOf(attemptId).latest_charge ?? "");
    if (!found) throw new Error(`no charge of ${attemptId}`);
    return found;
  };
  const refundOf = (refundId: string): Refund => {
    const found = [...state.refunds.values()].findLast(({ metadata }) => metadata["refund_id"] === refundId);
    if (!found) throw new Error(`no refund ${refundId}`);
    return found;
  };
  const latestRefund = (attemptId: string): Refund => {
    const made = [...state.refunds.values()].findLast(
      ({ payment_intent: intent }) => intent === intentOf(attemptId).id,
    );
    if (!made) throw new Error(`no refund of ${attemptId}`);
    return made;
  };
  return {
    intentOf,
    /** Cents captured for an attempt less what was paid back. */
    held: (attemptId: string): number =>
      [...state.charges.values()]
        .filter(({ metadata }) => metadata["attempt_id"] === attemptId)
        .reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0),
    dispute: (attemptId: string, change: { amount?: number; status?: string } = {}) =>
      openDispute(state, chargeOf(attemptId), change),
    decide: (disputeId: string, status: "won" | "lost" | "warning_closed") => {
      const dispute = state.disputes.get(disputeId);
      if (!dispute) throw new Error(`no dispute ${disputeId}`);
      closeDispute(state, dispute, status);
    },
    /** The newest refund of a payment comes back. */
    failByHand: (attemptId: string, reason = "lost_or_stolen_card") =>
      failRefund(state, latestRefund(attemptId), reason),
    /** Somebody refunds cents of a payment at Stripe's dashboard. */
    refundByHand: (attemptId: string, amount: number) =>
      createRefund(state, { payment_intent: intentOf(attemptId).id, amount: String(amount) }),
    /** Somebody cancels the newest refund of a payment at Stripe's dashboard. */
    cancelByHand: (attemptId: string) => failRefund(state, latestRefund(attemptId), "merchant_request", "canceled"),
    failRefund: (refundId: string, reason = "lost_or_stolen_card") => failRefund(state, refundOf(refundId), reason),
    /** The cards that are kept for a customer. */
    keptFor: (customer: string) => [...state.paymentMethods.values()].filter((one) => one.customer === customer),
    /** From now on a bank treats a kept card so. */
    setKept: (paymentMethod: string, behaves: TestPaymentMethod) =>
      state.behavioursOfMethods.set(paymentMethod, behaves),
    finishProcessing: (attemptId: string) => intents.finishProcessing(state, intentOf(attemptId)),
  };
}

/** Webhooks (https://docs.stripe.com/webhooks): signed by the SDK's own helper, sent again until they are taken. */
function webhooksOf(state: State) {
  const stripe = new Stripe(SECRET_KEY);
  /** An event's body and signature; `timestamp` in seconds. */
  function sign(event: unknown, { secret = WEBHOOK_SECRET, timestamp = state.now() } = {}) {
    const payload = JSON.stringify(event, null, 2);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return { payload, headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature } };
  }
  return {
    sign,
    /**
     * Sends what is not delivered yet to a webhook: in its order or reversed, once or each twice.
     * @returns the statuses; what was not answered 200 is kept for the next delivery
     */
    deliver: async (url: string, { reversed = false, twice = false } = {}): Promise<number[]> => {
      const waiting = state.events.splice(0);
      const ordered = reversed ? waiting.toReversed() : waiting;
      const statuses: number[] = [];
      for (const event of twice ? ordered.flatMap((one) => [one, one]) : ordered) {
        const { payload, headers } = sign(event);
        const { status } = await fetch(url, { method: "POST", headers, body: payload });
        statuses.push(status);
        if (status !== 200 && !state.events.includes(event)) state.events.push(event);
      }
      return statuses;
    },
  };
}

async function textIn(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // A request without an encoding gives bytes.
  return Buffer.concat(parts).toString("utf8");
}
