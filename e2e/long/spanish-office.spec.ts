/** The administrators' office in Spanish: figures, orders, money, managing, settlements and records. */
import type { Browser, Page } from "@playwright/test";
import { statementLines } from "#features/books/statement-words-rules.ts";
import { statementSheetWords } from "#features/books/web/statement-sheet-words.ts";
import { adjustmentWords, statementWords } from "#features/books/web/words.ts";
import { courseMonthWords } from "#features/reports/web/course-month-words.ts";
import { closingWords } from "#features/books/web/closing-words.ts";
import { managedCourseWords } from "#features/courses/web/manage/course-words.ts";
import { manageWords } from "#features/courses/web/manage/manage-words.ts";
import { offerWords } from "#features/courses/web/manage/offer-words.ts";
import { requestWords, staffWords } from "#features/courses/web/manage/staff-words.ts";
import { explanations } from "#features/dashboard/web/explanations.ts";
import { needsWords } from "#features/dashboard/web/needs-words.ts";
import { dashboardWords } from "#features/dashboard/web/words.ts";
import { orderFileWords } from "#features/payments/web/desk/order-file-words.ts";
import { orderListWords } from "#features/payments/web/desk/order-list-words.ts";
import { reconciliationWords } from "#features/payments/web/desk/reconciliation-words.ts";
import { refundWords } from "#features/payments/web/desk/refund-words.ts";
import { troubleWords } from "#features/payments/web/desk/trouble-words.ts";
import { exportWords, journalWords } from "#features/reports/web/file-words.ts";
import { recordStateWords, recordWords, trailWords } from "#features/reports/web/record-words.ts";
import { reportWords } from "#features/reports/web/report-words.ts";
import { settlementHeads } from "#features/reports/settlement-rules.ts";
import { settlementWords } from "#features/reports/web/settlement-words.ts";
import { kitWords } from "#platform/web/ui/words.ts";
import { listWords } from "#platform/web/ui/list-words.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, newestOrder, playing, registered, signedIn } from "../people.ts";
import { englishOf } from "../spanish.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bodyOf } from "#test/calls.ts";

// Every screen is scanned by axe, and looked at in two widths.
test.setTimeout(150_000);

const sentences = englishOf([
  adjustmentWords,
  closingWords,
  dashboardWords,
  explanations,
  exportWords,
  journalWords,
  kitWords,
  listWords,
  manageWords,
  managedCourseWords,
  needsWords,
  offerWords,
  orderFileWords,
  orderListWords,
  recordStateWords,
  reconciliationWords,
  recordWords,
  refundWords,
  reportWords,
  requestWords,
  settlementHeads,
  settlementWords,
  staffWords,
  courseMonthWords,
  statementSheetWords,
  statementLines,
  statementWords,
  trailWords,
  troubleWords,
]);
/** Words of English sentences, to find sentences that are in no table. */
const telltale = /\b(?:the|and|of|with|is|are|was|from|you|your|not|this)\b/i;

/**
 * What the main part or the dialog shows or reads out, without the records that are in English in every language and
 * without the map, whose places have their own names.
 */
function shownOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector("dialog[open]") ?? document.querySelector("main");
    if (!root) throw new Error("There is no screen");
    const map = [...document.querySelectorAll(".course-map > *")];
    const isLeftOut = (element: Element | null | undefined) => {
      if (map.some((part) => part.contains(element ?? null))) return true;
      const english = element?.closest('[lang="en"]');
      return english !== undefined && english !== null && root.contains(english);
    };
    const spoken = [...root.querySelectorAll("[aria-label], [placeholder], [title], [alt]")]
      .filter((element) => !isLeftOut(element))
      .flatMap((element) => ["aria-label", "placeholder", "title", "alt"].map((name) => element.getAttribute(name)));
    const texts: (string | null)[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.checkVisibility() && !isLeftOut(parent)) texts.push(walker.currentNode.textContent);
    }
    return [...spoken, ...texts].map((text) => text?.trim() ?? "");
  });
}

