/** The terms of the game: before signing up, from the prizes, in both languages, and at the desk. */
import { expect, test } from "../fixtures.ts";
import { expectAccessible, newestOrder, playing, registered, signedIn } from "../people.ts";

test("the sign-up leads to the terms beside what is typed, and the desk reads which version was accepted", async ({
  page,
  browser,
  app,
}) => {
  await page.goto("/register");
  await page.getByLabel("Name").fill("Robin Reads");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "terms and prize rules" }).click();
  const terms = await opened;
  await expect(terms.getByRole("heading", { level: 1, name: "Terms and prize rules" })).toBeVisible();
  const since = (await terms.getByText(/^In force since /).textContent())?.replace("In force since ", "") ?? "";
  expect(since).toMatch(/^\w{3} \d{1,2}, \d{4}$/);
  await expect(terms.getByText("Only jackpot packages and the free tee time shot play for it.")).toBeVisible();
  await expect(terms.getByText("Questions? Write to support@acebay.test.")).toBeVisible();
  await expectAccessible(terms);
  await terms.getByText("Español", { exact: true }).click();
  await expect(terms.getByRole("heading", { level: 1, name: "Condiciones y reglas de los premios" })).toBeVisible();
  await expect(terms.getByText(/^En vigor desde el \d{1,2} /)).toBeVisible();
  await expect(terms.getByText("¿Preguntas? Escribe a support@acebay.test.")).toBeVisible();
  await terms.getByText("English", { exact: true }).click();
  await terms.close();
  await expect(page.getByLabel("Name")).toHaveValue("Robin Reads");

  const { id } = await registered(page, "Robin Reads");
  await playing(page, 4, 5);
  const bought = await newestOrder(page);
  await page.goto("/prizes?course=1");
  await page.getByRole("heading", { name: "How the jackpot works" }).click();
  await page.getByRole("link", { name: "All terms of the game" }).click();
  await expect(page).toHaveURL("/terms");
  await expect(page.getByText("Questions? Write to")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/course");

  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await admin.goto(`/admin/people/${id}`);
  await expect(admin.getByText("Accepted terms of", { exact: true }).locator("+ dd")).toHaveText(since);
  await admin.goto(`/admin/orders/${bought.id}`);
  await expect(admin.getByText("Terms of", { exact: true }).locator("+ dd")).toHaveText(since);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the terms can be read", async ({ page }) => {
    await page.goto("/terms");
    await expect(page).toHaveTitle("Terms and prize rules · Acebay");
    await expect(page.getByText("The price that you see before you pay is the price that you pay.")).toBeVisible();
  });
});
