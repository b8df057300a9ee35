/** Compares an answer with the expectation: in objects only the expected properties, everything else exactly. */

/** The property under which an expectation judges the whole object. */
export const WHOLE = "(whole)";

/** A function that judges a value. It returns what was expected instead. */
type Judge = (actual: unknown) => string | undefined;

/** @returns the place and the difference, or nothing */
export function difference(expected: unknown, actual: unknown, path = ""): string | undefined {
  if (typeof expected === "function") {
    const wanted = (expected as Judge)(actual); // Judges are the only functions in an expectation.
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

/** A property of JSON, by its path. */
export function field(value: unknown, ...path: string[]): unknown {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = (inner as Record<string, unknown>)[key]; // Every object can be read by any key.
  }
  return inner;
}
