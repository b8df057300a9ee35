/** What ranges are owed: statements, payments, counter-entries, and who may read and record them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { booksRoutes, type Statement } from "#features/books/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { packs, play, type Player, type TestApp } from "#test/app.ts";
import { atOnce } from "#test/at-once.ts";
import { bodyOf } from "#test/calls.ts";
import { approve, codeOf, twoAdministrators } from "#test/server/accounts/two-people-calls.ts";

let app: TestApp;
let admin: Player;
let other: Player;
beforeAll(async () => {
  ({ app, one: admin, other } = await twoAdministrators());
  await app.db.pool.query("UPDATE courses SET range_share_bp = 1000 WHERE id IN (1, 2)");
  await noteTerms(app.db, app.clock.now());
  await sell(4);
});
afterAll(() => app.close());

/** Starts so many jackpot games at course 1. */
async function sell(games: number): Promise<void> {
  for (let left = games; left > 0; left -= 1) await play(await app.player(), packs.jackpot);
}

const MONTH = "2026-11";
const ofRange = (courseId = 1) => ({ of: "range" as const, courseId });
const statement = async (month = MONTH) =>
  (await bodyOf(admin.call(booksRoutes.getStatement, { params: ofRange(), query: { month } }))).statement;
const pay = (amount: number, change: object = {}, by = admin) =>
  by.call(booksRoutes.recordPayment, {
    params: ofRange(),
    body: { month: MONTH, amount, reference: "WIRE 1", ...change },
  });
type Paid = Awaited<ReturnType<typeof pay>>;
const takeBack = async (paid: Paid, by = admin) => {
  const { id } = (await bodyOf(paid, 201)).payment;
  return by.call(booksRoutes.takePaymentBack, { params: { id }, body: { reason: "The account was closed" } });
};
const linesOf = ({ lines }: Statement) => Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));
const transfersOf = async (id: string) =>
  (
    await app.db.pool.query(
      "SELECT t.kind, json_object_agg(e.account_key, e.amount_cents) AS entries FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id WHERE t.fact_id = $1 GROUP BY t.id ORDER BY t.id",
      [id],
    )
  ).rows;

