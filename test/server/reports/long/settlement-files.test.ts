/** Settlements as files, and who may ask for what. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportRoutes } from "#features/reports/contract.ts";
import { drawSettlement, settlementCsv, writeSettlement } from "#features/reports/server/settlement-files.ts";
import type { Browser, TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { cellsOf } from "#test/csv.ts";
import { type SettledApp, settledApp } from "#test/settlement-history.ts";

let settled: SettledApp;
let app: TestApp;
beforeAll(async () => {
  settled = await settledApp(25);
  app = settled.app;
}, 120_000);
afterAll(() => app.close());

const signedIn = () => settled.signedIn();
const settlementOf = (courseId: number, month: string) => settled.settlementOf(courseId, month);

describe("as files", () => {
  test("the CSV has every line, account and debt of the JSON", async () => {
    const settlement = await settlementOf(9, "2026-12");
    const of = { params: { courseId: 9 }, query: { month: "2026-12" } };
    const reply = await (await signedIn()).call(reportRoutes.downloadSettlementCsv, of);
    expect(reply.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="Tamaki-Range-settlement-2026-12.csv"',
    });
    const [header, ...rows] = cellsOf(await bodyOf(reply));
    expect(header?.slice(4, 8)).toEqual(["Section", "Line", "Count", "Amount (USD)"]);
    expect(
      rows.every(([course, month, zone]) => `${course} ${month} ${zone}` === "Tāmaki Range 2026-12 Pacific/Auckland"),
    ).toBe(true);
    const written = rows.map(([, , , , section, label, count, amount]) => [section, label, count, Number(amount)]);
    const lines = settlement.sections.flatMap(({ title, lines: ofTitle }) =>
      ofTitle.map((line) => [title, line.label, line.count === null ? "" : String(line.count), line.amount]),
    );
    expect(written.slice(0, lines.length)).toEqual(lines);
    for (const { label, opening, closing } of settlement.accounts) {
      expect(written).toContainEqual([`Account: ${label}`, "Opening", "", opening]);
      expect(written).toContainEqual([`Account: ${label}`, "Closing", "", closing]);
    }
    expect(written).toContainEqual(["Owed at the end", "Owed to golfers", "", settlement.liabilities.total]);
    expect(written.at(-1)?.slice(0, 3)).toEqual(["Check", "It adds up", "0"]);
  });

  test("the PDF is given every line, account and debt of the JSON", async () => {
    const settlement = await settlementOf(1, "2026-12");
    const rows: string[] = [];
    const texts: string[] = [];
    writeSettlement(
      {
        heading: (text) => texts.push(text),
        paragraph: (text) => texts.push(text),
        facts: () => undefined,
        figures: () => undefined,
        charts: () => undefined,
        shares: () => undefined,
        table: (_, given) => rows.push(...given.map(({ cells }) => cells.filter(Boolean).join(" | "))),
        plate: (tone, title) => texts.push(`${tone}: ${title}`),
        name: (text) => text,
        end: async () => Buffer.of(),
      },
      settlement,
      "en",
    );
    const money = (dollars: number) => dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
    for (const { lines } of settlement.sections)
      for (const { label, count, amount, look } of lines) {
        const row = [label, ...(count === null ? [] : [count]), money(amount)].join(" | ");
        // Lines and sections of zero are left out.
        const isFolded = lines.every((line) => line.amount === 0 && !line.count);
        if (amount !== 0 || count || (look === "total" && !isFolded)) expect(rows).toContain(row);
      }
    for (const line of settlement.accounts.filter((of) => of.opening || of.in || of.out || of.closing))
      expect(rows).toContain([line.label, ...[line.opening, line.in, line.out, line.closing].map(money)].join(" | "));
    expect(rows).toContain(`Owed to golfers | ${money(settlement.liabilities.total)}`);
    expect(texts).toContain("Palmetto Pines Driving Range");
    expect(texts).toContain("good: It adds up");
  });

  test("both are in Spanish for a reader of Spanish, with the same amounts", async () => {
    const settlement = await settlementOf(9, "2026-12");
    const of = { params: { courseId: 9 }, query: { month: "2026-12", language: "es" } } as const;
    const admin = await signedIn();
    const csv = await bodyOf(await admin.call(reportRoutes.downloadSettlementCsv, of));
    const [header, ...rows] = cellsOf(csv);
    expect(header?.slice(4, 8)).toEqual(["Sección", "Línea", "Cantidad", "Importe (USD)"]);
    const english = new Set(
      settlement.sections.flatMap(({ title, lines }) => [title, ...lines.map(({ label }) => label)]),
    );
    const written = rows.map(([, , , , section = "", label = "", , amount]) => ({
      section,
      label,
      amount: Number(amount),
    }));
    expect(written.filter(({ section, label }) => english.has(section) || english.has(label))).toEqual([]);
    const amounts = settlement.sections.flatMap(({ lines }) => lines.map(({ amount }) => amount));
    expect(written.slice(0, amounts.length).map(({ amount }) => amount)).toEqual(amounts);
    expect(written).toContainEqual({
      section: "Debido al final",
      label: "Debido a los jugadores",
      amount: settlement.liabilities.total,
    });
    expect(rows.at(-1)?.slice(4, 7)).toEqual(["Comprobación", "Cuadra", "0"]);
    const pdf = await bodyOf(await admin.call(reportRoutes.downloadSettlementPdf, of));
    expect(pdf).toContain("/Lang (es-US)");
    // Others of this file ask for as many files as a minute allows.
    await app.clock.advance(60);
  });

  test("the PDF is a file of three pages at most, tagged, under a safe name", async () => {
    const of = { params: { courseId: 1 }, query: { month: "2026-12" } };
    const reply = await (await signedIn()).call(reportRoutes.downloadSettlementPdf, of);
    const body = await bodyOf(reply);
    expect(reply.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="Palmetto-Pines-Driving-Range-settlement-2026-12.pdf"',
    });
    expect(body).toMatch(/^%PDF-1\.7/);
    expect(body).toContain("/StructTreeRoot");
    expect(Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(body)?.[1])).toBeLessThanOrEqual(3);
  });

  test("both files are made for names in any script, under a file name of safe characters", async () => {
    const settlement = await settlementOf(1, "2026-11");
    const of = { params: { courseId: 9 }, query: { month: "2026-11" } };
    for (const name of ["高尔夫球场", "Гольф-клуб «Берёзка»", "ملعب", '=HYPERLINK("x")', "⛳", "A".repeat(60)]) {
      await app.db.pool.query("UPDATE courses SET name = $1 WHERE id = 9", [name]);
      const { headers } = await (await signedIn()).call(reportRoutes.downloadSettlementCsv, of);
      expect(headers["content-disposition"]).toMatch(
        /^attachment; filename="[A-Za-z0-9][A-Za-z0-9._-]*-settlement-2026-11\.csv"$/,
      );
      const named = { ...settlement, course: { ...settlement.course, name } };
      expect((await drawSettlement.run(named, "Acebay", "es")).subarray(0, 5).toString()).toBe("%PDF-");
      const chunks: Buffer[] = await settlementCsv(named, "en").toArray();
      expect(Buffer.concat(chunks).toString()).not.toMatch(/^=/m);
    }
  });
});

describe("asking for a settlement", () => {
  const params = { courseId: 1 };
  const ofMonths = [reportRoutes.getSettlement, reportRoutes.downloadSettlementCsv, reportRoutes.downloadSettlementPdf];

  test("is for administrators alone: 401 for visitors, 403 for players and staff", async () => {
    const [visitor, golfer, staff] = [app.browser(), await app.player(), await app.signIn("staff@acebay.test")];
    for (const ask of [
      (by: Browser) => by.call(reportRoutes.listSettlements),
      ...ofMonths.map((route) => (by: Browser) => by.call(route, { params })),
    ]) {
      expect((await ask(visitor)).status).toBe(401);
      expect((await ask(golfer)).status).toBe(403);
      expect((await ask(staff)).status).toBe(403);
      expect((await ask(await signedIn())).status).toBe(200);
    }
  });

  test.each([
    "2026-13",
    "2026-00",
    "2026-1",
    "november",
    "2026-11-01",
    "1899-12",
    "3000-01",
    "202611",
    "2026-11&month=2026-12",
  ])("for month=%s is 400 with a sentence", async (month) => {
    for (const { path } of ofMonths)
      expect(await (await signedIn()).raw("GET", `${path.replace("{courseId}", "1")}?month=${month}`)).toMatchObject({
        status: 400,
        body: { error: { code: "request.invalid", message: "Write the month as yyyy-MM, such as 2026-11" } },
      });
  });

  test("for a future month is 400, for a blank one gives the current one, and for an unknown course is 404", async () => {
    const by = await signedIn();
    const ask = (courseId: unknown, month?: string) =>
      by.call(reportRoutes.getSettlement, { params: { courseId }, query: { month } });
    expect(await ask(1, "2027-04")).toMatchObject({
      status: 400,
      body: { error: { code: "reports.future_month" } },
    });
    expect((await ask(1, "")).status).toBe(200);
    expect((await ask(77, "2026-11")).status).toBe(404);
    expect((await ask("one")).status).toBe(400);
  });

  test("lists every course, closed ones too, from its first month to the current one", async () => {
    await app.db.pool.query("UPDATE courses SET active = false WHERE id = 9");
    const { courses } = await bodyOf((await signedIn()).call(reportRoutes.listSettlements));
    expect(courses).toHaveLength(4);
    expect(courses.find(({ id }) => id === 9)).toMatchObject({
      isOpen: false,
      timeZone: "Pacific/Auckland",
      firstMonth: "2026-11",
      currentMonth: "2027-03",
    });
    expect((await settlementOf(9, "2026-12")).course.isOpen).toBe(false);
  });
});
