/**
 * The card canary in the browser: a card number is typed into the checkout form, paid with, declined, and left there by
 * a reload and by a crash. Afterwards it is found nowhere: no storage, no address, no console, no request but the one
 * to the gateway.
 */
import type { Page } from "@playwright/test";
import { accepted, type Canary, foundInText, unlisted } from "../../test/canary.ts";
import { atCheckout } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { registered } from "../people.ts";

test.use({ serviceWorkers: "allow" });

/** Everything that a page logged and sent, except the call to the gateway. */
function listenTo(page: Page): { heard: string[]; toGateway: string[] } {
  const heard: string[] = [];
  const toGateway: string[] = [];
  page.on("console", (message) => heard.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => heard.push(`error: ${error.message} ${error.stack ?? ""}`));
  page.on("request", (request) => {
    const to = new URL(request.url()).pathname === "/api/sandbox/tokens" ? toGateway : heard;
    to.push(`${request.method()} ${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ""}`);
  });
  page.on("framenavigated", (frame) => heard.push(`address: ${frame.url()}`));
  return { heard, toGateway };
}

/** All that the browser keeps of this page, as text. */
async function keptBy(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(
        ({ name }) =>
          new Promise<unknown>((done) => {
            const opening = indexedDB.open(name ?? "");
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames];
              if (stores.length === 0) return done([]);
              const reading = opening.result.transaction(stores);
              const rows = stores.map(
                (store) =>
                  new Promise((read) => {
                    const all = reading.objectStore(store).getAll();
                    all.onsuccess = () => read([store, all.result]);
                  }),
              );
              done(Promise.all(rows));
            };
          }),
      ),
    );
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => {
        const cache = await window.caches.open(name);
        const requests = await cache.keys();
        return Promise.all(requests.map(async (request) => [request.url, await (await cache.match(request))?.text()]));
      }),
    );
    return JSON.stringify({
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases,
      caches,
      address: location.href,
      history: history.state as unknown,
      name: window.name,
      cookie: document.cookie,
    });
  });
  return kept + JSON.stringify(await page.context().cookies());
}

async function typeCard(page: Page, { number, cvv }: Canary): Promise<void> {
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByLabel("Card number").pressSequentially(number);
  await page.getByLabel("Expiry").fill("12/30");
  await page.getByLabel("CVV").fill(cvv);
  await page.getByLabel("Billing ZIP").fill("34119");
}

const payButton = (page: Page) => page.getByRole("button", { name: "Pay & Start Session - $3" });

test("the number of a declined card is stored nowhere, even after it is typed again and the page is reloaded", async ({
  page,
}) => {
  const { heard, toGateway } = listenTo(page);
  await registered(page);
  await atCheckout(page);
  await typeCard(page, unlisted);
  expect(foundInText(await keptBy(page), unlisted)).toEqual([]);
  await payButton(page).click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  expect(foundInText(toGateway.join("\n"), unlisted)).not.toEqual([]);
  await page.reload();
  await expect(page.getByLabel("Card number")).toHaveValue("");
  await expect(page.getByLabel("CVV")).toHaveValue("");
  await typeCard(page, unlisted);
  await page.goBack();
  await page.goForward();
  await page.getByText("PayPal").click();
  await page.goto("/app");
  expect(foundInText(await keptBy(page), unlisted)).toEqual([]);
  expect(heard.filter((line) => foundInText(line, unlisted).length > 0)).toEqual([]);
  expect(foundInText(await page.content(), unlisted)).toEqual([]);
});

// The service worker has a copy of the game's screen, so with it the screen could not be made to crash.
test.describe("without a service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("the number of a card that paid is stored nowhere, even when the game's screen crashes", async ({ page }) => {
    const { heard, toGateway } = listenTo(page);
    await registered(page);
    await atCheckout(page);
    await typeCard(page, accepted);
    let crashed = false;
    // The game's screen cannot be loaded: after one reload the error page is shown.
    await page.route(/\/assets\/game-page[^/]*\.js/, (route) => {
      crashed = true;
      return route.abort();
    });
    const loadedAgain = page.waitForEvent("load");
    await payButton(page).click();
    await loadedAgain;
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    expect(crashed).toBe(true);
    expect(foundInText(toGateway.join("\n"), accepted)).not.toEqual([]);
    expect(foundInText(await keptBy(page), accepted)).toEqual([]);
    expect(foundInText(await page.content(), accepted)).toEqual([]);
    await page.unroute(/\/assets\/game-page[^/]*\.js/);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("heading", { name: "Bay 12" })).toBeVisible();
    expect(foundInText(await keptBy(page), accepted)).toEqual([]);
    expect(heard.filter((line) => foundInText(line, accepted).length > 0)).toEqual([]);
  });
});

test("the search finds a planted number in each place where it looks", async ({ page }) => {
  await registered(page);
  await page.goto("/app");
  const places: ((number: string) => void | Promise<void>)[] = [
    (number) => localStorage.setItem("a", number),
    (number) => sessionStorage.setItem("a", number),
    (number) => void (document.cookie = `a=${number}`),
    (number) => history.replaceState({ number }, ""),
    (number) => history.replaceState(null, "", `?a=${number}`),
    async (number) => (await caches.open("a")).put("/a", new Response(number)),
    (number) =>
      new Promise((done) => {
        const opening = indexedDB.open("canary");
        opening.onupgradeneeded = () => opening.result.createObjectStore("a").put(number, 1);
        opening.onsuccess = () => done(opening.result.close());
      }),
  ];
  for (const put of places) {
    const fresh = await (
      await page
        .context()
        .browser()
        ?.newContext({ baseURL: new URL(page.url()).origin })
    )?.newPage();
    if (!fresh) throw new Error("There is no browser");
    await fresh.goto("/");
    expect(foundInText(await keptBy(fresh), unlisted)).toEqual([]);
    await fresh.evaluate(put, unlisted.number);
    expect(foundInText(await keptBy(fresh), unlisted)).not.toEqual([]);
    await fresh.context().close();
  }
});
