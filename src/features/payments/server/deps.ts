/** What all functions of payments need. */
import type { ClaimsPort } from "#features/play/server/ports.ts";
import type { AnnounceSession } from "#features/play/server/start.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Gateway } from "./gateway.ts";

export interface PaymentDeps {
  db: Database;
  clock: Clock;
  gateway: Gateway;
  announce: AnnounceSession;
  claims: Pick<ClaimsPort, "standsOn" | "reverse" | "heldByRefund" | "release">;
  mailer: Mailer;
  productName: string;
  /** @param job the job in whose run it failed, if it did in one */
  onFailure: (error: unknown, job?: string) => void;
  /** Aborted when the process is about to end. Work on a list then stops between two items. */
  ending?: AbortSignal;
}
