/** How the sandbox tells this server its news. */
import type { FastifyInstance } from "fastify";
import { webhookRoute } from "#features/payments/contract.ts";
import type { Deliver } from "#features/payments/server/sandbox-events.ts";

/** The sandbox calls our webhook as a gateway would, signature and all, without leaving the process. */
export function deliverTo(http: FastifyInstance): Deliver {
  return async (body, headers) =>
    (await http.inject({ method: "POST", url: webhookRoute.path, headers, payload: body })).statusCode === 200;
}
