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
  "/admin/prize-verification",
  "/admin/payouts",
  "/admin/orders",
  "/admin/settlement",
]);

/** Screens of one thing each: whether there is such a thing is the screen's to say. */
const named: readonly RegExp[] = [/^\/orders\/[^/]+\/receipt$/, /^\/admin\/orders\/[^/]+$/];

export function isScreen(path: string): boolean {
  const asked = path.length > 1 ? path.replace(/\/$/, "") : path;
  return screens.has(asked) || named.some((pattern) => pattern.test(asked));
}
