/**
 * `npm run inp`: how long a golfer's tap takes until the next picture, on a processor four times slower: the steps of the
 * wizard, shots, undone ones, and the sheet of a claim. The 98th percentile of all taps of `--runs` (3) plays; the goal is
 * below 100 ms. A golfer reads a screen for a second before the first tap; 'at once' is a shot without that second, while
 * the page still loads what it needs later.
 */
import { availableParallelism, loadavg } from "node:os";
import { chromium, devices, type Page } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { slowestOf, watch } from "../desk/respond.ts";
import { live, playing, registered } from "../people.ts";
import { startServer } from "../server.ts";
import { jackpotTen } from "./weigh.ts";

const SLOWER_CPU = 4;
const SHOTS = 6;
const READING_MS = 1000;
const runs = Number(process.argv.find((word) => word.startsWith("--runs="))?.slice("--runs=".length) ?? 3);

/** Taps, and counts. What a page has seen is taken before another page replaces it. */
function tapper(page: Page) {
  const seen: typeof window.seenEvents = [];
  let sent = 0;
  const take = async () => void seen.push(...(await page.evaluate(() => window.seenEvents?.splice(0) ?? [])));
  return {
    tap: async (role: Parameters<Page["getByRole"]>[0], name: string | RegExp) => {
      await page.getByRole(role, { name }).first().tap();
      sent += 1;
      // The picture after it, and what the timing needs to be told.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 150))));
      await take();
    },
    told: () => ({ seen, sent }),
  };
}

async function slowly(page: Page, path: string, reading = READING_MS): Promise<void> {
  await page.goto(path);
  await live(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER_CPU });
  await watch(page);
  await page.waitForTimeout(reading);
}

/** The steps of booking, up to the payment. */
async function book(page: Page) {
  await registered(page);
  await slowly(page, "/app");
  const { tap, told } = tapper(page);
  await tap("radio", /Palmetto Pines/);
  await tap("button", "Continue");
  await tap("radio", /Jackpot Ten/);
  await tap("button", "Continue");
  return told();
}

/** Shots, undone ones, and the sheet of a claim, opened and closed. */
async function play(page: Page) {
  await registered(page);
  await playing(page, jackpotTen.id, jackpotTen.price);
  await slowly(page, "/game");
  const { tap, told } = tapper(page);
  for (let shot = 0; shot < SHOTS; shot++) {
    await tap("button", "Shot Taken");
    if (shot % 2 === 0) await tap("button", "Undo");
  }
  await tap("button", "Claim Your Prize");
  await tap("radio", /Left/);
  await tap("button", "Review Claim");
  await tap("button", /Back|Change/);
  await tap("button", "Close");
  return told();
}

async function shootAtOnce(page: Page) {
  await registered(page);
  await playing(page, jackpotTen.id, jackpotTen.price);
  await slowly(page, "/game", 0);
  const { tap, told } = tapper(page);
  await tap("button", "Shot Taken");
  return told();
}

const server = await startServer("inp");
const browser = await chromium.launch(launchOptions("browser"));
try {
  for (const [name, scene] of Object.entries({ booking: book, game: play, "at once": shootAtOnce })) {
    const all: typeof window.seenEvents = [];
    let taps = 0;
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ ...devices["Pixel 7"], baseURL: server.url, serviceWorkers: "block" });
      const { seen, sent } = await scene(await context.newPage());
      // Numbers of interactions begin anew in each page.
      for (const one of seen) all.push({ ...one, interaction: one.interaction + run * 1_000_000 });
      taps += sent;
      await context.close();
    }
    const { p98, worst, slowest } = slowestOf(all, taps);
    console.log(`${name.padEnd(10)}${taps} taps: p98 ${p98} ms, worst ${worst} ms (${slowest})`);
  }
  const load = loadavg().map((one) => one.toFixed(1));
  console.log(`load ${load.join(" ")} on ${availableParallelism()} cores`);
} finally {
  await browser.close();
  await server.stop();
}
