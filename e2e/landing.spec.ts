/** The pages of visitors: the onboarding and the landing page, with scripts and without. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectAccessible, playing, registered } from "./people.ts";

// A blocked service worker causes an error in the console.
test.use({ serviceWorkers: "allow" });

/** Draws a pointer over an element, by pixels. */
async function swipe(page: Page, over: Locator, by: number): Promise<void> {
  const box = await over.boundingBox();
  if (!box) throw new Error("There is nothing to swipe over");
  const y = box.y + box.height / 2;
  const x = box.x + box.width / 2 - by / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

/** The errors of the page: exceptions, refused requests, a hydration that did not match. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.push(message.text());
  });
  page.on("pageerror", (error) => heard.push(error.message));
  return heard;
}

/** Opens a prerendered page and waits until it listens. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#content") ?? {}).some((key) => key.startsWith("__react")),
  );
}

const titles = ["Hole in 1", "1 Find a Course", "2 Select Your Package", "3 Hit Your Shot", "4 Claim Your Prize"];

test("the onboarding's five slides change by tap, by a swipe over 50 px, by dots, buttons and keys; Login and Register stay in reach [2.1 2.4 2.16-19]", async ({
  page,
}) => {
  const heard = complaints(page);
  await open(page, "/");
  const slide = (n: number) => page.getByRole("heading", { name: titles[n] ?? "none", exact: true });
  const bar = page.getByRole("progressbar", { name: "Slides" });
  await expect(slide(0)).toBeVisible();
  await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveAttribute("href", "/login");
  await expect(page.getByRole("link", { name: "Register", exact: true })).toHaveAttribute("href", "/register");
  await expectAccessible(page);
  for (let n = 1; n < titles.length; n += 1) {
    await page.keyboard.press("ArrowRight");
    await expect(slide(n)).toBeVisible();
    await expect(bar).toHaveAttribute("aria-valuenow", String(n + 1));
  }
  await page.keyboard.press("ArrowRight");
  await expect(slide(4)).toBeVisible();
  await page.getByRole("button", { name: "Previous slide" }).click();
  await expect(slide(3)).toBeVisible();
  await page.getByRole("button", { name: "Slide 1: Hole in 1" }).click();
  await expect(slide(0)).toBeVisible();
  const swiped = async (by: number, to: number) => {
    await swipe(page, page.getByRole("group"), by);
    await expect(slide(to)).toBeVisible();
  };
  await swiped(-50, 0);
  await swiped(-52, 1);
  await swiped(52, 0);
  await slide(0).click();
  await expect(slide(1)).toBeVisible();
  // A tap on the left goes back.
  await page.getByRole("group").click({ position: { x: 10, y: 100 } });
  await expect(slide(0)).toBeVisible();
  await page.getByRole("link", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Create Account" })).toBeFocused();
  await page.goBack();
  await expect(slide(0)).toBeVisible();
  await page.getByRole("link", { name: "More about the game" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Win prizes at the driving range" })).toBeVisible();
  expect(heard).toEqual([]);
});

test("the landing page shows figures, a demo, questions and a footer, and its links lead on [2.3 2.20-22 2.24-27]", async ({
  page,
}) => {
  const heard = complaints(page);
  await open(page, "/landing");
  await expect(page).toHaveTitle("Win prizes at the driving range · Acebay");
  const { courses } = await (await page.request.get("/api/courses")).json();
  const pots = courses.reduce((sum: number, course: { jackpotAmount: number }) => sum + course.jackpotAmount, 0);
  const text = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(pots);
  const figures = page.getByRole("region", { name: "In figures" });
  await expect(figures).toContainText(text);
  for (const { name, jackpotAmount } of courses)
    await expect(figures.getByRole("listitem").filter({ hasText: name })).toContainText(
      new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(jackpotAmount),
    );
  await expect(page.getByRole("link", { name: "Start Winning Today" })).toHaveAttribute("href", "/app");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Login" })).toHaveAttribute("href", "/login");
  await expect(header.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/register");
  await expect(page.getByRole("link", { name: "support@acebay.test" })).toHaveAttribute(
    "href",
    "mailto:support@acebay.test",
  );
  await expect(page.getByRole("link", { name: "Download Free App" })).toHaveAttribute("href", "/app");

  await page.getByRole("link", { name: "Watch Demo" }).click();
  const demo = page.getByRole("region", { name: "Demo", exact: true });
  await expect(demo).toBeInViewport();
  const slide = (name: string) => demo.getByRole("heading", { name });
  const picture = demo.getByRole("img", { name: /the ranges with their jackpots/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(390);
  await demo.getByRole("button", { name: "Next slide" }).click();
  await expect(slide("Select a package")).toBeVisible();
  await expect(slide("Choose a course")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await expect(slide("Start the game")).toBeVisible();
  await swipe(page, demo.getByRole("group"), -60);
  await expect(slide("Claim your prize")).toBeVisible();
  await demo.getByRole("button", { name: "Previous slide" }).click();
  await expect(slide("Start the game")).toBeVisible();
  await demo.getByRole("button", { name: "Slide 1: Choose a course" }).click();
  await expect(slide("Choose a course")).toBeVisible();

  await expect(page.getByRole("heading", { name: "Three flags, three ways to win" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What your range gets from it" })).toBeVisible();
  const questions = page.locator("details");
  await expect(questions).toHaveCount(13);
  await page.getByText("How much time do I have?").click();
  await expect(page.getByText("2 minutes for each ball: 10 minutes for 5 balls")).toBeVisible();
  await expectAccessible(page);

  for (const name of ["Help Center", "For Sponsors", "Privacy Policy"]) {
    await page.getByRole("link", { name }).click();
    await expect(page.locator("#toasts")).toContainText(`${name}Please write to support@acebay.test.`);
  }
  await expect(page).toHaveURL(/\/landing/);
  expect(heard).toEqual([]);
});

test("the jackpots of the landing page and of a bay's page grow while somebody looks and others play", async ({
  page,
  browser,
  app,
}) => {
  await page.clock.install();
  const bay = await page.context().newPage();
  await bay.clock.install();
  await bay.goto("/bay?course=1&bay=7");
  await expect(bay.getByText("$1,000.00", { exact: true })).toBeVisible();
  await open(page, "/landing");
  const row = page
    .getByRole("region", { name: "In figures" })
    .getByRole("listitem")
    .filter({ hasText: "Palmetto Pines" });
  await page.clock.runFor(5_000);
  await expect(row).toContainText("$1,000.00");
  const golfer = await (await browser.newContext({ baseURL: app.url })).newPage();
  await registered(golfer);
  await playing(golfer, 4, 5);
  await page.clock.runFor(30_000);
  await expect(row).toContainText("$1,001.00");
  await bay.clock.runFor(31_000);
  await expect(bay.getByText("$1,001.00", { exact: true })).toBeVisible();
});

test("the landing page leads a signed-in golfer to the game, and does not ask for another login", async ({ page }) => {
  await registered(page);
  await page.goto("/course");
  // From then on the device remembers the player.
  await page.waitForFunction(() => localStorage.getItem("authState") !== null);
  await open(page, "/landing");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Play" })).toHaveAttribute("href", "/app");
  await expect(header.getByRole("link", { name: "Login" })).toBeHidden();
  await expect(header.getByRole("link", { name: "Register" })).toBeHidden();
});

test("the course request says what is missing and what failed, and ends with 'Request Submitted!' [2.23 2.28 5.25 8.22 8.31]", async ({
  page,
}) => {
  await open(page, "/landing");
  const toasts = page.locator("#toasts");
  const send = page.getByRole("button", { name: "Request Your Course" });
  await send.click();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  for (const sentence of [
    "Name is required",
    "Valid email is required",
    "Course name is required",
    "Course location is required",
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Robin Fairweather-Longbottom");
  await page.getByLabel("Email").fill("robin@example.com");
  await page.getByLabel("Course name").fill("Lakeside");
  await page.getByLabel("Course location").fill("Naples, FL");
  await page.route("**/api/course-requests", (route) => route.abort());
  await send.click();
  await expect(toasts.getByText("Submission Failed")).toBeVisible();
  await expect(toasts.getByText("Please try again or contact us directly.")).toBeVisible();
  await expect(page.getByLabel("Course name")).toHaveValue("Lakeside");
  await page.unroute("**/api/course-requests");
  await send.click();
  await expect(toasts.getByText("Request Submitted!")).toBeVisible();
  await expect(page.getByLabel("Course name")).toHaveValue("");
  // It went without one.
  await expect(page.getByLabel("Message (optional)")).toHaveValue("");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("both pages can be read, their links lead on, questions open and the form is sent", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Hole in 1" })).toBeVisible();
    // Playwright's own search by text passes <noscript> by.
    for (const n of [1, 2, 3, 4]) {
      const further = page.locator("noscript strong").nth(n - 1);
      await expect(further).toBeVisible();
      expect(await further.evaluate((element) => element.textContent)).toBe(titles[n]);
    }
    await expect(page.getByRole("link", { name: "Login", exact: true })).toHaveAttribute("href", "/login");
    await page.getByRole("link", { name: "More about the game" }).click();
    for (const title of ["Choose a course", "Select a package", "Start the game", "Claim your prize"])
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.getByText("Who can win cash?").click();
    await expect(page.getByText("Cash prizes are for players of 18 years")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Robin");
    await page.getByLabel("Email").fill("robin@example.com");
    await page.getByLabel("Course name").fill("Lakeside");
    await page.getByLabel("Course location").fill("Naples, FL");
    await page.getByRole("button", { name: "Request Your Course" }).click();
    await expect(page.getByText("Request Submitted!")).toBeVisible();
    await expect(page.getByRole("link", { name: "Help Center" })).toHaveAttribute(
      "href",
      "mailto:support@acebay.test?subject=Help%20Center",
    );
  });
});

