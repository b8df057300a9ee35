import { expect, test } from "./fixtures.ts";
import { mailedCode, playing, registered, signedIn } from "./people.ts";

test("signed out from elsewhere in the middle of a game: sign in, and back to it", async ({ page, browser, app }) => {
  const { email } = await registered(page);
  const sessionId = await playing(page, 4, 5);
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
  // The first sign-in by code ends every other session of the account.
  await signedIn(browser, app.url, email);
  await expect(page.getByText("You were signed out")).toBeVisible({ timeout: 10_000 });
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  await page.getByLabel("Code").fill(await mailedCode(page, email));
  await expect(page).toHaveURL(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
});