describe("a payment to a range", () => {
  test("is booked from the bank, stands on the statement, and is taken back once by a counter-entry", async () => {
    expect(linesOf(await statement())).toMatchObject({ carried: 0, earned: 2, paid: 0, owed: 2 });
    const paid = await pay(1.5);
    const { payment } = await bodyOf(paid, 201);
    expect(payment).toMatchObject({ month: MONTH, amount: 1.5, reference: "WIRE 1" });
    const { id } = payment;
    expect(await transfersOf(id)).toEqual([{ kind: "range_paid", entries: { "range_share:1": 150, bank: -150 } }]);
    expect(await statement()).toMatchObject({ owed: 0.5, payable: 0.5, payments: [{ id, takenBack: null }] });
    const back = await bodyOf(takeBack(paid));
    expect(back.payment.takenBack).toMatchObject({ reason: "The account was closed", by: "Alex Greenkeeper" });
    expect(await transfersOf(id)).toEqual([
      { kind: "range_paid", entries: { "range_share:1": 150, bank: -150 } },
      { kind: "range_paid_back", entries: { bank: 150, "range_share:1": -150 } },
    ]);
    expect(codeOf(await takeBack(paid))).toBe("books.taken_back");
    expect(linesOf(await statement())).toMatchObject({ earned: 2, paid: -1.5, takenBack: 1.5, owed: 2 });
  });

  test("is never more than is owed, and never for a future month or an unknown course", async () => {
    const refused = await pay(2.01);
    expect(refused).toMatchObject({ status: 409, body: { error: { details: { payableCents: 200 } } } });
    expect(codeOf(await pay(1, { month: "2027-02" }))).toBe("books.future_month");
    expect((await pay(1, { month: "2026-13" })).status).toBe(400);
    expect((await pay(0)).status).toBe(400);
    expect((await pay(1, { reference: " " })).status).toBe(400);
    expect((await admin.call(booksRoutes.getStatement, { params: ofRange(99) })).status).toBe(404);
    expect(
      (await admin.call(booksRoutes.takePaymentBack, { params: { id: "none" }, body: { reason: "x" } })).status,
    ).toBe(404);
  });

  test("with the same key is recorded once", async () => {
    const call = () =>
      admin.call(booksRoutes.recordPayment, {
        params: ofRange(),
        body: { month: MONTH, amount: 0.1, reference: "K" },
        headers: { "idempotency-key": "k1" },
      });
    const [first, second] = [await call(), await call()];
    expect(second.body).toEqual(first.body);
    await takeBack(first);
    expect((await statement()).owed).toBe(2);
  });

  test("by two administrators at once pays what is owed once", async () => {
    const lock = "SELECT 1 FROM ledger_accounts WHERE key = 'range_share:1' FOR UPDATE";
    const replies = await atOnce(
      app,
      lock,
      () => pay(1.5),
      () => pay(1.5, {}, other),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 409]);
    const [paid] = replies;
    const backs = await atOnce(
      app,
      lock,
      () => takeBack(paid),
      () => takeBack(paid, other),
    );
    expect(backs.map(({ status }) => status)).toEqual([200, 409]);
    expect((await statement()).owed).toBe(2);
  });

  test("that meets its counter-entry or a refund: the later of the two sees the earlier", async () => {
    const lock = "SELECT 1 FROM ledger_accounts WHERE key = 'range_share:1' FOR UPDATE";
    const first = await pay(2);
    const [back, again] = await atOnce(
      app,
      lock,
      () => takeBack(first),
      () => pay(2),
    );
    expect([back.status, again.status]).toEqual([200, 201]);
    await takeBack(again);
    const { order_id: orderId } = (
      await app.db.pool.query("SELECT order_id FROM payment_attempts WHERE status = 'succeeded' LIMIT 1")
    ).rows[0];
    const refund = () =>
      admin.call(paymentRoutes.refundOrder, { params: { id: orderId }, body: { reason: "Rain", amount: 5 } });
    const [refunded, paid] = await atOnce(app, lock, refund, () => pay(2));
    expect([refunded.status, paid.status]).toEqual([200, 409]);
    expect(await statement()).toMatchObject({ owed: 1.5, payable: 1.5 });
    // A refund after the payment takes more than is unpaid: the range owes it, and nothing can be paid.
    await pay(1.5);
    const next = (
      await app.db.pool.query("SELECT id FROM orders WHERE status = 'fulfilled' ORDER BY number DESC LIMIT 1")
    ).rows[0];
    await admin.call(paymentRoutes.refundOrder, { params: { id: next.id }, body: { reason: "Rain", amount: 5 } });
    expect(await statement()).toMatchObject({ owed: -0.5, payable: 0 });
    expect(codeOf(await pay(0.01))).toBe("books.not_owed");
  });

  test("is carried over to the next month, where the oldest is paid first", async () => {
    await app.clock.advance(31 * 86_400);
    await sell(2);
    const december = await statement("2026-12");
    expect(linesOf(december)).toMatchObject({ carried: -0.5, earned: 1, owed: 0.5 });
    // December first makes up for what November refunded too much.
    expect(codeOf(await pay(0.5))).toBe("books.not_owed");
    expect((await pay(0.5, { month: "2026-12" })).status).toBe(201);
  });
});

test("above the approval limit a second administrator approves a payment, and it is checked again then", async () => {
  await sell(4);
  await admin.call(payoutRoutes.setApprovalLimit, { body: { amount: 1.5 } });
  await app.clock.advance(120);
  const december = { month: "2026-12" };
  expect((await pay(1, december)).status).toBe(201);
  await sell(2);
  const proposed = await pay(1.5, december);
  expect(proposed).toMatchObject({
    status: 202,
    body: { proposal: { summary: expect.stringContaining("Pay $1.50 to the range of "), status: "open" } },
  });
  const twin = await pay(1.5, { ...december, reference: "WIRE 2" });
  expect((await statement("2026-12")).owed).toBe(2);
  expect(codeOf(await approve(admin, proposed))).toBe("proposals.own");
  expect((await approve(other, proposed)).status).toBe(200);
  expect(codeOf(await approve(other, twin))).toBe("books.not_owed");
  expect(await statement("2026-12")).toMatchObject({
    owed: 0.5,
    payments: expect.arrayContaining([expect.objectContaining({ amount: 1.5, approvedBy: "Sonja Second" })]),
  });
});

