/** Every screen of the desk on paper, and those that golfers print. */
import type { Page } from "@playwright/test";
import { deskScreens, filled, settled } from "../desk-screens.ts";
import { expect, test } from "../fixtures.ts";
import { live, newestOrder, playing, registered, signedIn } from "../people.ts";

test.setTimeout(300_000);

/** What paper does not show of the desk; and in golfers' screens, of the range behind them. */
const unwanted = {
  // A figure's name explains itself when it is pressed; so does a bay. The words of both are the screen's content.
  desk: "header, nav, input[type='search'], a[href='#content'], [class~='min-h-14']:is(a, button), [class~='min-h-11']:is(a, button):not(th *)",
  golfer: "svg:has(#range-sky), a[href='#content']",
};

/** What is wrong with the screen that is shown, on a sheet of letter paper without backgrounds. */
async function wrongOnPaper(page: Page, of: keyof typeof unwanted): Promise<string[]> {
  const size = page.viewportSize();
  // The page asks for the styles of paper when it has nothing else to do.
  await page.waitForFunction(() => [...document.styleSheets].some((sheet) => sheet.media.mediaText === "print"));
  await page.setViewportSize({ width: 720, height: 940 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const wrong = await page.evaluate((selector) => {
    const isSeen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 3;
    const nameOf = (one: Element) => `${one.tagName} ${(one.ariaLabel ?? one.textContent ?? "").slice(0, 40)}`;
    const all = (wanted: string) => [...document.querySelectorAll(wanted)];
    const shown = all(selector).filter(isSeen);
    // Chromium leaves them out where the heading of a table is repeated on the next page.
    const boxes = all("thead button").filter((one) => isSeen(one) && getComputedStyle(one).display !== "contents");
    const repeated = all("[class~='lg:hidden']").filter(isSeen);
    const cut = all("main table").filter((one) => isSeen(one) && one.getBoundingClientRect().right > innerWidth + 1);

    const brightness = (color: string) => {
      const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
        const light = Number(part) / 255;
        return light <= 0.040_45 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const hasGround = (one: Element): boolean => {
      const { printColorAdjust, backgroundColor } = getComputedStyle(one);
      if (printColorAdjust === "exact" && !/^rgba\(.+, 0\)$/.test(backgroundColor)) return true;
      return one.parentElement !== null && hasGround(one.parentElement);
    };
    const pale = all("body *").filter(
      (one) =>
        [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) &&
        isSeen(one) &&
        // The contrast with white, as WCAG 2.2 defines it.
        1.05 / (brightness(getComputedStyle(one).color) + 0.05) < 4.5 &&
        !hasGround(one),
    );
    // A bar is nothing but its ground, which paper leaves out otherwise.
    const bars = all("[data-bar], [data-bar] > *").filter((one) => getComputedStyle(one).printColorAdjust !== "exact");
    return [
      ...bars.map((one) => `leaves out the bar ${nameOf(one)}`),
      ...shown.map((one) => `shows ${nameOf(one)}`),
      ...boxes.map((one) => `has a button's box in ${nameOf(one)}`),
      ...repeated.map((one) => `says twice ${nameOf(one)}`),
      ...cut.map((one) => `cuts ${nameOf(one)}`),
      ...pale.map((one) => `is too pale in ${nameOf(one)}`),
    ];
  }, unwanted[of]);
  await page.emulateMedia({ media: null });
  if (size) await page.setViewportSize(size);
  return wrong;
}

test("on paper a screen of the desk has its content: no bar, no button, nothing cut, pale or said twice", async ({
  page,
  browser,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  const world = await filled(page, browser, server);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const found: string[] = [];
  for (const path of Object.values(deskScreens(world)).flat()) {
    await settled(admin, path);
    found.push(...(await wrongOnPaper(admin, "desk")).map((what) => `${path}: ${what}`));
  }
  expect([...new Set(found)]).toEqual([]);
});

test("on paper the terms, the receipts, the orders and the claims are dark on white, without the range behind them", async ({
  page,
}) => {
  await registered(page);
  await playing(page, 4, 5);
  const { id } = await newestOrder(page);
  for (const path of ["/terms", `/orders/${id}/receipt`, "/orders", "/claims", "/prizes?course=1"]) {
    await page.goto(path);
    await live(page);
    await page.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
    expect(await wrongOnPaper(page, "golfer"), path).toEqual([]);
  }
});
