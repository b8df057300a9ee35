import { expect, test } from "vitest";
import { type Around, justFulfilled, otherwiseOf, toOrder } from "./view.ts";

const at = new Date("2026-11-27T10:00:00.000Z");
const row: Parameters<typeof toOrder>[0] = {
  id: "9f2b9f4e-8f2d-4d8c-9a53-0a4f6a1f0c11",
  number: 1001,
  courseId: 2,
  packageId: 4,
  packageName: "Jackpot Ten",
  packageNameEs: null,
  bayNumber: 7,
  amountCents: 501,
  status: "paid",
  createdAt: at,
  sessionId: null,
};
const around: Around = { courseName: "Palmetto Pines", failure: "Declined", action: null, held: null, given: [] };
const notOtherwise = { paidBy: null, paidReference: null, paidOn: null };

test("an order is shown in dollars and ISO moments, with a Spanish name only where it has one", () => {
  expect(toOrder(row, around)).toEqual({
    id: row.id,
    number: 1001,
    courseId: 2,
    courseName: "Palmetto Pines",
    packageId: 4,
    packageName: "Jackpot Ten",
    packageNameEs: undefined,
    bayNumber: 7,
    amount: 5.01,
    status: "paid",
    failure: null,
    action: null,
    createdAt: "2026-11-27T10:00:00.000Z",
    sessionId: null,
    held: null,
    refunds: [],
  });
  expect(toOrder({ ...row, packageNameEs: "Diez" }, around).packageNameEs).toBe("Diez");
});

test.each([
  ["declined", null, "Declined"],
  ["expired", null, "Declined"],
  ["charging", null, null],
  ["created", null, null],
  ["paid", null, null],
  ["fulfilled", row.id, null],
  ["reversed", null, "Your bank took this payment back before your session was started."],
  ["refund_due", null, "Your session was not started. Your money is on its way back to you."],
  ["refunded", null, "Your session was not started. Your money was returned."],
  ["refund_due", row.id, "Your money is on its way back to you."],
  ["refunded", row.id, "Your money was returned."],
] as const)("the golfer's sentence of an order that is %s, with the session %s: %s", (status, sessionId, sentence) => {
  expect(toOrder({ ...row, status, sessionId }, around).failure).toBe(sentence);
});

test("refunds that a dispute has dropped, or that were cancelled, do not count", () => {
  const given = (["dropped", "settled", "cancelled", "due"] as const).map((status, index) => ({
    ...notOtherwise,
    status,
    amountCents: index + 1,
    reason: "Rain",
    createdAt: at,
  }));
  expect(toOrder(row, { ...around, given }).refunds).toEqual(
    [0.02, 0.04].map((amount) => ({
      amount,
      reason: "Rain",
      createdAt: "2026-11-27T10:00:00.000Z",
      paidOtherwise: null,
    })),
  );
});

test("a refund was paid otherwise when its method, its reference and its day are known", () => {
  const known = { paidBy: "check", paidReference: "4711", paidOn: "2026-11-26" } as const;
  expect(otherwiseOf(known)).toEqual({ method: "check", reference: "4711", paidOn: "2026-11-26" });
  for (const missing of ["paidBy", "paidReference", "paidOn"] as const)
    expect(otherwiseOf({ ...known, [missing]: null })).toBeNull();
});

test("an order that has just been fulfilled is held by nothing, and nothing of it was given back", () => {
  const order = justFulfilled({ ...row, status: "fulfilled", sessionId: row.id }, "Palmetto Pines");
  expect(order).toMatchObject({ failure: null, action: null, held: null, refunds: [], courseName: "Palmetto Pines" });
});
