/**
 * A page contains the answers for its first screen: the app makes no call for them, and never shows another person's.
 */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { callsOf, live, playing, registered, withoutAnswers } from "../people.ts";
import { chose } from "../weights/weigh.ts";
import { accountRoutes } from "#features/accounts/contract.ts";

const ROBIN = "Robin </script><script>alert(1)</script>";

/** What a page asks the server for, without the stream. */
function readsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.endsWith("/events")) asked.push(pathname);
  });
  return asked;
}

/** A player whom this device remembers. */
async function known(page: Page, name = ROBIN) {
  const player = await registered(page, name);
  await page.goto("/profile");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return player;
}

test("the first screens of a golfer make no call for answers that came with their pages", async ({ page }) => {
  const { id } = await known(page);
  const asked = readsOf(page);
  const shows = async (path: string, text: string | RegExp, ahead: readonly string[] = []) => {
    // The screen before has parts that make calls when the browser is idle, so it is left first.
    await page.goto("about:blank");
    asked.length = 0;
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    // The last part of every screen, which is loaded when the browser is idle, asks for the player's wins.
    await expect.poll(() => asked.toSorted()).toEqual([...ahead, `/api/users/${id}/claims`]);
  };
  // What the next screen needs without a network.
  await shows("/course", "Palmetto Pines Driving Range", ["/api/packages"]);
  await page.evaluate(() => sessionStorage.clear());
  await chose(page);
  await shows("/package", "Jackpot Ten");
  const session = await playing(page, 4, 5);
  await shows("/game", "Shot Taken");
  await shows(`/game?session=${session}`, "Shot Taken");
});

test("before any script a game can be read, but not tapped; then it goes on without a gap", async ({ page }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await known(page);
  const session = await playing(page, 4, 5);
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((done) => (letGo = done));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const shot = page.getByRole("button", { name: "Shot Taken" });
  // On a busy machine a drawing may come too late for its page, which then has an outline.
  await expect(async () => {
    await page.goto(`/game?session=${session}`, { waitUntil: "commit" });
    await expect(shot).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText("Palmetto Pines Driving Range")).toBeVisible();
  await expect(page.locator("#root")).toHaveAttribute("aria-busy", "true");
  await expect(shot.click({ timeout: 500 })).rejects.toThrow("intercepts pointer events");
  // The least that is on the screen from now on, in characters.
  const before = await page.evaluate(() => {
    const root = document.querySelector<HTMLElement>("#root");
    const now = () => root?.innerText.length ?? 0;
    const seen = { least: now() };
    Object.assign(window, { seen });
    const look = () => {
      seen.least = Math.min(seen.least, now());
      requestAnimationFrame(look);
    };
    look();
    return seen.least;
  });
  letGo?.();
  await shot.click();
  await expect(page.getByText("9 / 10")).toBeVisible();
  const { least } = await page.evaluate(() => (window as unknown as { seen: { least: number } }).seen);
  expect(least).toBeGreaterThan(before / 2);
  expect(refused).toEqual([]);
});

test("a later visit of the same screen asks again", async ({ page }) => {
  await known(page);
  await page.clock.install();
  await page.goto("/course");
  await page.getByText("Palmetto Pines Driving Range").first().waitFor();
  await live(page);
  await page.clock.fastForward(11_000);
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByText("Player ID").first().waitFor();
  const asked = readsOf(page);
  await page.goBack();
  await expect.poll(() => asked).toContain("/api/courses");
});

test("a page that was on its way to somebody else is not used", async ({ page, browser, app }) => {
  const first = await known(page);
  const other = await (await browser.newContext({ baseURL: app.url })).newPage();
  const { id } = await registered(other, "Olga Other");
  const theirs = await other.context().cookies();
  // The page was made for the first player; until its script runs, another tab has signed the other one in.
  await page.addInitScript((user) => localStorage.setItem("authState", JSON.stringify({ user })), {
    id,
    userId: "7K3M-Q9TV-26",
    name: "Olga Other",
    role: "player",
  });
  await page.route("**/assets/index-*.js", async (route) => {
    await page.context().addCookies(theirs);
    await route.continue();
  });
  const asked = readsOf(page);
  await page.goto("/course");
  await expect(page.getByText("Hello, Olga")).toBeVisible();
  expect(await page.locator("#answers").textContent()).toContain(first.id);
  await expect.poll(() => asked).toEqual(expect.arrayContaining(["/api/me", `/api/users/${id}/sessions/active`]));
  expect(asked.join()).not.toContain(first.id);
  await other.context().close();
});

test("a golfer who has signed out in another tab meanwhile is signed out", async ({ page }) => {
  await known(page);
  await page.addInitScript(() => localStorage.removeItem("authState"));
  await page.route("**/assets/index-*.js", async (route) => {
    await callsOf(page).call(accountRoutes.logout);
    await route.continue();
  });
  await page.goto("/course");
  await expect(page).toHaveURL(/\/(login\?.*)?$/);
  await expect(page.getByText("Hello, Robin")).toHaveCount(0);
});

test("a game whose page carries nothing says that it loads, and leads back [2.93]", async ({ page }) => {
  await registered(page);
  await withoutAnswers(page);
  await page.route(/\/api\/sessions\//, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  const loading = page.getByText("Loading session...");
  const shown = loading.waitFor().then(async () => {
    await expect(page.getByRole("link", { name: "Return to Main" })).toHaveAttribute("href", "/app");
  });
  const id = await playing(page, 4, 5);
  await page.goto(`/game?session=${id}`);
  await shown;
  await expect(page.getByText("10 / 10")).toBeVisible();
});
