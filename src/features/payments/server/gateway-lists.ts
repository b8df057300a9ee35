/**
 * Finds disputes and refunds at the gateway whose events were lost. Its lists are read page by page, from a stored
 * position. If a run breaks off or cannot book an item, the next run begins at the same position.
 */
import type { PaymentDeps } from "./deps.ts";
import { applyDispute } from "./dispute.ts";
import { lostDisputes, openDisputes } from "./dispute-store.ts";
import { type ListPage, type RefundState, UnknownOutcome } from "./gateway.ts";
import { oneByOne } from "./one-by-one.ts";
import { settleRefunds } from "./pay-back.ts";
import * as refundStore from "./refund-store.ts";
import { settleAttempt } from "./settle.ts";
import { noteStranger } from "./stranger-store.ts";
import * as store from "./store.ts";
import { syncRefunds } from "./sync-refunds.ts";
import { isUuid } from "#platform/server/db/columns.ts";

const DAY_MS = 86_400_000;
/** How much of a list is read again each time, because gateways list some items late and clocks differ. */
const OVERLAP_MS = DAY_MS;

/** Finds new disputes, and asks about those that are still open here; run every 10 minutes. */
export async function reconcileDisputes(deps: PaymentDeps): Promise<void> {
  const asked = new Set<string>();
  await whileThere(async () => {
    const read = (since: Date, after?: string) => deps.gateway.disputesSince(since, after);
    await readList(deps, "disputes", read, async (state) => {
      asked.add(state.reference);
      await applyDispute(deps, state);
    });
    const open = await openDisputes(deps.db, deps.gateway.provider);
    await askAbout(
      deps,
      open.filter((reference) => !asked.has(reference)),
    );
  });
}

/** For about this long a bank may still change its mind about a lost dispute. */
const APPEAL_DAYS = 180;

/** Asks about lost disputes, because the event of one that is won after all may be lost; run every 6 hours. */
export async function recheckDisputes(deps: PaymentDeps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - APPEAL_DAYS * DAY_MS);
  await whileThere(async () => askAbout(deps, await lostDisputes(deps.db, deps.gateway.provider, since)));
}

async function askAbout(deps: PaymentDeps, references: readonly string[]): Promise<void> {
  await oneByOne(deps, references, async (reference) => {
    const state = await deps.gateway.dispute(reference);
    if (state) await applyDispute(deps, state);
  });
}

/** Finds refunds that were made at the gateway without us; run every 10 minutes. */
export async function reconcileRefunds(deps: PaymentDeps): Promise<void> {
  const read = (since: Date, after?: string) => deps.gateway.refundsSince(since, after);
  await whileThere(() => readList(deps, "refunds", read, (state) => takeRefund(deps, state)));
  await settleRefunds(deps);
}

async function takeRefund(deps: PaymentDeps, state: RefundState): Promise<void> {
  if (await refundStore.isBooked(deps.db, state)) return;
  const attempt = isUuid(state.attemptId) ? await store.findAttempt(deps.db, state.attemptId) : undefined;
  if (attempt) await learnRefunds(deps, attempt);
  else await noteStranger(deps.db, deps.gateway.provider, "refund", state, deps.clock.now());
}

/**
 * Books a payment's refunds as the gateway has them. The news of its capture may not have arrived yet.
 * @throws UnknownOutcome
 */
export async function learnRefunds(deps: PaymentDeps, attempt: store.PaymentAttemptRow): Promise<void> {
  if (attempt.status !== "succeeded")
    await settleAttempt(deps, attempt.id, await deps.gateway.settle(store.refOf(attempt)));
  await syncRefunds(deps, attempt);
}

/**
 * Reads a list from its stored position, which moves on when every item was taken.
 * @throws UnknownOutcome
 */
export async function readList<T>(
  deps: Pick<PaymentDeps, "db" | "clock" | "gateway" | "onFailure" | "ending">,
  list: refundStore.GatewayList,
  read: (since: Date, after?: string) => Promise<ListPage<T>>,
  take: (item: T) => Promise<void>,
): Promise<void> {
  const { db, clock } = deps;
  const { provider } = deps.gateway;
  const start = clock.now();
  const from = (await refundStore.readPosition(db, provider, list)) ?? (await refundStore.firstAttemptAt(db, provider));
  if (!from) return;
  const since = new Date(from.getTime() - OVERLAP_MS);
  let isWhole = true;
  let after: string | undefined;
  do {
    const page: ListPage<T> = await read(since, after);
    isWhole = (await oneByOne(deps, page.items, take)) && isWhole;
    after = page.next;
  } while (after !== undefined && !deps.ending?.aborted);
  // The position stays if an item was not booked, so that the next run reads the item again.
  if (isWhole && after === undefined) await refundStore.savePosition(db, provider, list, start);
}

/** Ends quietly if the gateway is away; the next run asks it. */
export async function whileThere(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof UnknownOutcome)) throw error;
  });
}
