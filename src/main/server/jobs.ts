/** The jobs of a server, composed: what is due by the clock, room by room. */
import type { FastifyInstance } from "fastify";
import { deleteOldSignIns } from "#features/accounts/server/store.ts";
import type { LiveDashboard } from "#features/dashboard/server/live.ts";
import { webhookRoute } from "#features/payments/contract.ts";
import type { PaymentDeps } from "#features/payments/server/deps.ts";
import { recheckDisputes, reconcileDisputes, reconcileRefunds } from "#features/payments/server/gateway-lists.ts";
import { recheckRefunds } from "#features/payments/server/pay-back.ts";
import { reconcile, refundForgotten } from "#features/payments/server/reconcile.ts";
import type { Deliver } from "#features/payments/server/sandbox-events.ts";
import type { Sandbox } from "#features/payments/server/sandbox.ts";
import { dropOldAddresses } from "#features/play/server/person.ts";
import type { ShotDeps } from "#features/play/server/shots.ts";
import { sweep } from "#features/play/server/sweep.ts";
import type { Issue } from "#features/receipts/server/issue.ts";
import { dropOldCounts } from "#platform/server/caps.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Config } from "#platform/server/config.ts";
import type { Database } from "#platform/server/db/database.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { StreamSlots } from "#platform/server/live/stream-slots.ts";
import type { Mailer } from "#platform/server/mail/mail.ts";
import type { Pusher } from "#platform/server/push/push.ts";
import { auditJob } from "./audit/job.ts";

export interface JobDeps {
  http: FastifyInstance;
  clock: Clock;
  config: Config;
  /** With the jobs' limits. */
  db: Database;
  play: ShotDeps;
  payments: PaymentDeps;
  sandbox: Sandbox | undefined;
  mailer: Mailer;
  pusher: Pusher;
  issue: Issue;
  dashboard: LiveDashboard;
  streams: StreamSlots;
}

export function jobsOf({ http, clock, config, db, payments, sandbox, streams, ...deps }: JobDeps): Job[] {
  const due = { ...payments, db };
  return [
    { name: "sweep", every: 1, run: () => sweep({ ...deps.play, db }) },
    { name: "mail", every: 5, run: () => deps.mailer.deliver() },
    { name: "push", every: 5, run: () => deps.pusher.deliver() },
    { name: "reconcile", every: 10, run: () => reconcile(due) },
    { name: "disputes", every: 600, run: () => reconcileDisputes(due) },
    { name: "lost-disputes", every: 21_600, run: () => recheckDisputes(due) },
    { name: "gateway-refunds", every: 600, run: () => reconcileRefunds(due) },
    { name: "returned-refunds", every: 21_600, run: () => recheckRefunds(due) },
    ...(sandbox
      ? [{ name: "sandbox-events", every: 1, run: () => sandbox.sendEvents(deliverTo(http), payments.ending) }]
      : []),
    { name: "receipts", every: 1, run: deps.issue },
    { name: "dashboard", every: 1, run: () => deps.dashboard.pulse() },
    { name: "old-sign-ins", every: 3600, run: () => deleteOldSignIns(db, clock.now()) },
    { name: "streams", every: 15, run: () => streams.beat() },
    { name: "old-counts", every: 3600, run: () => dropOldCounts(db, clock.now()) },
    { name: "old-addresses", every: 3600, run: () => dropOldAddresses(db, clock.now()) },
    { name: "refund-forgotten", every: 60, run: () => refundForgotten(due) },
    auditJob(db, clock, config),
  ];
}

/** The sandbox calls our webhook as a gateway would, signature and all, without leaving the process. */
function deliverTo(http: FastifyInstance): Deliver {
  return async (body, headers) =>
    (await http.inject({ method: "POST", url: webhookRoute.path, headers, payload: body })).statusCode === 200;
}
