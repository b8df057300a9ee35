/** Tab reaches every control of every screen, in the order of the page, in sight and with a mark that shows it. */
import type { JSHandle, Page } from "@playwright/test";
import type { playerAddresses } from "#platform/shared/addresses/players.ts";
import { atCheckout, savedEarlier } from "../buying.ts";
import { deskScreens, filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { claimPrize, newestOrder, playing, registered, signedIn } from "../people.ts";

// Each goes through all controls of many screens.
test.setTimeout(600_000);
const MOST_STOPS = 500;

declare global {
  interface Window {
    /** What the walk remembers on its page; the look of a control is that with the focus. */
    tabbing: { seen: Set<Element>; last: { one: Element; look: string } | undefined; atStart: Set<Element> };
  }
}

/** The stops of the page: its controls that can be used now. */
async function stops(page: Page): Promise<JSHandle<HTMLElement[]>> {
  return page.evaluateHandle(() => {
    const kinds = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable='true']";
    // A group of radio buttons is one stop: the chosen one, otherwise the first.
    const isOther = (one: Element) => {
      if (!(one instanceof HTMLInputElement) || one.type !== "radio") return false;
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(one.name)}"]`)];
      return one !== (group.find(({ checked }) => checked) ?? group[0]);
    };
    return [...document.querySelectorAll<HTMLElement>(kinds)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(":disabled") &&
        one.closest("[inert]") === null &&
        one.checkVisibility({ visibilityProperty: true }) &&
        !isOther(one),
    );
  });
}

/** Begins a walk at the top of the page that is shown. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(
    (now) => {
      // A focus that is only taken away is still where Tab goes on.
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute("tabindex");
      scrollTo(0, 0);
      window.tabbing = { seen: new Set(), last: undefined, atStart: new Set(now) };
    },
    await stops(page),
  );
}

/** Looks at where the press before has led. @returns what is wrong there, and whether the page is at its end */
async function look(page: Page): Promise<{ wrong: string[]; isOver: boolean }> {
  return page.evaluate(async () => {
    // A long list draws its next rows in the next picture; nobody presses quicker than that.
    await new Promise((drawn) => {
      requestAnimationFrame(() => setTimeout(drawn));
    });
    const { seen, last } = window.tabbing;
    const nameOf = (one: Element) => `${one.tagName} ${(one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40)}`;
    const lookOf = (one: Element) =>
      [one, one.parentElement, one.nextElementSibling]
        .flatMap((part) => {
          if (!part) return [];
          const { outline, boxShadow, borderColor, backgroundColor, color, textDecoration } = getComputedStyle(part);
          return [outline, boxShadow, borderColor, backgroundColor, color, textDecoration];
        })
        .join(" ");
    const wrong: string[] = [];
    const one = document.activeElement ?? document.body;
    if (last && last.one !== one && last.one.isConnected && last.look === lookOf(last.one))
      wrong.push(`does not show the focus on ${nameOf(last.one)}`);
    // The fields of a date are stops of their own within one control.
    const isOver = one === document.body || one === document.documentElement || (seen.has(one) && last?.one !== one);
    if (isOver || last?.one === one) return { wrong, isOver };
    if (last && last.one.isConnected && (last.one.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) > 0)
      wrong.push(`goes back from ${nameOf(last.one)} to ${nameOf(one)}`);
    seen.add(one);
    window.tabbing.last = { one, look: lookOf(one) };
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const [from, to] = [
      { x: Math.max(left, 0), y: Math.max(top, 0) },
      { x: Math.min(right, innerWidth), y: Math.min(bottom, innerHeight) },
    ];
    if (to.x - from.x < Math.min(width, 20) || to.y - from.y < Math.min(height, 20))
      return { wrong: [...wrong, `leaves ${nameOf(one)} out of sight`], isOver };
    const middle = document.elementFromPoint((from.x + to.x) / 2, (from.y + to.y) / 2);
    const parts = [one, ...(one instanceof HTMLInputElement ? (one.labels ?? []) : [])];
    if (!middle || !parts.some((part) => part.contains(middle) || middle.contains(part)))
      wrong.push(`leaves ${nameOf(one)} under ${middle ? nameOf(middle) : "nothing"}`);
    return { wrong, isOver };
  });
}

