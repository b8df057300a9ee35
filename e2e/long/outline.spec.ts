/** What the screen shows before any script runs: the outline, in the reader's language, below a phone's notch. */
import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { registered } from "../people.ts";
import { expectSpanish } from "../spanish.ts";

// A blocked service worker causes an error in the console.
test.use({ serviceWorkers: "allow" });

/** A page without its scripts: they never load, not even those that a service worker keeps. */
async function withoutScripts(context: BrowserContext, options: BrowserContextOptions): Promise<Page> {
  const storageState = await context.storageState();
  const bare = await context.browser()?.newContext({ ...options, storageState, serviceWorkers: "block" });
  if (!bare) throw new Error("The browser is gone");
  const page = await bare.newPage();
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  return page;
}

test("the outline's name is below a phone's notch", async ({ page, context, app }) => {
  await registered(page);
  const outline = await withoutScripts(context, { baseURL: app.url });
  const tool = await outline.context().newCDPSession(outline);
  await tool.send("Emulation.setSafeAreaInsetsOverride", { insets: { top: 47 } });
  for (const path of ["/course", "/game", "/profile"]) {
    await outline.goto(path);
    const name = await outline.getByText("Acebay", { exact: true }).boundingBox();
    expect(name?.y).toBeGreaterThanOrEqual(47);
  }
});

test("readers of Spanish get Spanish words before the first script, and no hydration error after it", async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ baseURL: app.url, locale: "es-MX" });
  const page = await context.newPage();
  const heard: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") heard.push(message.text());
  });
  await registered(page);
  for (const path of ["/landing", "/terms", "/bay?course=1&bay=7"]) {
    await page.goto(path);
    await expect(page.locator("#root[aria-busy]")).toHaveCount(0);
    await expectSpanish(page);
  }
  expect(heard).toEqual([]);
  const outline = await withoutScripts(context, { baseURL: app.url, locale: "es-MX" });
  for (const path of ["/landing", "/terms", "/course", "/game", "/bay?course=1&bay=7"]) {
    await outline.goto(path);
    await expect(outline.locator("main")).toBeVisible();
    await expectSpanish(outline);
  }
});

test("a language that was chosen on the device is the next page's before its scripts", async ({
  page,
  context,
  app,
}) => {
  await page.goto("/register");
  await page.getByText("Español", { exact: true }).click();
  await expect(page.getByRole("heading", { name: "Crear cuenta" })).toBeVisible();
  const next = await withoutScripts(context, { baseURL: app.url });
  await next.goto("/login");
  await expect(next.getByRole("heading", { name: "Hola de nuevo" })).toBeVisible();
  await expect(next.locator("html")).toHaveAttribute("lang", "es");
});

test("a page has the title of its screen before any script, in English and in Spanish", async ({ browser, app }) => {
  for (const [locale, first] of [
    ["en-US", "Select Your Course · Acebay"],
    ["es-MX", "Elige tu campo · Acebay"],
  ] as const) {
    const context = await browser.newContext({ baseURL: app.url, locale });
    const page = await context.newPage();
    const expectSame = async (paths: readonly string[]) => {
      for (const path of paths) {
        const response = await page.goto(path);
        const served = /<title>([^<]*)/.exec((await response?.text()) ?? "")?.[1];
        expect(served).toContain(" · Acebay");
        await expect(page.locator("h1")).toBeVisible();
        expect([path, served?.replace("&amp;", "&")]).toEqual([path, await page.title()]);
      }
    };
    await expectSame(["/login", "/register"]);
    await registered(page);
    await expectSame(["/course", "/prizes?course=1", "/profile", "/claims", "/orders"]);
    await page.goto("/course");
    expect(await page.title()).toBe(first);
    await context.close();
  }
});
