/** The profile and the prizes page. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { call, expectAccessible, mailedCode, playing, registered, signedIn } from "./people.ts";

// Long journeys, each to its end.
test.describe.configure({ timeout: 150_000 });

const toast = (page: Page, text: string) =>
  expect(page.locator("#toasts").getByText(text, { exact: true })).toBeVisible();

test("the profile: back to where one came from, the player ID, personal data with a proved email, the switches, logout [2.10 2.105-109 4.2 5.23 8.23 8.38]", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const player = await registered(page, "Casey Long");
  await page.goto("/app?step=2");
  await page.goto("/course");
  await page.getByRole("link", { name: "Your profile" }).click();
  await expect(page).toHaveURL("/profile?from=%2Fcourse");
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(page.getByText(player.userId, { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: `QR code of your player ID, ${player.userId}` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Copy player ID" }).click();
  await toast(page, "Copied!");
  await toast(page, "Your User ID has been copied to clipboard.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(player.userId);

  // Personal information, wrong and right.
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
  expect((await call(page, "GET", "/api/me")).body.user).toMatchObject({ name: "Casey Longer", phone: null });

  // Another player's address looks like any other, for the page must not tell who has an account; a new one is saved
  // with its code.
  await page.getByLabel("Email", { exact: true }).fill("player@acebay.test");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your new email waits for its code")).toBeVisible();
  expect((await call(page, "GET", "/api/me")).body.user.email).toBe(player.email);
  const next = `next.${Date.now()}@example.com`;
  await page.getByLabel("Email", { exact: true }).fill(next);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Your new email waits for its code")).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  // Who reads mail on the same phone may come back to a page that was unloaded.
  await page.reload();
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByText("The code has 6 digits")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await mailedCode(page, next));
  await toast(page, "Profile Updated");
  await expect(page.getByLabel("Code", { exact: true })).toBeHidden();
  expect((await call(page, "GET", "/api/me")).body.user.email).toBe(next);

  // The switches: the defaults of the spec, all five sent on each change.
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

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/course");
  await page.goto("/profile");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app");
  await page.goto("/profile?from=%2F%2Fevil.example");
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/app");
  await page.getByRole("button", { name: "Logout" }).click();
  await toast(page, "Logged Out");
  await expect(page).toHaveURL("/");
  expect((await call(page, "GET", "/api/me")).status).toBe(401);
});

test("the profile: sessions page by page, claims with their progress, devices, one's data, and the account's end", async ({
  page,
  browser,
  app,
}) => {
  const player = await registered(page, "Maximiliana Featherstonehaugh-Cholmondeley");
  await page.goto("/profile");
  await expect(page.getByText("No sessions yet. Your first bucket is waiting.")).toBeVisible();
  await expect(page.getByText("No claims yet. Hit a hole, claim it, and follow your prize here.")).toBeVisible();
  const sessionId = await playing(page, 4, 5);
  await call(page, "POST", "/api/attempts", { sessionId, targetHole: "left", prizeClaim: true, prizeAmount: 0 });
  await page.reload();
  await expect(page.getByRole("link", { name: "Resume Game" })).toBeVisible();
  await expect(page.getByText("1 of 10 balls hit · Bay 7 · 1 prize claim")).toBeVisible();
  await expect(page.getByText("Gulfside Fitted Wedge")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Under review: Step 2 of 4" })).toBeVisible();
  await expectAccessible(page);

  // Refused while the session runs: the sheet says why.
  const remove = async () => {
    await page.getByRole("button", { name: "Delete my account" }).click();
    await page.getByRole("dialog", { name: "Delete your account?" }).getByRole("button", { name: "Continue" }).click();
    const sure = page.getByRole("dialog", { name: "Are you sure?" });
    await expectAccessible(page);
    await sure.getByRole("button", { name: "Delete for good" }).click();
    return sure;
  };
  const sure = await remove();
  // It matters, so the app asks who is there, and goes on where it was.
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
  await call(page, "POST", `/api/sessions/${sessionId}/complete`);
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  const [claim] = (await call(page, "GET", `/api/users/${player.id}/claims`)).body.claims;
  await call(admin, "PATCH", `/api/admin/prize-claims/${claim.id}/reject`, { reason: "Beside the hole" });

  // From here on other devices are the player's.
  await call(page, "POST", "/api/devices/forget");
  const laptop = await signedIn(browser, app.url, player.email);
  await laptop.goto("/profile");
  await expect(laptop.getByText("This device · Last sign-in just now")).toBeVisible();
  const phone = await signedIn(browser, app.url, player.email, { width: 390, height: 844 });
  await laptop.reload();
  const devices = laptop.getByRole("listitem").filter({ has: laptop.getByRole("button", { name: /^Forget / }) });
  await expect(devices).toHaveCount(2);
  await devices.filter({ hasText: "Signed in" }).getByRole("button").click();
  await toast(laptop, "Device forgotten");
  await expect(devices).toHaveCount(1);
  expect((await call(phone, "GET", "/api/me")).status).toBe(401);

  // Everything kept, as a file.
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
  expect((await call(laptop, "GET", "/api/me")).status).toBe(401);
  expect((await call(laptop, "POST", "/api/login", { email: player.email })).status).toBe(404);
});

test("the prizes: the pot and its rules, sponsors by hole, back to the right step, winners who agreed [2.11 2.50 2.85-92]", async ({
  page,
  browser,
  app,
}) => {
  await page.goto("/prizes?course=1&step=2");
  await expect(page).toHaveURL("/");
  const player = await registered(page, "Ada Lovelace");
  await page.route("**/api/courses/1/sponsors", async (route) => {
    const reply = await route.fetch();
    const { sponsors } = await reply.json();
    sponsors.left[0].sponsorLogo = "/icons/icon-192.png";
    await route.fulfill({ response: reply, json: { sponsors } });
  });
  await page.goto("/course");
  await page.getByText("Palmetto Pines Driving Range").first().click();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await page.getByRole("link", { name: "View Prizes" }).click();
  await expect(page).toHaveURL("/prizes?course=1&step=2");
  const { course } = (await call(page, "GET", "/api/courses/1")).body;
  const money = (dollars: number) => dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(page.getByRole("heading", { name: "Middle Hole Jackpot" })).toBeVisible();
  await expect(page.getByText(money(course.jackpotAmount), { exact: true })).toBeVisible();
  await expect(page.getByText(/^Changed /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "How the jackpot works" })).toBeVisible();
  await expectAccessible(page);

  await expect(page.getByRole("tab", { name: "Left Hole Prizes (1)" })).toHaveAttribute("aria-selected", "true");
  const wedge = page.getByRole("article", { name: "Gulfside Fitted Wedge" });
  await expect(wedge.getByText("Gulfside Golf Shop")).toBeVisible();
  await expect(wedge.getByText("Worth $149")).toBeVisible();
  await expect(wedge.getByText("A wedge, fitted to your swing in the shop")).toBeVisible();
  await expect(wedge.locator("img")).toHaveAttribute("src", "/icons/icon-192.png");
  await expect(wedge.getByRole("link", { name: /^Learn More/ })).toHaveAttribute(
    "href",
    "https://gulfside-golf.example/",
  );
  await expect(wedge.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", "tel:+12395550141");
  await page.getByRole("tab", { name: "Left Hole Prizes (1)" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Right Hole Prizes (1)" })).toBeFocused();
  await expect(page.getByRole("article", { name: "Dinner for Two at Pelican Grill" })).toBeVisible();

  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL("/package");
  for (const [step, back] of [
    ["1", "/course"],
    ["2", "/package"],
    ["3", "/app?step=3"],
  ]) {
    await page.goto(`/prizes?course=3&step=${step}`);
    await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", back ?? "");
  }
  await expect(page.getByText("No sponsors available for the left hole yet.")).toBeVisible();
  await expect(page.getByText("TaylorMade SIM2 Driver")).toBeVisible();
  await expectAccessible(page);

  // An unknown course.
  await page.goto("/prizes?course=99&step=1");
  await expect(page.getByRole("heading", { name: "Course not found" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/course");

  // A claim under review, and then a winner who agreed to be named.
  await call(page, "PATCH", `/api/users/${player.id}`, { namedAsWinner: true });
  const sessionId = await playing(page, 4, 5);
  const shot = { sessionId, targetHole: "middle", prizeClaim: true, prizeAmount: 0 };
  const { claim } = (await call(page, "POST", "/api/attempts", shot)).body;
  await call(page, "POST", `/api/sessions/${sessionId}/complete`);
  await page.goto("/prizes?course=1");
  await expect(page.getByText(`under review ${money(claim.prizeAmount)}`)).toBeVisible();
  await expect(page.getByText("Nobody to name yet.", { exact: false })).toBeVisible();
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await call(admin, "PATCH", `/api/admin/prize-claims/${claim.id}/verify`);
  await page.reload();
  await expect(page.getByText("Ada L.")).toBeVisible();
  await expect(page.getByText(money(claim.prizeAmount), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ready to Play? Choose Your Package" }).click();
  await expect(page).toHaveURL("/package");
});

test("an admin screen tells a player 403 and where their own pages are", async ({ page }) => {
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
