/** The meanings of the database's errors. */
import pg from "pg";
import { NoTurn } from "./turns.ts";

/** PostgreSQL's code for what a role may not do. */
export const NO_RIGHT = "42501";

/** PostgreSQL's error behind one that Drizzle wrapped, if it is one. */
export function databaseError(error: unknown): pg.DatabaseError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof pg.DatabaseError) return e;
  return undefined;
}

/** Whether a write was refused by the named unique constraint or index, or by the named check. */
export function violates(error: unknown, constraint: string): boolean {
  const found = databaseError(error);
  return (found?.code === "23505" || found?.code === "23514") && found.constraint === constraint;
}

/** Whether PostgreSQL refused what a statement would write: a constraint, a value, or a trigger. It has written nothing. */
export function isRefused(error: unknown): boolean {
  return /^(22|23|P0)/.test(databaseError(error)?.code ?? "");
}

/** Whether PostgreSQL ended a transaction for another one: a deadlock or a serialization failure. A repeat may win. */
export function isLost(error: unknown): boolean {
  const code = databaseError(error)?.code;
  return code === "40P01" || code === "40001";
}

/** Whether a statement was prepared before a column of its table came or went. */
export function isStale(error: unknown): boolean {
  const found = databaseError(error);
  // The code is that of everything unsupported, and the message is in the database's language: PostgreSQL's own function
  // tells (https://github.com/postgres/postgres/blob/master/src/backend/utils/cache/plancache.c).
  return found?.code === "0A000" && found.routine === "RevalidateCachedQuery";
}

/** Whether work took too long, or waited too long for a lock or its turn. It may succeed in a moment. */
export function isTooSlow(error: unknown): boolean {
  const code = databaseError(error)?.code;
  // Ended by its time limit, lock timeout, or idle or too long in a transaction.
  if (code === "57014" || code === "55P03" || code === "25P03" || code === "25P04") return true;
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof NoTurn) return true;
  return false;
}

/** Whether the same work may succeed in a moment, because nothing is wrong with it. */
export function isPassing(error: unknown): boolean {
  return isDatabaseAway(error) || isLost(error) || isTooSlow(error);
}

/** Why the same work may succeed in a moment: PostgreSQL's code, the network's, or the words of who gave up. One of few. */
export function whyPassing(error: unknown): string {
  const code = databaseError(error)?.code;
  if (code !== undefined) return code;
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof NoTurn) return e.message;
    if (hasNetworkCode(e)) return e.code;
    const [words] = AWAY.exec(e.message) ?? [];
    if (words !== undefined) return words;
  }
  return "unknown";
}

/** The shortages that stop writes, by PostgreSQL's code. */
const shortages: Readonly<Record<string, string>> = {
  "25006": "it is read-only",
  "53100": "its disk is full",
  "53200": "it is out of memory",
  "53300": "it has too many connections",
  "53400": "one of its limits is reached",
};

/** What the database lacks, in words, if a shortage caused the error. */
export function shortage(error: unknown): string | undefined {
  return shortages[databaseError(error)?.code ?? ""];
}

/** Whether the database refuses to let us in: another password, a role that is gone, or one that may not sign in. */
export function isNotAdmitted(error: unknown): boolean {
  return databaseError(error)?.code?.startsWith("28") ?? false;
}

const NETWORK = new Set(
  "ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EADDRNOTAVAIL".split(
    " ",
  ),
);
function hasNetworkCode(error: Error): error is Error & { code: string } {
  return "code" in error && typeof error.code === "string" && NETWORK.has(error.code);
}

/** Whether a connection to another program failed, whichever it is. Files and addresses of our own fail with the same codes. */
export function isUnreachable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    // Of a name with several addresses: Node has tried each of them, and its errors have the call.
    const [tried = e] = e instanceof AggregateError ? (e.errors as Error[]) : [];
    if (hasNetworkCode(tried) && "syscall" in tried && /^(connect|getaddrinfo|read|write)$/.test(String(tried.syscall)))
      return true;
  }
  return false;
}

/** node-postgres's messages without a code. */
const AWAY =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|timeout expired|Query read timeout/;

/** Errors that came from a connection to the database. Mail, push and the payment service fail with the same codes. */
const ofDatabase = new WeakSet<object>();

/** Notes that an error came from a connection to the database. @returns it */
export function fromDatabase<T>(error: T): T {
  if (error instanceof Error) ofDatabase.add(error);
  return error;
}

/** Whether an error means that the database is away or cannot write, not that the statement is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const code = databaseError(error)?.code;
  // PostgreSQL's classes: connections, who may sign in, shortages, ended by an operator, the system below.
  if (code) return /^(08|28|53|57P|58)/.test(code) || shortage(error) !== undefined;
  for (let e = error; e instanceof Error; e = e.cause) {
    if (ofDatabase.has(e) && hasNetworkCode(e)) return true;
    if (AWAY.test(e.message)) return true;
  }
  return false;
}
