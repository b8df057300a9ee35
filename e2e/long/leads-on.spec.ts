/**
 * Things that a golfer can tap lead to the next step: a flag, a form's first problem, an address that is taken, a bay's
 * code, 'Forget'.
 */
import { type Locator, type Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { opened } from "../offline-play.ts";
import { atSettings, callsOf, live, mailedCode, registered } from "../people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bodyOf } from "#test/calls.ts";

test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: "allow" });

const chosenIn = (sheet: Locator) => sheet.getByRole("radio", { checked: true });

test("a tap on a flag in the picture opens the claim for its hole", async ({ page }) => {
  await registered(page);
  await opened(page);
  await live(page);
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  for (const [hole, name] of [
    ["left", "Left Hole"],
    ["right", "Right Hole"],
    ["middle", "Middle Hole"],
  ] as const) {
    await page.locator(`[data-hole=${hole}]`).click();
    await expect(chosenIn(sheet)).toHaveCount(1);
    await expect(chosenIn(sheet)).toHaveAccessibleName(new RegExp(name));
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(sheet).toBeHidden();
  }
  // Beside the flags nothing opens.
  await page.getByRole("img", { name: /^The range/ }).click({ position: { x: 8, y: 8 } });
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

async function expectInSight(page: Page, field: Locator, problem: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(async () => {
    const sentence = await page.getByText(problem).first().boundingBox();
    const box = await field.boundingBox();
    const bar = await page.locator("section.sticky.bottom-0").boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((sentence?.y ?? height) + (sentence?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }).toPass({ timeout: 5_000 });
}

for (const height of [640, 844])
  test(`the first problem of a form is above the sticky bar, and goes when it is mended, at 360 x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    await registered(page);
    await page.goto("/bay?course=1&bay=7");
    const bay = page.getByLabel("Bay number", { exact: true });
    await bay.fill("101");
    await page.getByText("Jackpot Five").click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    const problem = /bays? (are|from|is)|1 to|between/i;
    const told = page.locator("[id$=-error]").first();
    await expect(told).toContainText(problem);
    await expectInSight(page, bay, (await told.textContent()) ?? "");
    await bay.fill("9");
    await expect(told).toHaveCount(0);
  });

test("an address that has an account leads on to its sign-in, with the address, also where nothing was typed by hand", async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  await page.goto("/register");
  await page.getByLabel("Name").fill("Robin Again");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("555 010 0100");
  await page.getByRole("button", { name: "Create Account" }).click();
  const field = page.getByLabel("Email");
  await expect(field).toHaveAccessibleDescription(/There is already an account with this email/);
  await page.getByRole("link", { name: "Sign in with this address" }).click();
  await expect(page).toHaveURL("/login");
  await expect(field).toHaveValue(email);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Code").fill(await mailedCode(page, email));
  await expect(page.getByText("Hello, Robin")).toBeVisible();
});

test("signing in at a bay's code stays at that bay, also over a reload on the code, and a reload afterwards", async ({
  page,
}) => {
  const { email } = await registered(page);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear()).catch(() => undefined);
  await page.goto("/bay?course=2&bay=9");
  await page.getByRole("button", { name: "Play in Bay 9" }).click();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByLabel("Code")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/bay?course=2&bay=9");
  // The countdown shows a clock, and is said in words.
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(
    /The code works for \d minutes?( and \d+ seconds?)?/,
  );
  await page.getByLabel("Code").fill(await mailedCode(page, email));
  const bay = page.getByLabel("Bay number", { exact: true });
  await expect(bay).toHaveValue("9");
  const course = (await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 2 } }))).course.name;
  await expect(page.getByText(course)).toBeVisible();
  await page.reload();
  await expect(bay).toHaveValue("9");
  await expect(page.getByText(course)).toBeVisible();
});

test("'Forget' on this device asks first, and 'Cancel' changes nothing", async ({ page }) => {
  const { email } = await registered(page);
  await atSettings(page);
  const here = page.getByRole("listitem").filter({ hasText: "This device" });
  await here.getByRole("button", { name: /^Forget / }).click();
  const asked = page.getByRole("dialog", { name: "Forget this device?" });
  await expect(asked.getByText("the next sign-in needs a mailed code")).toBeVisible();
  await asked.getByRole("button", { name: "Cancel" }).click();
  await expect(asked).toBeHidden();
  expect((await callsOf(page).call(accountRoutes.me)).status).toBe(200);
  await here.getByRole("button", { name: /^Forget / }).click();
  await asked.getByRole("button", { name: "Forget and sign out" }).click();
  await page
    .getByRole("dialog", { name: "Is it you?" })
    .getByLabel("Code")
    .fill(await mailedCode(page, email));
  await expect(page).toHaveURL("/");
  expect((await callsOf(page).call(accountRoutes.me)).status).toBe(401);
});
