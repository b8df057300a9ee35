import { expect, test } from "./fixtures.ts";
import { call, mailedCode, playing, registered, signedIn } from "./people.ts";

test("shots without a connection wait on the page; a claim says that it is not sent, and then counts once", async ({
  page,
  context,
}) => {
  await registered(page);
  const sessionId = await playing(page, 4, 5);
  await page.goto(`/game?session=${sessionId}`);
  await expect(page.getByText("10 / 10")).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Shot Taken" }).click();
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText("Left Hole").click();
  await sheet.getByRole("button", { name: "Review Claim" }).press("Enter");
  await expect(sheet.getByRole("heading", { name: "Claim Your Prize" })).toBeFocused();
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(sheet.getByText(/Not sent yet/)).toBeVisible({ timeout: 8_000 });
  await context.setOffline(false);
  await expect(page.getByText("Shot 1: saved")).toBeAttached({ timeout: 8_000 });
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Prize Claim Submitted!")).toBeVisible();
  const { session } = (await call(page, "GET", `/api/sessions/${sessionId}`)).body;
  expect(session.claims).toHaveLength(1);
});

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
