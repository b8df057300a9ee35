/** Only this file turns an error into a reply. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Refusal, refuseRequest } from "#platform/shared/refusal.ts";
import { isDatabaseAway, isLost, isTooSlow, whyPassing } from "../db/errors.ts";

const DATABASE_RETRY_SECONDS = 2;
const BUSY_RETRY_SECONDS = 1;

/** Why a call was refused, for its line in the log. Neither has anything of a person. */
interface Reason {
  /** That of the answer. */
  code: string;
  /** What a 503 came from: the database's code, the sentence of a queue, a limit of time. */
  why?: string;
}
const reasons = new WeakMap<FastifyRequest, Reason>();

/** @returns undefined if the request was not refused */
export function reasonOf(request: FastifyRequest): Reason | undefined {
  return reasons.get(request);
}

/** The refusal for a thrown error; undefined for a fault of ours. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isDatabaseAway(error))
    return refuseRequest("service.database_away", { retryAfter: DATABASE_RETRY_SECONDS, why: whyPassing(error) });
  if (isLost(error) || isTooSlow(error))
    return refuseRequest("service.busy", { retryAfter: BUSY_RETRY_SECONDS, why: whyPassing(error) });
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Partial<FastifyError>; // Fastify's own errors have both; other errors have neither.
  // Refusals of the library that sends files: a dotfile, a folder, an old copy, a range after the end.
  if (statusCode === 403 || statusCode === 404) return refuseRequest("request.not_found");
  if (statusCode === 412) return refuseRequest("request.precondition_failed");
  if (statusCode === 413) return refuseRequest("request.too_large");
  if (statusCode === 415) return refuseRequest("request.not_json");
  if (statusCode === 416) return refuseRequest("request.no_such_range");
  if (statusCode === 429) return refuseRequest("request.too_many");
  if (code === "FST_ERR_BAD_URL")
    return refuseRequest("request.invalid", { message: "This address could not be read" });
  // No id is this long.
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return refuseRequest("request.not_found");
  if (statusCode === 400 || code?.startsWith("FST_ERR_CTP") || error instanceof SyntaxError)
    return refuseRequest("request.invalid", { message: "The request's body could not be read. Send valid JSON." });
  return undefined;
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  if (!refusal) {
    request.log.error({ err: error, path: request.routeOptions.url }, "request failed");
    const message = "Something went wrong on our side. Please try again.";
    void reply.code(500).send({ error: { code: "service.fault", message, requestId: request.id } });
    return;
  }
  const { why } = refusal;
  reasons.set(request, { code: refusal.code, ...(why === undefined ? {} : { why }) });
  const headers = error instanceof Error && "headers" in error ? error.headers : undefined;
  // The headers of the library that sends files have the length of the file.
  if (refusal.status === 416 && headers) void reply.headers({ ...headers });
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(refusal.retryAfter));
  void reply.code(refusal.status).send(refusal.body(request.id));
}
