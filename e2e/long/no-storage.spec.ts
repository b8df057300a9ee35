/**
 * A browser that stores nothing: its storage is blocked (its storage throws when it is touched), full (nothing can be
 * written), full from the middle of a game on, or a private window that is closed.
 */
import { expect, test } from "../fixtures.ts";
import { keptIds, opened, sessionOf, shoot } from "../offline-play.ts";
import { registered, signIn } from "../people.ts";

for (const kind of ["blocked", "full"])
  test(`with storage that is ${kind}, a golfer keeps the language, pays, plays and loses no shot to a short outage`, async ({
    browser,
    app,
  }) => {
    const context = await browser.newContext({ baseURL: app.url, serviceWorkers: "block", reducedMotion: "reduce" });
    await context.addInitScript((how) => {
      const no = () => {
        throw new DOMException(how, "SecurityError");
      };
      if (how === "blocked")
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
          Object.defineProperty(window, name, { get: no });
      else {
        Storage.prototype.setItem = no;
        IDBObjectStore.prototype.put = no;
        IDBObjectStore.prototype.add = no;
      }
    }, kind);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));

    await page.goto("/bay?course=1&bay=7");
    await page.getByText("Español", { exact: true }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: "Jugar en la bahía 7" })).toBeVisible();
    await page.getByText("English", { exact: true }).click();
    await page.getByRole("button", { name: "Play in Bay 7" }).click();
    await page.getByLabel("Name").fill("Quinn Arcode");
    await page.getByLabel("Email").fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel("Phone").fill("212 555 0123");
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByText("Jackpot Five").click();
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByRole("button", { name: "Apple Pay" }).click();
    await page.getByRole("button", { name: "Approve $3" }).click();
    await expect(page.getByText("5 / 5")).toBeVisible();
    await shoot(page, 1);
    await expect(page.getByText("4 / 5")).toBeVisible();
    await expect(page.getByText(/not sent/)).toHaveCount(0);
    await context.setOffline(true);
    await shoot(page, 1);
    await expect(page.getByText("3 / 5")).toBeVisible();
    await expect(page.getByText(/not sent|Keep this page open/i).first()).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/not sent|Keep this page open/i)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("3 / 5")).toBeVisible();
    expect(errors).toEqual([]);
    await context.close();
  });

test("storage that becomes full while shots wait keeps those it has; the open page keeps the others, and all are sent once", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, serviceWorkers: "allow", reducedMotion: "reduce" });
  const page = await context.newPage();
  await registered(page);
  const sessionId = await opened(page);
  await context.setOffline(true);
  await shoot(page, 2);
  await expect(page.getByText("2 shots: Saved, not sent")).toBeVisible();
  const kept = await keptIds(page);
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = () => {
      throw new DOMException("The disk is full", "QuotaExceededError");
    };
  });
  await shoot(page, 1);
  await expect(page.getByText("7 / 10")).toBeVisible();
  await expect(page.getByText("This device cannot keep your shots")).toBeVisible();
  expect(await keptIds(page)).toEqual(kept);
  await context.setOffline(false);
  await expect.poll(async () => (await sessionOf(page, sessionId)).attempts).toBe(3);
  await expect(page.getByText("This device cannot keep your shots")).toBeHidden();
  await expect.poll(() => keptIds(page)).toEqual([]);
  await context.close();
});

test("what a private window had not sent is lost when it is closed; in a new window the golfer signs in and plays on", async ({
  browser,
  app,
}) => {
  const open = () => browser.newContext({ baseURL: app.url, serviceWorkers: "allow", reducedMotion: "reduce" });
  const first = await open();
  const page = await first.newPage();
  const { email } = await registered(page);
  const sessionId = await opened(page);
  await shoot(page, 1);
  await expect.poll(async () => (await sessionOf(page, sessionId)).attempts).toBe(1);
  await first.setOffline(true);
  await shoot(page, 2);
  await expect(page.getByText("7 / 10")).toBeVisible();
  await first.close();
  const second = await open();
  const later = await second.newPage();
  await later.goto("/login");
  expect(await later.evaluate(() => [localStorage.length, sessionStorage.getItem("checkoutData")])).toEqual([0, null]);
  await signIn(later, email);
  await expect(later).toHaveURL(/course|app|game/);
  await later.goto(`/game?session=${sessionId}`);
  await expect(later.getByText("9 / 10")).toBeVisible();
  await shoot(later, 1);
  await expect.poll(async () => (await sessionOf(later, sessionId)).attempts).toBe(2);
  await second.close();
});
