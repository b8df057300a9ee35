import { describe, expect, test } from "vitest";
import type { Settlement } from "./contract.ts";
import {
  checkWords,
  closedWords,
  liabilityLines,
  settlementHeads,
  unfolded,
  unfoldedAccounts,
} from "./settlement-rules.ts";

type Line = Settlement["sections"][number]["lines"][number];

describe("the lines that are shown", () => {
  const line = (key: string, amount: number, count: Line["count"], look: Line["look"] = "plain"): Line => ({
    key,
    label: key,
    look,
    count,
    amount,
    source: "",
  });
  const shown = (...lines: Line[]) => unfolded({ key: "sales", title: "Sales", lines }).map(({ key }) => key);

  test("are those that have an amount or a count, and the totals beside them", () => {
    expect(shown(line("gross", 5, 1), line("refunds", 0, 0), line("net", 5, null, "total"))).toEqual(["gross", "net"]);
    expect(shown(line("back", -5, null), line("net", 0, null, "total"))).toEqual(["back", "net"]);
    // A sale and its refund on one line.
    expect(shown(line("gross", 0, 2), line("net", 0, null, "total"))).toEqual(["gross", "net"]);
  });

  test("are none in a section of nothing", () => {
    expect(shown(line("gross", 0, 0), line("refunds", 0, null), line("net", 0, null, "total"))).toEqual([]);
  });

  test("of accounts are those that hold something or moved", () => {
    const account = (name: string, [opening, into, out, closing]: readonly [number, number, number, number]) => ({
      account: name,
      label: name,
      opening,
      in: into,
      out,
      closing,
    });
    const accounts = [
      account("nothing", [0, 0, 0, 0]),
      account("emptied", [5, 0, 5, 0]),
      account("filled", [0, 5, 0, 5]),
      account("through", [0, 5, 5, 0]),
      account("kept", [5, 0, 0, 5]),
    ];
    const seen = unfoldedAccounts({ accounts } as Settlement); // It reads the accounts alone.
    expect(seen.map(({ account: name }) => name)).toEqual(["emptied", "filled", "through", "kept"]);
    const only = { account: "x", label: "x", opening: 0, in: 0, out: 0, closing: 0 };
    for (const key of ["opening", "in", "out", "closing"] as const)
      expect(unfoldedAccounts({ accounts: [{ ...only, [key]: -1 }] } as Settlement)).toHaveLength(1);
  });
});

test("what is owed: each line has its own account, the golfers' add up to a total", () => {
  const liabilities = {
    deferred: 1,
    pot: 2,
    reserved: 3,
    prizePayable: 4,
    refundsPayable: 5,
    total: 15,
    dueToRange: 6,
    taxPayable: 7,
  };
  const lines = liabilityLines({ liabilities } as Settlement); // It reads these alone.
  expect(lines.map(({ label, amount, look, source }) => [label, amount, look, source])).toEqual([
    ["Paid ahead and not started", 1, "plain", "deferred"],
    ["Pot", 2, "plain", "pot"],
    ["Reserved for claims under review", 3, "plain", "reserved"],
    ["Prizes payable", 4, "plain", "prize_payable"],
    ["Refunds payable", 5, "plain", "refunds_payable"],
    ["Owed to golfers", 15, "total", "deferred + pot + reserved + prize_payable + refunds_payable"],
    ["Due to the range", 6, "total", "range_share"],
    ["Tax payable", 7, "total", "tax_payable"],
  ]);
  const spanish = liabilityLines({ liabilities } as Settlement, "es");
  expect(spanish.map(({ label, ...line }) => line)).toEqual(lines.map(({ label, ...line }) => line));
  expect(spanish.map(({ label }) => label)).toEqual([
    "Pagado por adelantado y no iniciado",
    "Premio mayor",
    "Reservado para reclamos en revisión",
    "Premios por pagar",
    "Reembolsos por pagar",
    "Debido a los jugadores",
    "Por pagar al campo",
    "Impuestos por pagar",
  ]);
});

test("every head has a word in both languages", () => {
  const { en, es } = settlementHeads;
  expect(Object.keys(es)).toEqual(Object.keys(en));
  for (const head of [...Object.values(en), ...Object.values(es)]) expect(head).toMatch(/^\p{L}/u);
});

test("the check line says whether it adds up, and where it does not", () => {
  expect(checkWords({ check: { addsUp: true, differences: [] } } as unknown as Settlement)).toEqual({
    title: "It adds up",
    text: "On every account the opening and the month's movements give the closing.",
  });
  const differences = [
    { account: "pot", amount: -3.5 },
    { account: "refund: cash", amount: 1000 },
  ];
  expect(checkWords({ check: { addsUp: false, differences } } as unknown as Settlement)).toEqual({
    title: "It does not add up",
    text: "The accounts differ from their entries: pot by -$3.50, refund: cash by $1,000.00. Do not settle by this page; have the ledger audited.",
  });
});

test("the check line is there in Spanish", () => {
  expect(checkWords({ check: { addsUp: true, differences: [] } } as unknown as Settlement, "es")).toEqual({
    title: "Cuadra",
    text: "En cada cuenta, el inicio y los movimientos del mes dan el final.",
  });
  const differences = [
    { account: "pot", amount: 1 },
    { account: "bank", amount: 2 },
  ];
  expect(checkWords({ check: { addsUp: false, differences } } as unknown as Settlement, "es")).toEqual({
    title: "No cuadra",
    text: "Las cuentas difieren de sus asientos: pot en $1.00, bank en $2.00. No liquides con esta página; pide que auditen el libro mayor.",
  });
});

test("a closed month says by whom, when in the course's zone, and its hash", () => {
  const closed = { at: "2026-12-01T04:30:00.000Z", by: "Alex", hash: "ab12", previousHash: null };
  expect(closedWords(closed, "America/New_York", "es")).toMatch(/, \d+:\d+ [ap]\.m\. Estas cifras son definitivas/);
  expect(closedWords(closed, "America/New_York")).toBe(
    "By Alex on Nov 30, 2026, 11:30 PM. These figures are final. Hash ab12.",
  );
});
