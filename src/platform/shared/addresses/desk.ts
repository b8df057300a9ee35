/** The addresses of staff and administrators. None of them is of use without a network. */
import { type Address, asks } from "./address.ts";
import { type deskBeginnings, deskProfile } from "./players.ts";

export interface DeskAddress extends Address {
  readonly path: `${(typeof deskBeginnings)[number]}${string}`;
  readonly visitor: "login";
  readonly offline: false;
  /** Whom it is for: staff and administrators, or administrators alone. */
  readonly who: "staff" | "admin";
  /** Its place in the menus: a link of the top bar, below 'Manage', or below another address; or a button of the header. */
  readonly menu:
    | { readonly bar: string }
    | { readonly manage: string }
    | { readonly below: string }
    | { readonly button: string };
}

const staff = { visitor: "login", offline: false, who: "staff" } as const;
const admin = { visitor: "login", offline: false, who: "admin" } as const;

/**
 * In the order of the menus: the day's work, then money; below 'Manage' the range, its people, the books, and the records.
 * To add one: a row here, and its screen in `main/web/desk.tsx`.
 */
export const deskAddresses = {
  admin: { path: "/admin", ...admin, menu: { bar: "Dashboard" } },
  bays: { path: "/admin/bays", ...staff, menu: { bar: "Bays" }, query: asks<{ course?: number }>() },
  prizeVerification: {
    path: "/admin/prize-verification",
    ...staff,
    menu: { bar: "Claims" },
    query: asks<Readonly<Record<string, string | number | undefined>>>(),
  },
  /** Without a course it asks for one. */
  courseReport: {
    path: "/course-report",
    ...staff,
    menu: { bar: "Reports" },
    query: asks<{ courseId?: number }>(),
  },
  courseReportOf: { path: "/admin/course-report/:courseId", ...staff, menu: { below: "courseReport" } },
  adminOrders: {
    path: "/admin/orders",
    ...admin,
    menu: { bar: "Orders" },
    query: asks<Readonly<Record<string, string | undefined>>>(),
  },
  adminOrder: { path: "/admin/orders/:orderId", ...admin, menu: { below: "adminOrders" } },
  payouts: {
    path: "/admin/payouts",
    ...admin,
    menu: { bar: "Payouts" },
    query: asks<{ status?: string; year?: number }>(),
  },
  settlement: {
    path: "/admin/settlement",
    ...admin,
    menu: { bar: "Settlement" },
    query: asks<{ course?: number | "all"; month?: string }>(),
  },
  settlementLine: {
    path: "/admin/settlement/transfers",
    ...admin,
    menu: { below: "settlement" },
    query: asks<{ course: number | "all"; month: string; line: string }>(),
  },
  /** Staff read those of their ranges, where an administrator granted it. */
  statements: {
    path: "/admin/statements",
    ...staff,
    menu: { bar: "Statements" },
    query: asks<{ course?: number; month?: string; of?: "range" | "tax" }>(),
  },
  ownProfile: { path: deskProfile, ...staff, menu: { button: "Your profile" } },
  manageCourses: { path: "/admin/courses", ...admin, menu: { manage: "Courses" } },
  /** The id `new` is for a new course. */
  manageCourse: { path: "/admin/courses/:id", ...admin, menu: { below: "manageCourses" } },
  closeCourse: { path: "/admin/courses/:id/closing", ...admin, menu: { below: "manageCourses" } },
  bayCodes: {
    path: "/admin/courses/:id/codes",
    ...admin,
    menu: { below: "manageCourses" },
    query: asks<{ from?: number; to?: number }>(),
  },
  managePackages: { path: "/admin/packages", ...admin, menu: { manage: "Packages" } },
  manageSponsors: { path: "/admin/sponsors", ...admin, menu: { manage: "Sponsors and prizes" } },
  courseRequests: {
    path: "/admin/course-requests",
    ...admin,
    menu: { manage: "Course requests" },
    query: asks<{ status?: string }>(),
  },
  manageStaff: { path: "/admin/staff", ...admin, menu: { manage: "Staff" } },
  people: { path: "/admin/people", ...admin, menu: { manage: "People" }, query: asks<{ q?: string | undefined }>() },
  person: { path: "/admin/people/:id", ...admin, menu: { below: "people" } },
  proposals: { path: "/admin/proposals", ...admin, menu: { manage: "Approvals" } },
  reconciliation: { path: "/admin/reconciliation", ...admin, menu: { manage: "Reconciliation" } },
  adjustments: { path: "/admin/adjustments", ...admin, menu: { manage: "Adjustments" } },
  journalAccounts: { path: "/admin/journal-accounts", ...admin, menu: { manage: "Journal" } },
  exports: { path: "/admin/exports", ...admin, menu: { manage: "Exports" } },
  auditTrail: {
    path: "/admin/audit",
    ...admin,
    menu: { manage: "Audit trail" },
    query: asks<{ person?: string; order?: string; date?: string; action?: string }>(),
  },
} as const satisfies Readonly<Record<string, DeskAddress>>;
