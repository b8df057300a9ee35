/** Lenient in what is taken: null, blank and absent are one thing (api.md, conventions). */

/** A copy without the properties that are null or blank text, at every depth; what is no object or list stays. */
export function blankToAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blankToAbsent);
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === null || (typeof inner === "string" && inner.trim() === "")) continue;
    kept[key] = blankToAbsent(inner);
  }
  return kept;
}
