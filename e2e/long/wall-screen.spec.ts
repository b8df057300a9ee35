/** A desk's page that stays open: it takes a new release by itself, and never while somebody works there. */
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { proxyTo } from "../newer-release.ts";
import { signedIn } from "../people.ts";

test.use({ serviceWorkers: "allow" });

/** An administrator's page behind a proxy, controlled by its worker. */
async function openedAt(browser: Browser, url: string, path: string): Promise<Page> {
  const page = await signedIn(browser, url, "admin@acebay.test");
  await page.clock.install();
  await page.goto(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
  return page;
}

/** A release comes, and the page offers it. */
async function offers(page: Page, { state }: Awaited<ReturnType<typeof proxyTo>>): Promise<void> {
  state.worker = "later-";
  await page.evaluate(async () => {
    document.documentElement.dataset["before"] = "yes";
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.setAttribute("src", "/assets/old.js");
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(newsOn(page)).toContainText("A new version is ready.");
}

const newsOn = (page: Page) => page.getByRole("status", { name: "Update" });
const isStillThere = (page: Page) => page.evaluate(() => document.documentElement.dataset["before"] === "yes");

test("a wall screen that nobody touches takes a new version by itself; what is typed is not lost", async ({
  browser,
  app,
}) => {
  const proxy = await proxyTo(app.url);
  const page = await openedAt(browser, proxy.url, "/admin/courses/new");
  try {
    // A form has something typed, for half an hour.
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Half a course");
    await offers(page, proxy);
    await page.clock.runFor("30:00");
    expect(await isStillThere(page)).toBe(true);
    await expect(name).toHaveValue("Half a course");

    // Nothing is typed any more, and nobody has pressed anything for ten minutes.
    await name.press("Control+a");
    await name.press("Delete");
    await page.clock.runFor("08:00");
    expect(await isStillThere(page)).toBe(true);
    const again = page.waitForEvent("load");
    // Each timer fires once: the page then reloads at the pace of a real one.
    await page.clock.fastForward("03:00");
    await again;
    expect(await isStillThere(page)).toBe(false);
    await expect(name).toBeVisible();
    await expect(newsOn(page)).not.toContainText("A new version is ready.");
  } finally {
    await page.context().close();
    proxy.close();
  }
});

test("the bay board does not load again by itself, because its bell would be silent", async ({ browser, app }) => {
  const proxy = await proxyTo(app.url);
  const page = await openedAt(browser, proxy.url, "/admin/bays");
  try {
    await offers(page, proxy);
    await page.clock.fastForward("30:00");
    await page.clock.runFor("01:00");
    expect(await isStillThere(page)).toBe(true);
    await expect(newsOn(page)).toContainText("A new version is ready.");
  } finally {
    await page.context().close();
    proxy.close();
  }
});

test("'Update' loads the page again even if the new worker does not take over", async ({ browser, app }) => {
  const proxy = await proxyTo(app.url);
  proxy.state.waits = true;
  const page = await openedAt(browser, proxy.url, "/admin/bays");
  try {
    await offers(page, proxy);
    const again = page.waitForEvent("load");
    await newsOn(page).getByRole("button", { name: "Update" }).click();
    await again;
    expect(await isStillThere(page)).toBe(false);
  } finally {
    await page.context().close();
    proxy.close();
  }
});
