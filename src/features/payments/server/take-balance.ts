/**
 * Books the gateway's fees and its payouts to the operator's bank. The job reads the gateway's lists again and again;
 * each transaction and each payout is stored once, together with its transfers.
 */
import { account, keptByGateway, mirrored, moved } from "#features/ledger/rules.ts";
import { post, type Transfer } from "#features/ledger/server/store.ts";
import { isUuid } from "#platform/server/db/columns.ts";
import type { Db } from "#platform/server/db/database.ts";
import * as store from "./balance-store.ts";
import type { PaymentDeps } from "./deps.ts";
import { readList, whileThere } from "./gateway-lists.ts";
import { type BalanceTransaction, type BankPayout, everyItem } from "./gateway.ts";
import { oneByOne } from "./one-by-one.ts";
import * as refundStore from "./refund-store.ts";
import { checkAttempt } from "./settle.ts";
import { findAttempt, findByReference } from "./store.ts";

/** A payout may come back for about this long. */
const RETURN_MS = 14 * 86_400_000;

/** Takes in the gateway's transactions, then its payouts; run every minute. */
export async function takeBalance(deps: PaymentDeps): Promise<void> {
  const read = async (since: Date, after?: string) => {
    const { items, next } = await deps.gateway.transactionsSince(since, after);
    return { items: await store.unknownOf(deps.db, items), next };
  };
  await whileThere(async () => {
    await readList(deps, "transactions", read, (item) => takeTransaction(deps, item));
    await takePayouts(deps);
  });
}

async function takeTransaction(deps: PaymentDeps, item: BalanceTransaction): Promise<void> {
  const { db, clock, gateway } = deps;
  const { kind, amountCents: amount, feeCents: fee } = item;
  if (kind === "charge") await learnCharge(deps, item);
  await db.transaction(async (tx) => {
    const at = clock.now();
    const kept = await store.addTransaction(tx, gateway.provider, item, at);
    if (!kept) return;
    const of = kept.courseId ?? undefined;
    const isPayout = kind === "payout" || kind === "payout_failure";
    const isKnown = isPayout || (of !== undefined && kind !== "other" && kind !== "account_fee");
    const isFee = kind === "account_fee";
    const postings = keptByGateway({ amount, fee }, { of, isKnown, isFee });
    const named = isKnown || isFee ? "gateway_fee" : "gateway_other";
    await post(tx, { kind: named, courseId: kept.courseId, factId: kept.id, postings, at, factAt: item.at });
  });
}

/**
 * A payment that failed here and is charged there is given back. Nobody asks about it otherwise, when its event was lost.
 * Before the transaction is stored, so that the next run tries again.
 */
async function learnCharge(deps: PaymentDeps, { payment }: BalanceTransaction): Promise<void> {
  const { db, gateway } = deps;
  const { attemptId, reference } = payment;
  const attempt =
    attemptId !== null && isUuid(attemptId)
      ? await findAttempt(db, attemptId)
      : reference !== null && (await findByReference(db, gateway.provider, reference));
  if (attempt && attempt.status === "failed") await checkAttempt(deps, attempt);
}

/** The oldest first: one that came back is paid out again by a later one. */
async function takePayouts(deps: PaymentDeps): Promise<void> {
  const { db, clock, gateway } = deps;
  const { provider } = gateway;
  const start = clock.now();
  const from =
    (await refundStore.readPosition(db, provider, "payouts")) ?? (await refundStore.firstAttemptAt(db, provider));
  if (!from) return;
  const since = new Date(from.getTime() - RETURN_MS);
  const payouts = await everyItem((after) => gateway.payoutsSince(since, after));
  payouts.sort((one, other) => one.at.getTime() - other.at.getTime());
  const known = await store.statusesOf(db, payouts);
  const isOther = ({ reference, status }: BankPayout) => known.get(reference) !== status;
  const isWhole = await oneByOne(deps, payouts.filter(isOther), (payout) => takePayout(deps, payout));
  if (isWhole) await refundStore.savePosition(db, provider, "payouts", start);
}

async function takePayout(deps: PaymentDeps, payout: BankPayout): Promise<void> {
  const { db, clock, gateway } = deps;
  const { reference, status } = payout;
  const known = await store.findPayout(db, reference);
  // What it pays out is not all listed yet; the next run asks again.
  if (known?.status === status || (!known && payout.items === "coming")) return;
  const items =
    known || payout.items === "never" ? [] : await everyItem((after) => gateway.transactionsIn(reference, after));
  for (const item of await store.unknownOf(db, items)) await takeTransaction(deps, item);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const added = known ? undefined : await store.addPayout(tx, gateway.provider, payout, items, now);
    const kept = added ?? (await store.findPayout(tx, reference));
    if (!kept || (!added && kept.status === status)) return;
    if (added) await postParts(tx, kept.id, "bank_payout", now);
    const isBack = status === "failed" || status === "cancelled";
    const wasBack = kept.status === "failed" || kept.status === "cancelled";
    if (wasBack) return;
    await store.setPayout(tx, kept.id, status, isBack ? now : null);
    if (isBack) await postParts(tx, kept.id, "bank_payout_returned", now);
  });
}

/** Books each course's part of a payout, or of its coming back. */
async function postParts(tx: Db, id: string, kind: Extract<Transfer["kind"], `bank_${string}`>, at: Date) {
  for (const { courseId, cents } of await store.partsOf(tx, id)) {
    const cash = courseId === null ? account.houseCash : account.cash(courseId);
    const paid = moved(cents, account.bank, cash);
    await post(tx, { kind, courseId, factId: id, postings: kind === "bank_payout" ? paid : mirrored(paid), at });
  }
}
