/** Taking a payment: first the order and its attempt, then the charge outside any transaction, then its outcome. */
import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { refuse as refuseBooking } from "#features/booking/contract.ts";
import { checkBay, checkGroup } from "#features/booking/rules.ts";
import { refuse as refuseCourse } from "#features/courses/contract.ts";
import { FREE_SHOT_PACKAGE_ID, LEAST_PRICE_CENTS, priceAt } from "#features/courses/rules.ts";
import type { CourseRow, PackageRow } from "#features/courses/server/store.ts";
import { shares } from "#features/ledger/rules.ts";
import { readHold } from "#features/orders/server/hold-store.ts";
import { refuse as refusePlay } from "#features/play/contract.ts";
import { isTaken } from "#features/play/server/store.ts";
import { isPassing, violates } from "#platform/server/db/errors.ts";
import type { Caller } from "#platform/server/http/handlers.ts";
import { isWholeCents, toCents, toDollars } from "#platform/shared/money.ts";
import { type paymentRoutes, refuse } from "../contract.ts";
import { refuseAfterDeclines } from "./declines.ts";
import type { PaymentDeps } from "./deps.ts";
import { type ChargeOutcome, type Source, UnknownOutcome } from "./gateway.ts";
import { keptCardGone } from "./sandbox-cards.ts";
import { insertOrders, lockStanding, type Offer, type Wanted } from "./open-store.ts";
import type { Opening, OpenShared } from "./open-together.ts";
import { deleteToken } from "./saved-card-store.ts";
import { awaitGolfer, type Fulfilled, settleAttempt } from "./settle.ts";
import type { AttemptOwner } from "./settle-store.ts";
import type { SettleCapture } from "./settle-together.ts";
import * as store from "./store.ts";

type Body = z.output<(typeof paymentRoutes)["processPayment"]["body"]>;

export interface PayDeps extends PaymentDeps {
  readOffer: (wanted: Wanted) => Promise<Offer>;
  openShared: OpenShared;
  settleCapture: SettleCapture;
}

/**
 * Charges a player for a package once.
 * @param source makes what pays, refusing bad card details before anything is written
 * @param key the call's idempotency key: an order that already carries it is this one
 * @returns the order's id, and what came of it if it was fulfilled at once; otherwise its status says that
 * @throws payments.*, courses.not_found, booking.*, play.active_session, play.bay_taken, all before the charge
 */
export async function pay(
  deps: PayDeps,
  { id: userId, playerId, browserId }: Pick<Caller, "id" | "playerId" | "browserId">,
  body: Body,
  key: string | undefined,
  source: () => Promise<Source>,
): Promise<{ orderId: string; fulfilled?: Fulfilled | undefined }> {
  const { courseId, packageId } = body.sessionData;
  const { begun, course, pack } = await deps.readOffer({ userId, key, courseId, packageId });
  if (begun) return { orderId: begun };
  if (packageId === FREE_SHOT_PACKAGE_ID) throw refuse("payments.free_package");
  if (body.sessionData.groupData === undefined && body.sessionData.bayNumber === undefined)
    throw refuseBooking("booking.bay_required");
  const paying = await source();
  if (!course) throw refuseCourse("courses.not_found");
  if (!pack || pack.priceCents === 0) throw refuseCourse("courses.no_package");
  const { order, attemptId } = await open(deps, { userId, playerId, browserId }, body, key, course, pack, paying);
  const outcome = await deps.gateway
    .charge({ attemptId, amountCents: order.amountCents, source: paying })
    .catch((error: unknown) => {
      // Whatever failed, the money may have moved. The reconciler finds out, and nobody is asked to pay again.
      if (!(error instanceof UnknownOutcome)) deps.onFailure(error);
      return undefined;
    });
  if (outcome?.status === "failed" && outcome.code === keptCardGone.code)
    await deleteToken(deps.db, paying.token ?? "").catch(deps.onFailure);
  const owner = { userId, orderId: order.id, courseId, groupData: body.sessionData.groupData ?? null };
  const fulfilled = await apply(deps, attemptId, outcome, owner).catch(async (error: unknown) => {
    if (!isPassing(error)) throw error;
    // The charge was made, but the database is too busy to record it. The gateway is asked again in a moment.
    deps.onFailure(error);
    await store.markUnknown(deps.db, attemptId).catch(deps.onFailure);
    return undefined;
  });
  return { orderId: order.id, fulfilled };
}

