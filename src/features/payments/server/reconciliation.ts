/** Compares the gateway's own list with the books, both ways, and sorts money of no payment into an account. */
import { account, moved } from "#features/ledger/rules.ts";
import { post } from "#features/ledger/server/store.ts";
import { note } from "#platform/server/audit-trail.ts";
import type { Caller, Handlers } from "#platform/server/http/handlers.ts";
import { toCsv } from "#platform/server/http/csv.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { type Reconciliation, type reconciliationRoutes, refuseReconciliation } from "../reconciliation-contract.ts";
import { adviceFor, adviceInSpanish, settledBefore } from "../reconciliation-rules.ts";
import { fileLines } from "../reconciliation-file-rules.ts";
import type { PaymentDeps } from "./deps.ts";
import { dividePayout } from "./divide-payout.ts";
import { everyItem, UnknownOutcome } from "./gateway.ts";
import * as store from "./reconciliation-store.ts";

type ReconciliationDeps = Pick<PaymentDeps, "db" | "clock" | "gateway">;

const DAY_MS = 86_400_000;
/** Single transactions are compared for so long. What is older is in the balance. */
const DAYS = 35;

export function reconciliationHandlers(deps: ReconciliationDeps): Handlers<typeof reconciliationRoutes> {
  const found = () => reconcileBalance(deps).catch(refuseAway);
  return {
    getReconciliation: async () => ({ status: 200, body: await found() }),
    downloadReconciliation: async ({ query }) => {
      const reconciliation = await found();
      const [header = [], ...lines] = fileLines(
        reconciliation,
        query.language,
        query.language === "es" ? adviceInSpanish : {},
      );
      const filename = `reconciliation-${reconciliation.at.slice(0, 10)}.csv`;
      return { status: 200, body: toCsv(header.map(String), lines), filename };
    },
    sortTransaction: async ({ caller, params, body }) => {
      await sortTransaction(deps, caller, params.id, { ...body, courseId: body.courseId ?? null });
      return { status: 200, body: { sorted: true } };
    },
    dividePayout: async ({ caller, params, body }) => {
      const parts = body.parts.map(({ courseId = null, amount }) => ({ courseId, cents: toCents(amount) }));
      await dividePayout(deps, caller, params.id, { parts, reason: body.reason });
      return { status: 200, body: { divided: true } };
    },
  };
}

function refuseAway(error: unknown): never {
  if (!(error instanceof UnknownOutcome)) throw error;
  throw refuseReconciliation("reconciliation.gateway_away", { retryAfter: 60, why: "gateway" });
}

/**
 * The gateway's balance against cash, its payouts against the bank, and every transaction of the last 35 days.
 * @throws UnknownOutcome when the gateway does not answer
 */
export async function reconcileBalance({ db, clock, gateway }: ReconciliationDeps): Promise<Reconciliation> {
  const now = clock.now();
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const begin = new Date(since.getTime() - DAY_MS);
  const items = await everyItem((after) => gateway.transactionsSince(begin, after));
  const payouts = await everyItem((after) => gateway.payoutsSince(begin, after));
  const balance = await gateway.balance();
  const cash = await store.readCash(db);
  const { compared, rows } = await store.readDifferences(db, gateway.provider, items, since);
  const settled = settledBefore(now);
  const booked = await store.readBooked(
    db,
    payouts.map(({ reference }) => reference),
  );
  const between = rows.reduce((sum, row) => sum + (row.gateway ?? 0) - (row.books ?? 0), 0);
  const old = rows.filter((row) => new Date(row.at) <= settled);
  return {
    at: now.toISOString(),
    provider: gateway.provider,
    since: since.toISOString(),
    balance: toDollars(balance),
    cash: toDollars(cash),
    unexplained: toDollars(balance - cash - between),
    compared,
    underWay: rows.length - old.length,
    differences: old.map((row) => {
      const sides = { gateway: dollarsOf(row.gateway), books: dollarsOf(row.books) };
      return {
        of: row.of,
        reference: row.reference,
        transactions: row.transactions ?? [],
        at: new Date(row.at).toISOString(),
        ...sides,
        order: row.order_id === null ? null : { id: row.order_id, number: row.number ?? 0 },
        advice: adviceFor({ of: row.of, ...sides }),
      };
    }),
    payouts: payouts
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .map(({ reference, amountCents, status, at, arrivesAt }) => ({
        reference,
        amount: toDollars(amountCents),
        status,
        at: at.toISOString(),
        arrivesAt: arrivesAt.toISOString(),
        bank: dollarsOf(booked.get(reference) ?? null),
      })),
    unsorted: (await store.readUnsorted(db)).map(toWaiting),
    undivided: (await store.readUndivided(db)).map(toWaiting),
    courses: (await store.readCourses(db)).map(({ cents, ...course }) => ({ ...course, cash: toDollars(cents) })),
  };
}

function toWaiting({ id, reference, cents, at }: store.Unsorted) {
  return { id, reference, amount: toDollars(cents), at: new Date(at).toISOString() };
}

function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : toDollars(cents);
}

/**
 * Sorts money in suspense into the bank, fees or revenue, once.
 * @throws reconciliation.not_waiting, reconciliation.no_account
 */
export async function sortTransaction(
  { db, clock }: Pick<ReconciliationDeps, "db" | "clock">,
  caller: Pick<Caller, "id">,
  id: string,
  { into, courseId, reason }: { into: "bank" | "fees" | "revenue"; courseId: number | null; reason: string },
): Promise<void> {
  const target = targetOf(into, courseId);
  await db.transaction(async (tx) => {
    const at = clock.now();
    const waiting = await store.lockUnsorted(tx, id);
    if (!waiting) throw refuseReconciliation("reconciliation.not_waiting");
    if (courseId !== null && !(await store.readCourses(tx)).some((course) => course.id === courseId))
      throw refuseReconciliation("reconciliation.no_account");
    await store.setSorted(tx, id, { into, courseId, at });
    const detail = { reference: waiting.reference, amountCents: waiting.cents, into, courseId, reason };
    await note(tx, { actorId: caller.id, action: "transaction.sorted", subject: id, detail, at });
    const postings = moved(waiting.cents, account.suspense, target);
    await post(tx, { kind: "gateway_sorted", courseId, factId: id, postings, at });
  });
}

function targetOf(into: "bank" | "fees" | "revenue", courseId: number | null): string {
  if (into === "fees") return courseId === null ? account.houseFees : account.fees(courseId);
  if (into === "bank" && courseId === null) return account.bank;
  if (into === "revenue" && courseId !== null) return account.revenue(courseId);
  throw refuseReconciliation("reconciliation.no_account");
}
