/** The sign-up and sign-in screen, by the spec's words. The code that a new device needs is in the other journeys. */
import { expect, test } from "./fixtures.ts";
import { call, expectToast } from "./people.ts";

test("signing up and signing in: both modes and the link between, what is missing, what is refused, the welcome", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/");
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
  // Whoever finds the device learns no address and no number from it.
  const kept: { user: object } = JSON.parse((await page.evaluate(() => localStorage.getItem("authState"))) ?? "null");
  expect(Object.keys(kept.user).toSorted()).toEqual(["id", "name", "role", "userId"]);
  expect((await call(page, "GET", "/api/me")).body.user.acquisitionSource).toBe("pro_shop");
  await page.goto("/profile");
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
