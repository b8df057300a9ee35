/** The prizes page. */
import { expect, test } from "./fixtures.ts";
import { callsOf, expectAccessible, playing, registered, signedIn, claimPrize } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { bodyOf } from "#test/calls.ts";

const money = (dollars: number) => dollars.toLocaleString("en-US", { style: "currency", currency: "USD" });

test("the prizes page opens from the packages and leads back, and shows the pot and its rules [2.11 2.50 2.85-86]", async ({
  page,
}) => {
  await page.goto("/prizes?course=1&step=2");
  await expect(page).toHaveURL("/");
  await registered(page);
  await page.goto("/course");
  await page.getByText("Palmetto Pines Driving Range").first().click();
  await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
  await page.getByRole("link", { name: "View Prizes" }).click();
  await expect(page).toHaveURL("/prizes?course=1&step=2");
  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 1 } }));
  await expect(page.getByRole("heading", { name: "Middle Hole Jackpot" })).toBeVisible();
  await expect(page.getByText(money(course.jackpotAmount), { exact: true })).toBeVisible();
  await expect(page.getByText(/^Changed /)).toBeVisible();
  await expect(page.getByRole("heading", { name: "How the jackpot works" })).toBeVisible();
  // The prizes come first, the rules are folded behind their row.
  await expect(page.locator("main")).toContainText(
    /Middle Hole Jackpot.*Gulfside Fitted Wedge.*How the jackpot works/s,
  );
  await expect(page.locator("details", { hasText: "How the jackpot works" })).not.toHaveAttribute("open");
  await expect(page.locator("details li").first()).toBeHidden();
  await expectAccessible(page);

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
});

test("the prizes page lists sponsors by hole in tabs that count them; a hole without sponsors says so [2.87-90]", async ({
  page,
}) => {
  await registered(page);
  await page.route("**/api/courses/1/sponsors", async (route) => {
    const reply = await route.fetch();
    const { sponsors } = await reply.json();
    sponsors.left[0].sponsorLogo = "/icons/icon-192.png";
    await route.fulfill({ response: reply, json: { sponsors } });
  });
  await page.goto("/prizes?course=1");
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

  await page.goto("/prizes?course=3");
  await expect(page.getByText("No sponsors available for the left hole yet.")).toBeVisible();
  await expect(page.getByText("TaylorMade SIM2 Driver")).toBeVisible();
  await expectAccessible(page);
});

test("the prizes page of an unknown course says so and leads back [2.92]", async ({ page }) => {
  await registered(page);
  await page.goto("/prizes?course=99&step=1");
  await expect(page.getByRole("heading", { name: "Course not found" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go Back" }).click();
  await expect(page).toHaveURL("/course");
});

test("the prizes page shows a jackpot under review, then its winner, who agreed to be named, and leads to the packages [2.91]", async ({
  page,
  browser,
  app,
}) => {
  const player = await registered(page, "Ada Lovelace");
  await callsOf(page).call(accountRoutes.updateUser, { params: { id: player.id }, body: { namedAsWinner: true } });
  const sessionId = await playing(page, 4, 5);
  const claim = await claimPrize(page, sessionId, "middle");
  await callsOf(page).call(playRoutes.completeSession, { params: { id: sessionId } });
  await page.goto("/prizes?course=1");
  await expect(page.getByText(`under review ${money(claim.prizeAmount)}`)).toBeVisible();
  await expect(page.getByText("Nobody to name yet.", { exact: false })).toBeVisible();
  const admin = await signedIn(browser, app.url, "admin@acebay.test");
  await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id: claim.id } });
  await page.reload();
  const won = page.getByRole("dialog", { name: "You won the jackpot!" });
  await expect(won.getByText(money(claim.prizeAmount), { exact: true })).toBeVisible();
  await page.waitForTimeout(1_000);
  await won.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Ada L.")).toBeVisible();
  await expect(page.getByText(money(claim.prizeAmount), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ready to Play? Choose Your Package" }).click();
  await expect(page).toHaveURL("/package");
});
