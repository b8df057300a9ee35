/**
 * Every route that answers with a CSV file, found in the contracts: moments have one form and say that they are UTC, money
 * has one form, and what stands for an id has its name beside it. A new file, or a new column of ids, fails until it is named here.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { booksRoutes } from "#features/books/contract.ts";
import { noteTerms } from "#features/courses/server/terms-store.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { monthOf, monthSpan } from "#features/reports/rules.ts";
import { languages } from "#platform/shared/language.ts";
import { type RouteDef, type Scalars, urlOf } from "#platform/shared/route.ts";
import { buy, freshApp, packs, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { definedContracts } from "#test/contracts.ts";
import { cellsOf } from "#test/csv.ts";
import { confirm, pay, provedPlayer, won, wonByGuest } from "#test/server/claims/payouts-people.ts";

const ZONE = "America/New_York";
const files = definedContracts.filter(
  (contract): contract is RouteDef => "method" in contract && contract.file === "text/csv",
);

/** For each file: which columns hold ids, and the columns of which one or more name each of them in the same row. */
const named: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "/api/admin/export/sessions.csv": {
    Session: ["Player"],
    "Session of the group": ["Bought by"],
    "Package number": ["Package"],
  },
  "/api/admin/export/orders.csv": { Session: ["Player"] },
  "/api/admin/export/ledger.csv": {
    Account: ["Account name"],
    Payment: ["Player"],
    Claim: ["Player"],
    Refund: ["Player"],
  },
  "/api/admin/export/audit.csv": { Subject: ["What"], Before: ["What"], After: ["What"], Detail: ["What"] },
  "/api/admin/export/claims.csv": { Claim: ["Player"] },
  "/api/admin/export/payouts.csv": { Claim: ["Player"], "Player ID": ["Player"] },
  "/api/admin/export/payout-totals.csv": { "Player ID": ["Player"], "Guest's claim": ["Player"] },
  // A transaction of the payment service belongs to an order, or to nobody yet: then the row says what it is.
  "/api/admin/reconciliation/download.csv": { Name: ["Order", "What"], Transactions: ["Order", "What"] },
  "/api/admin/settlements/{courseId}/download.csv": {},
  "/api/admin/settlements/{courseId}/journal.csv": { Reference: ["Memo"] },
  "/api/admin/statements/{of}/{courseId}/download.csv": {},
  "/api/admin/course-report/{courseId}/download.csv": {},
};
/** The same of files in Spanish. */
const namedInSpanish: typeof named = {
  "/api/admin/export/sessions.csv": {
    Sesión: ["Jugador"],
    "Sesión del grupo": ["Comprada por"],
    "Número de paquete": ["Paquete"],
  },
  "/api/admin/export/orders.csv": { Sesión: ["Jugador"] },
  "/api/admin/export/ledger.csv": {
    Cuenta: ["Nombre de la cuenta"],
    Pago: ["Jugador"],
    Reclamo: ["Jugador"],
    Reembolso: ["Jugador"],
  },
  "/api/admin/export/audit.csv": { Objeto: ["Qué"], Antes: ["Qué"], Después: ["Qué"], Detalle: ["Qué"] },
  "/api/admin/export/claims.csv": { Reclamo: ["Jugador"] },
  "/api/admin/export/payouts.csv": { Reclamo: ["Jugador"], "ID de jugador": ["Jugador"] },
  "/api/admin/export/payout-totals.csv": { "ID de jugador": ["Jugador"], "Reclamo del invitado": ["Jugador"] },
  "/api/admin/reconciliation/download.csv": { Nombre: ["Pedido", "Qué"], Movimientos: ["Pedido", "Qué"] },
  "/api/admin/settlements/{courseId}/journal.csv": { Referencia: ["Concepto"] },
};
/** Columns that hold a line as it is stored: moments in them are the API's. */
const asStored = new Set(["Before", "After", "Detail", "Antes", "Después", "Detalle"]);
/** Whose row says what its value is: `Current jackpot (USD)`, `As of (UTC)`. */
const saysInRow = new Set(["Value", "Valor", "Of", "De", "Line", "Línea"]);

let app: TestApp;
let admin: Player;
let month: string;

beforeAll(async () => {
  app = await freshApp();
  month = monthOf(app.clock.now(), ZONE);
  await app.db.pool.query("UPDATE courses SET range_share_bp = 1000 WHERE id = 1");
  await noteTerms(app.db, app.clock.now());
  admin = await app.signIn("admin@acebay.test");
  const golfer = await provedPlayer(app, "Wanda Winner");
  const prize = await won(admin, golfer);
  await confirm(admin, prize.id, "age_18", { document: "passport" });
  await confirm(admin, prize.id, "tax_form", { form: "W-9" });
  expect((await pay(admin, prize.id, { method: "check", reference: "1007" })).status).toBe(200);
  const guests = await wonByGuest(admin, await provedPlayer(app, "Bo Buyer"), "Gus Guest");
  for (const [what, more] of [
    ["age_18", { document: "passport" }],
    ["tax_form", { form: "W-9" }],
  ] as const)
    await confirm(admin, guests.id, what, more);
  await pay(admin, guests.id, { method: "check", reference: "1008" });
  const free = { courseId: 1, bayNumber: 9, teeTime: "15:00" };
  await bodyOf(golfer.call(playRoutes.startFreeShot, { body: free }), 201);
  const { order } = (await buy(await app.player(), { pack: packs.jackpot, start: false })).body;
  await admin.call(paymentRoutes.refundOrder, { params: { id: order.id }, body: { amount: 1.11, reason: "Rain" } });
  const params = { of: "range" as const, courseId: 1 };
  const paid = { params, body: { month, amount: 0.3, reference: "WIRE 1" } };
  const { payment } = await bodyOf(admin.call(booksRoutes.recordPayment, paid), 201);
  const back = { params: { id: payment.id }, body: { reason: "The account was closed" } };
  await bodyOf(admin.call(booksRoutes.takePaymentBack, back));
  await app.jobs.runAll();
  await app.clock.advance((monthSpan(month, ZONE).to.getTime() - app.clock.now().getTime()) / 1000 + 2 * 3600);
  await vi.waitFor(
    async () => {
      await app.jobs.runAll();
      admin = await app.signIn("admin@acebay.test");
      await bodyOf(admin.call(monthRoutes.closeMonth, { params: { courseId: 1 }, body: { month } }));
    },
    { timeout: 30_000 },
  );
}, 90_000);
afterAll(() => app.close());

