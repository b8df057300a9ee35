/**
 * `npm run first-words`: when a first visit shows something on slow 3G (400 ms, 400 kbit/s) with a processor four times
 * slower, on a server with a database of its own: the first words, the largest paint, the screen itself, the first tap
 * that did something, where a page has one here, and how long the page was blocked. Medians of `--runs` (3). Paths as
 * arguments take only those. `--beside=FOLDER` measures another checkout's build in turns; `--fast` is for this machine's
 * own network and processor. What the first run of each page looked like, every half second, is one picture a page in
 * `test-results/first-words`.
 */
import { mkdirSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { type Browser, chromium, devices, type Page } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { playing, registered, signedIn } from "../people.ts";
import { type RunningServer, startServer } from "../server.ts";
import { drawFilm, startFilm } from "./film.ts";
import { chose, jackpotTen } from "./weigh.ts";

const SLOW = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const SLOWER_CPU = 4;
const DESK = { width: 1280, height: 800 };
/** The largest paint is known when nothing larger comes any more. */
const SETTLED_MS = 1500;

interface Shown {
  path: string;
  /** What can be read when the screen is there, and not before. */
  text: string | RegExp;
  before?: "signedIn" | "chosen" | "inGame" | "administrator";
  /** Does what somebody does first here, and waits for what comes of it. */
  tap?: (page: Page) => Promise<void>;
}

const choose = (name: RegExp) => async (page: Page) => page.getByRole("radio", { name }).first().check({ force: true });
const shoot = async (page: Page) => {
  await page.getByRole("button", { name: "Shot Taken" }).tap();
  await page.getByRole("button", { name: "Undo" }).waitFor();
};
const changeLanguage = async (page: Page) => {
  await page.getByRole("button", { name: "Español" }).click();
  await page.locator("html[lang=es]").waitFor();
};

const pages: readonly Shown[] = [
  { path: "/", text: /./ },
  { path: "/landing", text: /./ },
  { path: "/login", text: /./ },
  { path: "/course", text: "Palmetto Pines Driving Range", before: "signedIn", tap: choose(/Palmetto/) },
  { path: "/package", text: "Jackpot Ten", before: "chosen", tap: choose(/Jackpot Five/) },
  { path: "/game", text: "Shot Taken", before: "inGame", tap: shoot },
  { path: "/profile", text: "Profile", before: "signedIn" },
  { path: "/app", text: "Palmetto Pines Driving Range", before: "signedIn" },
  { path: "/checkout", text: "Pay & Start Session", before: "chosen", tap: choose(/^Card/) },
  { path: "/orders", text: "My Receipts", before: "signedIn" },
  { path: "/claims", text: "Claims", before: "signedIn" },
  { path: "/prizes?course=1", text: "Palmetto Pines Driving Range", before: "signedIn" },
  { path: "/bay?course=1&bay=7", text: "Jackpot Five", before: "signedIn" },
  { path: "/admin", text: "Dashboard", before: "administrator", tap: changeLanguage },
  { path: "/admin/prize-verification", text: "Claims", before: "administrator", tap: changeLanguage },
];

const measures = ["first words", "largest", "screen", "tap", "blocked"] as const;
type Measured = Readonly<Record<(typeof measures)[number], number>>;

declare global {
  interface Window {
    seen?: { largest: number; blocked: number };
  }
}

const asked = process.argv.slice(2);
const option = (name: string) => asked.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const runs = Number(option("runs") ?? 3);
const wanted = pages.filter(({ path }) => !asked.some((word) => word.startsWith("/")) || asked.includes(path));
const beside = option("beside");
const fast = asked.includes("--fast");

mkdirSync("test-results/first-words", { recursive: true });
const servers: RunningServer[] = [await startServer("first-words")];
const browser = await chromium.launch(launchOptions("browser"));
try {
  if (beside !== undefined) servers.push(await startServer("first-words-beside", {}, { checkout: beside }));
  console.log(["page".padEnd(28), ...measures.map((name) => name.padStart(14))].join(""));
  for (const shown of wanted) {
    const found: Measured[][] = servers.map(() => []);
    for (let run = 0; run < runs; run++)
      for (const [at, { url }] of servers.entries()) {
        const film = run === 0 && at === 0 ? `test-results/first-words/${nameOf(shown.path)}.png` : undefined;
        found[at]?.push(await measure(browser, url, shown, film));
      }
    for (const [at, all] of found.entries()) {
      const medians = measures.map((name) => shownAs(median(all.map((one) => one[name]))).padStart(14));
      console.log(`${shown.path.padEnd(28)}${medians.join("")}${at === 0 ? "" : `  ${beside}`}`);
    }
  }
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load ${load.join(" ")} on ${availableParallelism()} cores`);
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
}

/** A first visit: nothing kept but who is signed in, as after a sign-in on this device. */
async function measure(
  on: Browser,
  baseURL: string,
  { path, text, before, tap }: Shown,
  film: string | undefined,
): Promise<Measured> {
  const desk = before === "administrator" ? await deskOf(on, baseURL) : undefined;
  const context = await on.newContext({
    ...(desk ? { viewport: DESK, storageState: desk } : devices["Pixel 7"]),
    baseURL,
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    if (before && !desk) await prepare(page, before);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    if (!fast) {
      await devtools.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
    }
    await page.addInitScript(watch);
    const endFilm = film === undefined ? undefined : await startFilm(devtools);
    await page.goto(path, { waitUntil: "commit" });
    // What the server draws can be read before it can be used.
    const usable = page.locator("#root:not([aria-busy])");
    await usable.getByText(text).first().waitFor({ timeout: 60_000 });
    const screen = await page.evaluate(() => performance.now());
    await tap?.(page);
    const tapped = tap ? await page.evaluate(() => performance.now()) : Number.NaN;
    await page.waitForLoadState("load");
    await page.waitForTimeout(SETTLED_MS);
    if (film !== undefined && endFilm) await drawFilm(on, await endFilm(), film);
    const seen = await page.evaluate(() => ({
      words: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      ...window.seen,
    }));
    return {
      "first words": seen.words,
      largest: seen.largest ?? Number.NaN,
      screen,
      tap: tapped,
      blocked: seen.blocked ?? Number.NaN,
    };
  } finally {
    await context.close();
  }
}

/** The cookies of the demo's administrator. */
async function deskOf(on: Browser, url: string) {
  const page = await signedIn(on, url, "admin@acebay.test", DESK);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}

function shownAs(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "-" : `${Math.round(milliseconds)} ms`;
}

function nameOf(path: string): string {
  return path.replaceAll(/[^a-z]+/g, "-").replaceAll(/^-|-$/g, "") || "home";
}

async function prepare(page: Page, before: NonNullable<Shown["before"]>): Promise<void> {
  const name = "Robin Tester";
  const { id, userId } = await registered(page, name);
  const user = { id, userId, name, role: "player" };
  await page.addInitScript((known) => localStorage.setItem("authState", JSON.stringify({ user: known })), user);
  if (before === "chosen") await chose(page);
  if (before === "inGame") await playing(page, jackpotTen.id, jackpotTen.price);
}

/** Runs in the page before its scripts. */
function watch(): void {
  const seen = { largest: 0, blocked: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  // As Lighthouse counts: what a task takes beyond 50 ms.
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += duration - 50;
  }).observe({ type: "longtask", buffered: true });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
