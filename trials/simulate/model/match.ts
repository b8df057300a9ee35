/** Compares an answer with what was expected of it: objects as far as the expectation goes, everything else exactly. */

/** The name under which an expectation judges the whole object. */
export const WHOLE = "(whole)";

/** A value that is judged by a function: what it says is what was expected instead. */
type Judge = (actual: unknown) => string | undefined;

/** @returns where the two differ and how, or nothing */
export function difference(expected: unknown, actual: unknown, path = ""): string | undefined {
  if (typeof expected === "function") {
    const wanted = (expected as Judge)(actual); // The only functions in an expectation.
    return wanted === undefined ? undefined : `${path}: expected ${wanted}, got ${JSON.stringify(actual)}`;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return `${path}: expected ${expected.length} entries, got ${JSON.stringify(actual)?.slice(0, 600)}`;
    for (const [index, inner] of expected.entries()) {
      const found = difference(inner, actual[index], `${path}[${index}]`);
      if (found) return found;
    }
    return undefined;
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null)
      return `${path}: expected an object, got ${JSON.stringify(actual)}`;
    for (const [key, inner] of Object.entries(expected)) {
      const found = difference(inner, key === WHOLE ? actual : field(actual, key), `${path}.${key}`);
      if (found) return found;
    }
    return undefined;
  }
  return Object.is(expected, actual)
    ? undefined
    : `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

/** A field of something that came as JSON, by its path. */
export function field(value: unknown, ...path: string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = (inner as Record<string, unknown>)[key]; // Any object can be asked for any key.
  }
  return inner;
}
