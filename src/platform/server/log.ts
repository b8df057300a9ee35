/** How errors are logged: what failed and where, never the values. */
import { DrizzleQueryError } from "#platform/server/db/drizzle.ts";
import { databaseError } from "./db/errors.ts";

export interface LoggedError {
  type: string;
  message: string;
  /** The places in our code, without the message before them. */
  stack: string;
  [detail: string]: unknown;
  code?: string | undefined;
  constraint?: string | undefined;
  cause?: LoggedError;
}

/**
 * An error for the log. A failed query is logged without its parameters, and a database error without its detail,
 * because both quote people's input, perhaps a card number in the wrong field.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "Not an error", stack: "" };
  const found = databaseError(error);
  const isOwn = found === error;
  return {
    type: error.constructor.name,
    message: withoutAddresses(messageOf(error, isOwn ? found.code : undefined)),
    stack: (error.stack ?? "")
      .split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(isOwn ? { code: found.code, constraint: found.constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  };
}

/** Mail servers quote the address that they refuse. */
function withoutAddresses(message: string): string {
  return message.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "(an address)");
}

function messageOf(error: Error, code: string | undefined): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  // Data exceptions quote the value (https://www.postgresql.org/docs/18/errcodes-appendix.html, class 22).
  return code?.startsWith("22") ? "The database could not take a value" : error.message;
}
