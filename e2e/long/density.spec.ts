/**
 * What fits on a phone: courses and packages without scrolling, and every player's screen with text of twice the size.
 */
import type { Page } from "@playwright/test";
import { LANGUAGE_COOKIE } from "#platform/shared/language.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { atCheckout, choosePackage } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, live, newestOrder, playing, registered, withoutAnswers } from "../people.ts";
import { playRoutes } from "#features/play/contract.ts";

/** The choices of a group that are completely visible above the bar at the bottom, without scrolling. */
async function wholeChoices(page: Page, group: string): Promise<number> {
  await page.evaluate(() => scrollTo(0, 0));
  const bar = await page.locator("section.sticky.bottom-0").boundingBox();
  const cards = page.getByRole("group", { name: group, exact: true }).locator("label");
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  return boxes.filter((box) => box && bar && box.y + box.height <= bar.y).length;
}

test("a phone shows four courses, then the bay with two packages; a small one a package; the header folds", async ({
  page,
}) => {
  await withoutAnswers(page);
  await page.route("**/api/courses", async (route) => {
    const { courses } = await (await route.fetch()).json();
    const [first] = courses;
    await route.fulfill({ json: { courses: [...courses, { ...first, id: 4, name: "Fiddler Links" }] } });
  });
  await registered(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/course");
  await live(page);
  await expect(page.getByRole("radio", { name: "Fiddler Links" })).toBeVisible();
  expect(await wholeChoices(page, "Courses")).toBe(4);
  // With the distances, too.
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 26.7, longitude: -80.1 });
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(page.getByRole("radio", { name: "Fiddler Links" })).toHaveAccessibleDescription(/\.\d\d 107 mi$/);
  expect(await wholeChoices(page, "Courses")).toBe(4);
  await choosePackage(page, "Jackpot Twenty");
  expect(await wholeChoices(page, "Ball packages")).toBeGreaterThanOrEqual(2);
  await expect(page.getByLabel("Bay number", { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await wholeChoices(page, "Ball packages")).toBeGreaterThanOrEqual(1);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport();
  await expect(page.getByRole("progressbar", { name: "Step 2 of 3" })).toBeInViewport();
});

test("the chosen course is always named above the button, with a warning when it is far", async ({ page, context }) => {
  await registered(page);
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 26.7, longitude: -80.1 });
  await page.goto("/course");
  await live(page);
  await page.getByText("Bayshore Golf Park").click();
  const bar = page.locator("section.sticky.bottom-0");
  await expect(bar).toContainText("Bayshore Golf Park");
  await page.getByRole("button", { name: "Near me" }).click();
  await expect(bar).toContainText(/Bayshore Golf Park.*\d{3} mi from here/);
});

/** Parts that are wider than the window, except those in a row that scrolls by itself. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX) ||
        scrolls(element.parentElement));
    const found = [...document.body.querySelectorAll("*")].filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect();
      return own > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
    });
    return found.map((element) => `${element.tagName} ${element.textContent.slice(0, 60)}`);
  });
}

/** Buttons, choices and fields whose words do not fit in them. An address that is cut on purpose ends in an ellipsis. */
function tooFull(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a, label, input, [role='status']")]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).position !== "absolute")
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 2)
      .filter((control) => !control.classList.contains("sr-only"))
      .map((control) => `${control.tagName} is too narrow: ${(control.textContent || control.id).slice(0, 40)}`),
  );
}

for (const language of ["en", "es"] as const)
  test(`every screen of visitors and players fits a phone's width at 200 % text, in ${language}`, async ({
    browser,
    app,
  }) => {
    test.setTimeout(150_000);
    const anew = async () => (await browser.newContext({ baseURL: app.url })).newPage();
    const page = await anew();
    const visitor = await anew();
    await registered(page, "Maximiliana Featherstonehaugh-Cholmondeley");
    await atCheckout(page);
    const buyer = await anew();
    await registered(buyer);
    const session = await playing(buyer, 4, 5);
    const bought = await newestOrder(buyer);
    const queries: Partial<Record<keyof typeof playerAddresses, string>> = {
      bay: "?course=1&bay=7",
      game: `?session=${session}`,
      prizes: "?course=1&step=2",
      app: "?step=3",
    };
    for (const one of [page, visitor, buyer]) {
      await one.setViewportSize({ width: 390, height: 844 });
      await one.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: app.url }]);
      await one.addInitScript((chosen) => {
        localStorage.setItem("language", JSON.stringify(chosen));
        new MutationObserver(() => document.documentElement?.style.setProperty("font-size", "200%")).observe(document, {
          childList: true,
        });
      }, language);
    }
    const names = Object.keys(playerAddresses) as (keyof typeof playerAddresses)[];
    const found: string[] = [];
    for (const name of names) {
      const { path, visitor: visits } = playerAddresses[name];
      const who = visits === "stays" ? visitor : name === "game" || name === "receipt" ? buyer : page;
      await who.goto(path.replace(":orderId", bought.id) + (queries[name] ?? ""));
      await who.locator("main").first().waitFor();
      await who.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
      expect(await who.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
      // What the screen shows once somebody has begun.
      await live(who);
      if (name === "package") await who.locator("input[type=number]").first().fill("100");
      if (name === "checkout") await who.locator("main input[type=radio]").last().check();
      if (name === "game") await who.getByRole("button", { name: /^(Shot Taken|Tiro hecho)$/ }).click();
      found.push(...[...(await tooWide(who)), ...(await tooFull(who))].map((what) => `${path}: ${what}`));
    }
    expect(found).toEqual([]);
  });

