/** The transfers behind each line of a settlement, and the journal: both come to what the settlement says. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { journalRoutes } from "#features/reports/journal-contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { buy, claim, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
  for (const verdict of ["verify", "reject"]) {
    const golfer = await app.player();
    const { order, session } = (await buy(golfer)).body;
    const { id } = (await claim(golfer, session.id, "middle")).body.claim;
    const params = { id };
    const decided = await (verdict === "verify"
      ? admin.call(claimRoutes.verifyClaim, { params })
      : admin.call(claimRoutes.rejectClaim, { params, body: { reason: "Not seen" } }));
    expect(decided.status).toBe(200);
    const reply = await admin.call(paymentRoutes.refundOrder, {
      params: { id: order.id },
      body: { amount: 1.11, reason: "Rain" },
    });
    expect(reply.status).toBe(verdict === "verify" ? 409 : 200);
  }
  await app.jobs.runAll();
}, 60_000);
afterAll(() => app.close());

type Courses = 1 | "all";
const settlementOf = async (courseId: Courses) =>
  (await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId } }))).settlement;
const transfersOf = (courseId: Courses, query: { line: string; month?: string; cursor?: string }) =>
  bodyOf(admin.call(monthRoutes.listLineTransfers, { params: { courseId }, query }));

test.each<Courses>([1, "all"])("each line of %s opens transfers that come to its amount", async (id) => {
  const { sections, month } = await settlementOf(id);
  const lines = sections.flatMap(({ lines: of }) => of);
  const opened = lines.filter(({ key, amount }) => amount !== 0 && !/\.(opening|closing)$/.test(key));
  expect(opened.length).toBeGreaterThan(15);
  for (const { key, amount } of opened) {
    const { transfers } = await transfersOf(id, { month, line: key });
    const sum = transfers.reduce((so, transfer) => so + transfer.amount, 0);
    expect(sum, key).toBeCloseTo(amount, 6);
  }
  const { transfers } = await transfersOf(id, { line: "refundsSettled" });
  expect(transfers).toMatchObject([{ kind: "refund_settled", order: { number: expect.any(Number) } }]);
  expect(
    (await admin.call(monthRoutes.listLineTransfers, { params: { courseId: id }, query: { line: "none" } })).status,
  ).toBe(404);
});

test("a page of transfers continues where the one before ended", async () => {
  for (let n = 0; n < 51; n++) expect((await buy(await app.player())).status).toBe(200);
  const first = await transfersOf(1, { line: "gross" });
  const second = await transfersOf(1, { line: "gross", cursor: first.nextCursor ?? "" });
  const ids = [...first.transfers, ...second.transfers].map(({ id }) => id);
  expect([first.transfers.length, second.transfers.length, second.nextCursor]).toEqual([50, 3, null]);
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one));
});

test("the journal balances by transfer, under the operator's numbers, and comes to the accounts", async () => {
  const numbers = { cash: "1010", pot: "2100", reserved: "2100", fees: "" };
  const saved = await bodyOf(admin.call(journalRoutes.setJournalAccounts, { body: numbers }));
  expect(saved.accounts).toContainEqual({ account: "pot", label: "Pot", number: "2100" });
  expect((await admin.call(journalRoutes.setJournalAccounts, { body: { bank: "1 0" } })).status).toBe(400);
  for (const id of [1, "all"] as const) {
    const { accounts } = await settlementOf(id);
    const journal = await bodyOf(admin.call(journalRoutes.downloadJournal, { params: { courseId: id } }));
    const [header, ...rows] = journal.replace("\uFEFF", "").trim().split("\r\n");
    expect(header).toBe("Date,Account,Debit,Credit,Reference,Memo");
    const byTransfer = new Map<string, number>();
    const byAccount = new Map<string, number>();
    for (const row of rows) {
      const [, account = "", debit, credit, reference = ""] = row.split(",");
      const cents = Math.round((Number(debit) - Number(credit)) * 100);
      byTransfer.set(reference, (byTransfer.get(reference) ?? 0) + cents);
      byAccount.set(account, (byAccount.get(account) ?? 0) + cents);
    }
    expect(new Set(byTransfer.values())).toEqual(new Set([0]));
    const moved = (of: readonly string[]) =>
      accounts.filter(({ account }) => of.includes(account)).reduce((so, line) => so + line.in - line.out, 0);
    expect(byAccount.get("1010")).toBe(Math.round(moved(["cash"]) * 100));
    // The pot and what is reserved are one account of the operator's, which grows by credits.
    expect(byAccount.get("2100")).toBe(Math.round(-moved(["pot", "reserved"]) * 100));
    expect(byAccount.has("pot")).toBe(false);
  }
});

test("the journal is in Spanish for a reader of Spanish: the same bookings, with the same accounts", async () => {
  const fileIn = async (language: "en" | "es") => {
    const asked = { params: { courseId: 1 as const }, query: { language } };
    const journal = await bodyOf(admin.call(journalRoutes.downloadJournal, asked));
    return journal.replace("\uFEFF", "").trim().split("\r\n");
  };
  const [english, spanish] = [await fileIn("en"), await fileIn("es")];
  expect(spanish[0]).toBe("Fecha,Cuenta,Debe,Haber,Referencia,Concepto");
  const booked = (rows: string[]) => rows.slice(1).map((row) => row.split(",").slice(0, 5).join());
  expect(booked(spanish)).toEqual(booked(english));
  const memos = spanish.slice(1).map((row) => row.split(",").slice(5).join());
  expect(memos.some((memo) => /^"Pago, pedido \d+, /.test(memo))).toBe(true);
  expect(memos.filter((memo) => /\b(?:order|capture|refund|pot|claim|jackpot|fee)\b/.test(memo))).toEqual([]);
});
