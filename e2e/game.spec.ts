/** The game, by the words of the spec: what it shows, what it asks, and what it says when the server refuses. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { claim, opened, shoot } from "./offline-play.ts";
import { callsOf, expectToast, playing, registered, toastLife } from "./people.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf } from "#test/calls.ts";

test.use({ serviceWorkers: "allow" });

/** A refusal in the server's place, once. */
async function refuse(page: Page, path: string, code: string, message: string): Promise<void> {
  const answer = { status: 409, json: { error: { code, message } } };
  await page.route(`**${path}`, (route) => route.fulfill(answer), { times: 1 });
}

/** A target's card: its name, its size and what it is worth. */
const target = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

const claimSheet = (page: Page) => page.getByRole("dialog", { name: "Claim Your Prize" });

test("one player sees the bay, clock, balls and targets, claims, is refused with a reason, and ends the session [2.9 2.93-100 2.102 2.104 4.16 4.22 4.30-31 5.19 8.10-12 8.15 8.17 8.32-33]", async ({
  page,
}) => {
  await registered(page);
  for (const path of ["/game", "/game?session=none"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/app");
  }

  const sessionId = await opened(page);
  await page.goto("/game");
  await expect(page).toHaveURL(`/game?session=${sessionId}`);
  await expect(page.getByRole("heading", { name: "Bay 7" })).toBeVisible();
  await expect(page.getByRole("timer", { name: "Time remaining" })).toHaveText(/^(20:00|19:\d\d)$/);
  await expect(page.getByText("10 / 10")).toBeVisible();
  const { course } = await bodyOf(callsOf(page).call(courseRoutes.getCourse, { params: { id: 1 } }));
  const pot = course.jackpotAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(target(page, "Left Hole")).toContainText("Largest target · Sponsored prize");
  await expect(target(page, "Right Hole")).toContainText("Medium target · Sponsored prize");
  await expect(target(page, "Middle Hole")).toContainText("Standard hole · Jackpot prize");
  await expect(target(page, "Middle Hole")).toContainText(pot);
  for (const [hole, letter] of [
    ["Left Hole", "L"],
    ["Right Hole", "R"],
    ["Middle Hole", "M"],
  ] as const)
    await expect(target(page, hole).locator("svg text")).toHaveText(letter);

  await refuse(page, "/api/attempts", "play.not_in_session", "This shot was not taken within the session");
  await shoot(page, 1);
  await expectToast(page, "Error recording shot", "This shot was not taken within the session");
  await expect(page.getByText("10 / 10")).toBeVisible();

  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  await claimSheet(page).getByRole("button", { name: "Review Claim" }).click();
  await expectToast(page, "Please select a hole", "Choose which hole you successfully hit.");
  await claimSheet(page).getByText("Left Hole").click();
  const stale = await page.locator("#toasts > div").elementHandle();
  await claimSheet(page).getByRole("button", { name: "Review Claim" }).click();
  await expect(claimSheet(page).getByRole("button", { name: "Confirm" })).toBeVisible();
  // Its problem is solved: it goes with the step, long before its time.
  expect(await stale?.evaluate((toast) => toast.isConnected), "the toast of the missing hole").toBe(false);
  await refuse(page, "/api/attempts", "play.claim_pending", "Your earlier jackpot claim is still being checked");
  await claimSheet(page).getByRole("button", { name: "Confirm" }).click();
  await expectToast(page, "Failed to claim prize", "Your earlier jackpot claim is still being checked");
  await claimSheet(page).getByRole("button", { name: "Close" }).click();
  const life = toastLife(page, "Prize Claim Submitted!");
  await claim(page, "Left Hole");
  await expectToast(
    page,
    "Prize Claim Submitted!",
    "We will contact you within one full business day to confirm your prize win. Continue playing with your remaining balls!",
  );
  await expect(page.getByText("9 / 10")).toBeVisible();
  expect(await life).toBeGreaterThan(4_000);

  await refuse(page, `/api/sessions/${sessionId}/complete`, "play.not_found", "There is no such session");
  const end = async () => {
    await page.getByRole("button", { name: "End Session" }).click();
    await page.getByRole("button", { name: "End now" }).click();
  };
  await end();
  await expectToast(page, "Error completing session", "There is no such session");
  await page.reload();
  await end();
  await expectToast(page, "Session Completed", "Thanks for playing! Returning to main menu.");
  await expect(page).toHaveURL("/app");
  // Playing on comes first; a claim is still possible.
  const ways = page.locator("main").getByRole("link");
  await expect(ways.first()).toHaveText("Play again in Bay 7");
  await expect(ways.nth(1)).toHaveAttribute("href", `/game?session=${sessionId}`);
});

test("a sponsored package has no middle hole, its last ball leads to the offer of more, and the claim sheet has two holes [2.101 4.16 4.18-19 8.34]", async ({
  page,
}) => {
  await registered(page);
  await opened(page, 3, 1);
  await expect(target(page, "Right Hole")).toBeVisible();
  await expect(target(page, "Middle Hole")).toHaveCount(0);
  const life = toastLife(page, "Session Complete!");
  const place = await page.getByRole("button", { name: "Shot Taken" }).boundingBox();
  if (!place) throw new Error("Shot Taken has no place");
  await shoot(page, 1);
  // Gloves tap twice: where Shot Taken was, there is nothing for 2 seconds, and never anything that ends the game.
  await page.waitForTimeout(200);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/game/);
  await expectToast(page, "Session Complete!", "You've used all your balls. Want to keep playing?");
  await expect(page.getByText("0 / 1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep Playing" })).toBeVisible();
  await expect(page.getByRole("button", { name: "End Session" })).toBeVisible();
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  await expect(claimSheet(page).getByRole("radio")).toHaveCount(2);
  expect(await life).toBeGreaterThan(4_000);
});