/** Nothing is English but what people wrote; axe finds nothing; and the screen fits a phone and a laptop. */
async function expectSpanish(page: Page, written: readonly string[]): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
  const lines = (await shownOn(page)).map((line) => written.reduce((text, name) => text.replaceAll(name, ""), line));
  const english = lines.filter((line) => telltale.test(line) || sentences.some((sentence) => sentence.test(line)));
  expect([...new Set(english)]).toEqual([]);
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}

interface Office {
  admin: Page;
  /** Opens a screen, waits for its heading and checks it. */
  see: (path: string, heading: string | RegExp) => Promise<void>;
  /** Checks what is open now. */
  check: () => Promise<void>;
}

/** An administrator who reads Spanish. @param written further texts that a person or the operator wrote */
async function office(browser: Browser, url: string, written: readonly string[] = []): Promise<Office> {
  const admin = await signedIn(browser, url, "admin@acebay.test");
  await admin.addInitScript(() => localStorage.setItem("language", JSON.stringify("es")));
  const { courses } = await bodyOf(callsOf(admin).call(manageCourseRoutes.listManagedCourses));
  const { packages } = await bodyOf(callsOf(admin).call(managePackageRoutes.listManagedPackages));
  const { sponsors } = await bodyOf(callsOf(admin).call(manageSponsorRoutes.listManagedSponsors));
  const { prizes } = await bodyOf(callsOf(admin).call(manageSponsorRoutes.listManagedPrizes));
  const texts = [...courses, ...packages, ...sponsors, ...prizes].flatMap((one: Record<string, unknown>) =>
    Object.values(one).filter((value) => typeof value === "string"),
  );
  // The longest first, because some stand in others.
  const names = [...new Set([...written, ...texts])]
    .filter((name) => name !== "")
    .toSorted((a, b) => b.length - a.length);
  const check = () => expectSpanish(admin, names);
  return {
    admin,
    check,
    see: async (path, heading) => {
      await admin.goto(path);
      await expect(admin.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
      await expect(admin.locator("html")).toHaveAttribute("lang", "es");
      await check();
    },
  };
}

test("the dashboard and a course's report are read in Spanish", async ({ page, browser, app }) => {
  await registered(page, "Rosa Cifras");
  await playing(page, 4, 5);
  const { admin, see, check } = await office(browser, app.url);
  await see("/admin", /^Panel de/);
  await expect(admin.getByText(/^actualizado hace \d+ s$/)).toBeVisible();
  await expect(admin.getByText("Te necesita").first().or(admin.getByText("Ingresos totales"))).toBeVisible();
  await admin.getByRole("button", { name: "Ingresos totales" }).focus();
  await expect(admin.getByRole("tooltip").filter({ hasText: "Pagos menos reembolsos" })).toBeVisible();
  await admin.getByRole("button", { name: "Últimos 7 días" }).click();
  await admin.getByRole("button", { name: "Calendario" }).click();
  await expect(admin.getByRole("grid", { name: / de \d{4}$/ })).toBeVisible();
  await expect(admin.getByRole("columnheader", { name: "do", exact: true })).toBeVisible();
  await check();
  await admin.keyboard.press("Escape");
  await admin.getByText("Como tabla").click();
  await check();
  await see("/admin/course-report/1?dateFilter=today", /\w/);
  await expect(admin.getByText("Día con más actividad")).toBeVisible();
  await see("/course-report", "Reporte del campo");
  await see("/admin/course-report/999999", "Reporte del campo");
});

test("orders are searched, read and refunded in Spanish", async ({ page, browser, app }) => {
  await registered(page, "Rosa Pedidos");
  await playing(page, 4, 5, undefined, "4000000000005126");
  const order = await newestOrder(page);
  const { admin, see, check } = await office(browser, app.url);
  await see("/admin/orders?q=nadie", "Pedidos");
  await expect(admin.getByText("Ningún pedido coincide")).toBeVisible();
  await see(`/admin/orders/${order.id}`, `Pedido ${order.number}`);
  await expect(admin.getByText("Tarjeta terminada en 5126")).toBeVisible();
  await admin.getByRole("button", { name: "Reembolsar" }).click();
  const dialog = admin.getByRole("dialog", { name: `Reembolsar el pedido ${order.number}` });
  await dialog.getByText("Una parte").click();
  await dialog.getByLabel("Monto en dólares").fill("900");
  await expect(dialog.getByText("Como máximo $5.00")).toBeVisible();
  await check();
  await dialog.getByText("Todo: $5.00").click();
  await dialog.getByLabel("Motivo").fill("Lluvia");
  await dialog.getByRole("button", { name: "Reembolsar $5.00" }).click();
  await expectToast(admin, "Reembolso en camino", `$5.00 del pedido ${order.number}`);
  const stateOf = async () =>
    (await bodyOf(callsOf(admin).call(orderSearchRoutes.getOrderFile, { params: { id: order.id } }))).order.refunds[0]
      ?.status;
  await expect.poll(stateOf).toBe("failed");
  await see(`/admin/orders/${order.id}`, `Pedido ${order.number}`);
  await expect(admin.getByText("La cuenta del reembolso está cerrada")).toBeVisible();
  await see("/admin/orders", "Pedidos");
  await admin.getByRole("button", { name: "Pagar de otra forma" }).click();
  const otherwise = admin.getByRole("dialog", { name: "Pagar $5.00 de otra forma" });
  await otherwise.getByRole("button", { name: "Proponerlo" }).click();
  await expect(otherwise.getByText("Escribe una referencia, como el número del cheque")).toBeVisible();
  await otherwise.getByLabel("Número").fill("1042");
  await otherwise.getByLabel("Día").fill("2999-01-01");
  await otherwise.getByRole("button", { name: "Proponerlo" }).click();
  await expect(otherwise.getByText("Se pagó entre el día del reembolso y hoy")).toBeVisible();
  await check();
  await see("/admin/reconciliation", "Conciliación");
  await admin.goto(`/admin/people/${(await bodyOf(callsOf(page).call(accountRoutes.me))).user.id}`);
  const bought = admin.getByRole("table", { name: "Pedidos" });
  await expect(bought.getByRole("columnheader", { name: "Paquete" })).toBeVisible();
  await expect(admin.getByRole("link", { name: /^Ver todo ?: pedidos$/ })).toBeVisible();
});

test("courses, offers and people are managed in Spanish", async ({ page, browser, app }) => {
  const { email } = await registered(page, "Rosa Personal");
  const { admin, see, check } = await office(browser, app.url, [email, "America/New_York"]);
  await see("/admin/courses", "Campos");
  await see("/admin/courses/1/codes", /^Códigos QR de/);
  await see("/admin/courses/1/closing", /cierre definitivo$/);
  await see("/admin/courses/1", /\w/);
  await admin.getByLabel("Nombre", { exact: true }).fill("");
  await admin.getByLabel("Factor de precio").fill("99");
  await admin.getByRole("button", { name: "Guardar campo" }).click();
  await expect(admin.getByText("Un factor de precio va de 0.1 a 10 con 4 decimales como máximo")).toBeVisible();
  await check();
  admin.once("dialog", (leaving) => void leaving.accept());
  await see("/admin/packages", "Paquetes");
  await admin.getByRole("button", { name: "Agregar un paquete" }).click();
  await check();
  await see("/admin/sponsors", "Patrocinadores y premios");
  for (const name of ["Agregar un patrocinador", "Agregar un premio"]) {
    await admin.getByRole("button", { name }).click();
    await check();
    await admin.keyboard.press("Escape");
  }
  await admin.getByRole("button", { name: /^Logo/ }).first().click();
  await check();
  await see("/admin/course-requests", "Solicitudes de campos");
  await see("/admin/staff", "Personal");
  await admin.getByRole("button", { name: "Agregar a una persona" }).click();
  const adding = admin.getByRole("dialog", { name: "Agregar a una persona" });
  await adding.getByLabel("Correo").fill(email);
  await adding.getByRole("button", { name: "Agregar persona" }).click();
  await expect(adding.getByText("Elige al menos un campo para un miembro del personal")).toBeVisible();
  await adding.getByText("Administrador", { exact: true }).click();
  await check();
  await adding.getByRole("button", { name: "Agregar persona" }).click();
  await expectToast(admin, "Propuesto", "No hay un segundo administrador");
});

test("settlements, statements, adjustments and records are read in Spanish", async ({ page, browser, app }) => {
  await registered(page, "Rosa Cuentas");
  await playing(page, 4, 5);
  const { admin, see, check } = await office(browser, app.url);
  await see("/admin/settlement?course=1", "Liquidación");
  await expect(admin.getByRole("link", { name: "Diario contable" })).toBeVisible();
  await expect(admin.getByRole("table", { name: "Ventas" }).getByRole("link", { name: "Total cobrado" })).toBeVisible();
  for (const file of ["CSV", "PDF"])
    await expect(admin.getByRole("link", { name: file, exact: true })).toHaveAttribute("href", /language=es/);
  await see("/admin/settlement?course=all", "Liquidación");
  await expect(admin.getByRole("heading", { name: "Los campos de este mes" })).toBeVisible();
  await see("/admin/settlement?course=1&month=2999-01", "Liquidación");
  await expect(admin.getByText("Este mes aún no ha empezado. Elige uno anterior.")).toBeVisible();
  const month = new Date().toISOString().slice(0, 7);
  await admin.goto(`/admin/settlement/transfers?course=1&month=${month}&line=gross`);
  await expect(admin.getByRole("heading", { name: "Total cobrado" })).toBeVisible();
  await expect(admin.getByText(/^Pedido \d+$/).first()).toBeVisible();
  await see("/admin/statements?course=1", "Estado de cuenta del campo");
  await see("/admin/statements?course=1&of=tax", "Estado de cuenta del impuesto");
  await see("/admin/adjustments", "Ajustes");
  await admin.getByRole("button", { name: "Proponer un ajuste" }).click();
  const dialog = admin.getByRole("dialog", { name: "Proponer un ajuste" });
  await dialog.getByLabel("Cuenta").selectOption("Premio mayor");
  await dialog.getByLabel("Dólares").fill("-9000000");
  await dialog.getByLabel("Motivo").fill("Recuento");
  await dialog.getByRole("button", { name: "Proponerlo" }).click();
  await expect(dialog.getByText(/^Un premio mayor nunca está por debajo de cero/)).toBeVisible();
  await check();
  admin.once("dialog", (leaving) => void leaving.accept());
  await see("/admin/journal-accounts", "Diario contable");
  await see("/admin/exports", "Exportaciones");
  await see("/admin/audit", "Registro de auditoría");
  await see("/admin/audit?person=nadie", "Registro de auditoría");
  await see("/admin/audit?from=2026-02-02&to=2026-02-01", "Registro de auditoría");
  await expect(admin.getByText("El último día es anterior al primero")).toBeVisible();
});

test("staff read their reports in Spanish", async ({ browser, app }) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.addInitScript(() => localStorage.setItem("language", JSON.stringify("es")));
  await staff.goto("/admin/statements");
  await expect(staff.getByText("No hay estado de cuenta para ti")).toBeVisible();
  await expectSpanish(staff, []);
  await staff.goto("/course-report");
  await expect(staff.getByText("Puedes leer los reportes de los campos que atiendes.")).toBeVisible();
  await staff.getByRole("navigation", { name: "Reportes de campos" }).getByRole("link").first().click();
  await expect(staff.getByRole("link", { name: "Descargar PDF" })).toBeVisible();
});
