/** What accounts needs to run. */
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Hub } from "#platform/server/live/hub.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { SecurityLog } from "#platform/server/security-log.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { PersonPort } from "./ports.ts";

export interface AccountDeps {
  db: Database;
  clock: Clock;
  config: Config;
  mailer: Mailer;
  hub: Hub;
  security: SecurityLog;
  /** What other rooms keep about players, and what still prevents a deletion. */
  keepers: readonly PersonPort[];
}
