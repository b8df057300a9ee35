/** The course map. Google's has its own journeys, which are long. */
import { expect } from "./fixtures.ts";
import { standInForGoogle } from "./google-maps-stand-in.ts";
import { map, onTheMap, pins } from "./map-suite.ts";
import { atCourses, test } from "./maps.ts";
import { expectAccessible, registered, withoutAnswers } from "./people.ts";

onTheMap("embedded", "Map");

test("Google's map shows its default point at zoom 10 while no course has a place [2.62]", async ({
  page,
  googleApp,
}) => {
  await standInForGoogle(page);
  await withoutAnswers(page);
  await page.route("**/api/courses", async (route) => {
    const reply = await route.fetch();
    const { courses } = await reply.json();
    const nowhere = courses.map((course: object) => ({
      ...course,
      address: "Nowhere",
      latitude: null,
      longitude: null,
    }));
    await route.fulfill({ response: reply, json: { courses: nowhere } });
  });
  await atCourses(page, googleApp.url);
  await page.getByText("Google Maps", { exact: true }).click();
  const shown = map(page).locator("[data-zoom]");
  await expect(shown).toHaveAttribute("data-zoom", "10");
  const { defaultCenter } = await (await page.request.get(`${googleApp.url}/api/config`)).json();
  await expect(shown).toHaveAttribute("data-centre", `${defaultCenter.latitude} ${defaultCenter.longitude}`);
});

test("no file of the map is loaded before somebody asks for the map", async ({ page }) => {
  await registered(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/course");
  await expect(page.getByRole("radio", { name: "Bayshore Golf Park" })).toBeVisible();
  expect(asked.filter((url) => /course-map|surface|10m|googleapis/.test(url))).toEqual([]);
  await page.getByText("Map", { exact: true }).click();
  await expect(pins(page)).toHaveCount(3);
  expect(asked.some((url) => /embedded-surface/.test(url))).toBe(true);
  expect(asked.filter((url) => /google/.test(url))).toEqual([]);
});

test("when the map's files do not load, the list stays with a message, and the map can be tried again [2.64 8.25]", async ({
  page,
}) => {
  await registered(page);
  await page.goto("/course");
  await page.route("**/assets/embedded-surface-*", (route) => route.abort());
  // The page loads again once, because a new release may have removed the file.
  const again = page.waitForEvent("load");
  await page.getByText("Map", { exact: true }).click();
  await again;
  await expect(page.getByText("The map did not load")).toBeVisible();
  await page.getByRole("radio", { name: "Bayshore Golf Park" }).check({ force: true });
  await expect(page.getByRole("button", { name: "Continue to Ball Packages" })).toBeEnabled();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(pins(page)).toHaveCount(3);
});

test("a map without its outlines keeps its markers", async ({ page }) => {
  await registered(page);
  await page.route("**/*-10m-*.json", (route) => route.abort());
  await page.goto("/course");
  await page.getByText("Map", { exact: true }).click();
  await expect(pins(page)).toHaveCount(3);
});

test("Near me asks for the position only when it is tapped, puts the nearest course first, also after a reload, and says when it cannot", async ({
  page,
  context,
}) => {
  await registered(page);
  await context.setGeolocation({ latitude: 26.7, longitude: -80.1 });
  await page.addInitScript(() => {
    const { geolocation } = navigator;
    const ask = geolocation.getCurrentPosition.bind(geolocation);
    geolocation.getCurrentPosition = (...all) => {
      Object.assign(window, { asked: true });
      ask(...all);
    };
  });
  await page.goto("/course");
  const names = page.getByRole("group", { name: "Courses", exact: true }).getByRole("radio");
  await expect(names).toHaveCount(3);
  expect(await page.evaluate(() => "asked" in window)).toBe(false);
  const near = page.getByRole("button", { name: "Near me" });
  await near.click();
  await expect(page.getByText("We could not find where you are.")).toBeVisible();
  await context.grantPermissions(["geolocation"]);
  await near.click();
  await expect(page.getByText("Nearest first")).toBeVisible();
  const isNearest = async () => {
    await expect(names.first()).toHaveAccessibleName("Coral Lakes Golf Center");
    await expect(names.first()).toHaveAccessibleDescription(/ 8 mi\b/);
  };
  await isNearest();
  await expectAccessible(page);
  await page.reload();
  await isNearest();
  // In another tab: the device keeps the choice, and the browser gives the place without a question.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await isNearest();
  await near.click();
  await expect(names.first()).toHaveAccessibleName(/Palmetto/);
  await page.reload();
  await expect(names.first()).toHaveAccessibleName(/Palmetto/);
  await expect(near).toHaveAttribute("aria-pressed", "false");
});