async function apply(
  deps: PayDeps,
  attemptId: string,
  outcome: ChargeOutcome | undefined,
  owner: AttemptOwner,
): Promise<Fulfilled | undefined> {
  const shared = outcome?.status === "captured" && (await deps.settleCapture({ attemptId, owner, outcome }));
  if (shared) return shared;
  if (outcome && outcome.status !== "action") return settleAttempt(deps, attemptId, outcome, owner);
  if (outcome) await awaitGolfer(deps, attemptId, outcome);
  else await store.markUnknown(deps.db, attemptId);
  return undefined;
}

async function open(
  deps: PayDeps,
  payer: { userId: string; playerId: string; browserId: string | null },
  body: Body,
  key: string | undefined,
  course: CourseRow,
  pack: PackageRow,
  source: Source,
): Promise<{ order: { id: string; amountCents: number }; attemptId: string }> {
  const { sessionData } = body;
  const { userId, browserId } = payer;
  const context = sessionData.purchaseContext;
  const group =
    sessionData.groupData &&
    checkGroup(sessionData.groupData, {
      packageBalls: pack.ballCount,
      bayCount: course.bayCount,
      context,
      buyer: payer.playerId,
    });
  const bayNumber = group?.mainPlayer.bayNumber ?? sessionData.bayNumber;
  if (bayNumber === undefined) throw refuseBooking("booking.bay_required");
  checkBay(bayNumber, course.bayCount);
  const amountCents = priceAt(pack.priceCents, course.priceFactorBp);
  if (amountCents < LEAST_PRICE_CENTS) throw refuse("payments.price_too_low");
  const taxRateMilli = course.taxRateMilli ?? 0;
  const share = shares(amountCents, { ...course, taxRateMilli });
  const order = {
    id: randomUUID(),
    userId,
    idempotencyKey: key ?? null,
    courseId: course.id,
    packageId: pack.id,
    packageName: pack.name,
    packageNameEs: pack.nameEs,
    packageType: pack.packageType,
    ballCount: pack.ballCount,
    amountCents,
    taxCents: share.tax,
    taxRateMilli,
    taxLabel: taxRateMilli === 0 ? null : course.taxLabel,
    jackpotShareCents: share.jackpot,
    rangeShareCents: share.range,
    bayNumber,
    groupData: group ?? null,
    purchaseContext: context,
    startAtOnce: body.start,
    browserId,
    status: "charging" as const,
  };
  const attempt = {
    id: randomUUID(),
    orderId: order.id,
    method: source.method,
    amountCents,
    status: "initiated" as const,
    provider: deps.gateway.provider,
  };
  const opening = { payer: { userId, browserId }, order, attempt };
  const isPriceRight = isWholeCents(body.amount) && toCents(body.amount) === amountCents;
  // Nobody pays for a session that cannot start. One that is paid ahead may find the bay free when it starts.
  const bays =
    body.start && course.exclusiveBays ? [bayNumber, ...(group?.friends ?? []).map((one) => one.bayNumber)] : [];
  if (!isPriceRight || bays.length > 0 || !(await deps.openShared(opening)))
    await openOrder(deps, opening, { isPriceRight, bays });
  return { order, attemptId: attempt.id };
}

/** Opens an order. @param bays those that must be free */
async function openOrder(
  deps: PaymentDeps,
  { payer, order, attempt }: Opening,
  { isPriceRight, bays }: { isPriceRight: boolean; bays: readonly number[] },
): Promise<void> {
  await deps.db
    .transaction(async (tx) => {
      const now = deps.clock.now();
      const { plays, waiting, declined } = await lockStanding(tx, payer, order, now);
      if (plays) throw refusePlay("play.active_session");
      if (!isPriceRight) throw refuse("payments.price_changed", { details: { price: toDollars(order.amountCents) } });
      if (waiting) throw refuse((await readHold(tx, waiting)) ? "payments.waiting_disputed" : "payments.waiting_order");
      refuseAfterDeclines(payer, declined, now);
      const made = { order: { ...order, createdAt: now }, attempt: { ...attempt, createdAt: now } };
      await insertOrders(tx, [made]);
      if (bays.length > 0 && (await isTaken(tx, order.courseId, bays, payer.userId, now)))
        throw refusePlay("play.bay_taken");
    })
    .catch((error: unknown) => {
      if (violates(error, "course_is_not_closed")) throw refuseCourse("courses.not_found");
      throw violates(error, "one_open_order") ? refuse("payments.open_order") : error;
    });
}
