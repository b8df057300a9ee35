/** The profile. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  atSettings,
  callsOf,
  expectAccessible,
  mailedCode,
  openSettings,
  playing,
  registered,
  signedIn,
  claimPrize,
} from "./people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf } from "#test/calls.ts";

const toast = (page: Page, text: string) =>
  expect(page.locator("#toasts").getByText(text, { exact: true })).toBeVisible();

test("the profile leads back to the page before it, and logs out [2.10 2.105 2.109 4.2 8.38]", async ({ page }) => {
  await registered(page, "Casey Long");
  await page.goto("/app?step=2");
  await page.goto("/course");
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page).toHaveURL("/profile?from=%2Fcourse");
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/course");
  await atSettings(page);
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app");
  await page.goto("/profile?from=%2F%2Fevil.example");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app");
  await page.getByRole("button", { name: "Logout" }).click();
  await toast(page, "Logged Out");
  await expect(page).toHaveURL("/");
  expect((await callsOf(page).call(accountRoutes.me)).status).toBe(401);
});

test("the profile shows the player ID, draws it and copies it [2.106 8.38]", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const player = await registered(page, "Casey Long");
  await atSettings(page);
  await expect(page.getByText(player.userId, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: `QR code of your player ID, ${player.userId}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Copy player ID" }).click();
  await toast(page, "Copied!");
  await toast(page, "Your User ID has been copied to clipboard.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(player.userId);
});

test("the form of personal data says at each field what is wrong, and saves what is right [2.107 5.23 8.38]", async ({
  page,
}) => {
  const player = await registered(page, "Casey Long");
  await atSettings(page);
  await page.getByLabel("Name", { exact: true }).fill("  ");
  await page.getByLabel("Email", { exact: true }).fill("casey");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Name is required")).toBeVisible();
  await expect(page.getByText("Valid email is required")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Name", { exact: true }).fill("Casey Longer");
  await page.getByLabel("Email", { exact: true }).fill(player.email);
  await page.getByLabel("Phone").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Profile Updated");
  await toast(page, "Your profile information has been saved successfully.");
  expect((await bodyOf(callsOf(page).call(accountRoutes.me))).user).toMatchObject({
    name: "Casey Longer",
    phone: null,
  });
});

test("a new email address waits for its code, even after a reload; an address of another player looks like any other [2.107 8.38]", async ({
  page,
}) => {
  const player = await registered(page, "Casey Long");
  await atSettings(page);
  // The page must not reveal who has an account.
  await page.getByLabel("Email", { exact: true }).fill("player@acebay.test");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your new email waits for its code")).toBeVisible();
  expect((await bodyOf(callsOf(page).call(accountRoutes.me))).user.email).toBe(player.email);
  const next = `next.${Date.now()}@example.com`;
  await page.getByLabel("Email", { exact: true }).fill(next);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your new email waits for its code")).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  // A golfer who reads the mail on the same phone may come back to a page that the phone has unloaded.
  await page.reload();
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByText("The code has 6 digits")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await mailedCode(page, next));
  await toast(page, "Profile Updated");
  await expect(page.getByLabel("Code", { exact: true })).toBeHidden();
  expect((await bodyOf(callsOf(page).call(accountRoutes.me))).user.email).toBe(next);
});

test("the switches are those of the spec, and each change sends all five [2.108 8.23 8.38]", async ({ page }) => {
  await registered(page);
  await atSettings(page);
  const names = ["Email Notifications", "SMS Notifications", "Push Notifications", "Game Updates", "Prize Alerts"];
  const states = () => Promise.all(names.map((name) => page.getByRole("switch", { name, exact: true }).isChecked()));
  expect(await states()).toEqual([true, false, true, true, true]);
  const sent = page.waitForRequest((request) => request.url().endsWith("/notifications"));
  await page.getByRole("switch", { name: "Prize Alerts", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    emailNotifications: true,
    smsNotifications: false,
    pushNotifications: true,
    gameUpdates: true,
    prizeAlerts: false,
  });
  await toast(page, "Notifications Updated");
  await toast(page, "Your notification preferences have been saved.");
  await page.route("**/notifications", (route) => route.abort(), { times: 1 });
  await page.getByRole("switch", { name: "Game Updates", exact: true }).press("Space");
  await toast(page, "Update Failed");
  expect(await states()).toEqual([true, false, true, true, false]);
  await page.reload();
  await expect(page.getByRole("switch", { name: "Prize Alerts", exact: true })).not.toBeChecked();
});

