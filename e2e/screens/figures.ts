/** The dashboard and the course reports, from an empty installation to one with days of play behind it. */
import type { Page } from "@playwright/test";
import { callsOf, passkeyDevice, registered } from "../people.ts";
import { at, loadingAndFailed, LONG_COURSE, LONG_NAME, pay, shot, waitingAt } from "./reach.ts";
import { everyLook, furtherLooks, inEnglish, onWall } from "./looks.ts";
import { fail, hold, type Studio } from "./studio.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { bodyOf, given } from "#test/calls.ts";
import { advanceClock, clockOf } from "#test/demo.ts";

const every = inEnglish(everyLook);
const further = inEnglish(furtherLooks);
const wall = [...every, ...onWall];

const calls = /\/api\/admin\/(stats|activity|session-analytics|live-sessions|events)/;

/** With a server that nobody has used yet. */
export async function figures(studio: Studio): Promise<void> {
  const { desk, take } = studio;
  const empty = await desk("admin@acebay.test");
  await take(empty, "Dashboard", "empty installation", wall, at("/admin"));
  await take(empty, "Course report", "empty installation", further, at("/course-report?courseId=1"));
  const { first, last } = await history(studio, empty);
  await empty.context().close();

  // Days later: the sign-in has ended, and the browser's clock differs from the server's.
  const page = await desk("admin@acebay.test");
  await page.clock.install({ time: await clockOf(callsOf(page)) });

  await take(page, "Dashboard", "all time", wall, at("/admin"));
  await take(page, "Dashboard", "a range", further, at(`/admin?dateFilter=${first}_${last}`));
  await take(page, "Dashboard", "a day without play", further, at("/admin?dateFilter=2001-01-01"));
  await take(page, "Dashboard", "calendar", every, async () => {
    await at("/admin")(page);
    await page.getByRole("button", { name: "Calendar" }).click();
    await page.getByRole("dialog", { name: "Choose in the calendar" }).waitFor();
  });
  await take(page, "Dashboard", "a figure explained", further, async () => {
    await at("/admin")(page);
    await page.getByRole("button", { name: "Total Revenue" }).focus();
    await page.getByRole("tooltip").first().waitFor();
  });
  await take(page, "Dashboard", "loading", every, async () => {
    await hold(page, calls);
    await waitingAt("/admin")(page);
  });
  await take(page, "Dashboard", "failed", further, async () => {
    await fail(page, calls);
    await at("/admin")(page);
  });
  await take(page, "Dashboard", "stale", every, async () => {
    await page.route(/\/api\/admin\/events/, (route) => route.abort());
    await at("/admin")(page);
    await fail(page, calls);
    await page.clock.fastForward(60_000);
    await page.getByText(/^stale/).waitFor();
  });
  await take(page, "Dashboard", "offline", further, async () => {
    await at("/admin")(page);
    await page.context().setOffline(true);
    await page.waitForTimeout(500);
  });

  await take(page, "Sessions", "behind the figures", everyLook, at("/admin/sessions"));
  await take(page, "Sessions", "none fits", further, at("/admin/sessions?from=2001-01-01&to=2001-01-01"));
  await take(page, "Players", "behind the figures", everyLook, at("/admin/players"));
  await take(page, "Players", "new ones", further, at(`/admin/players?kind=new&from=${last}&to=${last}`));

  await take(page, "Course report", "none chosen", every, at("/course-report"));
  await take(page, "Course report", "all time", wall, at("/course-report?courseId=1"));
  await take(page, "Course report", "a range", further, at(`/course-report?courseId=1&dateFilter=${first}_${last}`));
  await take(page, "Course report", "empty period", every, at("/course-report?courseId=1&dateFilter=2001-01-01"));
  await take(page, "Course report", "a name in another script", further, at("/course-report?courseId=2"));
  await take(page, "Course report", "long name", further, at("/course-report?courseId=3"));
  await take(page, "Course report", "unknown", further, at("/admin/course-report/99"));
  await loadingAndFailed(take, page, further, [
    "Course report",
    "/course-report?courseId=1",
    /\/api\/admin\/course-report/,
  ]);

  await page.context().close();

  const staff = await desk("staff@acebay.test");
  await take(staff, "Course report", "of staff", further, at("/admin/course-report/1"));
  await take(staff, "403", "the dashboard, for staff", everyLook, at("/admin"));
  await take(staff, "403", "managing, for staff", further, at("/admin/courses"));
  await take(staff, "403", "payouts, for staff", further, at("/admin/payouts"));
  await take(staff, "Profile", "of staff, no passkey", everyLook, at("/admin/profile"));
  await passkey(staff, "Office laptop");
  await passkey(staff, "The tablet beside the ball machine on the second tee");
  await take(staff, "Profile", "of staff, two passkeys", everyLook, at("/admin/profile"));
  await staff.context().close();
}

/** The second and third courses get difficult names; then three days are played. */
async function history({ visitor }: Studio, admin: Page): Promise<{ first: string; last: string }> {
  const { courses } = await bodyOf(callsOf(admin).call(manageCourseRoutes.listManagedCourses));
  for (const [id, name] of [
    [2, "東京湾ゴルフ練習場 Tokyo Bay"],
    [3, LONG_COURSE],
  ] as const) {
    const { version } = given(courses.find((course) => course.id === id));
    await callsOf(admin).call(manageCourseRoutes.changeCourse, { params: { id }, body: { version, name } });
  }
  const days: string[] = [];
  for (const names of [
    ["Ada Albatross", "Ben Bunker", LONG_NAME],
    ["Cleo Caddie", "山田 花子", "Dev Divot"],
    ["Eve Eagle", "Finn Fairway", "Gus Green", "Hana Hook"],
  ]) {
    for (const [index, name] of names.entries()) {
      const player = await visitor();
      const { id } = await registered(player, name);
      if (index === 1)
        await callsOf(player).call(playRoutes.startFreeShot, {
          body: {
            userId: id,
            courseId: 1,
            bayNumber: 3,
            teeTime: "23:30",
          },
        });
      else await play(player, index);
      await player.context().close();
    }
    days.push((await clockOf(callsOf(admin))).slice(0, 10));
    if (days.length < 3) await advanceClock(callsOf(admin), 86_400);
  }
  const [first = "", last = ""] = days;
  return { first, last };
}

async function play(player: Page, index: number): Promise<void> {
  const groupData = {
    mainPlayer: { bayNumber: 7, ballCount: 4 },
    friends: [
      { name: "Fran Friend", bayNumber: 8, ballCount: 3 },
      { name: "Ginger Guest", bayNumber: 9, ballCount: 3 },
    ],
  };
  const bought = index === 0 ? { packageId: 4, groupData } : { packageId: 4, bayNumber: 10 + index };
  const { session } = await pay(player, 5, bought);
  for (const hole of ["missed", "left", "missed", index === 0 ? "middle" : "right"] as const)
    await shot(player, session.id, hole);
}

/** Adds a passkey of a made-up device, without the browser's own sheet. */
async function passkey(page: Page, label: string): Promise<void> {
  const takeAway = await passkeyDevice(page);
  await at("/admin/profile")(page);
  await page.locator("input[name=label]").fill(label);
  await page.locator("form:has(input[name=label]) button[type=submit]").click();
  await page.getByText(label, { exact: true }).waitFor();
  await takeAway();
}