test("a public page has the chosen theme before any other file has loaded", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", '"dark"'));
  await page.route("**/assets/**", (route) => route.abort());
  await page.goto("/landing");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(10, 23, 16)");
});

test.describe("in Spanish", () => {
  test.use({ locale: "es-MX", colorScheme: "dark" });

  test("the prerendered page is Spanish, is taken over without an error, and can be turned English", async ({
    page,
  }) => {
    const heard = complaints(page);
    await open(page, "/landing");
    await expect(page.getByRole("heading", { name: "Gana premios en el campo de práctica" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    await expectAccessible(page);
    // Both ways in stand in one line, on the smallest phone, too.
    await page.setViewportSize({ width: 360, height: 640 });
    expect((await page.locator("header").boundingBox())?.height).toBeLessThan(72);
    await page.getByText("English", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Win prizes at the driving range" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Win prizes at the driving range" })).toBeVisible();
    expect(heard).toEqual([]);
  });
});

test("a signed-in player is sent on from / to the courses, and not from /landing [2.2 4.38]", async ({ page }) => {
  await registered(page);
  const answer = await page.request.get("/", { maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([302, "/course"]);
  await page.goto("/");
  await expect(page).toHaveURL(/\/course$/);
  await open(page, "/landing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Win prizes at the driving range");
  await page.getByRole("link", { name: "Start Winning Today" }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole("heading", { name: "Select Your Course" })).toBeVisible();
});
