/** Names of packages and prizes in two languages, from the administrators' dialogs to the golfer's claims. */
import { expect, test } from "../fixtures.ts";
import { callsOf, expectAccessible, expectToast, registered, signedIn } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { given } from "#test/calls.ts";

test("an administrator writes names in Spanish, and golfers read them in their language", async ({ browser, app }) => {
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto("/admin/packages");
  await admin.getByRole("button", { name: "Change Jackpot Twenty" }).click();
  await expect(admin.getByLabel("Name in Spanish")).toHaveValue("Veinte al premio mayor");
  await admin.getByLabel("Name in Spanish").fill("Veinte de oro");
  await admin.getByLabel("Description in Spanish").fill("");
  await admin.getByRole("button", { name: "Save" }).click();
  await expectToast(admin, "Package saved");
  await admin.goto("/admin/sponsors");
  await admin.getByRole("button", { name: "Change Dinner for Two at Pelican Grill" }).click();
  await admin.getByLabel("Prize in Spanish").fill("Una cena para dos");
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Save" }).click();
  await expectToast(admin, "Prize saved");

  const page = await (await browser.newContext({ baseURL: app.url, locale: "es-MX" })).newPage();
  await registered(page, "Rosa Lectora");
  await page.goto("/course");
  await page.getByText("Palmetto Pines Driving Range").first().click();
  await page.getByRole("button", { name: "Continuar a los paquetes" }).click();
  await page.getByText("Veinte de oro").click();
  // Without a Spanish description the English is better than none.
  await expect(page.getByText("20 balls at all three holes, the jackpot among them")).toBeVisible();
  await page.getByLabel("Número de bahía", { exact: true }).fill("9");
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.locator("summary").getByText("Veinte de oro")).toBeVisible();
  await page.getByText("Empezar ya").click();
  await page.getByRole("radio", { name: "Tarjeta" }).check();
  await page.getByLabel("Número de tarjeta").fill("4242 4242 4242 4242");
  await page.getByLabel("Vencimiento").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("Código postal de facturación").fill("34119");
  await page.getByRole("button", { name: "Pagar y empezar - $9" }).click();
  await expect(page).toHaveURL(/\/game/);
  await page.getByRole("button", { name: "Tiro hecho" }).click();
  await page.getByRole("button", { name: "Reclama tu premio" }).click();
  await expect(page.getByRole("dialog").getByText("Una cena para dos")).toBeVisible();
  const sessionId = given(new URL(page.url()).searchParams.get("session"));
  await callsOf(page).call(playRoutes.recordShot, { body: { sessionId, targetHole: "right", prizeClaim: true } });
  await page.goto("/claims");
  await expect(page.getByText("Una cena para dos")).toBeVisible();
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "Veinte de oro" })).toBeVisible();
  await page.goto("/prizes?course=1");
  await expect(page.getByRole("article", { name: "Wedge Gulfside a tu medida" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("language", JSON.stringify("en")));
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "Jackpot Twenty" })).toBeVisible();
  await page.goto("/claims");
  await expect(page.getByText("Dinner for Two at Pelican Grill")).toBeVisible();
});
