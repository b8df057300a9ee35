/** The desk in Spanish: every screen of the staff, and the administrators' payouts and people. */
import type { Page } from "@playwright/test";
import { deskProfileWords } from "#features/accounts/web/desk/desk-profile-words.ts";
import { peopleWords } from "#features/accounts/web/desk/people-words.ts";
import { proposalsWords } from "#features/accounts/web/desk/proposals-words.ts";
import { bayClaimWords } from "#features/claims/web/desk/bay-words.ts";
import { evidenceWords } from "#features/claims/web/desk/evidence-words.ts";
import { factWords } from "#features/claims/web/desk/fact-words.ts";
import { payoutWords } from "#features/claims/web/desk/payout-words.ts";
import { queueWords } from "#features/claims/web/desk/queue-words.ts";
import { bayBoardWords } from "#features/play/web/desk/words.ts";
import { searchWords } from "#main/web/search/words.ts";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { deskShellWords } from "#platform/web/ui/desk-shell-words.ts";
import { kitWords } from "#platform/web/ui/words.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, playing, registered, signedIn } from "../people.ts";
import { englishOf, expectSpanish, sentencesOn } from "../spanish.ts";
import { playRoutes } from "#features/play/contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { bodyOf } from "#test/calls.ts";

// Every screen is scanned by axe, at two widths.
test.setTimeout(150_000);

const labels = Object.values(deskAddresses).flatMap(({ menu }) => ("below" in menu ? [] : Object.values(menu)));
const english = englishOf([
  bayBoardWords,
  bayClaimWords,
  deskProfileWords,
  deskShellWords,
  evidenceWords,
  factWords,
  kitWords,
  payoutWords,
  peopleWords,
  proposalsWords,
  queueWords,
  searchWords,
  ...labels.map(({ en, es }) => ({ en: { label: en }, es: { label: es } })),
]);

/** The screen has no English, axe finds nothing, and it fits a phone's width and a laptop's. */
async function expectDeskInSpanish(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
  expect(await sentencesOn(page, english)).toEqual([]);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    // A dialog covers the header.
    if ((await page.locator("dialog[open]").count()) > 0) continue;
    await page.evaluate(() => scrollTo(0, 0));
    const switchBack = page.getByRole("button", { name: "English" });
    await expect(switchBack).toBeInViewport();
    // In the first line of the header, whatever else stands there.
    await expect.poll(async () => (await switchBack.boundingBox())?.y).toBeLessThan(24);
  }
}

/** Two claims of one player, for a sponsored prize and for the jackpot. */
async function claimed(page: Page, name: string): Promise<void> {
  await registered(page, name);
  const sessionId = await playing(page, 4, 5);
  for (const targetHole of ["left", "middle"] as const)
    await callsOf(page).call(playRoutes.recordShot, {
      body: { sessionId, targetHole, prizeClaim: true, prizeAmount: 0 },
    });
}

