/** How long a list of the desk takes from a key, a press or the wheel to the next picture, on a slow processor. */
import type { CDPSession, Page } from "@playwright/test";

const SLOWER = 4;
/** Rows that are loaded before anything is measured, and the time that this may take. */
const LOADING_MS = 90_000;

interface Response {
  list: string;
  /** Loaded when the measure began. */
  rows: number;
  interactions: number;
  /** Milliseconds. */
  p98: number;
  worst: number;
  /** The kind of the slowest one: `keydown`, `click`, `wheel`. */
  of: string;
  /** The five slowest. */
  slowest: string;
}

/**
 * What the page's thread worked for all interactions, with what came after each picture: milliseconds of processor time,
 * to which other work on the machine adds less than to the clock. The slow processor is in it.
 */
export interface Worked {
  all: number;
  script: number;
  style: number;
  layout: number;
}

interface List {
  name: string;
  path: string;
  /** Types into the list's search field, and empties it again. */
  search: { label: string; text: string };
  /** Presses of headings that sort. */
  sort?: readonly string[];
  /** Keys from the top of the list: on from row to row, a verdict's second step and back, the help. */
  keys?: readonly string[];
  /** Tabs over the list. */
  tabs?: readonly string[];
  /** A link in a row; `leaves` when it opens another page. */
  row: { selector: string; leaves: boolean };
}

export const lists: readonly List[] = [
  {
    name: "claims",
    path: "/admin/prize-verification",
    search: { label: "Player or ID", text: "Lou 11" },
    sort: ["Player", "Prize", "Claimed", "Claimed"],
    keys: ["j", "j", "j", "k", "x", "x", "r", "Escape", "?", "Escape", "j", "Escape"],
    tabs: ["Verified", "All", "Pending"],
    row: { selector: "[data-row] a", leaves: false },
  },
  {
    name: "orders",
    path: "/admin/orders",
    search: { label: "Search orders", text: "Golfer 11" },
    sort: ["When", "Amount", "Amount"],
    row: { selector: "main a[href^='/admin/orders/']", leaves: true },
  },
  {
    name: "people",
    path: "/admin/people",
    search: { label: "Name, email address or player ID", text: "Person 11" },
    sort: ["Name", "Name"],
    row: { selector: "main a[href^='/admin/people/']", leaves: true },
  },
  {
    name: "audit trail",
    path: "/admin/audit",
    search: { label: "Person", text: "Alex" },
    sort: ["When", "When"],
    row: { selector: "main tbody a[href^='/admin/']", leaves: true },
  },
];

/** @param rows so many are loaded first, or as many as come in a minute and a half */
export async function measure(page: Page, list: List, rows: number): Promise<Response & { worked: Worked }> {
  await page.goto(list.path);
  await page.locator(list.row.selector).first().waitFor();
  const loaded = await loadRows(page, list, rows);
  await page.evaluate(() => scrollTo(0, 0));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await watch(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await workOf(devtools);
  const sent = await play(page, list);
  const after = await workOf(devtools);
  const seen = await page.evaluate(() => window.seenEvents.splice(0));
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await devtools.detach();
  const part = (name: string) => Math.round(1000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0)));
  const [all, script] = [part("TaskDuration"), part("ScriptDuration")];
  const worked = { all, script, style: part("RecalcStyleDuration"), layout: part("LayoutDuration") };
  return { list: list.name, rows: loaded, worked, ...slowestOf(seen, sent) };
}