test("the profile lists sessions and claims with their progress", async ({ page }) => {
  await registered(page, "Maximiliana Featherstonehaugh-Cholmondeley");
  await atSettings(page);
  await expect(page.getByText("No sessions yet. Your first bucket is waiting.")).toBeVisible();
  await expect(page.getByText("No claims yet. Hit a hole, claim it, and follow your prize here.")).toBeVisible();
  const sessionId = await playing(page, 4, 5);
  await callsOf(page).call(playRoutes.recordShot, {
    body: { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 },
  });
  await page.reload();
  await expect(page.getByRole("link", { name: "Resume Game" })).toBeVisible();
  await expect(page.getByText("1 of 10 balls hit · Bay 7 · 1 prize claim")).toBeVisible();
  // What golfers come for is first; the settings are a row at the end.
  const order = ["Player ID", "My Claims", "My Sessions", "My Receipts", "Settings", "Personal Information"];
  await expect(page.locator("main")).toContainText(new RegExp(order.join(".*"), "s"));
  await expect(page.getByText("Gulfside Fitted Wedge")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Under review: Step 2 of 4" })).toBeVisible();
  await expectAccessible(page);
});

test("an account is not deleted during a session: the sheet asks for a proof of who is there, and then says why", async ({
  page,
}) => {
  const player = await registered(page);
  await playing(page, 4, 5);
  await atSettings(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("dialog", { name: "Delete your account?" }).getByRole("button", { name: "Continue" }).click();
  const sure = page.getByRole("dialog", { name: "Are you sure?" });
  await expectAccessible(page);
  await sure.getByRole("button", { name: "Delete for good" }).click();
  // Deleting needs a proof of who is there; after it the sheet continues where it was.
  const question = page.getByRole("dialog", { name: "Is it you?" });
  await expect(question.getByText("We mailed you a code with 6 digits.")).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel("Code").fill(await mailedCode(page, player.email));
  await expect(question).toBeHidden();
  await expect(
    sure.getByText("You are in the middle of a session. End it before you delete your account."),
  ).toBeVisible();
  await expectAccessible(page);
  await sure.getByRole("button", { name: "Keep my account" }).click();
  await expect(sure).toBeHidden();
});

test("a device that is forgotten is signed out", async ({ page, browser, app }) => {
  const player = await registered(page);
  // The browser that registered is forgotten first.
  await callsOf(page).call(accountRoutes.forgetDevice);
  const laptop = await signedIn(browser, app.url, player.email);
  await atSettings(laptop);
  await expect(laptop.getByText("This device · Last sign-in just now")).toBeVisible();
  const phone = await signedIn(browser, app.url, player.email, { width: 390, height: 844 });
  await laptop.reload();
  const devices = laptop.getByRole("listitem").filter({ has: laptop.getByRole("button", { name: /^Forget / }) });
  await expect(devices).toHaveCount(2);
  await devices.filter({ hasText: "Signed in" }).getByRole("button").click();
  await toast(laptop, "Device forgotten");
  await expect(devices).toHaveCount(1);
  expect((await callsOf(phone).call(accountRoutes.me)).status).toBe(401);
});

test("a player downloads everything that is kept, and then deletes the account for good", async ({
  page,
  browser,
  app,
}) => {
  const player = await registered(page);
  const sessionId = await playing(page, 4, 5);
  const claim = await claimPrize(page, sessionId, "left");
  await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.rejectClaim, { params: { id: claim.id }, body: { reason: "Beside the hole" } });

  const laptop = await signedIn(browser, app.url, player.email);
  await atSettings(laptop);
  const saving = laptop.waitForEvent("download");
  await laptop.getByRole("button", { name: "Download my data" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^Acebay-\w{10}-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data.account.email).toBe(player.email);
  expect(data.records.sessions).toHaveLength(1);
  await laptop.getByRole("button", { name: "Delete my account" }).click();
  await laptop.getByRole("button", { name: "Continue" }).click();
  await laptop.getByRole("button", { name: "Delete for good" }).click();
  await toast(laptop, "Account deleted");
  await expect(laptop).toHaveURL("/");
  expect((await callsOf(laptop).call(accountRoutes.me)).status).toBe(401);
  expect((await callsOf(laptop).call(accountRoutes.login, { body: { email: player.email } })).status).toBe(404);
});

test("an administrators' screen shows a player 403 and the way to their own pages", async ({ page }) => {
  await registered(page);
  for (const path of [
    "/admin",
    "/admin/bays",
    "/admin/prize-verification",
    "/course-report",
    "/admin/payouts",
    "/admin/orders",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: /^403: for / })).toBeVisible();
    await expect(page.getByRole("link", { name: "My Claims" })).toHaveAttribute("href", "/claims");
  }
  await expectAccessible(page);
});

test("the page asks before a link, Back or a reload loses an unsaved change, and does not ask once it is saved", async ({
  page,
}) => {
  await registered(page, "Casey Long");
  await page.goto("/course");
  await page.getByRole("link", { name: "Your profile" }).click();
  await openSettings(page);
  const name = page.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("Casey Long");
  const asked: string[] = [];
  let leaves = false;
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void (leaves ? dialog.accept() : dialog.dismiss());
  });
  await name.fill("Casey Unsaved");
  await page.getByRole("link", { name: "My Receipts" }).click();
  await page.evaluate(() => window.history.back());
  await expect.poll(() => asked).toEqual(["confirm", "confirm"]);
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => asked).toEqual(["confirm", "confirm", "beforeunload"]);
  await expect(page).toHaveURL(/\/profile/);
  await expect(name).toHaveValue("Casey Unsaved");

  await page.getByRole("button", { name: "Save Changes" }).click();
  await toast(page, "Profile Updated");
  await page.getByRole("link", { name: "My Receipts" }).click();
  await expect(page).toHaveURL(/\/orders/);
  await page.goBack();
  await expect(name).toHaveValue("Casey Unsaved");
  expect(asked).toHaveLength(3);

  leaves = true;
  await name.fill("Casey Lost");
  await page.goBack();
  await expect(page).toHaveURL(/\/course/);
  expect(asked).toHaveLength(4);
});
