/** What a golfer types into the sign-in before the app has come stays, also where the app draws that page anew. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { openSettings, registered } from "./people.ts";

/** Opens a page whose scripts come only when the returned function is called. */
async function opened(page: Page, path: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("form").evaluate((form) => (form.dataset["old"] = ""));
  return async () => {
    letGo();
    await expect(page.locator("form[data-old]")).toHaveCount(0);
  };
}

test("on the way back to a screen, what is typed goes on in the new form, letter by letter", async ({ page }) => {
  const appCame = await opened(page, "/register?from=%2Fprizes");
  await page.getByLabel("Name").fill("Ada Early");
  await page.getByLabel("How did you hear").selectOption({ index: 2 });
  await page.getByLabel("Email").focus();
  await page.keyboard.type("ada.");
  const typing = page.keyboard.type(`${"early.".repeat(20)}@example.com`, { delay: 10 });
  await appCame();
  await typing;
  await expect(page.getByLabel("Email")).toHaveValue(`ada.${"early.".repeat(20)}@example.com`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Ada Early");
  await expect(page.getByLabel("How did you hear")).not.toHaveValue("");
});

test("a golfer whose session has ended, and whom the device still remembers, keeps the address they typed", async ({
  page,
  context,
}) => {
  const { email } = await registered(page, "Rem Early");
  await page.goto("/prizes");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // A call of the app without its cookie would make the device forget.
  await page.goto("about:blank");
  await context.clearCookies();
  const appCame = await opened(page, "/login");
  expect(await page.evaluate(() => localStorage.getItem("authState"))).toContain("Rem");
  await page.getByLabel("Email").fill(email);
  await appCame();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Email")).toBeFocused();
});

test("a form that was sent before the app drew it anew is sent once", async ({ page, context }) => {
  const { email } = await registered(page, "Sent Early");
  await context.clearCookies();
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/login")) sent.push(request.postDataJSON());
  });
  const appCame = await opened(page, "/login?from=%2Fprizes");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForTimeout(200);
  await appCame();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ email })]);
});

test("who signs in by another tab meanwhile, and then signs out, finds a blank form, and nothing is sent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  const appCame = await opened(page, "/login?from=%2Fprizes");
  await page.getByLabel("Email").fill("out.early@example.com");
  await page.getByRole("button", { name: "Sign In" }).click();
  const { id, userId } = await registered(page, "Out Early");
  const user = { id, userId, name: "Out Early", role: "player" };
  await page.evaluate((known) => localStorage.setItem("authState", known), JSON.stringify({ user }));
  await appCame();
  await expect(page).toHaveURL(/\/prizes/);
  await page.locator('a[href^="/profile"]').click();
  await openSettings(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.locator('a[href="/login"]').click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("");
  expect(sent.filter((url) => url.endsWith("/api/login"))).toEqual([]);
});
