/** Measures in a real browser what a page loads first: its scripts and styles as they come over the wire, gzipped. */
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page, Request } from "@playwright/test";
import { playing, registered } from "../people.ts";

/** Bytes in one KB of a budget. */
const KB = 1000;
/** The time without a new file after which a page has loaded, in milliseconds. */
const SILENCE_MS = 700;

interface Route {
  path: string;
  /** In KB: scripts and styles together. */
  budget: number;
  /** The element that shows that the screen can be used. */
  shows: (page: Page) => ReturnType<Page["getByRole"]>;
  /** The preparation: an account, a session, choices. */
  before?: (page: Page) => Promise<void>;
}

interface Weight {
  path: string;
  /** All in KB, gzipped. */
  budget: number;
  scripts: number;
  styles: number;
  /** Loaded afterwards, while the browser is idle: not part of the first load. */
  idle: number;
  files: readonly File[];
}

interface File {
  name: string;
  bytes: number;
}

export const jackpotTen = { id: 4, price: 5 };

/** As after the earlier steps of the booking. */
export async function chose(page: Page): Promise<void> {
  await page.addInitScript(
    ([packageId, price]) => {
      const sessionData = { courseId: 1, packageId, bayNumber: 7, purchaseContext: "initial" };
      const packageInfo = { name: "Jackpot Ten", price, ballCount: 10, description: "Ten balls" };
      const fresh = { teeTime: "", ownBalls: 0, friends: [], purchaseContext: "initial" };
      const selections = { courseId: 1, packageType: "jackpot", sessionType: "individual", ...fresh };
      sessionStorage.setItem("checkoutData", JSON.stringify({ sessionData, packageInfo }));
      sessionStorage.setItem("bookingSelections", JSON.stringify(selections));
    },
    [jackpotTen.id, jackpotTen.price] as const,
  );
}

const player = async (page: Page) => void (await registered(page));
const booking = async (page: Page) => {
  await registered(page);
  await chose(page);
};
const inGame = async (page: Page) => {
  await registered(page);
  await playing(page, jackpotTen.id, jackpotTen.price);
};

const routes: readonly Route[] = [
  { path: "/", budget: 120, shows: (page) => page.getByRole("link", { name: "Register" }).first() },
  { path: "/landing", budget: 120, shows: (page) => page.getByRole("heading", { level: 1 }) },
  { path: "/terms", budget: 120, shows: (page) => page.getByRole("heading", { level: 1 }) },
  { path: "/login", budget: 120, shows: (page) => page.getByRole("button", { name: "Sign In" }) },
  { path: "/register", budget: 120, shows: (page) => page.getByRole("button", { name: "Create Account" }) },
  {
    path: "/course",
    budget: 150,
    before: player,
    shows: (page) => page.getByText("Palmetto Pines Driving Range").first(),
  },
  { path: "/package", budget: 150, before: booking, shows: (page) => page.getByText("Jackpot Ten").first() },
  {
    path: "/app?step=3",
    budget: 150,
    before: booking,
    shows: (page) => page.getByRole("heading", { name: "Review & Payment" }),
  },
  {
    path: "/checkout",
    budget: 150,
    before: booking,
    shows: (page) => page.getByRole("button", { name: "Pay & Start Session - $5" }),
  },
  { path: "/game", budget: 150, before: inGame, shows: (page) => page.getByRole("button", { name: "Shot Taken" }) },
  { path: "/prizes", budget: 150, before: player, shows: (page) => page.getByRole("heading", { level: 1 }) },
  { path: "/profile", budget: 150, before: player, shows: (page) => page.getByRole("heading", { level: 1 }) },
];

/** The page's callbacks for when it is idle. */
declare global {
  interface Window {
    leftForLater?: IdleRequestCallback[];
  }
}

/** The number of pages that load at once. */
const TOGETHER = 4;

/** The weights of all routes, in their order. */
export async function weighAll(browser: Browser, baseURL: string, options: BrowserContextOptions): Promise<Weight[]> {
  const weights: Weight[] = [];
  for (let at = 0; at < routes.length; at += TOGETHER) {
    const some = routes.slice(at, at + TOGETHER);
    weights.push(...(await Promise.all(some.map((route) => weigh(browser, baseURL, route, options)))));
  }
  return weights;
}

/**
 * Loads a route like a person's first visit (nothing cached, no service worker) and touches nothing, until the network
 * is silent. Work for `requestIdleCallback` is held back until then, and weighed separately.
 */
async function weigh(browser: Browser, baseURL: string, route: Route, options: BrowserContextOptions): Promise<Weight> {
  const context = await browser.newContext({
    ...options,
    baseURL,
    serviceWorkers: "block",
    // The budgets are for gzip, which every browser accepts.
    extraHTTPHeaders: { "accept-encoding": "gzip" },
  });
  try {
    const page = await context.newPage();
    await route.before?.(page);
    await page.addInitScript(() => {
      const later: IdleRequestCallback[] = [];
      window.leftForLater = later;
      window.requestIdleCallback = (callback) => later.push(callback);
    });
    const underWay = requestsOf(page);
    await page.goto(route.path);
    await route.shows(page).waitFor();
    const files = await settled(page, underWay);
    await page.evaluate(() => {
      const later = window.leftForLater?.splice(0) ?? [];
      for (const callback of later) callback({ didTimeout: false, timeRemaining: () => 50 });
    });
    const later = await settled(page, underWay);
    const [all, first] = [sum(later), sum(files)];
    const styles = sum(files.filter(({ name }) => name.endsWith(".css")));
    return {
      path: route.path,
      budget: route.budget,
      scripts: (first - styles) / KB,
      styles: styles / KB,
      idle: (all - first) / KB,
      files,
    };
  } finally {
    await context.close();
  }
}

/** The requests of a page that are not answered yet, except its live stream, which never ends. */
function requestsOf(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on("request", (request) => request.url().endsWith("/events") || underWay.add(request));
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/** The scripts and styles of a page, after the last of them: nothing was asked for and nothing came for a while. */
async function settled(page: Page, underWay: ReadonlySet<Request>): Promise<File[]> {
  for (let before = -1; ;) {
    const files = await filesOf(page);
    if (files.length === before && underWay.size === 0) return files;
    before = files.length;
    await page.waitForTimeout(SILENCE_MS);
  }
}

/** The present scripts and styles of the page: files, and inline ones. */
async function filesOf(page: Page): Promise<File[]> {
  const inside = await page.evaluate(() =>
    [...document.querySelectorAll("head > style, head > script:not([src])")].map(({ tagName, textContent }) => ({
      name: tagName === "STYLE" ? "in the page.css" : "in the page.js",
      text: textContent,
    })),
  );
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\.(?:js|css)$/.test(new URL(name).pathname))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
  );
  return [...files, ...inside.map(({ name, text }) => ({ name, bytes: gzipSync(text).length }))];
}

function sum(files: readonly File[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
