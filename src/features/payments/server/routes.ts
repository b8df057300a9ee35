/** The handlers of payments. */
import type * as z from "zod/mini";
import { type Order, refuse as refuseOrder } from "#features/orders/contract.ts";
import { findOrder, readOrders } from "#features/orders/server/store.ts";
import { justFulfilled } from "#features/orders/server/view.ts";
import { viewOf } from "#features/play/server/load.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import { isPassing } from "#platform/server/db/errors.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { formatPrice, toCents, toDollars } from "#platform/shared/money.ts";
import { type paymentRoutes, refuse, type sandboxRoutes } from "../contract.ts";
import { listedSince, stuckSince } from "../rules.ts";
import type { PaymentDeps } from "./deps.ts";
import { type Source, UnknownOutcome } from "./gateway.ts";
import { offersTogether } from "./open-store.ts";
import { ordersTogether } from "./open-together.ts";
import { retryRefund } from "./pay-back.ts";
import { pay } from "./process.ts";
import { proposedOtherwise } from "./refund-store.ts";
import { refundOrder } from "./refund.ts";
import { releaseHold } from "./release.ts";
import { savedSource, vaultFor } from "./saved-cards.ts";
import type { Sandbox } from "./sandbox.ts";
import { readPaid } from "./settle-store.ts";
import { capturesTogether } from "./settle-together.ts";
import { checkAttempt, type Fulfilled, settleAttempt } from "./settle.ts";
import * as store from "./store.ts";
import { readOverpaid, readStrangers } from "./stranger-store.ts";

