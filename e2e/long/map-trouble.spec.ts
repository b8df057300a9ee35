/** However Google's map fails, golfers choose from the list. */
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { GOOGLE_SCRIPT, standInForGoogle } from "../google-maps-stand-in.ts";
import { atCourses, test } from "../maps.ts";

const failures = [
  ["a script that does not come", (page: Page) => page.route(GOOGLE_SCRIPT, (route) => route.abort())],
  [
    "a key that is refused",
    async (page: Page) => {
      await standInForGoogle(page);
      await page.addInitScript(() =>
        setTimeout(() => (window as { gm_authFailure?: () => void }).gm_authFailure?.(), 4_000),
      );
    },
  ],
  ["a script that never answers", (page: Page) => page.route(GOOGLE_SCRIPT, () => undefined)],
] as const;
for (const [what, breakIt] of failures) {
  test(`Google's map: ${what} leads to the list with a message`, async ({ page, googleApp }) => {
    await breakIt(page);
    await atCourses(page, googleApp.url);
    await page.getByText("Google Maps", { exact: true }).click();
    await expect(page.getByText("The map did not load")).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("radio", { name: "Google Maps" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "Bayshore Golf Park" })).toBeVisible();
  });
}
