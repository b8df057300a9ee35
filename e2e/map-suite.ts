/** What golfers do on a course map, for the embedded one and for Google's (a stand-in for its script). */
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { standInForGoogle } from "./google-maps-stand-in.ts";
import { atCourses, test } from "./maps.ts";
import { expectAccessible, withoutAnswers } from "./people.ts";

export const pins = (page: Page) => page.locator("[data-pin]");
const pin = (page: Page, id: number) => page.locator(`[data-pin="${id}"]`);
export const map = (page: Page) => page.getByRole("region", { name: "Map of the courses" });

/** A course known by its address alone, as the page is told of it. */
async function withoutPlace(page: Page, address: string): Promise<void> {
  await page.route("**/api/courses", async (route) => {
    const reply = await route.fetch();
    const { courses } = await reply.json();
    const [first] = courses;
    const added = { ...first, id: 4, name: "New Links", address, latitude: null, longitude: null };
    await route.fulfill({ response: reply, json: { courses: [...courses, added] } });
  });
}

async function inside(page: Page, inner: string): Promise<boolean> {
  return page.evaluate((selector) => {
    const box = document.querySelector(".course-map")?.getBoundingClientRect();
    return (
      box !== undefined &&
      [...document.querySelectorAll(selector)].every((element) => {
        const one = element.getBoundingClientRect();
        return one.left >= box.left && one.right <= box.right && one.top >= box.top && one.bottom <= box.bottom;
      })
    );
  }, inner);
}

/**
 * The journeys of one of the maps.
 * @param toggle the words that open it
 */
export function onTheMap(name: "embedded" | "google", toggle: string): void {
  test.describe(`the ${name} map`, () => {
    if (name === "google") {
      test.beforeEach(async ({ page, googleApp }) => {
        await standInForGoogle(page);
        await atCourses(page, googleApp.url);
      });
    } else test.beforeEach(async ({ page, app }) => atCourses(page, app.url));

    test("shows every course by its number, describes it, and chooses it [2.42-43 2.56-60]", async ({ page }) => {
      await expect(pins(page)).toHaveCount(0);
      await page.getByText(toggle, { exact: true }).click();
      await expect(pins(page)).toHaveCount(3);
      await expect(pins(page)).toHaveText(["1", "2", "3"]);
      expect((await map(page).boundingBox())?.height).toBe(500);
      await expect.poll(() => inside(page, "[data-pin]")).toBe(true);
      await expect(page.getByRole("radio", { name: "Palmetto Pines Driving Range" })).toBeVisible();

      const before = await pin(page, 2).boundingBox();
      const red = await pin(page, 2)
        .locator("path")
        .evaluate((path) => getComputedStyle(path).fill);
      expect(red).toBe("rgb(179, 38, 30)");
      await pin(page, 2).click();
      await expect(page.getByRole("radio", { name: "Bayshore Golf Park" })).toBeChecked();
      await expect(pin(page, 2)).toHaveAttribute("aria-pressed", "true");
      // Dark green, and not by its colour alone.
      await expect(pin(page, 2).locator("path")).toHaveCSS("fill", "rgb(7, 64, 31)");
      await expect
        .poll(async () => (await pin(page, 2).boundingBox())?.height)
        .toBeGreaterThan(before?.height ?? Infinity);
      const info = page.getByRole("dialog", { name: "Bayshore Golf Park" });
      await expect(info).toContainText("2200 Bay St, Sarasota, FL 34237");
      await expect(info).toContainText(/Jackpot: \$[\d,]+\.\d\d/);
      const directions = info.getByRole("link", { name: "Directions" });
      await expect(directions).toHaveAttribute(
        "href",
        /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Bayshore/,
      );
      await expect.poll(() => inside(page, "[role=dialog]")).toBe(true);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
      await expect(page).toHaveURL(/\/package/);
    });

    test("works by keyboard alone: Enter opens, Escape gives the focus back", async ({ page }) => {
      await page.getByText(toggle, { exact: true }).click();
      await pin(page, 3).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Coral Lakes Golf Center" })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(pin(page, 3)).toBeFocused();
    });

    test("the choice of map or list outlives reload, Back and another tab", async ({ page }) => {
      await page.getByText(toggle, { exact: true }).click();
      await pin(page, 1).click();
      await page.reload();
      await expect(pins(page)).toHaveCount(3);
      await expect(pin(page, 1)).toHaveAttribute("aria-pressed", "true");
      const label = page.getByText("Palmetto Pines Driving Range").and(page.locator("[data-pin] + span"));
      // Its name is whole, however near to the edge it is.
      await expect.poll(() => inside(page, '[data-pin="1"] + span')).toBe(true);
      expect(await label.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
      await page.getByRole("button", { name: "Continue to Ball Packages" }).click();
      await expect(page).toHaveURL(/\/package/);
      await page.goBack();
      await expect(pins(page)).toHaveCount(3);
      const other = await page.context().newPage();
      if (name === "google") await standInForGoogle(other);
      await other.goto(new URL("/course", page.url()).href);
      await expect(pins(other)).toHaveCount(3);
      await other.getByText("List", { exact: true }).click();
      await expect(pins(other)).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole("radio", { name: "List" })).toBeChecked();
    });

    test("one course alone is not shown nearer than zoom 12 [2.63]", async ({ page }) => {
      await withoutAnswers(page);
      await page.route("**/api/courses", async (route) => {
        const reply = await route.fetch();
        const { courses } = await reply.json();
        await route.fulfill({ response: reply, json: { courses: courses.slice(0, 1) } });
      });
      await page.reload();
      await page.getByText(toggle, { exact: true }).click();
      await expect(pins(page)).toHaveCount(1);
      if (name === "google") await expect(map(page).locator("[data-zoom]")).toHaveAttribute("data-zoom", "12");
      else await expect(map(page).getByRole("button", { name: "Zoom in" })).toHaveAttribute("aria-disabled", "true");
    });

    test("a course without coordinates is looked up, or named under the map [2.61]", async ({ page }) => {
      await withoutAnswers(page);
      await withoutPlace(page, name === "google" ? "1 Orange Ave, Orlando, FL" : "Anywhere");
      await page.reload();
      await page.getByText(toggle, { exact: true }).click();
      await expect(page.getByRole("radio", { name: "New Links" })).toBeVisible();
      if (name === "google") {
        await expect(pins(page)).toHaveCount(4);
        await expect.poll(() => inside(page, "[data-pin]")).toBe(true);
        await page.unrouteAll();
        await standInForGoogle(page);
        await withoutAnswers(page);
        await withoutPlace(page, "Nowhere");
        await page.reload();
      }
      await expect(page.getByText("Not on the map yet: New Links.")).toBeVisible();
      await expect(pins(page)).toHaveCount(3);
    });
  });
}
