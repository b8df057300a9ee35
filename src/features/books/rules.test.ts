import { describe, expect, test } from "vitest";
import type { Remittance, Statement } from "./contract.ts";
import { type Movement, state, titleOf } from "./rules.ts";
import { lineName, describeRemittance, statementLines } from "./statement-words-rules.ts";
import { periodWords } from "#features/reports/rules.ts";

const movement = (part: Movement["part"], kind: string, cents: number, count = 1): Movement => ({
  part,
  kind,
  cents,
  count,
});

describe("a statement", () => {
  test("of a month without movements has its lines, and owes nothing", () => {
    expect(state("range", [])).toEqual({
      lines: [
        { key: "carried", label: "Carried over from the month before", look: "plain", count: null, cents: 0 },
        { key: "earned", label: "Earned by sales", look: "plain", count: 0, cents: 0 },
        { key: "returned", label: "Returned by refunds", look: "plain", count: 0, cents: 0 },
        { key: "paid", label: "Paid to the range", look: "plain", count: 0, cents: 0 },
        { key: "takenBack", label: "Payments that came back", look: "plain", count: 0, cents: 0 },
        { key: "adjusted", label: "Adjusted by hand", look: "plain", count: 0, cents: 0 },
        { key: "owed", label: "Owed to the range", look: "total", count: null, cents: 0 },
      ],
      owed: 0,
      payable: 0,
    });
  });

  test.each([
    ["range", "range_paid", "range_paid_back", ["Earned by sales", "Paid to the range", "Owed to the range"]],
    ["tax", "tax_remitted", "tax_remitted_back", ["Collected with sales", "Remitted", "Tax owed"]],
  ] as const)("of %s puts each kind of transfer on its line", (of, paid, back, labels) => {
    const { lines, owed, payable } = state(of, [
      movement("before", "capture", 900),
      movement("before", paid, -400),
      movement("within", "capture", 1000, 3),
      movement("within", "start", 200, 2),
      movement("within", "refund", -150),
      movement("within", "refund_cancelled", 50),
      movement("within", paid, -600, 2),
      movement("within", back, 100),
      movement("within", "adjust", -30),
    ]);
    expect(lines.map(({ key, cents, count }) => [key, cents, count])).toEqual([
      ["carried", 500, null],
      ["earned", 1200, 5],
      ["returned", -100, 2],
      ["paid", -600, 2],
      ["takenBack", 100, 1],
      ["adjusted", -30, 1],
      ["owed", 1070, null],
    ]);
    const labelOf = (key: string) => lines.find((line) => line.key === key)?.label;
    expect([labelOf("earned"), labelOf("paid"), labelOf("owed")]).toEqual(labels);
    expect([owed, payable]).toEqual([1070, 1070]);
  });

  test("has a line for what no other line names", () => {
    const { lines, owed } = state("range", [movement("within", "tax_remitted", 70, 2)]);
    const other = lines.filter(({ key }) => key === "other");
    expect(other).toEqual([{ key: "other", label: "Other movements", look: "plain", count: 2, cents: 70 }]);
    expect(lines.at(-1)?.key).toBe("owed");
    expect(owed).toBe(70);
  });

  test.each([
    ["nothing since", [], 1000],
    ["a payment since counts against the month", [movement("after", "range_paid", -300)], 700],
    [
      "one that came back does not",
      [movement("after", "range_paid", -300), movement("after", "range_paid_back", 300)],
      1000,
    ],
    ["sales since are of a later month", [movement("after", "capture", 500)], 1000],
    ["refunds since leave less", [movement("after", "refund", -400)], 600],
    ["no more than is owed in all is payable", [movement("after", "refund", -4000)], 0],
    [
      "sales make up for refunds, not for payments",
      [movement("after", "capture", 500), movement("after", "refund", -200), movement("after", "range_paid", -300)],
      700,
    ],
  ])("payable: %s", (_, since, payable) => {
    const stated = state("range", [movement("within", "capture", 1000), ...since]);
    expect([stated.owed, stated.payable]).toEqual([1000, payable]);
  });

  test("of a month that is owed back has nothing payable", () => {
    expect(state("tax", [movement("within", "refund", -200)])).toMatchObject({ owed: -200, payable: 0 });
  });
});

test("a statement has a name and says its days", () => {
  expect(titleOf("range", "es")).toBe("Estado de cuenta del campo");
  expect([titleOf("range"), titleOf("tax")]).toEqual(["Range statement", "Tax statement"]);
  const statement = {
    month: "2026-11",
    toDate: true,
    generatedAt: "2026-11-22T02:30:00.000Z",
    course: { id: 1, name: "Pine", timeZone: "America/New_York", isOpen: true },
  } as Statement; // The words are of these.
  expect(periodWords(statement)).toBe(
    "November 2026 to date, in the time of America/New_York. As of Nov 21, 2026, 9:30 PM.",
  );
  expect(periodWords({ ...statement, toDate: false })).toMatch(/^All of November 2026, in the time of/);
});

test("a payment says its month, day and reference, and how it came back", () => {
  const payment: Remittance = {
    id: "0197f0f0-0000-7000-8000-000000000001",
    month: "2026-10",
    amount: 12.5,
    reference: "WIRE 17",
    paidAt: "2026-11-02T10:00:00.000Z",
    paidBy: "Alex",
    approvedBy: null,
    takenBack: null,
  };
  const here = "America/New_York";
  expect(describeRemittance(payment, here)).toBe("For October 2026, on 2026-11-02, reference WIRE 17");
  const takenBack = { at: "2026-11-05T10:00:00.000Z", by: "Sam", reason: "the bank returned it" };
  expect(describeRemittance({ ...payment, takenBack }, here, "es")).toBe(
    `De octubre de 2026, el 2026-11-02, referencia WIRE 17; anulado el 2026-11-05: ${takenBack.reason}`,
  );
  expect(describeRemittance({ ...payment, takenBack }, here)).toBe(
    "For October 2026, on 2026-11-02, reference WIRE 17; taken back on 2026-11-05: the bank returned it",
  );
  // Shortly after midnight in UTC it is still the day before there, and already the next day elsewhere before it.
  const atNight = {
    ...payment,
    paidAt: "2026-11-01T03:30:00.000Z",
    takenBack: { ...takenBack, at: "2026-11-04T13:30:00.000Z" },
  };
  expect(describeRemittance(atNight, here)).toMatch(/^For October 2026, on 2026-10-31, .* taken back on 2026-11-04:/);
  expect(describeRemittance(atNight, "Pacific/Auckland")).toMatch(
    /^For October 2026, on 2026-11-01, .* on 2026-11-05:/,
  );
});

test("every line has its name in both languages, in English the server's own; an unknown one keeps its label", () => {
  for (const of of ["range", "tax"] as const) {
    const { lines } = state(of, [{ part: "within", kind: "gift", cents: 1, count: 1 }]);
    for (const line of lines) {
      expect(lineName(of, line, "en")).toBe(line.label);
      expect(Object.values(statementLines.es)).toContain(lineName(of, line, "es"));
    }
  }
  expect(lineName("tax", { key: "later", label: "Of a later release" }, "es")).toBe("Of a later release");
});
