/** A desk's page that stays open: it takes a new release by itself, and never while somebody works there. */
import { expect, test } from "../fixtures.ts";
import { proxyTo } from "../newer-release.ts";
import { signedIn } from "../people.ts";

test.use({ serviceWorkers: "allow" });

test("a wall screen that nobody touches takes a new version by itself; what is typed is not lost", async ({
  browser,
  app,
}) => {
  const proxy = await proxyTo(app.url);
  const page = await signedIn(browser, proxy.url, "admin@acebay.test");
  try {
    await page.clock.install();
    await page.goto("/admin/courses/new");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    });
    const isStillThere = () => page.evaluate(() => document.documentElement.dataset["before"] === "yes");

    // A release, while a form has something typed, for half an hour.
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Half a course");
    proxy.state.worker = "later-";
    await page.evaluate(async () => {
      document.documentElement.dataset["before"] = "yes";
      document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.setAttribute("src", "/assets/old.js");
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    const news = page.getByRole("status", { name: "Update" });
    await expect(news).toContainText("A new version is ready.");
    await page.clock.runFor("30:00");
    expect(await isStillThere()).toBe(true);
    await expect(name).toHaveValue("Half a course");

    // Nothing is typed any more, and nobody has pressed anything for ten minutes.
    await name.press("Control+a");
    await name.press("Delete");
    await page.clock.runFor("08:00");
    expect(await isStillThere()).toBe(true);
    const again = page.waitForEvent("load");
    await page.clock.runFor("03:00");
    await again;
    expect(await isStillThere()).toBe(false);
    await expect(name).toBeVisible();
    await expect(news).not.toContainText("A new version is ready.");
  } finally {
    await page.context().close();
    proxy.close();
  }
});
