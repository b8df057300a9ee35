/**
 * `npm run screens`: takes every screen in its states into `screens/`, with an index page, from the real server on a
 * database of its own. It fails on a violation that axe finds, on a fault of the layout (measure.ts), on a state that
 * was not reached, and on an address without its pictures (coverage.ts). With names of its parts, or of looks, it takes
 * those alone: `npm run screens -- games desks 844x390 dark es`.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { launchOptions } from "../browser.ts";
import { startServer } from "../server.ts";
import { books } from "./books.ts";
import { bookings } from "./bookings.ts";
import { checkouts } from "./checkouts.ts";
import { colleagues } from "./colleagues.ts";
import { untaken } from "./coverage.ts";
import { desks } from "./desks.ts";
import { entrances } from "./entrances.ts";
import { figures } from "./figures.ts";
import { games } from "./games.ts";
import { writeIndex } from "./index-page.ts";
import { kit } from "./kit.ts";
import { isOfLooks } from "./looks.ts";
import { managing } from "./managing.ts";
import { players } from "./players.ts";
import { ranges } from "./ranges.ts";
import { openStudio, type Run, type Studio } from "./studio.ts";
import { visitors } from "./visitors.ts";

const folder = fileURLToPath(new URL("../../screens", import.meta.url));
const started = performance.now();
rmSync(folder, { recursive: true, force: true });
const server = await startServer("screens");
const browser = await chromium.launch(launchOptions("browser"));
try {
  const words = process.argv.slice(2);
  const run: Run = { browser, folder, words, pictures: [], failures: [] };
  const studio = openStudio(run, server.url);
  const admin = await studio.desk("admin@acebay.test");
  /** A database of its own, because screens that list all rows would show those of other parts. */
  const alone = async (name: string, act: (own: Studio) => Promise<void>) => {
    const own = await startServer(`screens-${name}`);
    try {
      // A passkey needs a host name: an IP address cannot have one.
      const url = own.url.replace("127.0.0.1", "localhost");
      await act(openStudio(run, url));
    } finally {
      await own.stop();
    }
  };
  const acts: Record<string, () => Promise<void>> = {
    games: () => games(studio),
    figures: () => alone("figures", figures),
    ranges: () => alone("ranges", ranges),
    colleagues: () => alone("colleagues", colleagues),
    managing: () => alone("managing", managing),
    books: () => alone("books", books),
    bookings: () => bookings(studio),
    entrances: () => entrances(studio),
    checkouts: () => checkouts(studio),
    players: () => players(studio, admin),
    visitors: () => visitors(studio),
    desks: () => desks(studio, admin),
    kit: () => kit(run),
  };
  const asked = words.filter((word) => !isOfLooks(word));
  const unknown = asked.filter((name) => !(name in acts));
  if (unknown.length > 0) throw new Error(`No part and no look has the name ${unknown.join(", ")}`);
  const waiting = Object.entries(acts).filter(([name]) => asked.length === 0 || asked.includes(name));
  // Two browsers keep two cores busy.
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, act] = next;
      await act().catch((error: unknown) => studio.failures.push(`${name}: ${String(error)}`));
    }
  };
  await Promise.all([work(), work()]);
  const { pictures, failures } = studio;
  if (words.length === 0) failures.push(...untaken(pictures));
  writeIndex(folder, pictures, failures);
  for (const { screen, state, size, theme, language, violations } of pictures)
    for (const violation of violations) console.log(`${screen}, ${state} (${size} ${theme} ${language}): ${violation}`);
  for (const failure of failures) console.log(`not taken: ${failure}`);
  const found = pictures.reduce((sum, { violations }) => sum + violations.length, 0);
  const screens = new Set(pictures.map(({ screen }) => screen)).size;
  const states = new Set(pictures.map(({ screen, state }) => `${screen} ${state}`)).size;
  console.log(
    `${pictures.length} pictures of ${states} states of ${screens} screens, ${found} violations, ${failures.length} not taken, ${Math.round((performance.now() - started) / 1000)} s: screens/index.html`,
  );
  process.exitCode = found + failures.length > 0 || pictures.length === 0 ? 1 : 0;
} finally {
  await browser.close();
  await server.stop();
}