/** Whether a route's query has a field. */
function asks(query: RouteDef["query"], field: string): boolean {
  return query !== undefined && "shape" in query && field in (query.shape as object); // The schema of an object.
}

async function fileOf(path: string, query: Scalars): Promise<{ header: string[]; rows: string[][] }> {
  // A minute's limit of files is for people.
  await app.clock.advance(10);
  const { status, body } = await admin.raw("GET", urlOf(path, { courseId: 1, of: "range" }, query));
  expect([path, status]).toEqual([path, 200]);
  const [header = [], ...rows] = cellsOf(String(body));
  return { header, rows };
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const TIME = /\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}T|\b[AaPp]\.?\s?[Mm]\b/;
/** Days of other forms, such as 11/25/2026 and Nov 25, 2026. */
const OTHER_DAY =
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}/;
/** Money as people write it, such as $1,005.70 and 4.50. */
const OTHER_MONEY = /^-?(?:US)?\$|^-?\d{1,3}(?:,\d{3})+|^-?\d+\.\d0$/;
const ID =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!@)|\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}\b|^(?:[a-z]+_[A-Za-z0-9]{10,}|T\d+|[a-z_]+:\d+)$/;

test("each route that answers with a file of rows is named here, and no other kind of table is downloaded", () => {
  expect(files.map(({ path }) => path).toSorted()).toEqual(Object.keys(named).toSorted());
  const types = new Set(definedContracts.flatMap((contract) => ("file" in contract ? [contract.file] : [])));
  expect([...types].toSorted()).toEqual(["application/pdf", "image/webp", "text/csv"]);
});

const inLanguages = files.flatMap(({ path, query }) =>
  languages
    .filter((language) => language === "en" || asks(query, "language"))
    .map((language) => ({ path, language, query })),
);

test("every file of the desk is there in Spanish", () => {
  const ofDesk = definedContracts.filter((contract) => "file" in contract && contract.permission !== "signedIn");
  const alone = ofDesk.filter((contract) => !asks(contract.query, "language")).map(({ path }) => path);
  // A sighting's photo has no words.
  expect(alone.filter((path) => !path.endsWith("/photo"))).toEqual([]);
  expect(ofDesk.length).toBeGreaterThan(files.length);
});

/** Heads that are the same word in both languages. */
const sameWord = new Set(["Total (USD)"]);

test.each(inLanguages.filter(({ language }) => language === "es"))(
  "$path in Spanish has a Spanish head for each English one, and as many rows",
  async ({ path, query }) => {
    const asked = asks(query, "month") && { month };
    const english = await fileOf(path, { ...asked, language: "en" });
    const { header, rows } = await fileOf(path, { ...asked, language: "es" });
    expect(header).toHaveLength(english.header.length);
    expect(header.filter((head, at) => head === english.header[at] && !sameWord.has(head))).toEqual([]);
    expect(rows).toHaveLength(english.rows.length);
  },
);

test.each(inLanguages)("$path in $language", async ({ path, language, query }) => {
  const { header, rows } = await fileOf(path, {
    ...(asks(query, "month") && { month }),
    ...(asks(query, "language") && { language }),
  });
  const of = (language === "en" ? named : namedInSpanish)[path] ?? {};
  const wrong = new Set<string>();
  for (const row of rows)
    for (const [index, cell] of row.entries()) {
      const column = header[index] ?? "";
      if (cell === "") continue;
      const isMoment = column.endsWith("(UTC)") || (saysInRow.has(column) && row[index - 1]?.endsWith("(UTC)"));
      if (isMoment && !MOMENT.test(cell)) wrong.add(`${column}: '${cell}' is no moment`);
      // An identifier may end in the letters PM.
      if (!isMoment && TIME.test(cell.replace(ID, "")) && !asStored.has(column))
        wrong.add(`${column}: '${cell}' does not say that it is UTC`);
      const isMoney = column.endsWith("(USD)") || (saysInRow.has(column) && row[index - 1]?.endsWith("(USD)"));
      if (isMoney ? cell !== String(Math.round(Number(cell) * 100) / 100) : OTHER_MONEY.test(cell))
        wrong.add(`${column}: '${cell}' is money of another form`);
      if (OTHER_DAY.test(cell)) wrong.add(`${column}: '${cell}' is a day of another form`);
      if (!ID.test(cell) && !(column in of)) continue;
      const names = of[column];
      if (!names) wrong.add(`${column}: nothing names '${cell}'`);
      else if (!names.some((name) => (row[header.indexOf(name)] ?? "") !== ""))
        wrong.add(`${column}: '${cell}' has no name in its row`);
    }
  expect([...wrong]).toEqual([]);
  expect(rows.length).toBeGreaterThan(0);
  expect(Object.keys(of).filter((column) => !header.includes(column))).toEqual([]);
});
