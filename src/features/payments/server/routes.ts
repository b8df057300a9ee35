/** The handlers of payments. */
import type * as z from "zod/mini";
import { readOrders } from "#features/booking/server/store.ts";
import { loadView } from "#features/play/server/load.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { formatPrice, toCents } from "#platform/shared/money.ts";
import { type paymentRoutes, refuse, type sandboxRoutes } from "../contract.ts";
import type { Source } from "./gateway.ts";
import { pay } from "./process.ts";
import type { Sandbox } from "./sandbox.ts";
import type { PaymentDeps } from "./settle.ts";

export function paymentHandlers(
  deps: PaymentDeps & { play: ShotDeps; sandbox: Sandbox },
): Handlers<typeof paymentRoutes> {
  type PaymentInfo = z.output<(typeof paymentRoutes)["processPayment"]["body"]>["paymentInfo"];

  /** What pays. Card fields sent here are swapped for a token at once, as the browser does it itself. */
  async function source({ paymentMethod: method, token, ...card }: PaymentInfo): Promise<Source> {
    if (method !== "card" || token !== undefined) return { method, token };
    return { method, token: await deps.sandbox.makeToken(card) };
  }

  async function answer(caller: Caller, orderId: string) {
    const [order] = await readOrders(deps.db, caller.id, orderId);
    if (!order) throw new Error(`Order ${orderId} is gone`);
    switch (order.status) {
      case "fulfilled": {
        const { session } = await loadView(deps.play, order.sessionId ?? "", caller.id);
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
          details: { orderId, amount: order.amount },
          message: `Your session could not be started, so ${formatPrice(toCents(order.amount))} is on its way back to you.`,
        });
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
        return {
          status: 202 as const,
          body: {
            success: false as const,
            pending: true as const,
            message: "Checking payment. You will not be charged twice.",
            orderId,
          },
        };
    }
  }

  return {
    processPayment: async ({ caller, body, connection }) => {
      const orderId = await pay(deps, caller.id, body, connection.idempotencyKey, () => source(body.paymentInfo));
      return answer(caller, orderId);
    },
  };
}

export function sandboxHandlers({ sandbox }: { sandbox: Sandbox }): Handlers<typeof sandboxRoutes> {
  return { makeToken: async ({ body }) => ({ status: 201, body: { token: await sandbox.makeToken(body) } }) };
}
