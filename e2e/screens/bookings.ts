/** The first two steps of the booking: the course, the package and the bay. */
import { registered } from "../people.ts";
import { at, button, choose, keepOnDevice, loadingAndFailed, LONG_NAME, longNames, toast, waitingAt } from "./reach.ts";
import { everyLook, furtherLooks } from "./looks.ts";
import { fail, hold, type Open, rewrite, type Studio } from "./studio.ts";

const packageStep =
  (selections: object): Open =>
  async (page) => {
    await choose(page, selections);
    await at("/package")(page);
  };

const friends = [
  { userId: "", name: "Fran Friend", bayNumber: 8, ballCount: 1 },
  { userId: "0000-0000-00", name: LONG_NAME, bayNumber: 9, ballCount: 1 },
  { userId: "", name: "", ballCount: 0 },
];

export async function bookings({ visitor, take }: Studio): Promise<void> {
  const page = await visitor();
  await registered(page, "Robin Tester");

  const noCourse = async () => {
    await page.evaluate(() => sessionStorage.clear());
    await keepOnDevice(page, "courseView", "list");
    await at("/course")(page);
  };
  await take(page, "Course", "list", everyLook, noCourse);
  await take(page, "Course", "list, one selected", everyLook, async () => {
    await choose(page, {});
    await keepOnDevice(page, "courseView", "list");
    await at("/course")(page);
  });
  const map = async () => {
    await keepOnDevice(page, "courseView", "map");
    await at("/course")(page);
    await page.locator(".leaflet-container path, .leaflet-marker-icon, [data-pin]").first().waitFor();
  };
  await take(page, "Course", "map", everyLook, async () => {
    await page.evaluate(() => sessionStorage.clear());
    await map();
  });
  await take(page, "Course", "map, one selected", everyLook, async () => {
    await choose(page, {});
    await map();
  });
  await take(page, "Course", "no location", everyLook, async () => {
    await noCourse();
    await button(page, /Near|Cerca/i).click();
    await page.waitForTimeout(500);
  });
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 26.7, longitude: -80.1 });
  await take(page, "Course", "nearest first", furtherLooks, async () => {
    await noCourse();
    await button(page, /Near|Cerca/i).click();
    await page.waitForTimeout(500);
  });
  await page.context().clearPermissions();
  await loadingAndFailed(take, page, everyLook, ["Course", "/course", /\/api\/courses/]);
  await take(page, "Course", "no courses", furtherLooks, async () => {
    await rewrite(page, /\/api\/courses$/, (body) => (body.courses = []));
    await at("/course")(page);
  });
  await take(page, "Course", "long names", everyLook, async () => {
    await longNames(page);
    await choose(page, {});
    await keepOnDevice(page, "courseView", "list");
    await at("/course")(page);
  });
  await take(page, "Course", "map, long names", furtherLooks, async () => {
    await longNames(page);
    await choose(page, {});
    await map();
  });
  await take(page, "Course", "offline", furtherLooks, async () => {
    await noCourse();
    await page.context().setOffline(true);
    await page.waitForTimeout(500);
  });
  await keepOnDevice(page, "courseView", "list");

  await take(page, "Package", "jackpot", everyLook, packageStep({}));
  await take(
    page,
    "Package",
    "sponsored, none chosen",
    everyLook,
    packageStep({ packageType: "sponsored", packageId: 0 }),
  );
  await take(page, "Package", "free shot", everyLook, packageStep({ packageId: -1 }));
  await take(page, "Package", "group", everyLook, packageStep({ sessionType: "group", ownBalls: 2, friends }));
  const missing = (selections: object) => async () => {
    await packageStep(selections)(page);
    await button(page, /^(Continue|Continuar)$/).click();
    await toast(page);
  };
  await take(
    page,
    "Package",
    "group, not allocated",
    everyLook,
    missing({ sessionType: "group", ownBalls: 2, friends }),
  );
  await take(page, "Package", "no bay", furtherLooks, missing({ bayNumber: undefined }));
  await take(page, "Package", "no tee time", furtherLooks, missing({ packageId: -1 }));
  await take(page, "Package", "loading", furtherLooks, async () => {
    await hold(page, /\/api\/packages/);
    await choose(page, {});
    await waitingAt("/package")(page);
  });
  await take(page, "Package", "failed", furtherLooks, async () => {
    await fail(page, /\/api\/packages/);
    await packageStep({})(page);
  });
  await take(page, "Package", "none of this type", furtherLooks, async () => {
    await rewrite(page, /\/api\/packages$/, (body) => (body.packages = []));
    await packageStep({ packageType: "sponsored" })(page);
  });
  await take(page, "Package", "long names", furtherLooks, async () => {
    await longNames(page);
    await rewrite(page, /\/api\/packages$/, ({ packages }) => {
      for (const offer of packages) {
        offer.name = `${offer.name} of the Whole Championship Weekend`;
        offer.price *= 111.11;
      }
    });
    await packageStep({})(page);
  });
  await page.context().close();
}
