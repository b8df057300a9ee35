/** The pages for everyone: their scripts come after the first picture, and after the whole page. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

// A blocked service worker causes an error in the console.
test.use({ serviceWorkers: "allow" });

/** When the page showed something, had come, and asked for its first script: ms since it was opened. */
async function moments(page: Page) {
  const seen = await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType("resource").filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const [picture] = performance.getEntriesByName("first-contentful-paint");
    if (scripts.length < 3 || !navigation?.loadEventEnd || !picture) return;
    return {
      picture: picture.startTime,
      whole: navigation.domInteractive,
      script: Math.min(...scripts.map(({ startTime }) => startTime)),
    };
  });
  const found = await seen.jsonValue();
  if (!found) throw new Error("The page has no scripts");
  return found;
}

/** As a browser that does not say when it has painted: its scripts come after two seconds. */
async function neverPainted(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.PerformanceObserver = class extends PerformanceObserver {
      override observe(options?: PerformanceObserverInit) {
        if (options?.type !== "paint") super.observe(options);
      }
    };
  });
}

for (const path of ["/", "/landing", "/terms", "/login", "/register"]) {
  test(`the scripts of ${path} are asked for after its first picture`, async ({ page }) => {
    await page.goto(path);
    const { picture, script } = await moments(page);
    expect(script).toBeGreaterThanOrEqual(picture);
  });
}

test("a browser that does not say when it has painted gets the scripts, too, and keeps the page for the next visit", async ({
  page,
}) => {
  await neverPainted(page);
  await page.goto("/login", { waitUntil: "load" });
  expect(await page.locator("template#scripts").count()).toBe(1);
  expect(await page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).active))).toBe(true);
});

test("on a device that remembers somebody the scripts wait for no picture, because the app draws the sign-in anew", async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("authState", "{}"));
  await neverPainted(page);
  await page.goto("/login");
  const { script } = await moments(page);
  expect(script).toBeLessThan(1_900);
});

test("a page that comes slowly shows its first part, and its scripts wait for the rest", async ({ page, app }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  const slow = createServer((asked, answer) => {
    void (async () => {
      const from = await fetch(new URL(asked.url ?? "/", app.url), { headers: { "accept-encoding": "identity" } });
      const body = Buffer.from(await from.arrayBuffer());
      for (const name of ["content-type", "content-security-policy"]) {
        const value = from.headers.get(name);
        if (value) answer.setHeader(name, value);
      }
      if (asked.url === "/landing") {
        const half = body.indexOf("<footer");
        answer.write(body.subarray(0, half));
        await wait(1_500);
        answer.end(body.subarray(half));
      } else answer.end(body);
    })();
  });
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  try {
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/landing`);
    const { picture, whole, script } = await moments(page);
    expect(picture).toBeLessThan(1_400);
    expect(whole).toBeGreaterThan(1_400);
    expect(script).toBeGreaterThanOrEqual(whole);
    expect(errors).toEqual([]);
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
});