/** Looks at the page after a walk. @returns the stops that it has not reached, and whether some came during the walk */
async function after(page: Page): Promise<{ missed: string[]; grew: boolean }> {
  return page.evaluate(
    (now) => {
      const { seen, atStart } = window.tabbing;
      const missed = now
        .filter((one) => !seen.has(one))
        .map((one) => `never reaches ${one.tagName} ${(one.ariaLabel ?? one.textContent ?? "").trim().slice(0, 40)}`);
      return { missed, grew: now.some((one) => !atStart.has(one)) };
    },
    await stops(page),
  );
}

/** Presses Tab through the screen that is shown. @returns what is wrong with its stops */
async function walked(page: Page): Promise<{ wrong: string[]; grew: boolean }> {
  await begin(page);
  const wrong: string[] = [];
  for (let presses = 0; presses < MOST_STOPS; presses++) {
    await page.keyboard.press("Tab");
    const found = await look(page);
    wrong.push(...found.wrong);
    if (found.isOver) break;
    if (presses === MOST_STOPS - 1) wrong.push(`has no end after ${MOST_STOPS} presses`);
  }
  const { missed, grew } = await after(page);
  return { wrong: [...wrong, ...missed], grew };
}

/**
 * What is wrong with the stops of the screen that is shown. A walk in which something was wrong while controls came, or
 * could be used only then, says nothing about the screen: it is walked again, up to three times in all.
 */
async function problemsOf(page: Page, screen: string): Promise<string[]> {
  let walk = await walked(page);
  for (let again = 0; again < 2 && walk.grew && walk.wrong.length > 0; again++) walk = await walked(page);
  return walk.wrong.map((what) => `${screen}: Tab ${what}`);
}

test("at the desk", async ({ page, browser, serverOf }, { file }) => {
  const server = await serverOf(file);
  const world = await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  await admin.setViewportSize({ width: 1280, height: 800 });
  await admin.emulateMedia({ reducedMotion: "reduce" });
  const found: string[] = [];
  for (const path of Object.values(deskScreens(world)).flat())
    await test.step(path, async () => {
      await settled(admin, path);
      found.push(...(await problemsOf(admin, path)));
    });
  expect([...new Set(found)]).toEqual([]);
});

interface Seen {
  visitor?: string;
  /** Signed in, with a package for bay 12. */
  golfer?: string;
  /** In a session. */
  player?: string;
}

/** Who sees each screen, and where. Without its line here a new screen does not compile. */
const playerScreens: Record<keyof typeof playerAddresses, Seen> = {
  home: { visitor: "/" },
  landing: { visitor: "/landing" },
  terms: { visitor: "/terms", golfer: "/terms" },
  register: { visitor: "/register" },
  login: { visitor: "/login" },
  course: { golfer: "/course" },
  package: { golfer: "/package" },
  app: { golfer: "/app" },
  bay: { visitor: "/bay?course=1&bay=7" },
  checkout: { golfer: "/checkout" },
  game: { player: "/game" },
  prizes: { golfer: "/prizes" },
  profile: { golfer: "/profile" },
  claims: { player: "/claims" },
  orders: { golfer: "/orders" },
  receipt: { player: "/orders/:orderId/receipt" },
};

test.describe("on a phone", () => {
  const viewport = { width: 390, height: 844 };
  test.use({ viewport });

  test("for visitors, golfers and staff", async ({ page, browser, app }) => {
    const found: string[] = [];
    const visitor = await (await browser.newContext({ baseURL: app.url, viewport })).newPage();
    const staff = await signedIn(browser, app.url, "staff@acebay.test", viewport);
    for (const one of [page, visitor, staff]) await one.emulateMedia({ reducedMotion: "reduce" });
    const walk = async (on: Page, path: string) => {
      await settled(on, path);
      found.push(...(await problemsOf(on, path)));
    };

    const screens = Object.values(playerScreens);
    for (const { visitor: path } of screens) if (path !== undefined) await walk(visitor, path);
    await walk(visitor, "/nowhere");

    await registered(page);
    await savedEarlier(page);
    await atCheckout(page);
    for (const { golfer: path } of screens) {
      if (path === undefined) continue;
      await walk(page, path);
      expect(new URL(page.url()).pathname).toBe(path);
    }

    const sessionId = await playing(page, 4, 5);
    await claimPrize(page, sessionId, "left");
    const { id: orderId } = await newestOrder(page);
    for (const { player: path } of screens) if (path !== undefined) await walk(page, path.replace(":orderId", orderId));

    for (const path of ["/admin/bays", "/admin/bays/refunds", "/admin/prize-verification", "/admin/profile"])
      await walk(staff, path);
    expect([...new Set(found)]).toEqual([]);
  });
});