test("staff switch the desk to Spanish, read the bays and the claims in it, and the account keeps it", async ({
  page,
  browser,
  app,
}) => {
  await claimed(page, "Ada Ganadora");
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  await staff.goto("/admin/bays");
  await expect(staff.getByRole("heading", { name: "Bays", level: 1 })).toBeVisible();
  await staff.getByRole("button", { name: "Español" }).click();
  await expect(staff.getByRole("heading", { name: "Bahías", level: 1 })).toBeVisible();
  await expect(staff).toHaveTitle(/^Bahías/);
  await expect.poll(async () => (await bodyOf(callsOf(staff).call(accountRoutes.me))).user.language).toBe("es");
  const card = staff.getByRole("listitem", { name: "Bahía 7, central, Ada Ganadora" });
  await expect(card).toContainText("Hoyo central · $1,0");
  await expectDeskInSpanish(staff);
  await expectSpanish(staff);

  await card.getByRole("button", { name: "No visto" }).click();
  const sighting = staff.getByRole("dialog", { name: "No visto en el hoyo" });
  await sighting.getByRole("button", { name: "No hay bola en el hoyo" }).click();
  await expectDeskInSpanish(staff);
  await sighting.getByRole("button", { name: "Registrar como no visto" }).click();
  await expectToast(staff, "Registrado como no visto", "Ada Ganadora, bahía 7");
  await expect(sighting).toBeHidden();
  await staff.getByRole("button", { name: /^Bahía 7\b/ }).click();
  const bay = staff.getByRole("listitem", { name: "Ada Ganadora, bahía 7" });
  await expect(bay).toContainText("Quedan 8 de 10 bolas");
  await expectDeskInSpanish(staff);
  await bay.getByRole("button", { name: "Extender" }).click();
  const dialog = staff.getByRole("dialog", { name: "¿Dar más minutos?" });
  await dialog.getByRole("button", { name: "Extender" }).click();
  await expect(dialog.getByText("Escribe un motivo")).toBeVisible();
  await dialog.getByLabel("Minutos", { exact: true }).fill("500");
  await dialog.getByRole("button", { name: "Rayos" }).click();
  await dialog.getByRole("button", { name: "Extender" }).click();
  await expect(dialog.getByText("Extiende de 1 a 120 minutos enteros")).toBeVisible();
  await expectDeskInSpanish(staff);
  await dialog.getByLabel("Minutos", { exact: true }).fill("1");
  await dialog.getByRole("button", { name: "Extender" }).click();
  await expectToast(staff, "1 minuto agregado");
  await expect(dialog).toBeHidden();
  await staff.keyboard.press("Escape");
  await expect(bay).toBeHidden();
  await staff.getByRole("button", { name: "Pausar todo" }).click();
  await expect(staff.getByRole("dialog").getByLabel("Motivo", { exact: true })).toHaveValue("Rayos");
  await expectDeskInSpanish(staff);
  await staff.getByRole("button", { name: "Cancelar" }).click();
  await staff.getByRole("button", { name: /^Otros reclamos/ }).click();
  await expect(staff.getByText(/^No visto por Sam Rangehand/).first()).toBeVisible();
  await expectDeskInSpanish(staff);
  await staff.keyboard.press("Escape");

  await staff.getByRole("link", { name: "Decidir reclamos" }).click();
  await expect(staff.getByRole("heading", { name: "Verificación de premios" })).toBeVisible();
  await staff.getByRole("button", { name: "Filtros" }).click();
  await expectDeskInSpanish(staff);
  await staff.getByRole("link", { name: "Ada Ganadora" }).first().click();
  const evidence = staff.getByRole("region", { name: "Pruebas del reclamo de Ada Ganadora" });
  await expect(evidence.getByText("El correo electrónico aún no está comprobado.")).toBeVisible();
  await expect(evidence.getByText(/Antes (no hubo|hubo) .+ después del inicio de la sesión\.$/)).toBeVisible();
  await staff.getByText(/^Historial/).click();
  await expectDeskInSpanish(staff);
  await staff.getByRole("button", { name: "Rechazar", exact: true }).click();
  await expect(staff.getByRole("dialog", { name: "¿Rechazar este reclamo?" })).toBeVisible();
  await expectDeskInSpanish(staff);
  await staff.keyboard.press("Escape");
  await staff.getByLabel("Jugador o ID").fill("nadie así");
  await expect(staff.getByText(/^El filtro deja fuera \d+ reclamos? pendientes?\.$/)).toBeVisible();
  await expectDeskInSpanish(staff);

  await staff.getByRole("button", { name: "Buscar (Ctrl K)" }).click();
  await staff.getByRole("combobox", { name: /^Jugador, campo/ }).fill("bahi");
  await expect(staff.getByRole("dialog").getByRole("option").first()).toHaveText("Bahías");
  await expectDeskInSpanish(staff);
  await staff.goto("/admin/profile");
  await expect(staff.getByRole("heading", { name: "Tu perfil", level: 1 })).toBeVisible();
  await expectDeskInSpanish(staff);
  await expectSpanish(staff);
  await staff.goto("/admin/orders");
  await expect(staff.getByRole("heading", { name: "403: solo para administradores" })).toBeVisible();
  await expectDeskInSpanish(staff);
  await expectSpanish(staff);
  await staff.goto("/admin/no-hay");
  await expect(staff.getByRole("heading", { name: "Esta página no existe" })).toBeVisible();
  await expectDeskInSpanish(staff);
  await expectSpanish(staff);
  await staff.getByRole("button", { name: "English" }).click();
  await expect(staff.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  expect((await sentencesOn(staff, english)).length).toBeGreaterThan(4);
});

test("administrators read payouts, people and approvals in Spanish", async ({ page, browser, app }) => {
  await claimed(page, "Ema Premiada");
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const claims: { id: string; targetHole: string }[] = await bodyOf(
    callsOf(admin).call(claimRoutes.listClaims, { query: { search: "Ema Premiada" } }),
  );
  for (const { id } of claims)
    expect((await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } })).status).toBe(200);
  const jackpot = claims.find(({ targetHole }) => targetHole === "middle");
  await callsOf(admin).call(payoutRoutes.setApprovalLimit, { body: { amount: 100 } });
  await callsOf(admin).call(payoutRoutes.setApprovalLimit, { body: { amount: 2000 } });

  // With all buttons that the header can have.
  await admin.route("**/api/admin/attention", async (route) => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({ json: { ...reply, needs: [{ kind: "overdue_claims", count: 128 }] } });
  });
  await admin.goto("/admin/payouts");
  await expect(admin.getByRole("button", { name: "128" })).toBeVisible();
  await admin.getByRole("button", { name: "Español" }).click();
  // A prize of another kind has no dollars.
  const row = admin.getByRole("row", { name: /^Ema Premiada.*\$/ }).locator("xpath=following-sibling::tr[1]");
  await expect(row).toContainText("Espera un correo electrónico comprobado, la edad de 18 o más");
  await expectDeskInSpanish(admin);
  await row.getByRole("button", { name: "Registrar edad" }).click();
  await expect(admin.getByRole("dialog", { name: "18 años o más" })).toBeVisible();
  await expectDeskInSpanish(admin);
  await admin.keyboard.press("Escape");
  await row.getByRole("button", { name: "Dar por perdido" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Menor de 18 años." }).click();
  await expectDeskInSpanish(admin);
  await admin.getByRole("dialog").getByRole("button", { name: "Dar por perdido" }).click();
  await expectToast(admin, "Premio dado por perdido");
  for (const status of ["ready", "paid", "forfeited"]) {
    await admin.goto(`/admin/payouts?status=${status}`);
    await expect(admin.getByRole("heading", { name: "Segundo administrador" })).toBeVisible();
    await expectDeskInSpanish(admin);
  }
  await admin.goto(`/admin/prize-verification?status=verified&claim=${jackpot?.id}`);
  await expect(admin.getByText("Perdido: Menor de 18 años.")).toBeVisible();
  await expectDeskInSpanish(admin);

  await admin.goto("/admin/proposals");
  await expect(
    admin.getByText(/^\d+\. Cambiar el límite de aprobación de pagos de \$100\.00 a \$2,000\.00$/),
  ).toBeVisible();
  await expect(admin.getByText("No hay un segundo administrador", { exact: false }).first()).toBeVisible();
  await expectDeskInSpanish(admin);
  await admin.goto("/admin/people");
  await expectDeskInSpanish(admin);
  await admin.getByLabel("Nombre, correo electrónico o ID de jugador").fill("Ema Premiada");
  await admin.keyboard.press("Enter");
  await expectDeskInSpanish(admin);
  await admin.getByRole("link", { name: /Ema Premiada/ }).click();
  // Beside it the page shows data of another room about the person.
  await admin.getByLabel("Nota nueva").fill("Pidió un recibo.");
  await admin.getByRole("button", { name: "Guardar nota" }).click();
  await expectToast(admin, "Nota guardada");
  await expectDeskInSpanish(admin);
  await admin.getByRole("button", { name: "Cerrar todas sus sesiones" }).click();
  await expect(admin.getByRole("dialog", { name: "¿Cerrar todas las sesiones de Ema Premiada?" })).toBeVisible();
  await expectDeskInSpanish(admin);
  await admin.getByRole("dialog").getByRole("button", { name: "Cerrar sesiones" }).click();
  await expect(admin.getByRole("dialog").getByText("Escribe un motivo")).toBeVisible();
});
