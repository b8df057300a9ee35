/** The sign-up and sign-in screen, by the spec's words, and the code that a new device needs. */
import { expect, test } from "./fixtures.ts";
import { atSettings, callsOf, expectToast, mailedCode, registered } from "./people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bodyOf } from "#test/calls.ts";

test("signing up and signing in link to each other, say what is missing and what is refused, and welcome the golfer [2.4 2.29-34 4.1 5.1-4 8.3-5 8.29-30]", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
  await expect(page.getByText("Cash prizes are for players of 18 and over.")).toBeVisible();
  await expect(page.getByRole("link", { name: "terms and prize rules" })).toHaveAttribute("href", "/terms");
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  await expectToast(page, "Registration failed", "All fields are required");
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Robin Fairweather");
  await page.getByLabel("Email").fill("player@acebay.test");
  await page.getByLabel("Phone").fill("555 010 0100");
  await expect(page.getByLabel("How did you hear about us?")).toHaveValue("");
  await create.click();
  await expectToast(
    page,
    "Registration failed",
    "There is already an account with this email. Please sign in instead.",
  );
  const email = `${crypto.randomUUID()}@example.com`;
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("How did you hear about us?").selectOption({ label: "Pro shop recommendation" });
  await create.click();
  await expectToast(page, "Account created successfully!", "Welcome to Acebay, Robin Fairweather!");
  await expect(page).toHaveURL("/app");
  await expect(page.getByRole("heading", { name: "Select Your Course" })).toBeVisible();
  // Somebody who finds the device learns no address and no telephone number from it.
  const kept: { user: object } = JSON.parse((await page.evaluate(() => localStorage.getItem("authState"))) ?? "null");
  expect(Object.keys(kept.user).toSorted()).toEqual(["id", "name", "role", "userId"]);
  expect((await bodyOf(callsOf(page).call(accountRoutes.me))).user.acquisitionSource).toBe("pro_shop");
  await atSettings(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/register");
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(1);
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  const signIn = page.getByRole("button", { name: "Sign In" });
  await signIn.click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill("nobody@example.com");
  await signIn.click();
  await expect(page.locator("#toasts .bg-danger")).toContainText("Login failed");
  await expectToast(page, "Login failed", "We do not know this email yet. Check the spelling, or register to play.");
  // The device that registered is known: the email is enough.
  await page.getByLabel("Email").fill(email);
  await signIn.click();
  await expectToast(page, "Login successful!", "Welcome back to Acebay, Robin Fairweather!");
  await expect(page).toHaveURL("/app");
  await page.goto("/register");
  await expect(page).toHaveURL("/app");
});

test("the page asks for the mailed code in this browser, even after a reload, for as long as the code is valid", async ({
  page,
}) => {
  const ask = async () => {
    await page.getByLabel("Email").fill("player@acebay.test");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  };
  const code = page.getByLabel("Code", { exact: true });
  await page.goto("/login");
  await ask();
  await expect(page.getByText("Enter it here: it works in this browser only.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("We sent a 6-digit code to player@acebay.test.")).toBeVisible();
  await expect(code).toBeFocused();
  // 'Back' is for another address.
  await page.getByRole("button", { name: "Back" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await ask();
  await page.clock.setFixedTime(Date.now() + 6 * 60_000);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await page.clock.setFixedTime(Date.now());
  await ask();
  await page.reload();
  await code.fill(await mailedCode(page, "player@acebay.test"));
  await expect(page).toHaveURL(/app|game/);
  // The code is used up: after a logout the sign-in begins from the start.
  await page.goto("/profile");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
});

test("logging out reaches the server, also when the page is closed at once", async ({ page, context, app }) => {
  await page.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = (what, how) => {
      if (what === "/api/logout") Object.assign(window, { kept: how?.keepalive });
      return send(what, how);
    };
  });
  await registered(page);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const me = async () => (await fetch(`${app.url}/api/me`, { headers: { cookie } })).status;
  expect(await me()).toBe(200);
  await atSettings(page);
  await page.getByRole("button", { name: "Logout" }).click();
  // The browser finishes only such a call for a page that is gone.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "kept"))).toBe(true);
  await page.close();
  await expect.poll(me).toBe(401);
});

test("a form that is sent before any script has come waits for the app, and nothing that was typed gets into the address", async ({
  page,
}) => {
  const { email } = await registered(page, "Robin Early");
  await page.context().clearCookies();
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForTimeout(300);
  letGo?.();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
  expect(asked.filter((url) => url.includes("@") || url.includes("%40"))).toEqual([]);
});
