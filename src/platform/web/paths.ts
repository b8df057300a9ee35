/** The one builder of in-app addresses. Screens never write a path by hand. */

export type Path = `/${string}`;
export type Step = 1 | 2 | 3;

function withQuery(path: Path, query: Readonly<Record<string, string | number | undefined>>): Path {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

export const paths = {
  home: (): Path => "/",
  landing: (): Path => "/landing",
  register: (query: { from?: string } = {}): Path => withQuery("/register", query),
  login: (query: { from?: string } = {}): Path => withQuery("/login", query),
  course: (): Path => "/course",
  package: (): Path => "/package",
  /** `order` names a paid order whose confirmation is shown. */
  app: (query: { step?: Step; order?: string } = {}): Path => withQuery("/app", query),
  /** What a bay's QR code leads to. */
  bay: (query: { course: number; bay: number }): Path => withQuery("/bay", query),
  checkout: (): Path => "/checkout",
  game: (query: { session?: string } = {}): Path => withQuery("/game", query),
  claims: (): Path => "/claims",
  /** `from` is where its Back leads. */
  profile: (query: { from?: string } = {}): Path => withQuery("/profile", query),
  /** `step` is the booking step that its Back leads to. */
  prizes: (query: { course?: number; step?: Step } = {}): Path => withQuery("/prizes", query),
  orders: (): Path => "/orders",
  receipt: (orderId: string): Path => `/orders/${encodeURIComponent(orderId)}/receipt`,
  admin: (): Path => "/admin",
  /** Where staff and administrators begin. */
  desk: (role: "staff" | "admin"): Path => (role === "admin" ? "/admin" : "/admin/prize-verification"),
  /** Without a course it says that one is to be chosen. */
  courseReport: (query: { courseId?: number } = {}): Path => withQuery("/course-report", query),
  prizeVerification: (query: Readonly<Record<string, string | number | undefined>> = {}): Path =>
    withQuery("/admin/prize-verification", query),
  bays: (query: { course?: number } = {}): Path => withQuery("/admin/bays", query),
  payouts: (query: { status?: string; year?: number } = {}): Path => withQuery("/admin/payouts", query),
  adminOrders: (query: Readonly<Record<string, string | undefined>> = {}): Path => withQuery("/admin/orders", query),
  adminOrder: (orderId: string): Path => `/admin/orders/${encodeURIComponent(orderId)}`,
  manageCourses: (): Path => "/admin/courses",
  /** `new` is one that is still to be opened. */
  manageCourse: (courseId: number | "new"): Path => `/admin/courses/${courseId}`,
  bayCodes: (courseId: number, query: { from?: number; to?: number } = {}): Path =>
    withQuery(`/admin/courses/${courseId}/codes`, query),
  manageStaff: (): Path => "/admin/staff",
  proposals: (): Path => "/admin/proposals",
  people: (query: { q?: string | undefined } = {}): Path => withQuery("/admin/people", query),
  managePackages: (): Path => "/admin/packages",
  manageSponsors: (): Path => "/admin/sponsors",
  courseRequests: (query: { status?: string } = {}): Path => withQuery("/admin/course-requests", query),
  auditTrail: (query: { actor?: string; action?: string; subject?: string } = {}): Path =>
    withQuery("/admin/audit", query),
  exports: (): Path => "/admin/exports",
  settlement: (query: { course?: number; month?: string } = {}): Path => withQuery("/admin/settlement", query),
} as const;
