/** The addresses that have a screen: the server answers 404 for every other, with the same app's 404 page. */
const screens: ReadonlySet<string> = new Set([
  "/",
  "/register",
  "/login",
  "/course",
  "/package",
  "/app",
  "/checkout",
  "/game",
  "/claims",
  "/admin",
  "/admin/prize-verification",
]);

export function isScreen(path: string): boolean {
  return screens.has(path.length > 1 ? path.replace(/\/$/, "") : path);
}
