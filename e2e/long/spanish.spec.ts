import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, mailedCode, registered } from "../people.ts";
import { englishOn, expectSpanish } from "../spanish.ts";
import { playRoutes } from "#features/play/contract.ts";
import { given } from "#test/calls.ts";

test.use({ locale: "es-MX" });
// Every screen is scanned by axe.
test.setTimeout(120_000);

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByLabel("Número de tarjeta").fill(number);
  await page.getByLabel("Vencimiento").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("Código postal de facturación").fill("34119");
}

test("a player whose browser speaks Spanish signs in, books, is declined, pays, and finds receipt and claims", async ({
  page,
  browser,
  app,
}) => {
  const elsewhere = await (await browser.newContext({ baseURL: app.url })).newPage();
  const { email } = await registered(elsewhere, "Rosa Jugadora");

  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Hola de nuevo" })).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel("Correo electrónico").fill("nobody@example.com");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("Aún no conocemos este correo.").first()).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel("Correo electrónico").fill("nobody");
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByText("Escribe un correo electrónico válido")).toBeVisible();
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await expect(page.getByRole("heading", { name: "Revisa tu correo" })).toBeVisible();
  await page.getByLabel("Código").fill(await mailedCode(page, email));
  await expect(page.getByText("¡Sesión iniciada!")).toBeVisible();

  await expect(page.getByText("Paso 1 de 3")).toBeVisible();
  await page.getByText("Palmetto Pines Driving Range").first().click();
  await expectSpanish(page);
  await page.getByRole("button", { name: "Continuar a los paquetes" }).click();
  await expect(page.getByText("TIRO GRATIS", { exact: true })).toBeVisible();
  await page.getByText("Cinco al premio mayor").click();
  await expect(page.getByText("5 bolas a los tres hoyos, con el del premio mayor")).toBeVisible();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Falta elegir la bahía").first()).toBeVisible();
  await expectSpanish(page);
  await page.getByText("Grupo", { exact: true }).click();
  await page.getByLabel("Tu número de bahía", { exact: true }).fill("12");
  await page.getByLabel("Tus bolas", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Agregar un amigo" }).click();
  await page.getByLabel("Bolas para Amigo 1", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByText("Reparte exactamente 5 bolas (ahora van 4)").first()).toBeVisible();
  await expectSpanish(page);
  await page.getByText("Individual", { exact: true }).click();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Revisión y pago" })).toBeVisible();
  await expectSpanish(page);
  await page.getByText("Empezar ya").click();
  await fillCard(page, "4000 0000 0000 9995");
  const pay = page.getByRole("button", { name: "Pagar y empezar - $3" });
  await pay.click();
  await expect(page.getByText("Tu tarjeta no tiene fondos suficientes.").first()).toBeVisible();
  await expectSpanish(page);
  await fillCard(page, "4242 4242 4242 4242");
  await pay.click();
  await expect(page).toHaveURL(/\/game/);
  await page.getByRole("button", { name: "Reclama tu premio" }).click();
  await expect(page.getByText("Wedge Gulfside a tu medida").first()).toBeVisible();
  const sessionId = given(new URL(page.url()).searchParams.get("session"));
  await page.goto("/claims");
  await expect(page.getByText("Aún no hay reclamos")).toBeVisible();
  await expectSpanish(page);
  await callsOf(page).call(playRoutes.recordShot, { body: { sessionId, targetHole: "middle", prizeClaim: true } });
  await page.reload();
  await expect(page.getByText("Reservado para ti")).toBeVisible();
  await expectSpanish(page);

  await page.goto("/orders");
  await expect(page.getByText("Rechazado")).toBeVisible();
  await expect(page.getByText("Tu tarjeta no tiene fondos suficientes.")).toBeVisible();
  await expectSpanish(page);
  await page.getByRole("link", { name: /^Recibo del pedido/ }).click();
  await expect(page.getByText("Tarjeta terminada en 4242")).toBeVisible();
  await expectSpanish(page);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { name: "404: perdida en el rough" })).toBeVisible();
  await expectSpanish(page);
});

test("the language is chosen at the foot of the sign-in page without a reload, and is kept", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "Crear cuenta" })).toBeVisible();
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(page.getByText("Todos los campos son obligatorios").first()).toBeVisible();
  await expectSpanish(page);
  await page.getByLabel("Nombre").fill("Rosa");
  await page.getByText("English", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect((await englishOn(page)).length).toBeGreaterThan(8);
  await expect(page.getByLabel("Name")).toHaveValue("Rosa");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await page.getByText("Español", { exact: true }).click();
  await expect(page).toHaveTitle(/^Crear cuenta/);
});

test("a language that is tapped before the app has loaded is the page's language once it has", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", JSON.stringify("en")));
  const tapped = Promise.withResolvers<void>();
  await page.route(/\/assets\/root-/, async (route) => {
    await tapped.promise;
    await route.continue();
  });
  await page.goto("/register", { waitUntil: "domcontentloaded" });
  await page.getByText("Español", { exact: true }).click();
  tapped.resolve();
  await expect(page.getByRole("heading", { name: "Crear cuenta" })).toBeVisible();
});
