/** The gateway's webhook: a signed event is a hint to ask the gateway, so order and repetition do not matter. */
import type { FastifyInstance } from "fastify";
import { isUuid } from "#platform/server/db/columns.ts";
import { refuse, webhookRoute } from "../contract.ts";
import type { PaymentDeps } from "./deps.ts";
import { applyDispute } from "./dispute.ts";
import { ForgedEvent, type GatewayEvent, UnknownOutcome } from "./gateway.ts";
import { learnRefunds } from "./gateway-lists.ts";
import { settleRefunds } from "./pay-back.ts";
import { attemptsTogether, type FindAttempt } from "./settle-store.ts";
import { checkAttempt } from "./settle.ts";
import * as store from "./store.ts";

/** Gateways' events are larger than what our own screens send. */
const EVENT_LIMIT = 512 * 1024;

/** Binds the webhook in its own scope: the signature is over the raw bytes, so nothing may parse them first. */
export async function bindWebhook(http: FastifyInstance, deps: PaymentDeps): Promise<void> {
  const findAttempt = attemptsTogether(deps.db);
  await http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>("*", { parseAs: "buffer", bodyLimit: EVENT_LIMIT }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(webhookRoute.path, { config: { contract: webhookRoute } }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await deps.gateway.readEvent(body, request.headers).catch((error: unknown) => {
        throw error instanceof ForgedEvent ? refuse("payments.forged_event") : error;
      });
      await takeEvent({ ...deps, findAttempt }, event).catch((error: unknown) => {
        // Not now: the gateway sends the event again.
        throw error instanceof UnknownOutcome
          ? refuse("payments.gateway_away", { retryAfter: 10, why: "gateway" })
          : error;
      });
      return { received: true };
    });
    done();
  });
}

async function takeEvent(
  deps: PaymentDeps & { findAttempt: FindAttempt },
  event: GatewayEvent | undefined,
): Promise<void> {
  switch (event?.about) {
    case undefined:
      return;
    case "attempt": {
      const attempt = isUuid(event.attemptId) ? await deps.findAttempt(event.attemptId) : undefined;
      // An attempt that is not ours, such as a payment made by hand in the gateway's own pages, is skipped.
      if (attempt && attempt.status !== "succeeded") await checkAttempt(deps, attempt);
      return;
    }
    case "refund": {
      const attempt =
        event.attemptId !== undefined && isUuid(event.attemptId)
          ? await deps.findAttempt(event.attemptId)
          : event.payment && (await store.findByReference(deps.db, deps.gateway.provider, event.payment));
      if (attempt) await learnRefunds(deps, attempt);
      await settleRefunds(deps);
      return;
    }
    case "dispute": {
      const state = await deps.gateway.dispute(event.reference);
      if (state) await applyDispute(deps, state);
    }
  }
}
