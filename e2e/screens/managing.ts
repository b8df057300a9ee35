/** What administrators manage: courses, packages, sponsors, staff, requests; the audit trail and the exports. */
import type { Page } from "@playwright/test";
import { callsOf, registered } from "../people.ts";
import { at, loadingAndFailed, LONG_COURSE, LONG_NAME } from "./reach.ts";
import { everyLook, furtherLooks, inEnglish } from "./looks.ts";
import { type Open, type Studio } from "./studio.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { bodyOf, given, firstOf } from "#test/calls.ts";

const every = inEnglish(everyLook);
const further = inEnglish(furtherLooks);

const HUNDRED = `${LONG_COURSE} of the South`.slice(0, 100);

/** A screen with one of its dialogs open. */
const opened =
  (path: string, name: RegExp | string): Open =>
  async (page) => {
    await at(path)(page);
    await page.getByRole("button", { name }).first().click();
    await page.locator("dialog[open]").waitFor();
  };
/** The same, sent without a change. */
const refused =
  (path: string, name: RegExp | string): Open =>
  async (page) => {
    await opened(path, name)(page);
    await page.locator("dialog[open] button[type=submit]").click();
    await page.locator("dialog[open] [aria-invalid=true], dialog[open] [role=alert]").first().waitFor();
  };

