/** Takes the pictures: a screen in a state, in each of the given looks, checked by axe. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page, Route } from "@playwright/test";
import { violationsOn, WCAG } from "../axe.ts";
import { signedIn } from "../people.ts";

export interface Look {
  width: 390 | 1280 | 1920;
  theme: "light" | "dark";
  language: "en" | "es";
}

const sizes = {
  390: { width: 390, height: 844 },
  1280: { width: 1280, height: 800 },
  1920: { width: 1920, height: 1080 },
};
/** A page with a full picture higher than this grows by itself. */
const HIGHEST = 12_000;

/** For the first state of a screen. */
export const everyLook: readonly Look[] = [
  { width: 390, theme: "light", language: "en" },
  { width: 390, theme: "dark", language: "en" },
  { width: 1280, theme: "light", language: "en" },
  { width: 1280, theme: "dark", language: "en" },
  { width: 390, theme: "light", language: "es" },
];
/** For each further state. */
export const furtherLooks = everyLook.filter(
  ({ width, theme, language }) => language === "en" && (width === 390) === (theme === "light"),
);
/** For states that are reached by their English names. */
export const inEnglish = (looks: readonly Look[]) => looks.filter(({ language }) => language === "en");
/** For screens on a wall. */
export const onWall: readonly Look[] = [
  { width: 1920, theme: "light", language: "en" },
  { width: 1920, theme: "dark", language: "en" },
];

export interface Picture extends Look {
  screen: string;
  state: string;
  /** In the output folder. */
  file: string;
  /** From axe: rule and places. Also parts wider than the window. */
  violations: readonly string[];
  /** The size of the smallest text, in pixels. */
  smallestText: number;
}

/** Brings a page into a state, from any other. It begins with an address, and is called again for each language. */
export type Open = (page: Page) => Promise<void>;

export interface Studio {
  url: string;
  pictures: Picture[];
  failures: string[];
  /** A new browser, signed in if its state says so. */
  visitor: (state?: BrowserContextOptions["storageState"]) => Promise<Page>;
  /** The browser of a person at the desk, signed in by a mailed code. */
  desk: (email: string) => Promise<Page>;
  /** Takes a state in its looks. If a state cannot be reached, this is a failure, and the next one is tried. */
  take: (page: Page, screen: string, state: string, looks: readonly Look[], open: Open) => Promise<void>;
}

/** @param shared another studio, which gets this one's pictures and failures */
export function openStudio(
  browser: Browser,
  url: string,
  folder: string,
  { pictures, failures }: Pick<Studio, "pictures" | "failures"> = { pictures: [], failures: [] },
): Studio {
  const visitor: Studio["visitor"] = async (storageState) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: "en-US",
      viewport: sizes[390],
      reducedMotion: "reduce",
      // Replies are held and rewritten on their way; a service worker would hide them.
      serviceWorkers: "block",
      ...(storageState === undefined ? {} : { storageState }),
    });
    context.setDefaultTimeout(10_000);
    return context.newPage();
  };
  const desk: Studio["desk"] = async (email) => {
    const entrance = await signedIn(browser, url, email);
    const page = await visitor(await entrance.context().storageState());
    await entrance.context().close();
    return page;
  };
  const take: Studio["take"] = async (page, screen, state, looks, open) => {
    for (const language of ["en", "es"] as const) {
      const wanted = looks.filter((look) => look.language === language);
      const [first] = wanted;
      if (!first) continue;
      try {
        await prepare(page, first);
        await open(page);
        for (const look of wanted) pictures.push(await picture(page, screen, state, look, folder));
      } catch (error) {
        const [reason] = String(error).split("\n");
        failures.push(`${screen}, ${state} (${language}): ${reason}`);
      }
      await page.context().setOffline(false);
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
  };
  return { url, pictures, failures, visitor, desk, take };
}

async function prepare(page: Page, { width, theme, language }: Look): Promise<void> {
  await page.setViewportSize(sizes[width]);
  await page.emulateMedia({ colorScheme: theme });
  // Storage belongs to the address, so any page of ours will do.
  if (!page.url().startsWith("http")) await page.goto("/healthz");
  await page.evaluate((chosen) => localStorage.setItem("language", JSON.stringify(chosen)), language);
}

async function picture(page: Page, screen: string, state: string, look: Look, folder: string): Promise<Picture> {
  await page.setViewportSize(sizes[look.width]);
  await page.emulateMedia({ colorScheme: look.theme });
  await page.evaluate(() => document.fonts.ready);
  // Sizes are observed, and states follow, within a few frames; on a busy machine those come late, and colours with them.
  await page.waitForTimeout(200);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const violations = await violationsOn(page, WCAG);
  const { height, tooWide, smallestText } = await page.evaluate(measure);
  const name = [screen, state, look.width, look.theme, look.language].join(" ");
  const file = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.png`;
  mkdirSync(folder, { recursive: true });
  // In a window as high as the page, what sticks to the bottom stands at the bottom.
  if (height > sizes[look.width].height)
    await page.setViewportSize({ width: look.width, height: Math.min(height, HIGHEST) });
  await page.screenshot({ path: join(folder, file), animations: "disabled" });
  return {
    ...look,
    screen,
    state,
    file,
    smallestText,
    violations: [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`),
      ...tooWide.map((what) => `wider than the window: ${what}`),
    ],
  };
}

/** Runs in the page. */
function measure(): { height: number; tooWide: string[]; smallestText: number } {
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  const modal = document.querySelector("dialog[open]");
  const texts = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  let smallestText = Infinity;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent?.trim() || !parent.checkVisibility() || parent.closest("[aria-hidden], noscript"))
      continue;
    const { width, height } = parent.getBoundingClientRect();
    // Text for screen readers is one pixel wide.
    if (width > 1 && height > 1) smallestText = Math.min(smallestText, parseFloat(getComputedStyle(parent).fontSize));
  }
  // A sheet of the window's height scrolls in itself.
  const inner = modal && [...modal.querySelectorAll("*")].find((part) => getComputedStyle(part).overflowY === "auto");
  const isFull = modal !== null && modal.getBoundingClientRect().height > window.innerHeight - 100;
  const hidden = inner && isFull ? inner.scrollHeight - inner.clientHeight : 0;
  return {
    height: modal ? window.innerHeight + hidden : scrollHeight,
    smallestText: Number.isFinite(smallestText) ? smallestText : 0,
    tooWide: scrollWidth > clientWidth ? [`${scrollWidth} px of ${clientWidth}`] : [],
  };
}

/** Changes replies on their way, but not the page itself, whose address may look like a call's. */
const onReply = (page: Page, pattern: RegExp, handle: (route: Route) => Promise<void>) =>
  page.route(pattern, (route) => (route.request().isNavigationRequest() ? route.fallback() : handle(route)));

/** Replies of these calls never arrive. */
export const hold = (page: Page, pattern: RegExp) => onReply(page, pattern, () => new Promise(() => undefined));
/** These calls fail as they do while the database is away. */
export const fail = (page: Page, pattern: RegExp) =>
  onReply(page, pattern, (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: {
          code: "service.database_away",
          message: "We cannot reach our records right now. Please try again in a moment.",
        },
      },
    }),
  );
/** The real reply with other words. */
// Each scene knows the body of what it rewrites.
// oxlint-disable-next-line typescript/no-explicit-any
export const rewrite = (page: Page, pattern: RegExp, change: (body: any) => void) =>
  onReply(page, pattern, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    change(body);
    await route.fulfill({ response, json: body });
  });
