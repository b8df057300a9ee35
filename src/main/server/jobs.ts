/** The jobs of the house itself, beside those of its rooms. */
import { keepingList } from "#platform/server/backup/deletions-store.ts";
import { dropOldCounts } from "#platform/server/caps.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { StreamSlots } from "#platform/server/live/stream-slots.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import { anyLetterDue } from "#platform/server/mail/outbox.ts";
import { anyMessage, type Pusher } from "#platform/server/push/push.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { auditJob } from "./audit/job.ts";
import { deleteOver } from "./retention-store.ts";

export interface JobDeps {
  clock: Clock;
  config: Config;
  /** With the jobs' limits. */
  db: Database;
  mailer: Mailer;
  pusher: Pusher;
  streams: StreamSlots;
  /** Aborted when the process is about to end. */
  ending: AbortSignal;
}

export function jobsOf({ clock, config, db, mailer, pusher, streams, ending }: JobDeps): Job[] {
  const { deletionsFile } = config;
  return [
    { name: "mail", every: 5, run: () => mailer.deliver(), due: () => anyLetterDue(clock.now()) },
    { name: "push", every: 5, run: () => pusher.deliver(), due: anyMessage },
    { name: "streams", every: 15, run: () => streams.beat() },
    { name: "old-counts", every: 3600, run: () => dropOldCounts(db, clock.now()) },
    { name: "retention", every: 3600, run: () => deleteOver(db, clock.now(), ending) },
    auditJob(db, clock, config),
    // More often than each minute, so that each process does it: one may be on another machine, with another disk.
    ...(deletionsFile === undefined
      ? []
      : [{ name: "deletions-list", every: 30, run: keepingList(db.pool, deletionsFile) }]),
  ];
}