/** With a server that nobody has used yet. */
export async function managing(studio: Studio): Promise<void> {
  const { desk, take } = studio;
  const page = await desk("admin@acebay.test");
  await take(page, "Course requests", "none", further, at("/admin/course-requests"));
  await take(page, "Audit trail", "nothing yet", further, at("/admin/audit"));
  await filled(studio, page);

  await take(page, "Courses desk", "list", every, at("/admin/courses"));
  await take(page, "Courses desk", "nothing fits", further, async () => {
    await at("/admin/courses")(page);
    await page.getByLabel("Search courses").fill("nowhere");
  });
  const map = page.locator(".course-map").first();
  await take(page, "Course desk", "new", every, async () => {
    await at("/admin/courses/new")(page);
    await map.waitFor();
  });
  await take(page, "Course desk", "new, wrong data", every, async () => {
    await at("/admin/courses/new")(page);
    await page.getByLabel("To the pot, %").fill("101");
    await map.click({ position: { x: 160, y: 160 } });
    await page.getByRole("button", { name: "Open course" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  });
  await take(page, "Course desk", "change", every, async () => {
    await at("/admin/courses/1")(page);
    await map.waitFor();
  });
  await take(page, "Course desk", "long name", further, async () => {
    await at("/admin/courses/3")(page);
    await map.waitFor();
  });
  await take(page, "Course desk", "close?", further, opened("/admin/courses/1", "Close course"));
  await take(page, "Course desk", "unknown", further, at("/admin/courses/99"));
  await take(page, "Bay codes", "cards", every, at("/admin/courses/1/codes?from=1&to=8"));
  await take(page, "Bay codes", "long name", further, at("/admin/courses/3/codes?from=99&to=100"));
  await take(page, "Bay codes", "as printed", further, async () => {
    await at("/admin/courses/2/codes?from=1&to=8")(page);
    await page.emulateMedia({ media: "print" });
  });
  await page.emulateMedia({ media: null });

  await take(page, "Packages desk", "list", every, at("/admin/packages"));
  await take(page, "Packages desk", "add, wrong data", every, refused("/admin/packages", "Add a package"));
  await take(page, "Packages desk", "change", further, opened("/admin/packages", /^Change/));
  await take(page, "Sponsors desk", "list", every, at("/admin/sponsors"));
  await take(page, "Sponsors desk", "add, wrong data", every, refused("/admin/sponsors", "Add a sponsor"));
  await take(page, "Sponsors desk", "logo", every, opened("/admin/sponsors", /^Logo of Pelican/));
  await take(page, "Sponsors desk", "no logo yet", further, opened("/admin/sponsors", /^Logo of A Sponsor/));
  await take(page, "Sponsors desk", "prize's stock", every, opened("/admin/sponsors", /^Change A Fitted/));
  await take(page, "Sponsors desk", "add a prize", further, opened("/admin/sponsors", "Add a prize"));
  await take(page, "Staff desk", "list", every, at("/admin/staff"));
  await take(page, "Staff desk", "add, wrong data", every, refused("/admin/staff", "Add a person"));
  await take(page, "Staff desk", "change", further, opened("/admin/staff", /^Change Maximiliana/));
  await take(page, "Course requests", "open", every, at("/admin/course-requests"));
  await take(page, "Course requests", "handled", further, at("/admin/course-requests?status=handled"));
  await take(page, "Audit trail", "list", every, at("/admin/audit"));
  await take(page, "Audit trail", "nothing fits", further, at("/admin/audit?order=777777"));
  await take(page, "Exports", "all time", every, at("/admin/exports"));

  for (const row of [
    ["Courses desk", "/admin/courses", /\/api\/admin\/courses/],
    ["Course desk", "/admin/courses/1", /\/api\/admin\/courses/],
    ["Bay codes", "/admin/courses/1/codes", /\/api\/admin\/courses/],
    ["Packages desk", "/admin/packages", /\/api\/admin\/packages/],
    ["Sponsors desk", "/admin/sponsors", /\/api\/admin\/(sponsors|sponsored-prizes)/],
    ["Staff desk", "/admin/staff", /\/api\/admin\/staff/],
    ["Course requests", "/admin/course-requests", /\/api\/admin\/course-requests/],
    ["Audit trail", "/admin/audit", /\/api\/admin\/audit/],
  ] as const)
    await loadingAndFailed(take, page, further, row);
  await page.context().close();
}

/** Long names everywhere, one of each thing, and a stock that has run out. */
async function filled({ visitor }: Studio, page: Page): Promise<void> {
  const { courses } = await bodyOf(callsOf(page).call(manageCourseRoutes.listManagedCourses));
  for (const [id, change] of [
    [2, { name: "東京湾ゴルフ練習場 Tokyo Bay" }],
    [3, { name: HUNDRED, isOpen: false, baseJackpot: 1_000_000 }],
  ] as const) {
    const { version } = given(courses.find((course) => course.id === id));
    await callsOf(page).call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, ...change } });
  }
  const hand = await visitor();
  const { email } = await registered(hand, LONG_NAME);
  await callsOf(page).call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1, 2, 3] } });
  await hand.context().close();

  const prizeName = "A Fitted Wedge from the Gulfside Championship Golf Superstore";
  await callsOf(page).call(manageSponsorRoutes.createSponsor, {
    body: {
      courseId: 3,
      hole: "left",
      name: "A Sponsor with an Honourable and Distinctly Unabbreviated Name, Incorporated in 1888",
      prizeName,
      prizeDescription: "Fitted on the day by the professional, in the shop behind the eighteenth green.",
      prizeValue: 1234.5,
      website: "https://www.a-sponsor-with-an-honourable-and-distinctly-unabbreviated-name.example.com/golf",
    },
  });
  await callsOf(page).call(manageSponsorRoutes.createPrize, {
    body: {
      courseId: 3,
      hole: "right",
      prizeName,
      statedValue: 149,
      stock: 0,
    },
  });
  await callsOf(page).call(managePackageRoutes.createPackage, {
    body: {
      name: "Championship Weekend with All the Balls That Anybody Could Wish For",
      description: "Kept out of sale until the championship; then it is sold on the Friday, Saturday and Sunday alone",
      price: 999.99,
      ballCount: 50,
      packageType: "jackpot",
      onSale: false,
    },
  });
  await at("/admin/courses")(page);
  const image = (await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 80 } })).toString("base64");
  const { sponsors } = await bodyOf(callsOf(page).call(manageSponsorRoutes.listManagedSponsors));
  const pelican = given(sponsors.find(({ name }) => name.startsWith("Pelican")));
  await callsOf(page).call(manageSponsorRoutes.uploadLogo, {
    params: { id: pelican.id },
    body: { version: pelican.version, image },
  });
  for (const courseName of ["Long Meadow", HUNDRED])
    await callsOf(page).call(requestRoutes.requestCourse, {
      body: {
        name: courseName === HUNDRED ? LONG_NAME : "Pat Pro",
        email: `${crypto.randomUUID()}@example.com`,
        courseName,
        courseLocation: "Fort Myers, FL",
        message: "We have sixty bays and lights, and golfers who would play until midnight if we let them. "
          .repeat(3)
          .trim(),
      },
    });
  const { courseRequests } = await bodyOf(callsOf(page).call(manageCourseRoutes.listCourseRequests));
  await callsOf(page).call(requestRoutes.requestCourse, {
    body: {
      name: "Pat Pro",
      email: "pat@example.com",
      courseName: "Pine Hollow",
      courseLocation: "Naples, FL",
    },
  });
  await callsOf(page).call(manageCourseRoutes.markCourseRequest, {
    params: { id: firstOf(courseRequests).id },
    body: { handled: true },
  });
}
