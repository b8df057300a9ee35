/** Every address of the desk, opened by everybody: it shows its screen, or says for whom it is and leads on. */
import type { Page } from "@playwright/test";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { expect, test } from "../fixtures.ts";
import { expectAccessible, registered, signedIn } from "../people.ts";

// Each opens some forty screens.
test.setTimeout(240_000);

const addresses = Object.values(deskAddresses).map(({ path, who }) => ({ path: path.replaceAll(/:\w+/g, "1"), who }));
const forbidden = /^403: (?:for|solo para) /;

/** The calls of a page that its server refuses. */
function refusedCalls(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403 && response.url().includes("/api/")) refused.push(response.url());
  });
  return refused;
}

test("visitors are led to the sign-in, which knows where they wanted to go", async ({ page }) => {
  for (const { path } of addresses) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

for (const [locale, link] of [
  ["en-US", "My Claims"],
  ["es-MX", "Mis reclamos"],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });

    test("golfers read for whom a screen is, and the way to their own; nothing is asked of the server", async ({
      page,
    }) => {
      await registered(page);
      const refused = refusedCalls(page);
      for (const { path } of addresses) {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: forbidden }), path).toBeVisible();
        await expect(page.getByRole("link", { name: link })).toHaveAttribute("href", "/claims");
        await expect(page).toHaveURL(path);
      }
      expect(refused).toEqual([]);
      await expectAccessible(page);
    });
  });

test("staff open what is theirs, and read of the rest for whom it is, with the desk's menu around it", async ({
  browser,
  app,
}) => {
  const staff = await signedIn(browser, app.url, "staff@acebay.test");
  const refused = refusedCalls(staff);
  for (const { path, who } of addresses) {
    await staff.goto(path);
    const heading = staff.getByRole("main").getByRole("heading", { level: 1 });
    await expect(heading, path).toBeVisible();
    if (who === "admin") await expect(heading, path).toHaveText(forbidden);
    else await expect(heading, path).not.toHaveText(forbidden);
    await expect(staff.getByRole("banner").getByRole("link", { name: "Claims" })).toBeVisible();
  }
  expect(refused).toEqual([]);
});
