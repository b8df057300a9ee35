/** The checkout, by the words of the spec: the free and the paid variant, their texts, and each refusal. */
import type { Page } from "@playwright/test";
import { atCheckout, choosePackage, fillCard } from "./buying.ts";
import { expect, test } from "./fixtures.ts";
import { callsOf, expectToast, playing, registered, withoutAnswers } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { bodyOf } from "#test/calls.ts";

/** Up to step 3 with a package for bay 12, as a new player. */
async function atReview(page: Page, name: string, teeTime?: string): Promise<void> {
  await registered(page);
  await choosePackage(page, name);
  await page.getByLabel("Bay number", { exact: true }).fill("12");
  if (teeTime) await page.getByLabel("Your tee time today").fill(teeTime);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL("/app?step=3");
}

async function pot(page: Page): Promise<string> {
  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 1 } }));
  return course.jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
}

/** Answers the next call of a path in the server's place. */
async function answer(page: Page, path: string, status: number, body: unknown): Promise<void> {
  await page.route(`**${path}`, (route) => route.fulfill({ status, json: body }), { times: 1 });
}

/** A line of the order summary: its name and what stands beside it. */
const fact = (page: Page, name: string) =>
  page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

test("the free shot: ready at step 3; the checkout's summary and what is included; each refusal; then the game [2.9 2.65 2.68-69 2.71-73 2.83 4.11 4.16 5.17 8.2 8.7-8 8.21 8.31]", async ({
  page,
}) => {
  await atReview(page, "FREE TEE TIME SHOT", "14:30");
  await expect(page.getByRole("heading", { name: "Free Tee Time Shot Ready!" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start Your Session" })).toBeEnabled();
  await page.goto("/checkout");
  await expect(page.getByText("Hello, Robin", { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Step 3 of 3" })).toHaveAttribute("aria-valuenow", "3");
  await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
  await expect(fact(page, "Package")).toHaveText("FREE TEE TIME SHOT");
  await expect(fact(page, "Attempts")).toHaveText("1 complimentary attempt");
  await expect(fact(page, "Bay number")).toHaveText("12");
  await expect(fact(page, "Current jackpot")).toHaveText(await pot(page));
  await expect(page.locator("summary").getByText("FREE", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What's Included" })).toBeVisible();
  const included = ["1 complimentary golf ball", "5 minutes session time", "Eligible for any prize"];
  for (const line of [...included, "Bay number 12", "Tee time 2:30 PM"])
    await expect(page.getByRole("listitem").filter({ hasText: line })).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);

  const start = page.getByRole("button", { name: "Start Your Free Session" });
  const path = "/api/free-shot-session";
  const used = "Free shot not available yet. Please wait before trying again or choose a paid package.";
  const refusals = [
    { status: 500, json: { error: { code: "request.failed", message: "Something went wrong" } } },
    {
      status: 429,
      headers: { "retry-after": "7200" },
      json: { error: { code: "play.free_shot_used", message: used } },
    },
  ];
  // One route for both: a second one, set while the first was taken away, let a call pass now and then.
  await page.route(`**${path}`, (route) => route.fulfill(refusals.shift()), { times: refusals.length });
  await start.click();
  await expectToast(
    page,
    "Session Creation Error",
    "Unable to create free shot session. Please try a paid package instead.",
  );
  await start.click();
  // This is not an error: until tomorrow the screen says so in place of the free shot, also after a reload.
  await expect(page.getByText(used)).toBeVisible();
  await expect(page.getByText("Session Creation Error")).toHaveCount(0);
  await page.goto("/app?step=3");
  await expect(page.getByRole("heading", { name: "No free shot today" })).toBeVisible();
  await expect(page.getByText("The next one is tomorrow.")).toBeVisible();
  await expect(page.getByText("Free Tee Time Shot Ready!")).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem("freeShotRefused"));
  await page.goto("/checkout");
  await start.click();
  await expectToast(page, "Free Session Created");
  await expect(page).toHaveURL(/\/game\?session=/);
  await expect(page.getByText("1 / 1")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Middle Hole" })).toBeVisible();
});

test("the paid checkout: the summary, the time limit, the note, the ways to pay [2.8 2.55 2.65 2.68-69 2.71 2.74 2.76-77 2.79-80 2.82 4.3]", async ({
  page,
}) => {
  await atReview(page, "Jackpot Five");
  await expect(page.getByRole("heading", { name: "Order Summary" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay $3" })).toBeDisabled();
  await page.getByText("Start now").click();
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Step 3 of 3" })).toHaveAttribute("aria-valuemax", "3");
  await expect(fact(page, "Package")).toHaveText("Jackpot Five");
  // Two lines, which unfold.
  await page.getByText("Bay 12 · Palmetto Pines Driving Range").click();
  await expect(page.getByText("5 balls at all three holes, the jackpot among them")).toBeVisible();
  await expect(fact(page, "Attempts")).toHaveText("5 balls");
  await expect(fact(page, "Course")).toHaveText("Palmetto Pines Driving Range");
  await expect(fact(page, "Address")).toHaveText("4100 Pine Ridge Rd, Naples, FL 34119");
  await expect(fact(page, "Bay number")).toHaveText("12");
  await expect(fact(page, "Current jackpot")).toHaveText(await pot(page));
  await expect(fact(page, "Price per ball")).toHaveText("$0.60");
  await expect(page.getByText("Total", { exact: true }).locator("xpath=following-sibling::*")).toHaveText("$3");
  await expect(page.getByText("Time limit: 10 minutes")).toBeVisible();
  await expect(page.getByText("Important", { exact: true })).toBeVisible();
  await expect(page.getByText("Pay only when you are ready for your first shot", { exact: false })).toBeVisible();

  await expect(page.getByRole("radio", { name: "Card" })).toBeVisible();
  for (const wallet of ["PayPal", "Apple Pay"]) await expect(page.getByRole("button", { name: wallet })).toBeVisible();
  // The wallets' own buttons come first, because they ask for nothing.
  const ways = page
    .getByRole("button", { name: /Apple Pay|Google Pay|PayPal/ })
    .or(page.getByRole("radio", { name: "Card" }));
  expect(await ways.evaluateAll((all) => all.map(({ tagName }) => tagName))).toEqual(["BUTTON", "BUTTON", "INPUT"]);
  await expect(page.getByRole("button", { name: "Pay & Start Session - $3" })).toBeVisible();
  await expect(page.getByLabel("Card number")).toHaveCount(0);
});

test("the card's fields are all needed, stay when the golfer decides otherwise, and are stored nowhere [2.75 5.15-16 8.19]", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  const pay = page.getByRole("button", { name: "Pay & Start Session - $3" });
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByLabel("Expiry (MM/YY)").fill("12/30");
  await page.getByLabel("CVV").fill("123");
  await expect(pay).toBeDisabled();
  // The button is disabled, but a browser can still submit the form, for example by Enter.
  await page.locator("form#payment").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expectToast(page, "Missing Information", "Please fill in all payment fields");
  await page.getByLabel("Billing ZIP").fill("34119");
  await expect(pay).toBeEnabled();
  // What was typed goes along when the golfer decides otherwise, there and back.
  await page.getByText("Start later").click();
  await expect(page.getByRole("button", { name: "Pay $3" })).toBeEnabled();
  await expect(page.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await expect(page.getByLabel("CVV")).toHaveValue("123");
  await page.getByText("Start now").click();
  await expect(pay).toBeEnabled();
  await expect(page.getByLabel("Billing ZIP")).toHaveValue("34119");
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/4242\s?4242/);
});

test("a payment that is refused or fails leaves the checkout as it is; Back forgets it [2.7 2.66-67 2.70 2.78 4.10 4.13 8.20-21 8.25 8.28]", async ({
  page,
}) => {
  await registered(page);
  await atCheckout(page);
  await fillCard(page, "4242 4242 4242 4242");
  const pay = page.getByRole("button", { name: "Pay & Start Session - $3" });
  const path = "/api/process-payment";
  const declined = { success: false, message: "", error: { code: "payments.declined", message: "" } };
  await page.route(
    `**${path}`,
    async (route) => {
      await new Promise((done) => setTimeout(done, 1_000));
      await route.fulfill({ status: 402, json: declined });
    },
    { times: 1 },
  );
  await pay.click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  await expectToast(page, "Payment Failed", "Payment processing failed");
  await expect(page).toHaveURL("/checkout");
  await expect(pay).toBeEnabled();
  await answer(page, path, 500, { error: { code: "request.failed", message: "Something went wrong" } });
  await pay.click();
  await expectToast(page, "Payment Error", "Something went wrong");
  await expect(page).toHaveURL("/checkout");

  await withoutAnswers(page);
  await page.route("**/api/courses", (route) => route.abort());
  await page.reload();
  await expect(fact(page, "Course")).toHaveText("Course 1");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page).toHaveURL("/app?step=2");
  expect(await page.evaluate(() => sessionStorage.getItem("checkoutData"))).toBeNull();
  await page.goto("/checkout");
  await expect(page).toHaveURL("/course");
});

test("with an active session: paying and the free start wait, on the checkout and on both confirmations [2.8 2.81 2.83-84 4.11 4.14-15 8.1 8.9]", async ({
  page,
}) => {
  await atReview(page, "Jackpot Five");
  // The golfer pays ahead; then another session is started, as on another device.
  await page.getByText("PayPal", { exact: true }).click();
  await page.getByRole("button", { name: "Approve $3" }).click();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await expect(fact(page, "Course")).toHaveText("Palmetto Pines Driving Range");
  await answer(page, "/api/sessions", 409, { error: { code: "play.bay_taken", message: "This bay is being played." } });
  await page.getByRole("button", { name: "Start Your Session" }).click();
  await expectToast(page, "Failed to start session", "This bay is being played.");
  const sessionId = await playing(page, 3, 1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Active Session in Progress" })).toBeDisabled();
  const resume = page.getByRole("link", { name: "Resume Active Session" });
  await expect(resume).toHaveAttribute("href", `/game?session=${sessionId}`);

  const saved = (packageId: number) =>
    page.evaluate((id) => {
      const sessionData = { courseId: 1, packageId: id, bayNumber: 12, teeTime: "14:30", purchaseContext: "initial" };
      const packageInfo = { name: "Jackpot Five", price: 3, ballCount: 5, description: "" };
      sessionStorage.setItem("checkoutData", JSON.stringify({ sessionData, packageInfo }));
    }, packageId);
  await saved(5);
  await page.goto("/checkout");
  await expect(page.getByText("You already have an active session.", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "PayPal" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Pay & Start Session - $3" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Go Back" })).toBeVisible();
  await saved(-1);
  await page.reload();
  await expect(page.getByRole("button", { name: "Start Your Free Session" })).toBeDisabled();
  await resume.click();
  await expect(page).toHaveURL(`/game?session=${sessionId}`);
});
