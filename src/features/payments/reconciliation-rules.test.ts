import { describe, expect, test } from "vitest";
import type { Reconciliation } from "./reconciliation-contract.ts";
import { fileLines } from "./reconciliation-file-rules.ts";
import { adviceFor, adviceInSpanish, settledBefore } from "./reconciliation-rules.ts";

const at = "2026-11-22T10:20:30.400Z";
const utc = "2026-11-22 10:20:30";
const id = "0197f0f0-0000-7000-8000-000000000001";

const agreed: Reconciliation = {
  at,
  provider: "sandbox",
  since: "2026-11-01T00:00:00.000Z",
  balance: 120.5,
  cash: 120.5,
  unexplained: 0,
  compared: 4,
  underWay: 0,
  differences: [],
  payouts: [],
  unsorted: [],
  undivided: [],
  courses: [],
};

test("news has ten minutes to arrive", () => {
  expect(settledBefore(new Date(at)).toISOString()).toBe("2026-11-22T10:10:30.400Z");
});

test.each([
  ["payment", 5, null, "Look at the order's payment troubles"],
  ["refund", 5, null, "The books do not have it."],
  ["payment", null, 5, "The payment service does not have it."],
  ["payout", null, 5, "The payment service does not have it."],
  ["payment", 5, 4, "Both have it, with different amounts."],
  ["transaction", 0, 4, "Both have it, with different amounts."],
  ["dispute", null, null, "The books do not have it."],
] as const)("advice for a %s that is %s there and %s here: %s", (of, gateway, books, words) => {
  expect(adviceFor({ of, gateway, books })).toContain(words);
});

describe("the file", () => {
  test("has the balance and what is not explained", () => {
    expect(fileLines(agreed)).toEqual([
      ["What", "Name", "Transactions", "At (UTC)", "Order", "Payment service (USD)", "Books (USD)", "To do"],
      ["Balance", "", "", utc, "", 120.5, 120.5, ""],
      ["Not explained", "", "", utc, "", 0, null, ""],
    ]);
    const unexplained = fileLines({ ...agreed, unexplained: -3 })[2];
    expect(unexplained).toEqual(["Not explained", "", "", utc, "", -3, null, "Have the books audited."]);
  });

  test("has a line for each difference, for what waits and for each payout", () => {
    const found: Reconciliation = {
      ...agreed,
      differences: [
        {
          of: "payment",
          reference: "pay_1",
          transactions: ["txn_1", "txn_2"],
          at,
          gateway: 10.8,
          books: null,
          order: { id, number: 1016 },
          advice: "Look.",
        },
        {
          of: "refund",
          reference: "re_1",
          transactions: [],
          at,
          gateway: null,
          books: -2,
          order: null,
          advice: "Audit.",
        },
      ],
      unsorted: [{ id, reference: "txn_9", amount: 50, at }],
      undivided: [{ id, reference: "po_9", amount: 7, at }],
      payouts: (["on_its_way", "paid", "failed", "cancelled"] as const).map((status, index) => ({
        reference: `po_${index}`,
        amount: index,
        status,
        at,
        arrivesAt: at,
        bank: status === "paid" ? index : null,
      })),
    };
    expect(fileLines(found).slice(3)).toEqual([
      ["payment", "pay_1", "txn_1 txn_2", utc, 1016, 10.8, null, "Look."],
      ["refund", "re_1", "", utc, null, null, -2, "Audit."],
      ["unsorted", "txn_9", "txn_9", utc, null, 50, 50, "Sort it into an account."],
      ["undivided payout", "po_9", "", utc, null, 7, 7, "Say whose money it was."],
      ["payout, on its way", "po_0", "", utc, null, 0, null, ""],
      ["payout, arrived", "po_1", "", utc, null, 1, 1, ""],
      ["payout, came back", "po_2", "", utc, null, 2, null, ""],
      ["payout, cancelled", "po_3", "", utc, null, 3, null, ""],
    ]);
  });
});

test("the file speaks Spanish to its readers: no cell of words is the English one", () => {
  const payouts = (["on_its_way", "paid", "failed", "cancelled"] as const).map((status) => ({
    reference: `po_${status}`,
    amount: 5,
    status,
    at,
    arrivesAt: at,
    bank: null,
  }));
  const differences = (["payment", "refund", "dispute", "payout", "transaction"] as const).map((of) => ({
    of,
    reference: id,
    transactions: [],
    at,
    gateway: 5,
    books: null,
    order: null,
    advice: adviceFor({ of, gateway: 5, books: null }),
  }));
  const waiting = [{ id, reference: "txn_1", amount: 3, at }];
  const found: Reconciliation = {
    ...agreed,
    unexplained: 1,
    differences,
    payouts,
    unsorted: waiting,
    undivided: waiting,
  };
  const [english, spanish] = [fileLines(found, "en"), fileLines(found, "es", adviceInSpanish)];
  expect(spanish).toHaveLength(english.length);
  const words = spanish.map((line, row) => line.filter((cell, column) => cell === english[row]?.[column]));
  expect(
    words.flat().filter((cell) => typeof cell === "string" && /[a-z]{4,}/.test(cell.replace(/\w+_\w+/, ""))),
  ).toEqual([]);
  for (const [gateway, books] of [
    [5, null],
    [null, 5],
    [5, 6],
  ] as const)
    for (const of of ["payment", "refund"] as const)
      expect(adviceInSpanish[adviceFor({ of, gateway, books })]).toMatch(/auditar los libros|reconcile/);
});
