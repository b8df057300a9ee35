/** A game that ends while its screen is open: by the clock, and on another device. */
import { devices } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { claim, opened, shoot } from "../offline-play.ts";
import { callsOf, expectAccessible, playing, registered, signedIn } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";
import { advanceClock } from "#test/demo.ts";

test.use({ viewport: devices["iPhone 13"].viewport, serviceWorkers: "allow" });

test("when the time runs out, the open game becomes its summary: what was hit, what is claimed and until when, and Play again", async ({
  page,
}) => {
  await registered(page);
  await opened(page);
  const drawnBalls = page.locator("header [aria-hidden] > .rounded-full");
  await expect(drawnBalls).toHaveCount(10);
  await shoot(page, 2);
  await claim(page, "Left Hole");
  await expect(page.getByText(/You hear from us by the end of \w+day, \w+ \d+\./)).toBeVisible();
  await advanceClock(callsOf(page), 1201);
  const summary = page.locator("section", { has: page.getByRole("heading", { name: "Time is up" }) });
  await expect(summary).toContainText(/Balls hit\s*[23] of 10/);
  // A ball that is left cannot be hit any more.
  await expect(drawnBalls).toHaveCount(0);
  await expect(summary).toContainText(/Played\s*20 min/);
  await expect(summary).toContainText(/Claimed\s*Left Hole\s*1 claim, under review/);
  await expect(summary).toContainText(/You can claim for another (9|10) min \(until \d+:\d\d\s[AP]M\)/);
  await expect(page.getByRole("heading", { name: "Your claim" })).toBeVisible();
  await expect(page.getByText(/You hear from us by the end of/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Claim Your Prize" })).toBeInViewport();
  await expect(summary.getByRole("heading")).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(summary.getByText(/You can claim for another/)).toBeInViewport();
  await expectAccessible(page);
  const again = page.getByRole("link", { name: "Play again in Bay 7" });
  await expect(again).toBeInViewport();
  await advanceClock(callsOf(page), 601);
  await expect(summary).toContainText("The claim window has closed.");
  await expect(page.getByRole("button", { name: "Claim Your Prize" })).toHaveCount(0);
  await again.click();
  await expect(page.getByLabel("Bay number", { exact: true })).toHaveValue("7");
});

test("a game that is ended on another phone becomes its summary on this one", async ({ page, browser, app }) => {
  const { email } = await registered(page, "Bo Buyer");
  const elsewhere = await signedIn(browser, app.url, email, { width: 390, height: 844 });
  // The first proof of the address has ended the sign-in of this page.
  await page.context().addCookies(await elsewhere.context().cookies());
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 6 },
    friends: [{ name: "Ana", bayNumber: 2, ballCount: 4 }],
  };
  const sessionId = await playing(page, 4, 5, groupData);
  await page.goto(`/game?session=${sessionId}`);
  // The page counts a shot before it is sent, and a shot that comes after the end does not count.
  const isSent = page.waitForResponse((reply) => reply.url().endsWith("/api/group-attempts") && reply.ok());
  await page.getByRole("button", { name: "Shot Taken by Ana" }).click();
  await isSent;
  await callsOf(elsewhere).call(playRoutes.completeSession, { params: { id: sessionId } });
  const summary = page.locator("section", { has: page.getByRole("heading", { name: "This session has ended" }) });
  await expect(summary).toContainText(/Bo Buyer: 0 of 6\s*Ana: 1 of 4/);
  await expect(summary).toContainText(/Claimed\s*Nothing yet/);
  await expect(page.getByRole("link", { name: "Play again in Bay 1" })).toBeInViewport();
  await expect(page.getByRole("link", { name: "Return to Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Playing" })).toHaveCount(0);
});

test("a claim that is open while the time and then its window end says so, and keeps the reason of a refusal", async ({
  page,
}) => {
  await registered(page);
  await opened(page);
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
  await sheet.getByText("Left Hole").click();
  await sheet.getByRole("button", { name: "Review Claim" }).click();
  await expect(sheet.getByText(/Claims close in \d\d min\./)).toBeVisible();
  await advanceClock(callsOf(page), 1201);
  await expect(sheet.getByText(/Claims close in (9|10) min\./)).toBeVisible();
  await advanceClock(callsOf(page), 601);
  await expect(sheet.getByText("The claim window has closed.")).toBeVisible();
  await sheet.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Failed to claim prize")).toBeVisible();
  await expect(page.getByText("Failed to claim prize")).toBeHidden();
  await expect(sheet.getByText("Your claim was not submitted. The claim window has closed")).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Confirm" })).toHaveCount(0);
  await sheet.getByRole("button", { name: "Back to the game" }).click();
  await expect(sheet).toBeHidden();
});
