/** Explains to the operator why a start or a command ended: one sentence that says what to do. */
import { UnknownOutcome } from "#features/payments/server/gateway.ts";
import { RecoveryRefused } from "#platform/server/backup/base.ts";
import { ListUnusable } from "#platform/server/backup/deletions-store.ts";
import { Unfinished } from "#platform/server/backup/unfinished.ts";
import { ConfigError } from "#platform/server/config.ts";
import { DrizzleQueryError } from "#platform/server/db/drizzle.ts";
import { NoEmbedded } from "#platform/server/db/embedded-programs.ts";
import { RecoveryEnded } from "#platform/server/db/embedded.ts";
import { isDatabaseAway, isNotAdmitted, isUnreachable, shortage } from "#platform/server/db/errors.ts";
import { MigrationStopped } from "#platform/server/db/migrate.ts";
import { FolderOwnedError } from "#platform/server/db/owner.ts";
import { ScratchRefused } from "#platform/server/db/scratch.ts";
import { exitWritten } from "#platform/server/exit.ts";

/** The database lacks migrations, and the role that serves may not apply them. */
export class NotMigrated extends Error {
  constructor(options: ErrorOptions) {
    super(
      "The database lacks migrations of this version, and the role of DATABASE_URL may not apply them. Run npm run migrate with DATABASE_OWNER_URL, then start again.",
      options,
    );
  }
}

const expected = [
  ConfigError,
  FolderOwnedError,
  ListUnusable,
  MigrationStopped,
  NoEmbedded,
  NotMigrated,
  RecoveryEnded,
  RecoveryRefused,
  ScratchRefused,
  Unfinished,
];

/**
 * What an error says. Of a name with several addresses, none of which answers, each of its errors says it. Of a statement
 * that failed the database says it: the statement has ids in it, and tells the operator nothing.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DrizzleQueryError && error.cause !== undefined) return messageOf(error.cause);
  return error instanceof AggregateError && error.message === ""
    ? error.errors.map(messageOf).join(", ")
    : error.message;
}

/** An expected error as a sentence, any other with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (expected.some((kind) => error instanceof kind)) return error.message;
  if (isOfStripe(error))
    return `Stripe could not be asked, so nothing was compared (${inLine(error.message)}). Check the connection to api.stripe.com and STRIPE_SECRET_KEY, and run it again.`;
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error)
    return `Port ${String(error.port)} is taken by another program. Stop it, or choose another one: PORT=3001 npm start`;
  if ("code" in error && error.code === "EADDRNOTAVAIL" && "syscall" in error && error.syscall === "listen")
    return `This machine has no address ${"address" in error ? String(error.address) : ""}. Set HOST to one that it has: HOST=0.0.0.0 for all of them`;
  if ("path" in error && "syscall" in error && error.syscall !== "connect")
    return `${inLine(error.message)}. Check the file or folder that was named.`;
  if (isNotAdmitted(error))
    return `The database refuses the role (${inLine(messageOf(error))}). Check the role and the password of DATABASE_URL.`;
  const lacking = shortage(error);
  if (lacking !== undefined) return `The database could not do this: ${lacking} (${inLine(messageOf(error))}).`;
  // Commands have connections of their own to the database, and to nothing else.
  if (isDatabaseAway(error) || isUnreachable(error))
    return `The database cannot be reached (${inLine(messageOf(error))}). Check DATABASE_URL.`;
  const cause = error.cause instanceof Error ? error.cause.message : "unknown";
  return (error.stack ?? error.message) + (error.cause === undefined ? "" : `\nCaused by: ${cause}`);
}

/** Runs a command; what ends it is explained, and the exit code is 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(explain(error));
    await exitWritten(1);
  }
}

/** Whether Stripe refused a call or gave no answer. Its errors name their class, so that the SDK need not be loaded. */
function isOfStripe(error: Error): boolean {
  return error instanceof UnknownOutcome || ("type" in error && String(error.type).startsWith("Stripe"));
}

function inLine(message: string): string {
  return message.trim().replaceAll(/\s+/g, " ").replace(/\.$/, "");
}