export function paymentHandlers(
  deps: PaymentDeps & { play: ShotDeps; sandbox: Sandbox | undefined },
): Handlers<typeof paymentRoutes> {
  const paying = {
    ...deps,
    readOffer: offersTogether(deps.db),
    openShared: ordersTogether(deps),
    settleCapture: capturesTogether(deps),
  };
  type PaymentInfo = z.output<(typeof paymentRoutes)["processPayment"]["body"]>["paymentInfo"];

  /**
   * What the golfer pays with. Only the sandbox takes card fields, as a browser gives them to a real gateway, and keeps of
   * them what the card will do.
   * @throws payments.card_refused, fields_missing, or what is wrong with a test card
   */
  async function source(userId: string, info: PaymentInfo): Promise<Source> {
    const { paymentMethod: method, token, savedCard, saveCard, ...card } = info;
    const { sandbox } = deps;
    const hasFields = Object.values(card).some((field) => field !== undefined);
    if (!sandbox && hasFields) throw refuse("payments.card_refused");
    if (savedCard !== undefined) {
      // One of the two would be ignored without a word.
      if (method !== "card" || token !== undefined || hasFields) throw refuse("payments.fields_missing");
      return savedSource(deps, userId, savedCard);
    }
    const typed = sandbox && method === "card" && token === undefined ? sandbox.readCard(card) : undefined;
    if (!sandbox && token === undefined) throw refuse("payments.fields_missing");
    // A wallet keeps its own cards.
    const keeps = saveCard === true && method === "card";
    return { method, token, ...(typed && { typed }), ...(keeps ? { keepIn: await vaultFor(deps, userId) } : {}) };
  }

  /** @param fulfilled what the same call has committed: it need not be read again */
  async function answer(caller: Caller, orderId: string, fulfilled: Fulfilled | undefined) {
    const { order, started } = fulfilled
      ? { order: justFulfilled(fulfilled.order, fulfilled.courseName), started: fulfilled.session }
      : await readPaid(deps.db, caller.id, orderId);
    switch (order.status) {
      case "fulfilled": {
        if (!started) throw new Error(`The session of order ${orderId} is gone`);
        const { session } = await viewOf(deps.play, started);
        return {
          status: 200 as const,
          body: { success: true as const, message: "Your session has started.", session, order },
        };
      }
      case "paid":
        return {
          status: 200 as const,
          body: { success: true as const, message: "Start your session when you are ready.", order },
        };
      case "refund_due":
      case "refunded":
        throw refuse("payments.given_back", {
          kept: true,
          details: { orderId, amount: order.amount },
          message: `Your session could not be started, so ${formatPrice(toCents(order.amount))} is on its way back to you.`,
        });
      case "reversed":
        throw refuse("payments.reversed", { kept: true, details: { orderId } });
      case "declined":
      case "expired": {
        const message = order.failure ?? "Payment processing failed";
        return {
          status: 402 as const,
          body: { success: false as const, message, error: { code: "payments.declined", message } },
        };
      }
      case "created":
      case "charging":
        return checking(orderId, order.action);
    }
  }

  /** The caller's own order with its newest attempt. */
  async function own(caller: Caller, orderId: string) {
    const [order] = await readOrders(deps.db, caller.id, orderId);
    const attempt = order && (await store.findAttemptOf(deps.db, order.id));
    if (!attempt) throw refuseOrder("booking.order_not_found");
    return { order, attempt };
  }

  async function read(userId: string, orderId: string) {
    const [order] = await readOrders(deps.db, userId, orderId);
    if (!order) throw refuseOrder("booking.order_not_found");
    return { status: 200 as const, body: { order } };
  }

  return {
    checkOrder: async ({ caller, params }) => {
      const { order, attempt } = await own(caller, params.id);
      if (order.status === "created" || attempt.status === "unknown") await whileAway(checkAttempt(deps, attempt));
      return read(caller.id, order.id);
    },

    cancelOrder: async ({ caller, params }) => {
      const { order, attempt } = await own(caller, params.id);
      if (order.status === "charging") throw refuse("payments.not_waiting");
      if (order.status === "created")
        await whileAway(
          deps.gateway.settle(store.refOf(attempt)).then((last) => settleAttempt(deps, attempt.id, last)),
        );
      return read(caller.id, order.id);
    },

    refundOrder: async ({ caller, params, body, connection: { key } }) => {
      const amountCents = body.amount === undefined ? undefined : toCents(body.amount);
      const order = await refundOrder(deps, caller.id, params.id, { amountCents, reason: body.reason, key });
      return read(order.userId, order.id);
    },

    releaseHold: async ({ caller, params, body, connection: { key } }) => {
      const order = await releaseHold(deps, caller, params.id, { reason: body.reason, key });
      return read(order.userId, order.id);
    },

    listPaymentTroubles: async () => {
      const now = deps.clock.now();
      const { refunds, disputes, stuck } = await store.readTroubles(deps.db, now, stuckSince(now));
      const proposed = await proposedOtherwise(deps.db, now);
      const held = await deps.claims.heldByRefund(deps.db);
      const overpaid = await readOverpaid(deps.db, listedSince(now));
      const strangers = await readStrangers(deps.db, listedSince(now));
      const shown = ({
        cents,
        at,
        ...rest
      }: {
        cents: number;
        at: Date;
        id: string;
        orderId: string;
        orderNumber: number;
      }) => ({
        ...rest,
        amount: toDollars(cents),
        createdAt: at.toISOString(),
      });
      return {
        status: 200,
        body: {
          refunds: refunds.map(({ failure, ...refund }) => ({
            ...shown(refund),
            failure: failure ?? "",
            proposal: proposed.get(refund.id) ?? null,
          })),
          disputes: disputes.map(({ reason, ...dispute }) => ({ ...shown(dispute), reason })),
          stuck: stuck.map(shown),
          overpaid: overpaid.map(({ cents, ...order }) => ({ ...order, amount: toDollars(cents) })),
          strangers: strangers.map(({ reference, kind, cents, seenAt }) => ({
            reference,
            kind,
            amount: toDollars(cents),
            seenAt: seenAt.toISOString(),
          })),
          held: held.map(({ cents, ...order }) => ({ ...order, amount: toDollars(cents) })),
        },
      };
    },

    retryRefund: async ({ caller, params, connection: { key } }) => {
      const refund = await retryRefund(deps, caller.id, params.id, key);
      const order = await findOrder(deps.db, refund.orderId);
      return read(order?.userId ?? "", refund.orderId);
    },

    processPayment: async ({ caller, body, connection }) => {
      const { orderId, fulfilled } = await pay(paying, caller, body, connection.key?.name, () =>
        source(caller.id, body.paymentInfo),
      );
      return answer(caller, orderId, fulfilled).catch((error: unknown) => {
        if (!isPassing(error)) throw error;
        // The money may have moved, so the golfer is not told to try again.
        deps.onFailure(error);
        return checking(orderId, null);
      });
    },
  };
}

/** The answer for a payment without an outcome: its order will say what became of it. */
function checking(orderId: string, action: Order["action"]) {
  return {
    status: 202 as const,
    body: {
      success: false as const,
      pending: true as const,
      message: action
        ? "Your bank wants to hear from you. Nothing is charged before that."
        : "Checking payment. You will not be charged twice.",
      orderId,
      ...(action ? { action } : {}),
    },
  };
}

/** If the gateway is away, nothing changes; the reconciler goes on asking. */
async function whileAway(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!(error instanceof UnknownOutcome)) throw error;
  });
}

export function sandboxHandlers({ sandbox }: { sandbox: Sandbox }): Handlers<typeof sandboxRoutes> {
  return {
    makeToken: async ({ body }) => ({ status: 201, body: { token: await sandbox.makeToken(body) } }),
    answerWallet: async ({ body }) => ({ status: 201, body: { token: await sandbox.makeWalletToken(body.approved) } }),
    answerChallenge: async ({ params, body }) => {
      await sandbox.answerChallenge(params.id, body.approved);
      return { status: 204, body: undefined };
    },
  };
}
