/** Takes the pictures: a screen in a state, in each of the given looks, checked by axe. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page, Route } from "@playwright/test";
import { violationsOn, WCAG } from "../axe.ts";
import { signedIn } from "../people.ts";
import { isAsked, type Look, type Size, sizes } from "./looks.ts";
import { measure } from "./measure.ts";
import type { Address } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";

/** A page with a full picture higher than this grows by itself. */
const HIGHEST = 12_000;

export interface Picture extends Look {
  screen: string;
  state: string;
  /** Of the page's address. */
  path: string;
  /** In the output folder. */
  file: string;
  /** From axe: rule and places. Also what `measure` finds. */
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

/** What all studios of a run share. */
export interface Run extends Pick<Studio, "pictures" | "failures"> {
  browser: Browser;
  folder: string;
  /** The words of the command: looks that it names are taken alone. */
  words: readonly string[];
}

export function openStudio(run: Run, url: string): Studio {
  const { browser, folder, words, pictures, failures } = run;
  const visitor: Studio["visitor"] = async (storageState) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: "en-US",
      viewport: sizes["390x844"],
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
      const wanted = looks.filter((look) => look.language === language && isAsked(look, words));
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

async function prepare(page: Page, { size, theme, language }: Look): Promise<void> {
  await page.setViewportSize(sizes[size]);
  await page.emulateMedia({ colorScheme: theme });
  // Storage belongs to the address, so any page of ours will do.
  if (!page.url().startsWith("http")) await page.goto("/healthz");
  await page.evaluate((chosen) => localStorage.setItem("language", JSON.stringify(chosen)), language);
}

/** Phones on which much of a page is below the window: what stands in it at first is a picture of its own. */
const folding: readonly Size[] = ["360x640", "844x390"];

async function picture(page: Page, screen: string, state: string, look: Look, folder: string): Promise<Picture> {
  const { width, height } = sizes[look.size];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: look.theme });
  await page.evaluate(() => document.fonts.ready);
  // Sizes are observed, and states follow, within a few frames; on a busy machine those come late, and colours with them.
  await page.waitForTimeout(200);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const violations = await violationsOn(page, WCAG);
  let measured = await page.evaluate(measure);
  const name = [screen, state, look.size, look.theme, look.language].join(" ");
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const shoot = (part: string, fullPage = false) =>
    page.screenshot({ path: join(folder, `${file}${part}.png`), animations: "disabled", fullPage });
  mkdirSync(folder, { recursive: true });
  const isHigher = measured.height > height;
  if (isHigher && folding.includes(look.size)) await shoot("-window");
  // In a window as high as the page, sticky elements are at the bottom of the page. A phone on its side would be laid
  // out as upright there.
  const grows = isHigher && width < height * 2;
  // What is laid out for a low window takes more room in a high one.
  for (let known = 0; grows && known < measured.height;) {
    known = measured.height;
    await page.setViewportSize({ width, height: Math.min(known, HIGHEST) });
    measured = await page.evaluate(measure);
  }
  // A picture of the whole page has no open dialog in it.
  const isCovered = (await page.locator("dialog[open]").count()) > 0;
  await shoot("", isHigher && !grows && !isCovered);
  return {
    ...look,
    screen,
    state,
    path: new URL(page.url()).pathname,
    file: `${file}.png`,
    smallestText: measured.smallestText,
    violations: [
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`),
      ...measured.faults,
    ],
  };
}

/** Their pages carry the answers of the first calls, and show the screen drawn from them. */
const carrying = new Set<string>(
  Object.values<Address>(playerAddresses).flatMap((row) => ("answers" in row && row.answers ? [row.path] : [])),
);

/**
 * Changes replies on their way, but not the page itself, whose address may look like a call's. A page that would carry
 * the same replies is the one that the service worker keeps, so that the app makes its calls.
 */
async function onReply(page: Page, pattern: RegExp, handle: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    ({ pathname }) => carrying.has(pathname),
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      return route.fulfill({
        response: await route.fetch({ url: new URL("/index.html", route.request().url()).href }),
      });
    },
  );
  await page.route(pattern, (route) => (route.request().isNavigationRequest() ? route.fallback() : handle(route)));
}

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
