/** The installed app: what makes it installable, what it opens without a network, how it takes a new version. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { proxyTo } from "../newer-release.ts";
import { keptGame, keptOffline } from "../offline-play.ts";
import { callsOf, expectAccessible, playing, registered } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";

test.use({ serviceWorkers: "allow" });

/** Every address in every cache. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
}

async function offline(context: BrowserContext, page: Page, path: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(path);
}

test("the app can be installed under the product's name, with a manifest and with icons of the sizes that it states", async ({
  page,
}) => {
  await page.goto("/login");
  await keptOffline(page);
  const devtools = await page.context().newCDPSession(page);
  const { errors, url } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // Journeys run in a private window, where nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
  const reply = await page.request.get(url);
  expect(reply.headers()["content-type"]).toContain("application/manifest+json");
  const manifest = await reply.json();
  expect(manifest).toMatchObject({ name: "Acebay", start_url: "/app", display: "standalone" });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (path: string) => {
      const icon = new Image();
      icon.src = path;
      await icon.decode();
      return `${icon.naturalWidth}x${icon.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
});

test("without a network the app opens a page by its address, and the game after a reload", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await registered(page);
  await playing(page, 4, 5);
  await page.goto("/game");
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  // The app has asked who is signed in, and remembers it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authState"))).toBeTruthy();
  await keptOffline(page);
  await keptGame(page);
  await offline(context, page, "/game");
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
  await page.goto("/claims");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.goto("/game");
  await expect(page.getByRole("button", { name: "Shot Taken" })).toBeVisible();
});

test("the browser keeps no answer of the API and no page of a person", async ({ page, context }) => {
  await page.goto("/login");
  await registered(page, "Somebody Known");
  for (const path of ["/course", "/claims", "/orders", "/profile"]) {
    await page.goto(path);
    await keptOffline(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const kept = await keptAddresses(page);
  expect(kept.filter((path) => !path.startsWith("/assets/"))).toEqual(["/index.html"]);
  expect(kept.filter((path) => /verification|payouts|settlement|order-file|atlas|counties/.test(path))).toEqual([]);
  // The small ones came in one file.
  for (const path of kept.filter((file) => /\.(?:css|js)$/.test(file))) {
    const text = await page.evaluate(async (file) => (await caches.match(file))?.text(), path);
    const sent = await page.request.get(path);
    expect(text, path).toBe(await sent.text());
    expect(sent.headers()["content-encoding"], path).toBe("br");
  }
  const shell = await page.evaluate(async () => (await caches.match("/index.html"))?.text());
  expect(shell).not.toMatch(/Somebody|name="visitor"/);
  await context.setOffline(true);
  expect(
    await page.evaluate(() =>
      fetch("/api/me").then(
        () => "answered",
        () => "failed",
      ),
    ),
  ).toBe("failed");
  expect(
    await page.evaluate(() =>
      fetch("/dev/outbox.json").then(
        () => "answered",
        () => "failed",
      ),
    ),
  ).toBe("failed");
});

test("a new version is offered, waits while a game runs, and is there after Update", async ({ page, app }) => {
  const proxy = await proxyTo(app.url);
  try {
    await page.goto(`${proxy.url}/login`);
    await page.request.post(`${proxy.url}/api/register`, {
      data: { name: "Robin", email: `${crypto.randomUUID()}@example.com`, phone: "555 010 0100" },
    });
    await page.goto(`${proxy.url}/course`);
    await keptOffline(page);
    await expect(page.getByText("A new version is ready.")).toHaveCount(0);
    const versions = () => page.evaluate(() => caches.keys());
    const [before] = await versions();

    // A release: the page in use is of the old build, so it says another entry than the new worker's. The next call that
    // is answered tells it.
    proxy.state.worker = "later-";
    await page.evaluate(() => {
      document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.setAttribute("src", "/assets/old.js");
      return fetch("/api/courses").then((reply) => reply.text());
    });
    const news = page.getByRole("status", { name: "Update" });
    await expect(news).toContainText("A new version is ready.");
    await expectAccessible(page);
    await expect(page.getByRole("button", { name: "Update" })).toBeVisible();

    const session = await playing(page, 4, 5);
    await page.evaluate((id) => history.pushState(null, "", `/game?session=${id}`), session);
    await expect(page.getByText("10 / 10")).toBeVisible();
    await expect(news).toBeEmpty();
    await callsOf(page).call(playRoutes.completeSession, { params: { id: session } });
    await page.evaluate(() => history.pushState(null, "", "/course"));
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Update" }).click();
    await reloaded;
    await expect.poll(versions).toEqual([before?.replace("acebay-", "acebay-later-")]);
    await expect(page.getByText("A new version is ready.")).toHaveCount(0);

    // A page that came with the new release is not asked.
    proxy.state.worker = "latest-";
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
    // The page looks for one when it is idle.
    await expect.poll(versions, { timeout: 20_000 }).toEqual([before?.replace("acebay-", "acebay-latest-")]);
    await expect(page.getByText("A new version is ready.")).toHaveCount(0);

    // A server that is away behind its proxy: the app opens, and says so itself.
    proxy.state.away = true;
    await page.reload();
    await expect(page.locator("#root")).not.toBeEmpty();
    await expect(page.getByText("Bad gateway")).toHaveCount(0);
  } finally {
    proxy.close();
  }
});
