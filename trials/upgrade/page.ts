/** A golfer's page in a real browser, open while the server behind it changes. */
import { setTimeout as sleep } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../e2e/browser.ts";
import { keptOffline, opened, sessionOf, shoot } from "../../e2e/offline-play.ts";
import { registered } from "../../e2e/people.ts";

const LONGEST_MS = 30_000;

export interface OpenPage {
  /** Takes shots. @throws unless the server has all of them in the end, each once */
  play(shots: number): Promise<void>;
  /** Takes shots without a network, which the phone keeps. */
  playOffline(shots: number): Promise<void>;
  /** Comes back to the network. @throws unless the kept shots arrive, each once */
  comeBack(): Promise<void>;
  /** Looks for the new version, takes it, and comes back to the game. @throws unless it is offered and keeps everything */
  takeNewVersion(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the app at `url`, with a game under way. */
export async function openPage(url: string): Promise<OpenPage> {
  const browser = await chromium.launch(launchOptions("shell"));
  const context: BrowserContext = await browser.newContext({ baseURL: url });
  const page: Page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await registered(page);
  const session = await opened(page);
  let taken = 0;
  async function untilCounted(): Promise<void> {
    const since = performance.now();
    for (;;) {
      const { attempts } = await sessionOf(page, session);
      if (errors.length > 0) throw new Error(`The page failed: ${errors.join("; ")}`);
      if (attempts === taken) return;
      if (performance.now() - since > LONGEST_MS)
        throw new Error(`The page took ${taken} shots, the server has ${attempts}`);
      await sleep(200);
    }
  }
  async function shots(times: number): Promise<void> {
    await shoot(page, times);
    taken += times;
  }
  const entry = () =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? "");
  return {
    play: async (times) => {
      await shots(times);
      await untilCounted();
    },
    playOffline: async (times) => {
      await context.setOffline(true);
      await shots(times);
    },
    comeBack: async () => {
      await context.setOffline(false);
      await untilCounted();
    },
    takeNewVersion: async () => {
      const before = await entry();
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      // Nobody is asked in the middle of a game. A page that is loaded anew would be of the new version already.
      await page.evaluate(() => history.pushState(null, "", "/profile"));
      await page.getByRole("button", { name: "Update", exact: true }).click({ timeout: LONGEST_MS });
      await page.waitForFunction(
        (old) => ![...document.scripts].some(({ src }) => src === old) && document.readyState === "complete",
        before,
      );
      await page.goto(`/game?session=${session}`);
      await page.getByRole("button", { name: "Shot Taken" }).waitFor();
      await keptOffline(page);
      if ((await entry()) === before) throw new Error("The page is still of the release before");
      await untilCounted();
    },
    close: () => browser.close(),
  };
}
