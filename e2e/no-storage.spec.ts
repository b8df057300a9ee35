/** A browser that keeps nothing: blocked (its storage throws when it is touched) or full (nothing can be written). */
import { expect, test } from "./fixtures.ts";
import { shoot } from "./offline-play.ts";

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
