/** Every screen of the desk, on a server that has something to show on each. */
import type { Browser, Page } from "@playwright/test";
import { claimRoutes } from "#features/claims/contract.ts";
import { requestRoutes } from "#features/courses/request-contract.ts";
import type { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { bodyOf } from "#test/calls.ts";
import { claimCopies, orderCopies } from "#test/many.ts";
import { claimed } from "./claim-copies.ts";
import { callsOf, claimPrize, newestOrder, playing, registered, signedIn } from "./people.ts";
import { inDatabase, type RunningServer } from "./server.ts";

/** The rows that screens of one order, claim or person show. */
export interface World {
  orderId: string;
  claimId: string;
  personId: string;
}

/** Fills a server with orders, claims and requests, more than one page of each. */
export async function filled(page: Page, browser: Browser, server: RunningServer): Promise<World> {
  const { id: personId } = await registered(page, "Kay Keyboard");
  const sessionId = await playing(page, 4, 5);
  const order = await newestOrder(page);
  const claim = await claimPrize(page, sessionId, "left");
  const paid = await claimPrize(page, sessionId, "right");
  await inDatabase(server, claimCopies(claim.id, 60, "Kay"));
  await inDatabase(server, orderCopies(order.id, 60));
  const admin = await signedIn(browser, server.url, "admin@acebay.test");
  const claims = await bodyOf(callsOf(admin).call(claimRoutes.listClaims, { query: { search: "Kay" } }));
  for (const { id } of [paid, ...claims.filter(({ playerName }) => /^Kay [1-4]$/.test(playerName))])
    await callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } });
  for (const courseName of ["Long Meadow", "Pine Hollow"])
    await callsOf(page).call(requestRoutes.requestCourse, {
      body: { name: "Pat Pro", email: "pat@example.com", courseName, courseLocation: "Naples, FL" },
    });
  await admin.context().close();
  return { orderId: order.id, claimId: await claimed(page, "Kim Keyboard"), personId };
}

const month = () => new Date().toISOString().slice(0, 7);

/** The addresses of each screen of the desk. Without its line here a new screen does not compile. */
export const deskScreens = ({ orderId, claimId, personId }: World): Record<keyof typeof deskAddresses, string[]> => ({
  admin: ["/admin"],
  adminSessions: ["/admin/sessions"],
  adminPlayers: ["/admin/players"],
  bays: ["/admin/bays"],
  todaysRefunds: ["/admin/bays/refunds"],
  prizeVerification: ["/admin/prize-verification", `/admin/prize-verification?claim=${claimId}`],
  courseReport: ["/course-report", "/course-report?courseId=1"],
  courseReportOf: ["/admin/course-report/1"],
  adminOrders: ["/admin/orders"],
  adminOrder: [`/admin/orders/${orderId}`],
  payouts: ["/admin/payouts"],
  settlement: ["/admin/settlement?course=1"],
  settlementLine: [`/admin/settlement/transfers?course=1&month=${month()}&line=gross`],
  statements: ["/admin/statements?course=1"],
  ownProfile: ["/admin/profile"],
  manageCourses: ["/admin/courses"],
  manageCourse: ["/admin/courses/1", "/admin/courses/new"],
  closeCourse: ["/admin/courses/1/closing"],
  bayCodes: ["/admin/courses/1/codes?from=1&to=8"],
  managePackages: ["/admin/packages"],
  manageSponsors: ["/admin/sponsors"],
  courseRequests: ["/admin/course-requests"],
  manageStaff: ["/admin/staff"],
  people: ["/admin/people"],
  person: [`/admin/people/${personId}`],
  proposals: ["/admin/proposals"],
  reconciliation: ["/admin/reconciliation"],
  adjustments: ["/admin/adjustments"],
  journalAccounts: ["/admin/journal-accounts"],
  exports: ["/admin/exports"],
  auditTrail: ["/admin/audit"],
});

/** Opens a screen, and waits for what comes late. */
export async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => !document.querySelector("main .animate-shimmer"));
  // Parts that come late, and the rows of a list's next page.
  await page.waitForTimeout(400);
}
