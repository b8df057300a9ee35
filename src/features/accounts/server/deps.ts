/** What accounts needs to run. */
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Clock } from "#platform/shared/clock.ts";

export interface AccountDeps {
  db: Database;
  clock: Clock;
  config: Config;
  mailer: Mailer;
}
