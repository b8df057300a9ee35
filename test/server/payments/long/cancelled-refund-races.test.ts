/** A refund that was cancelled at the gateway beside claims, verdicts, starts and other refunds, in both orders. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "#test/app.ts";
import { expectCleanBooks, sumsOf } from "#test/books.ts";
import { type Disputing, disputing } from "#test/disputing.ts";
import { pay } from "#test/server/claims/payouts-people.ts";
import { runJobs } from "#test/jobs.ts";

let on: Disputing;
beforeAll(async () => {
  on = await disputing();
});
afterEach(() => expectCleanBooks(on.app));
afterAll(() => on.app.close());

const made = async (orderId: string, cents?: number) => (await on.refundNews(orderId, cents))();
const cancelled = async (orderId: string) => (await on.cancelNews(orderId))();
/** The news of a cancellation before or after something else that needs the order. @returns what the other one answered */
async function inTurn(place: string, orderId: string, news: () => Promise<unknown>, other: () => Promise<Json>) {
  if (place === "first") return on.oneAfterTheOther(orderId, news, other);
  const replies: Json[] = [];
  await on.oneAfterTheOther(orderId, async () => replies.push(await other()), news);
  return replies[0];
}

describe("a claim that the refund held", () => {
  test("is released, and is verified and paid", async () => {
    const { golfer, orderId, id } = await on.claimed();
    await made(orderId);
    expect((await on.claimOf(golfer, id)).held).toBe("refunded_at_gateway");
    await cancelled(orderId);
    expect((await on.claimOf(golfer, id)).held).toBe(null);
    expect((await on.decide(id, "verify")).status).toBe(200);
  });

  test("is paid when it had been verified before", async () => {
    const { orderId, id } = await on.verified();
    await made(orderId);
    expect((await pay(await on.admin(), id)).status).toBe(409);
    await cancelled(orderId);
    expect((await pay(await on.admin(), id)).status).toBe(200);
  });

  test.each(["first", "last"])("is verified, while the refund's cancellation comes %s", async (place) => {
    const { golfer, orderId, id } = await on.claimed();
    await made(orderId);
    const news = await on.cancelNews(orderId);
    const { status } = await inTurn(place, orderId, news, () => on.decide(id, "verify"));
    expect(status).toBe(place === "first" ? 200 : 409);
    expect((await on.claimOf(golfer, id)).verificationStatus).toBe(place === "first" ? "verified" : "pending");
  });
});

describe.each(["first", "last"])("a cancelled refund whose news comes %s", (place) => {
  test.each(["played", "ahead"] as const)("beside an administrator's refund of the rest (%s)", async (kind) => {
    const { golfer, orderId } = kind === "played" ? await on.played() : await on.ahead();
    await made(orderId, 200);
    const news = await on.cancelNews(orderId);
    expect((await inTurn(place, orderId, news, () => on.refund(orderId))).status).toBe(200);
    await runJobs(on.app);
    const isAll = place === "first";
    expect(await on.orderOf(golfer, orderId)).toMatchObject({
      status: isAll ? "refunded" : kind === "played" ? "fulfilled" : "paid",
      refunds: [{ amount: isAll ? 5 : 3 }],
    });
    if (!isAll) expect((await on.refund(orderId)).status).toBe(200);
    await expect.poll(async () => (await on.orderOf(golfer, orderId)).status).toBe("refunded");
    expect(await sumsOf(on.app, orderId)).toEqual({});
  });

  test("beside the start of what was paid ahead", async () => {
    const { golfer, orderId } = await on.ahead();
    await made(orderId, 200);
    const news = await on.cancelNews(orderId);
    expect((await inTurn(place, orderId, news, () => on.start(golfer, orderId))).status).toBe(201);
    expect(await sumsOf(on.app, orderId)).toEqual({ cash: 500, pot: -100, revenue: -400 });
  });
});
