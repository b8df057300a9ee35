/** Every field of the desk that takes money reads it as people write it, and as screens show it. */
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { reconciliationRoutes } from "#features/payments/reconciliation-contract.ts";

const { amount: partAmount } = reconciliationRoutes.dividePayout.body.shape.parts._zod.def.element.shape;

const fields: readonly (readonly [name: string, field: z.ZodMiniType])[] = [
  ["an adjustment", adjustmentRoutes.proposeAdjustment.body.shape.amount],
  ["a payment to a range", booksRoutes.recordPayment.body.shape.amount],
  ["a threshold", payoutRoutes.setPayoutThreshold.body.shape.amount],
  ["an approval limit", payoutRoutes.setApprovalLimit.body.shape.amount],
  ["a refund", paymentRoutes.refundOrder.body.shape.amount],
  ["a part of a payout", partAmount],
  ["a base jackpot", manageCourseRoutes.changeCourse.body.shape.baseJackpot],
  ["a new course's base jackpot", manageCourseRoutes.createCourse.body.shape.baseJackpot],
  ["a package's price", managePackageRoutes.createPackage.body.shape.price],
  ["a sponsor's prize", manageSponsorRoutes.createSponsor.body.shape.prizeValue],
  ["a sponsored prize", manageSponsorRoutes.changePrize.body.shape.statedValue],
];

describe.each(fields)("%s", (_, field) => {
  test.each([
    ["1,000", 1000],
    ["$1,000.00", 1000],
    [" 999.50 ", 999.5],
    [12.34, 12.34],
  ])("%j is %d", (typed, dollars) => {
    expect(z.parse(field, typed)).toBe(dollars);
  });

  test.each(["1,00", "1.000,50", "1.234", "ten", true, [1]])("%j is refused", (typed) => {
    expect(z.safeParse(field, typed).success).toBe(false);
  });
});

test("a percentage is no money", () => {
  const { jackpotShare } = manageCourseRoutes.changeCourse.body.shape;
  expect(z.parse(jackpotShare, "12.25")).toBe(12.25);
  for (const typed of ["$12", "12.255"]) expect(z.safeParse(jackpotShare, typed).success).toBe(false);
});