/** Seconds by name, since the page began. */
async function workOf(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** @param sent how many interactions there were: those below 16 ms are not seen */
export function slowestOf(seen: typeof window.seenEvents, sent: number): Omit<Response, "list" | "rows"> {
  // The browser does not report events below 16 ms; they are the difference to the number that was sent.
  const told = new Map<string, { ms: number; name: string }>();
  for (const { ms, name, interaction, at } of seen) {
    const key = interaction > 0 ? String(interaction) : `${name} ${at}`;
    if (ms > (told.get(key)?.ms ?? 0)) told.set(key, { ms, name });
  }
  const slow = [...told.values()].toSorted((a, b) => b.ms - a.ms);
  const at98 = slow[Math.floor(Math.max(sent, slow.length) * 0.02)];
  return {
    interactions: Math.max(sent, slow.length),
    p98: at98?.ms ?? 16,
    worst: slow[0]?.ms ?? 16,
    of: slow[0]?.name ?? "",
    slowest: slow
      .slice(0, 5)
      .map(({ ms, name }) => `${name} ${ms}`)
      .join(", "),
  };
}

declare global {
  interface Window {
    seenEvents: { name: string; ms: number; interaction: number; at: number }[];
  }
}

/** Collects the page's own event timings. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seenEvents = [];
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as PerformanceEventTiming[]) {
        // A pointer that moves over rows is not an interaction.
        if (entry.interactionId === 0 && entry.name !== "wheel") continue;
        const { duration: ms, startTime: at } = entry;
        const on = entry.target instanceof Element ? (entry.target.textContent ?? "").trim().slice(0, 20) : "";
        const name = `${entry.name} on ${entry.target?.nodeName.toLowerCase() ?? "what is gone"} ${on}`.trim();
        window.seenEvents.push({ name, ms, interaction: entry.interactionId, at });
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** Scrolls to the end, or presses 'Show more', until so many rows have come. */
async function loadRows(page: Page, list: List, rows: number): Promise<number> {
  const deadline = Date.now() + LOADING_MS;
  let count = 0;
  while (Date.now() < deadline && count < rows) {
    count = await page.evaluate((selector) => {
      scrollTo(0, document.documentElement.scrollHeight);
      const more = [...document.querySelectorAll("button")].find(({ textContent }) =>
        textContent.startsWith("Show more"),
      );
      more?.click();
      const told = Number(document.querySelector("table[aria-rowcount]")?.getAttribute("aria-rowcount") ?? 0) - 1;
      return Math.max(told, document.querySelectorAll(selector).length);
    }, list.row.selector);
    await page.waitForTimeout(50);
  }
  return count;
}

/** @returns how many interactions were sent */
async function play(page: Page, list: List): Promise<number> {
  let sent = 0;
  const settle = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 120))));
  const act = async (deed: () => Promise<unknown>) => {
    await deed();
    sent++;
    await settle();
  };
  await page.mouse.move(400, 500);
  for (const by of [600, 600, 5000, 40_000, -600, 300_000, -20_000, 600, -100_000, 1200])
    await act(() => page.mouse.wheel(0, by));
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("body").press("Escape");
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "PageDown", "PageUp", "End", "Home"])
    await act(() => page.keyboard.press(key));
  for (const key of list.keys ?? []) await act(() => page.keyboard.press(key));
  for (const tab of list.tabs ?? []) await act(() => page.getByRole("radio", { name: tab }).click({ force: true }));
  const columns = page.getByRole("button", { name: "Columns" });
  if ((await columns.count()) > 0) {
    await act(() => columns.click());
    const last = page.getByRole("group", { name: "Columns" }).getByRole("checkbox").last();
    for (let time = 0; time < 2; time++) await act(() => last.click());
    await act(() => columns.click());
  }
  for (const heading of list.sort ?? []) {
    // The order before, or the tab, may still be loading.
    await page.locator(list.row.selector).first().waitFor();
    const button = page.locator("thead").getByRole("button", { name: heading });
    if ((await button.count()) > 0) await act(() => button.click());
  }
  const field = page.getByLabel(list.search.label, { exact: false }).first();
  await act(() => field.click());
  for (const letter of list.search.text) await act(() => page.keyboard.press(letter === " " ? "Space" : letter));
  // The list follows a pause in typing; until then the rows are those before.
  await page.waitForTimeout(600);
  await page.locator(list.row.selector).first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await settle();
  for (let row = 0; row < (list.row.leaves ? 1 : 4); row++) {
    const at = await placeOf(page, list.row.selector, row);
    if (at) await act(() => page.mouse.click(at.x, at.y));
  }
  return sent;
}

/** The middle of one of the links in the window. A press by hand does not scroll first. */
function placeOf(page: Page, selector: string, index: number) {
  return page.evaluate(
    ([links, nth]) => {
      const seen = [...document.querySelectorAll(links)]
        .map((link) => link.getBoundingClientRect())
        .filter(({ top, bottom }) => top > 60 && bottom < innerHeight - 20)[nth];
      return seen && { x: seen.x + Math.min(30, seen.width / 2), y: seen.y + seen.height / 2 };
    },
    [selector, index] as const,
  );
}
