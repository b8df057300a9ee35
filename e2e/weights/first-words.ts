/**
 * `npm run first-words`: when a first visit shows something on slow 3G (400 ms, 400 kbit/s) with a processor four times
 * slower, on a server with a database of its own: the first words, the largest paint and the screen itself, and how long
 * the page was blocked. Medians of `--runs` (3). Paths as arguments take only those. `--beside=FOLDER` measures another
 * checkout's build in turns; `--fast` is for this machine's own network and processor.
 */
import { availableParallelism, loadavg } from "node:os";
import { type Browser, chromium, devices, type Page } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { playing, registered } from "../people.ts";
import { type RunningServer, startServer } from "../server.ts";
import { chose, jackpotTen } from "./weigh.ts";

const SLOW = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const SLOWER_CPU = 4;
/** The largest paint is known when nothing larger comes any more. */
const SETTLED_MS = 1500;

interface Shown {
  path: string;
  /** What can be read when the screen is there, and not before. */
  text: string | RegExp;
  before?: "signedIn" | "chosen" | "inGame";
}

const pages: readonly Shown[] = [
  { path: "/", text: /./ },
  { path: "/landing", text: /./ },
  { path: "/login", text: /./ },
  { path: "/course", text: "Palmetto Pines Driving Range", before: "signedIn" },
  { path: "/package", text: "Jackpot Ten", before: "chosen" },
  { path: "/game", text: "Shot Taken", before: "inGame" },
  { path: "/profile", text: "Profile", before: "signedIn" },
];

const measures = ["first words", "largest", "screen", "blocked"] as const;
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

const servers: RunningServer[] = [await startServer("first-words")];
const browser = await chromium.launch(launchOptions("browser"));
try {
  if (beside !== undefined) servers.push(await startServer("first-words-beside", {}, { checkout: beside }));
  console.log(["page".padEnd(12), ...measures.map((name) => name.padStart(14))].join(""));
  for (const shown of wanted) {
    const found: Measured[][] = servers.map(() => []);
    for (let run = 0; run < runs; run++)
      for (const [at, { url }] of servers.entries()) found[at]?.push(await measure(browser, url, shown));
    for (const [at, all] of found.entries()) {
      const medians = measures.map((name) => `${Math.round(median(all.map((one) => one[name])))} ms`.padStart(14));
      console.log(`${shown.path.padEnd(12)}${medians.join("")}${at === 0 ? "" : `  ${beside}`}`);
    }
  }
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load ${load.join(" ")} on ${availableParallelism()} cores`);
} finally {
  await browser.close();
  for (const server of servers) await server.stop();
}

/** A first visit: nothing kept but who is signed in, as after a sign-in on this device. */
async function measure(on: Browser, baseURL: string, { path, text, before }: Shown): Promise<Measured> {
  const context = await on.newContext({ ...devices["Pixel 7"], baseURL, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    if (before) await prepare(page, before);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    if (!fast) {
      await devtools.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
    }
    await page.addInitScript(watch);
    await page.goto(path, { waitUntil: "commit" });
    // What the server draws can be read before it can be used.
    const usable = page.locator("#root:not([aria-busy])");
    await usable.getByText(text).first().waitFor({ timeout: 60_000 });
    const screen = await page.evaluate(() => performance.now());
    await page.waitForLoadState("load");
    await page.waitForTimeout(SETTLED_MS);
    const seen = await page.evaluate(() => ({
      words: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      ...window.seen,
    }));
    return {
      "first words": seen.words,
      largest: seen.largest ?? Number.NaN,
      screen,
      blocked: seen.blocked ?? Number.NaN,
    };
  } finally {
    await context.close();
  }
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
