import { expect, test } from "vitest";
import { orderStatuses } from "./contract.ts";
import { orderWords, otherwiseText, spanishOrderWords, statusOf, statusText, wasPaid } from "./rules.ts";

test.each([
  ["created", "Not finished", "waiting", false],
  ["charging", "Checking payment", "waiting", false],
  ["paid", "Paid, not started", "waiting", true],
  ["fulfilled", "Paid", "good", true],
  ["declined", "Declined", "bad", false],
  ["expired", "Not charged", "neutral", false],
  ["refund_due", "Refund on its way", "waiting", true],
  ["refunded", "Refunded", "neutral", true],
  ["reversed", "Reversed by the bank", "bad", true],
] as const)("an order that is %s reads '%s'", (status, text, tone, paid) => {
  expect(statusText(status)).toBe(text);
  expect(statusOf({ status, refunded: 0 })).toEqual({ text, tone });
  expect(statusOf({ status, refunded: 0, held: "refunded_at_gateway" })).toEqual({ text, tone });
  expect(wasPaid({ status })).toBe(paid);
});

test.each(orderStatuses)("an order that is %s says first what its dispute does to it", (status) => {
  const order = { status, refunded: 300 };
  expect(statusOf({ ...order, held: "dispute_open" })).toEqual({ text: "Disputed with the bank", tone: "bad" });
  expect(statusOf({ ...order, held: "dispute_lost" })).toEqual({ text: "Reversed by the bank", tone: "bad" });
});

test.each(orderStatuses)(
  "an order that is %s says that its refund was refused, unless a dispute holds it",
  (status) => {
    const order = { status, refunded: 300, refundRefused: true };
    expect(statusOf(order)).toEqual({ text: "Refund refused", tone: "bad" });
    expect(statusOf({ ...order, held: "dispute_open" }).text).toBe("Disputed with the bank");
  },
);

test("an order that was kept says that a part was refunded, any other says its state", () => {
  const partly = orderStatuses.filter((status) => statusOf({ status, refunded: 1 }).text === "Partly refunded");
  expect(partly.toSorted()).toEqual(["fulfilled", "paid"]);
  expect(statusOf({ status: "paid", refunded: 1 }).tone).toBe("neutral");
});

test("Spanish has its own word for every state", () => {
  expect(statusText("paid", spanishOrderWords)).toBe("Pagado, sin empezar");
  expect(statusOf({ status: "fulfilled", refunded: 5 }, spanishOrderWords).text).toBe("Reembolsado en parte");
  expect(statusOf({ status: "paid", refunded: 0 }, spanishOrderWords).text).toBe("Pagado, sin empezar");
  for (const [state, word] of Object.entries(orderWords))
    expect(["", undefined, word]).not.toContain(new Map(Object.entries(spanishOrderWords)).get(state));
});

test.each([
  ["check", "check 1042 of 2026-11-20"],
  ["transfer", "bank transfer 1042 of 2026-11-20"],
] as const)("a refund that was paid by %s says how, by which number and when", (method, words) => {
  expect(otherwiseText({ method, reference: "1042", paidOn: "2026-11-20" })).toBe(words);
});
