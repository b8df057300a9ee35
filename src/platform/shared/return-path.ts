/** The path to which somebody is sent back, when it came from outside: an address bar, a notification, a bank. */

/** No host of anybody's (RFC 2606). */
const HERE = "https://here.invalid";

/**
 * A path of this app. The resolved path must be on the app's own origin, by the rules of browsers: they drop tabs, read
 * `\` as `/`, and take `//host` for another host.
 * @returns undefined for anything else
 */
export function returnPath(from: unknown): `/${string}` | undefined {
  if (typeof from !== "string" || !from.startsWith("/") || /[\\\p{Cc}]/u.test(from)) return undefined;
  const path = resolved(from);
  // Dots may have left two slashes in front.
  return path !== undefined && resolved(path) === path ? path : undefined;
}

function resolved(path: string): `/${string}` | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(path, HERE);
    return origin === HERE && pathname.startsWith("/") ? `/${pathname.slice(1)}${search}${hash}` : undefined;
  } catch {
    return undefined;
  }
}
