/** What payments do by themselves: they ask the payment service, and bring the books up to what it says. */
import type { FastifyInstance } from "fastify";
import type { PaymentDeps } from "#features/payments/server/deps.ts";
import { recheckDisputes, reconcileDisputes, reconcileRefunds } from "#features/payments/server/gateway-lists.ts";
import { recheckRefunds } from "#features/payments/server/pay-back.ts";
import { reconcile, refundForgotten } from "#features/payments/server/reconcile.ts";
import { anyEventDue } from "#features/payments/server/sandbox-events.ts";
import type { Sandbox } from "#features/payments/server/sandbox.ts";
import { anyRemoval } from "#features/payments/server/saved-card-store.ts";
import { removeForgotten } from "#features/payments/server/saved-cards.ts";
import { anyUnsettled } from "#features/payments/server/store.ts";
import { takeBalance } from "#features/payments/server/take-balance.ts";
import type { Job } from "#platform/server/jobs.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { deliverTo } from "./sandbox-calls.ts";

interface SandboxDeps {
  /** Undefined where another gateway takes the payments. */
  sandbox: Sandbox | undefined;
  http: FastifyInstance;
  clock: Clock;
  ending: AbortSignal;
}

/** @returns the jobs; `every` is in seconds */
export function paymentJobs(due: PaymentDeps, { sandbox, http, clock, ending }: SandboxDeps): Job[] {
  const ofSandbox = sandbox
    ? [
        {
          name: "sandbox-events",
          every: 1,
          run: () => sandbox.sendEvents(deliverTo(http), ending),
          due: () => anyEventDue(clock.now()),
        },
        { name: "sandbox-payouts", every: 60, run: () => sandbox.payOut() },
      ]
    : [];
  const ofGateway: readonly (Omit<Job, "run"> & { run: (deps: PaymentDeps) => Promise<void> })[] = [
    { name: "reconcile", every: 10, run: reconcile, due: anyUnsettled },
    { name: "disputes", every: 600, run: reconcileDisputes },
    { name: "lost-disputes", every: 21_600, run: recheckDisputes },
    { name: "gateway-refunds", every: 600, run: reconcileRefunds },
    { name: "returned-refunds", every: 21_600, run: recheckRefunds },
    { name: "refund-forgotten", every: 60, run: refundForgotten },
    { name: "removed-cards", every: 10, run: removeForgotten, due: anyRemoval },
    { name: "gateway-balance", every: 60, run: takeBalance },
  ];
  return [
    // What fails in a run without ending it names the job as well.
    ...ofGateway.map((job) => ({
      ...job,
      run: () => job.run({ ...due, onFailure: (error) => due.onFailure(error, job.name) }),
    })),
    ...ofSandbox,
  ];
}