test("a phone on its side shows a sheet with its buttons side by side, so that they leave room for its content", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await registered(page);
  await atCheckout(page);
  await page.getByRole("button", { name: "Apple Pay" }).click();
  const sheet = page.getByRole("dialog", { name: "Sandbox Apple Pay" });
  const tops = await Promise.all(
    ["Approve $3", "Decline", "Cancel"].map(async (name) => {
      const box = await sheet.getByRole("button", { name, exact: true }).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    }),
  );
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2);
  for (const fact of ["Acebay", "Jackpot Five"])
    await expect(sheet.getByText(fact, { exact: true })).toBeInViewport({ ratio: 1 });
});

test("on its side a phone shows the game's clock, balls and both buttons, and its end can be reached", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await registered(page);
  await page.goto(`/game?session=${await playing(page, 4, 5)}`);
  await live(page);
  for (const what of [page.getByRole("timer"), page.getByText("10 / 10"), page.getByRole("link", { name: "profile" })])
    await expect(what).toBeInViewport({ ratio: 1 });
  // Minutes and seconds stand beside a clock's symbol, there without the words.
  const symbol = page.locator("p:has(+ [role=timer]) svg");
  await expect(symbol).toBeInViewport({ ratio: 1 });
  const [clock, time] = [await symbol.boundingBox(), await page.getByRole("timer").boundingBox()];
  if (!clock || !time) throw new Error("The clock has no place");
  expect(clock.x + clock.width).toBeLessThanOrEqual(time.x);
  expect(clock.y).toBeGreaterThanOrEqual(time.y);
  expect(clock.y + clock.height).toBeLessThanOrEqual(time.y + time.height);
  for (const name of ["Claim Your Prize", "Shot Taken"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "End Session" }).click();
  await expect(page.getByRole("dialog", { name: "End this session?" })).toBeVisible();
});

test("on its side a phone shows every flag, every hole of a claim with its prize, both ways in, and all courses", async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/");
  for (const name of ["Login", "Register"])
    await expect(page.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 });

  await registered(page);
  await page.goto("/course");
  await live(page);
  await page.getByText("Palmetto Pines Driving Range").click();
  // The present choice is shown beside the button, not above it.
  const bar = page.locator("section.sticky.bottom-0");
  expect((await bar.boundingBox())?.height).toBeLessThan(90);
  for (const name of ["Palmetto Pines Driving Range", "Bayshore Golf Park", "Coral Lakes Golf Center"])
    await expect(page.getByRole("radio", { name })).toBeInViewport({ ratio: 1 });

  const groupData = {
    mainPlayer: { bayNumber: 7, ballCount: 5 },
    friends: [{ name: "Fran Friend", bayNumber: 8, ballCount: 5 }],
  };
  for (const friends of [undefined, groupData]) {
    const session = await playing(page, 4, 5, friends);
    await page.goto(`/game?session=${session}`);
    await live(page);
    for (const flag of ["L", "M", "R"])
      await expect(page.locator("main svg[role=img] text").filter({ hasText: flag })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Claim Your Prize" }).click();
    const sheet = page.getByRole("dialog", { name: "Claim Your Prize" });
    for (const name of ["Left Hole", "Right Hole", "Middle Hole"])
      await expect(sheet.getByRole("radio", { name })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    await callsOf(page).call(playRoutes.completeSession, { params: { id: session } });
  }
});

test("when no ball is left, the screen no longer says to tap after a ball", async ({ page }) => {
  await registered(page);
  const session = await playing(page, 3, 1);
  await page.goto(`/game?session=${session}`);
  await live(page);
  await expect(page.getByText("Tap after each ball that misses.")).toBeVisible();
  await callsOf(page).call(playRoutes.recordShot, {
    body: {
      sessionId: session,
      targetHole: "missed",
      prizeClaim: false,
      prizeAmount: 0,
      shotId: crypto.randomUUID(),
    },
  });
  await page.reload();
  await expect(page.getByText("Your ball is played")).toBeVisible();
  await expect(page.getByText("Tap after each ball that misses.")).toBeHidden();
});
