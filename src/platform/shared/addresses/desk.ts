/** The addresses of staff and administrators. None of them is of use without a network. */
import type { Language } from "#platform/shared/language.ts";
import { type Address, queryType } from "./address.ts";
import { type deskBeginnings, deskProfile } from "./players.ts";

/** The name of a link in each language. */
type Label = Readonly<Record<Language, string>>;

/** The groups below 'Manage', in their order. */
export const manageGroups = ["range", "people", "books", "records"] as const;
export type ManageGroup = (typeof manageGroups)[number];

export interface DeskAddress extends Address {
  readonly path: `${(typeof deskBeginnings)[number]}${string}`;
  readonly visitor: "login";
  readonly offline: false;
  /** Who may open it: staff and administrators, or administrators alone. */
  readonly who: "staff" | "admin";
  /** Its place in the menus: a link of the top bar, below 'Manage', or below another address; or a button of the header. */
  readonly menu:
    | { readonly bar: Label }
    | { readonly manage: Label; readonly group: ManageGroup }
    | { readonly below: string }
    | { readonly button: Label };
}

const staff = { visitor: "login", offline: false, who: "staff" } as const;
const admin = { visitor: "login", offline: false, who: "admin" } as const;

/**
 * In the order of the menus: the day's work, then money; below 'Manage' in its groups the range, its people, the books, and the records.
 * To add one: a row here, and its screen in `main/web/desk.tsx`.
 */
export const deskAddresses = {
  /** Without a course it shows all of them; `dateFilter` is the period, or the name of a usual one; `activity` a search. */
  admin: {
    path: "/admin",
    ...admin,
    menu: { bar: { en: "Dashboard", es: "Panel" } },
    query: queryType<{ course?: number; dateFilter?: string; activity?: string }>(),
  },
  /** The sessions and the players that the dashboard's figures count. */
  adminSessions: {
    path: "/admin/sessions",
    ...admin,
    menu: { below: "admin" },
    query: queryType<Readonly<Record<string, string | undefined>>>(),
  },
  adminPlayers: {
    path: "/admin/players",
    ...admin,
    menu: { below: "admin" },
    query: queryType<Readonly<Record<string, string | undefined>>>(),
  },
  bays: {
    path: "/admin/bays",
    ...staff,
    menu: { bar: { en: "Bays", es: "Bahías" } },
    query: queryType<{ course?: number }>(),
  },
  /** Without a course the first one of the caller. */
  todaysRefunds: {
    path: "/admin/bays/refunds",
    ...staff,
    menu: { below: "bays" },
    query: queryType<{ course?: number }>(),
  },
  prizeVerification: {
    path: "/admin/prize-verification",
    ...staff,
    menu: { bar: { en: "Claims", es: "Reclamos" } },
    query: queryType<Readonly<Record<string, string | number | undefined>>>(),
  },
  /** Without a course it asks for one. */
  courseReport: {
    path: "/course-report",
    ...staff,
    menu: { bar: { en: "Reports", es: "Reportes" } },
    query: queryType<{ courseId?: number }>(),
  },
  courseReportOf: { path: "/admin/course-report/:courseId", ...staff, menu: { below: "courseReport" } },
  adminOrders: {
    path: "/admin/orders",
    ...admin,
    menu: { bar: { en: "Orders", es: "Pedidos" } },
    query: queryType<Readonly<Record<string, string | undefined>>>(),
  },
  adminOrder: { path: "/admin/orders/:orderId", ...admin, menu: { below: "adminOrders" } },
  payouts: {
    path: "/admin/payouts",
    ...admin,
    menu: { bar: { en: "Payouts", es: "Pagos" } },
    query: queryType<{ status?: string; year?: number }>(),
  },
  settlement: {
    path: "/admin/settlement",
    ...admin,
    menu: { bar: { en: "Settlement", es: "Liquidación" } },
    query: queryType<{ course?: number | "all"; month?: string }>(),
  },
  settlementLine: {
    path: "/admin/settlement/transfers",
    ...admin,
    menu: { below: "settlement" },
    query: queryType<{ course: number | "all"; month: string; line: string }>(),
  },
  /** Staff read those of their ranges, where an administrator granted it. */
  statements: {
    path: "/admin/statements",
    ...staff,
    menu: { bar: { en: "Statements", es: "Cuentas" } },
    query: queryType<{ course?: number; month?: string; of?: "range" | "tax" }>(),
  },
  ownProfile: { path: deskProfile, ...staff, menu: { button: { en: "Your profile", es: "Tu perfil" } } },
  manageCourses: {
    path: "/admin/courses",
    ...admin,
    menu: { manage: { en: "Courses", es: "Campos" }, group: "range" },
  },
  /** The id `new` is for a new course. */
  manageCourse: { path: "/admin/courses/:id", ...admin, menu: { below: "manageCourses" } },
  closeCourse: { path: "/admin/courses/:id/closing", ...admin, menu: { below: "manageCourses" } },
  bayCodes: {
    path: "/admin/courses/:id/codes",
    ...admin,
    menu: { below: "manageCourses" },
    query: queryType<{ from?: number; to?: number }>(),
  },
  managePackages: {
    path: "/admin/packages",
    ...admin,
    menu: { manage: { en: "Packages", es: "Paquetes" }, group: "range" },
  },
  manageSponsors: {
    path: "/admin/sponsors",
    ...admin,
    menu: { manage: { en: "Sponsors and prizes", es: "Patrocinadores y premios" }, group: "range" },
  },
  courseRequests: {
    path: "/admin/course-requests",
    ...admin,
    menu: { manage: { en: "Course requests", es: "Solicitudes de campos" }, group: "range" },
    query: queryType<{ status?: string }>(),
  },
  manageStaff: { path: "/admin/staff", ...admin, menu: { manage: { en: "Staff", es: "Personal" }, group: "people" } },
  people: {
    path: "/admin/people",
    ...admin,
    menu: { manage: { en: "People", es: "Personas" }, group: "people" },
    query: queryType<Readonly<Record<string, string | undefined>>>(),
  },
  person: { path: "/admin/people/:id", ...admin, menu: { below: "people" } },
  proposals: {
    path: "/admin/proposals",
    ...admin,
    menu: { manage: { en: "Approvals", es: "Aprobaciones" }, group: "people" },
  },
  reconciliation: {
    path: "/admin/reconciliation",
    ...admin,
    menu: { manage: { en: "Reconciliation", es: "Conciliación" }, group: "books" },
  },
  adjustments: {
    path: "/admin/adjustments",
    ...admin,
    menu: { manage: { en: "Adjustments", es: "Ajustes" }, group: "books" },
  },
  journalAccounts: {
    path: "/admin/journal-accounts",
    ...admin,
    menu: { manage: { en: "Journal", es: "Diario contable" }, group: "books" },
  },
  exports: {
    path: "/admin/exports",
    ...admin,
    menu: { manage: { en: "Exports", es: "Exportaciones" }, group: "records" },
  },
  auditTrail: {
    path: "/admin/audit",
    ...admin,
    menu: { manage: { en: "Audit trail", es: "Registro de auditoría" }, group: "records" },
    query: queryType<Readonly<Record<string, string | undefined>>>(),
  },
} as const satisfies Readonly<Record<string, DeskAddress>>;