test("instalments of a month count together against the approval limit, without what came back", async () => {
  await admin.call(payoutRoutes.setApprovalLimit, { body: { amount: 0.4 } });
  const january = { month: "2027-01" };
  await app.clock.advance(31 * 86_400);
  [admin, other] = [await app.signIn(admin.email), await app.signIn(other.email)];
  await sell(2);
  const first = await pay(0.3, january);
  const second = await pay(0.2, january);
  expect([first.status, second.status]).toEqual([201, 202]);
  // Another administrator who pays alone goes on from the same sum.
  expect((await pay(0.11, january, other)).status).toBe(202);
  expect((await pay(0.1, january, other)).status).toBe(201);
  expect((await takeBack(first)).status).toBe(200);
  expect((await pay(0.3, january)).status).toBe(201);
  expect((await approve(other, second)).status).toBe(200);
  expect((await pay(0.01, january)).status).toBe(202);
});

describe("staff", () => {
  test("read the range's statement where an administrator granted it, and nothing else", async () => {
    const person = await app.player("Rae Range");
    await admin.call(staffRoutes.addStaff, { body: { email: person.email, role: "staff", courseIds: [1, 2] } });
    const staff = await app.signIn(person.email);
    expect(await bodyOf(staff.call(booksRoutes.listStatements))).toEqual({ courses: [] });
    expect((await staff.call(booksRoutes.getStatement, { params: ofRange() })).status).toBe(404);
    const change = (body: { courseIds?: number[]; statementCourseIds?: number[] }) =>
      admin.call(staffRoutes.changeStaff, { params: { id: person.id }, body });
    const { member } = await bodyOf(change({ statementCourseIds: [2, 3] }), 200);
    expect(member?.courses).toMatchObject([
      { id: 2, statements: true },
      { id: 1, statements: false },
    ]);
    const { courses } = await bodyOf(staff.call(booksRoutes.listStatements));
    expect(courses).toMatchObject([{ id: 2, taxOwed: null }]);
    const { getStatement, downloadStatementCsv, downloadStatementPdf } = booksRoutes;
    for (const route of [getStatement, downloadStatementCsv, downloadStatementPdf]) {
      expect((await staff.call(route, { params: ofRange(2) })).status).toBe(200);
      expect((await staff.call(route, { params: ofRange(1) })).status).toBe(404);
      expect((await staff.call(route, { params: { of: "tax", courseId: 2 } })).status).toBe(404);
    }
    expect((await pay(0.1, {}, staff)).status).toBe(403);
    // The right stays for the other courses, and ends with the role at a course.
    await change({ courseIds: [1] });
    expect((await staff.call(booksRoutes.getStatement, { params: ofRange(2) })).status).toBe(404);
  });
});

test("the CSV has each line and payment", async () => {
  const { body } = await admin.call(booksRoutes.downloadStatementCsv, { params: ofRange(), query: { month: MONTH } });
  expect(body).toContain("Earned by sales");
  expect(body).toContain("Payment for 2026-11");
});

test("both files are in Spanish for a reader of Spanish, with the same amounts", async () => {
  const cellsOf = (csv: string) =>
    csv
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((row) => row.split(","));
  const fileIn = async (language: "en" | "es") =>
    cellsOf(
      await bodyOf(
        admin.call(booksRoutes.downloadStatementCsv, { params: ofRange(), query: { month: MONTH, language } }),
      ),
    );
  const [english, spanish] = [await fileIn("en"), await fileIn("es")];
  expect(spanish[0]?.join()).toBe(
    "Campo,Mes,Zona horaria,Hasta hoy,De,Línea,Cantidad,Importe (USD),Fecha (UTC),Referencia,Nota",
  );
  const amounts = (rows: string[][]) => rows.slice(1).map((row) => [row[1], row[7], row[8]]);
  expect(amounts(spanish)).toEqual(amounts(english));
  const words = new Set(english.flatMap((row) => [row[4], row[5]]));
  expect(spanish.filter((row) => words.has(row[4]) || words.has(row[5]))).toEqual([]);
  expect(spanish.map((row) => row[5])).toEqual(expect.arrayContaining(["Ganado por ventas", "Pago de 2026-11"]));
  const pdf = { params: ofRange(), query: { month: MONTH, language: "es" as const } };
  expect(await bodyOf(admin.call(booksRoutes.downloadStatementPdf, pdf))).toContain("/Lang (es-US)");
});