test("a group sees each player's balls, whose shot failed, who waits for whom, who hit the target, and that all are done [2.97 4.24-27 4.30 5.20 8.13 8.35-36]", async ({
  page,
}) => {
  await registered(page, "Bo Buyer");
  const friend = { name: "Ana", bayNumber: 2, ballCount: 3 };
  const groupData = { mainPlayer: { bayNumber: 1, ballCount: 2 }, friends: [friend] };
  const sessionId = await playing(page, 5, 3, groupData);
  await page.goto(`/game?session=${sessionId}`);
  const players = page.getByRole("list", { name: "Players" });
  await expect(players.getByRole("listitem").filter({ hasText: "Bo Buyer" })).toContainText("2 balls left");
  await expect(players.getByRole("listitem").filter({ hasText: "Ana" })).toContainText("3 balls left");
  await expect(page.getByText("5 / 5")).toBeVisible();
  const shot = async (name: string) => {
    await page.getByRole("button", { name: `Shot Taken by ${name}` }).click();
    await page.waitForTimeout(450);
  };
  const refused = "This shot was not taken within the session";
  await refuse(page, "/api/group-attempts", "play.not_in_session", refused);
  await shot("Bo Buyer");
  await expectToast(page, "Recording Error", `Failed to record shot for main player. ${refused}`);
  await refuse(page, "/api/group-attempts", "play.not_in_session", refused);
  await shot("Ana");
  await expectToast(page, `Failed to record shot for Friend 1. ${refused}`);

  await shot("Bo Buyer");
  await expect(players.getByRole("listitem").filter({ hasText: "Bo Buyer" })).toContainText("1 ball left");
  await expect(players.getByRole("listitem").filter({ hasText: "Ana" })).toContainText("3 balls left");
  const life = toastLife(page, "Bo Buyer Complete!");
  await shot("Bo Buyer");
  await expectToast(page, "Bo Buyer Complete!");
  const stood = await life;
  expect(stood).toBeGreaterThan(2_000);
  expect(stood).toBeLessThan(4_900);
  await expect(page.getByText("Waiting for Other Players")).toBeVisible();
  await page.getByRole("button", { name: "Claim Your Prize" }).click();
  await claimSheet(page).getByText("Left Hole").click();
  await claimSheet(page).getByRole("button", { name: "Review Claim" }).click();
  await expectToast(page, "Please select a player");
  await claimSheet(page).getByText("Ana", { exact: false }).click();
  await claimSheet(page).getByRole("button", { name: "Review Claim" }).click();
  await expect(claimSheet(page)).toContainText("Ana · Bay 2");
  await claimSheet(page).getByRole("button", { name: "Close" }).click();
  for (const left of ["2 balls left", "1 ball left"]) {
    await shot("Ana");
    await expect(page.getByRole("status").filter({ hasText: "Ana's shot: Saved" })).toBeVisible();
    await expect(players.getByRole("listitem").filter({ hasText: "Ana" })).toContainText(left);
  }
  await shot("Ana");
  await expectToast(page, "Session Complete!", "All players have used their balls. Want to keep playing?");
  await expect(page.getByText("All balls are played")).toBeVisible();
  await expect(page.getByRole("button", { name: "End Session" })).toBeVisible();
  expect((await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: sessionId } }))).session.status).toBe(
    "balls_finished",
  );
});

test("after the free shot, missed or claimed, one tap leads to the booking of more balls [4.20 4.28]", async ({
  page,
}) => {
  const freeShot = async (bayNumber: number) => {
    await registered(page);
    const body = await bodyOf(
      callsOf(page).call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber, teeTime: "14:30" } }),
    );
    return body.session.id;
  };
  const missed = await freeShot(4);
  await page.goto(`/game?session=${missed}`);
  await shoot(page, 1);
  await page.getByRole("button", { name: "I Missed - Get More Shots" }).click();
  await page.getByRole("button", { name: "End now" }).click();
  await expect(page).toHaveURL("/app");
  expect((await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: missed } }))).session.status).toBe(
    "completed",
  );

  const claimed = await freeShot(5);
  await page.goto(`/game?session=${claimed}`);
  await claim(page, "Right Hole");
  await page.getByRole("button", { name: "Get More Balls" }).click();
  await page.getByRole("button", { name: "End now" }).click();
  await expect(page).toHaveURL("/app");
  expect((await bodyOf(callsOf(page).call(playRoutes.getSession, { params: { id: claimed } }))).session.status).toBe(
    "completed",
  );
  await page.goto(`/game?session=${claimed}`);
  await expect(page.getByText("This session has ended")).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Main" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Keep Playing|Get More/ })).toHaveCount(0);
});
