/** What a browser still stores after its session has ended, here or on another device. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { opened, shoot } from "./offline-play.ts";
import { callsOf, openSettings, registered } from "./people.ts";
import { accountRoutes } from "#features/accounts/contract.ts";

test.use({ serviceWorkers: "allow" });

const NAME = "Rosalind Forgotten";

/** Everything that the browser keeps for this site, and what the page shows. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const told: unknown[] = [document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((done, failed) => {
        const request = indexedDB.open(name);
        request.addEventListener("success", () => done(request.result));
        request.addEventListener("error", () => failed(request.error ?? new Error(name)));
      });
      for (const store of db.objectStoreNames)
        told.push(
          await new Promise((done) => {
            const request = db.transaction(store).objectStore(store).getAll();
            request.addEventListener("success", () => done(request.result));
          }),
        );
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        told.push(request.url);
        if (!/\.(js|css|woff2|svg|webp|png)$/.test(request.url)) told.push(await (await cache.match(request))?.text());
      }
    }
    return JSON.stringify(told);
  });
}

/** Somebody who has played here, and whose name the device then keeps. */
async function played(page: Page): Promise<string[]> {
  const { userId, email } = await registered(page, NAME);
  await opened(page);
  await shoot(page, 1);
  await page.goto("/profile");
  await expect(page.getByText(userId)).toBeVisible();
  expect(await kept(page)).toContain(NAME);
  return [NAME, userId, email];
}

async function expectForgotten(page: Page, facts: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const text = await kept(page);
      return facts.filter((fact) => text.includes(fact));
    })
    .toEqual([]);
}

test("after a logout the device keeps nothing about the player", async ({ page }) => {
  const facts = await played(page);
  await openSettings(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expectForgotten(page, facts);
});

test("after a session that ended elsewhere the device keeps nothing about the player", async ({ page }) => {
  const facts = await played(page);
  const cookies = await page.context().cookies();
  await callsOf(page).call(accountRoutes.logout);
  await page.context().addCookies(cookies);
  await page.goto("/app");
  await expectForgotten(page, facts);
});
