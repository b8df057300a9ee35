/** The addresses that have a screen: the server answers 404 for every other, with the same app's 404 page. */
const screens: ReadonlySet<string> = new Set([
  "/",
  "/landing",
  "/register",
  "/login",
  "/course",
  "/package",
  "/bay",
  "/app",
  "/checkout",
  "/game",
  "/prizes",
  "/profile",
  "/claims",
  "/orders",
  "/admin",
  "/course-report",
  "/admin/prize-verification",
  "/admin/bays",
  "/admin/payouts",
  "/admin/orders",
  "/admin/settlement",
  "/admin/courses",
  "/admin/packages",
  "/admin/staff",
  "/admin/people",
  "/admin/proposals",
  "/admin/sponsors",
  "/admin/course-requests",
  "/admin/audit",
  "/admin/exports",
]);

/** Screens of one thing each: whether there is such a thing is the screen's to say. */
const named: readonly RegExp[] = [
  /^\/orders\/[^/]+\/receipt$/,
  /^\/admin\/orders\/[^/]+$/,
  /^\/admin\/course-report\/[^/]+$/,
  /^\/admin\/courses\/[^/]+(?:\/codes)?$/,
];

export function isScreen(path: string): boolean {
  const asked = path.length > 1 ? path.replace(/\/$/, "") : path;
  return screens.has(asked) || named.some((pattern) => pattern.test(asked));
}
