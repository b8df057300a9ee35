/**
 * Refusals: how the server says no. Each has a stable dotted code, one status and the sentence that a person reads. A
 * room's table of refusals is in its contract; only this file makes replies of them.
 */

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 416 | 422 | 429 | 431 | 503;

export interface RefusalDef {
  readonly status: RefusalStatus;
  readonly message: string;
}

export interface RefusalExtra {
  /** A sentence more exact than the table's. */
  message?: string;
  /** Machine-readable facts, such as the fresh price. */
  details?: Readonly<Record<string, unknown>>;
  /** Seconds for the `Retry-After` header. */
  retryAfter?: number;
  /** What it came from, for the log and as a label of a metric: one of few texts, without anything of a person. No caller sees it. */
  why?: string;
  /** It reports something that was done, so an idempotency key keeps it like an answer. */
  kept?: true;
}

/** A 503 says to its caller when to come again, and to the operator why. */
type Unavailable = RefusalExtra & { retryAfter: number; why: string };
type ExtraOf<Def extends RefusalDef> = Def extends { status: 503 } ? [extra: Unavailable] : [extra?: RefusalExtra];

/** The body of every error answer. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    details?: Readonly<Record<string, unknown>>;
    /** The id in `x-request-id`, to name when asking about it. */
    requestId?: string;
  };
}

export class Refusal extends Error {
  readonly code: string;
  readonly status: RefusalStatus;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfter: number | undefined;
  readonly why: string | undefined;
  readonly kept: boolean;

  constructor(code: string, def: RefusalDef, extra: RefusalExtra = {}) {
    super(extra.message ?? def.message);
    this.name = "Refusal";
    this.code = code;
    this.status = def.status;
    this.details = extra.details;
    this.retryAfter = extra.retryAfter;
    this.why = extra.why;
    this.kept = extra.kept ?? false;
  }

  body(requestId?: string): ErrorBody {
    const { code, message, details } = this;
    return { error: { code, message, ...(details && { details }), ...(requestId !== undefined && { requestId }) } };
  }
}

/**
 * A feature's table of refusals, as a function that makes one of them.
 * @example const refuse = defineRefusals({ "play.no_balls": { status: 409, message: "No balls left" } });
 *          throw refuse("play.no_balls");
 */
export function defineRefusals<const Table extends Readonly<Record<string, RefusalDef>>>(table: Table) {
  return <Code extends keyof Table & string>(code: Code, ...[extra]: ExtraOf<Table[Code]>): Refusal => {
    const def: RefusalDef | undefined = table[code];
    if (!def) throw new Error(`No refusal is called ${code}`);
    return new Refusal(code, def, extra);
  };
}

/** The refusals that no feature owns. */
export const refuseRequest = defineRefusals({
  "request.invalid": { status: 400, message: "The request is not valid" },
  "request.signed_out": { status: 401, message: "Please sign in to continue" },
  "request.forbidden": { status: 403, message: "Your account may not do this" },
  "request.malware": { status: 400, message: "The malware scanner refused this file. Please use another one." },
  "request.foreign_origin": { status: 403, message: "This request came from another site and was refused" },
  "request.not_found": { status: 404, message: "There is nothing here" },
  "request.too_slow": { status: 408, message: "The request took too long to arrive. Please try again." },
  "request.in_progress": {
    status: 409,
    message: "The first of these requests is still running. Please wait a moment.",
  },
  "request.precondition_failed": { status: 412, message: "This has changed since you read it" },
  "request.too_large": { status: 413, message: "The request is too large" },
  "request.not_json": { status: 415, message: "Send the request as JSON" },
  "request.no_such_range": { status: 416, message: "There is no such part of this file" },
  "request.key_reused": { status: 422, message: "This Idempotency-Key was used for a different request" },
  "request.too_many_streams": {
    status: 429,
    message: "This account is open in too many windows at once. Close one of them.",
  },
  "request.too_many": { status: 429, message: "Too many requests. Please wait a moment and try again." },
  "service.busy": {
    status: 503,
    message: "Too much is happening at once right now. Please try again in a moment.",
  },
  "request.headers_too_large": { status: 431, message: "The request's headers are too large" },
  "service.scanner_away": {
    status: 503,
    message: "Files cannot be checked for malware right now. Please try again in a moment.",
  },
  "service.draining": { status: 503, message: "This server is about to end. Another one takes over." },
  "service.database_away": {
    status: 503,
    message: "We cannot reach our records right now. Please try again in a moment.",
  },
});
