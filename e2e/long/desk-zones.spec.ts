/** The desk's moments are on the clock of the course or of the operator, never on the one of the device. */
import type { Page } from "@playwright/test";
import { proposalRoutes } from "#features/accounts/proposal-contract.ts";
import { adjustmentRoutes } from "#features/books/adjustment-contract.ts";
import { closingRoutes } from "#features/books/closing-contract.ts";
import { booksRoutes } from "#features/books/contract.ts";
import { manageCourseRoutes } from "#features/courses/manage-contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { bodyOf, firstOf, given } from "#test/calls.ts";
import { expect, test } from "../fixtures.ts";
import { callsOf, claimPrize, playing, registered, signedIn } from "../people.ts";
import { operate, type RunningServer } from "../server.ts";

/** "3:05 PM EST", "3:05 PM GMT+9". */
const moments = /\d:\d\d\s[AP]M\s([A-Z]+(?:[+-]\d+)?)/gu;
const coasts = new Map([
  ["EST", "east"],
  ["EDT", "east"],
  ["PST", "west"],
  ["PDT", "west"],
]);

/** The zones of the moments on a screen. */
async function zonesOn(page: Page): Promise<string[]> {
  const text = await page.getByRole("main").innerText();
  const zones = [...text.matchAll(moments)].map(([, zone = ""]) => coasts.get(zone) ?? zone);
  return [...new Set(zones)].toSorted();
}

async function approve(server: RunningServer, admin: Page): Promise<void> {
  const { proposals } = await bodyOf(callsOf(admin).call(proposalRoutes.listProposals));
  await operate(server, "approve", String(firstOf(proposals).id));
}

test("on a laptop in Tokyo no desk screen shows the laptop's time", async ({ browser, page, serverOf }, { file }) => {
  test.setTimeout(120_000);
  const server = await serverOf(file);
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const desk = callsOf(admin);
  const about = { address: "1 Pier, Malibu", timeZone: "America/Los_Angeles", bayCount: 20 };
  const made = async (name: string) =>
    (await bodyOf(desk.call(manageCourseRoutes.createCourse, { body: { ...about, name } }))).course;
  const { id } = await made("Pacific Range");

  await test.step("two courses are corrected by hand, and one of their ranges is paid", async () => {
    for (const courseId of [1, id]) {
      const body = { courseId, account: "range_share" as const, amount: 2, reason: "Counted anew" };
      await bodyOf(desk.call(adjustmentRoutes.proposeAdjustment, { body }));
      await approve(server, admin);
    }
    const { courses } = await bodyOf(desk.call(booksRoutes.listStatements));
    const month = given(courses.find((one) => one.id === id)).currentMonth;
    const params = { of: "range" as const, courseId: id };
    await bodyOf(desk.call(booksRoutes.recordPayment, { params, body: { month, amount: 2, reference: "WIRE 1" } }));
  });

  const closed = await made("Old Pier");
  await test.step("a course is closed for good, somebody is invited, and somebody asks for a course", async () => {
    const params = { id: closed.id };
    await bodyOf(
      desk.call(manageCourseRoutes.changeCourse, { params, body: { version: closed.version, isOpen: false } }),
    );
    await bodyOf(desk.call(closingRoutes.proposeClosing, { params, body: { reason: "The lease has ended" } }));
    await approve(server, admin);
    const invited = { email: "nora@example.com", name: "Nora New", role: "staff" as const, courseIds: [id] };
    await bodyOf(desk.call(staffRoutes.addStaff, { body: invited }));
    const asked = { name: "Rob Range", email: "rob@example.com", courseName: "Hill Range", courseLocation: "Denver" };
    await bodyOf(desk.call(requestRoutes.requestCourse, { body: asked }));
  });

  const player = await registered(page, "Paula Player");
  const sessionId = await playing(page, 4, 5);
  await claimPrize(page, sessionId, "left");

  const tokyo = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1600, height: 900 },
    timezoneId: "Asia/Tokyo",
    storageState: await admin.context().storageState(),
  });
  const laptop = await tokyo.newPage();
  // The operator and course 1 are in New York, the other two courses in Los Angeles.
  const screens = [
    ["/admin/staff", "Nora New", ["east"]],
    ["/admin/course-requests", "Hill Range", ["east"]],
    ["/admin/proposals", "Old Pier", ["east"]],
    ["/admin/adjustments", "Counted anew", ["east", "west"]],
    [`/admin/statements?course=${id}`, "WIRE 1", ["west"]],
    [`/admin/courses/${closed.id}/closing`, "Closed for good", ["west"]],
    [`/admin/courses/${closed.id}`, "Closed for good", ["west"]],
    [`/admin/people/${player.id}`, "Palmetto Pines Driving Range", ["east"]],
  ] as const;
  for (const [path, content, shown] of screens)
    await test.step(path, async () => {
      await laptop.goto(path);
      await expect(laptop.getByRole("main")).toContainText(content);
      expect(await zonesOn(laptop)).toEqual(shown);
    });
});
