/** Lenient reading: null, blank and absent are the same (api.md, conventions), except where a route says otherwise. */

/** Deeper than any contract; no field is below. */
const MAX_DEPTH = 32;

/**
 * A copy without null properties and list entries, and (unless `keepBlanks`) without properties that are blank text, at
 * every depth. Other values stay. Texts lose what PostgreSQL cannot store: NUL characters, and halves of surrogate
 * pairs (https://www.postgresql.org/docs/18/datatype-character.html, datatype-json.html).
 * @param said properties of the value itself that stay, so that their contract refuses a null and a blank
 */
export function blankToAbsent(value: unknown, keepBlanks = false, said: readonly string[] = [], depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value))
    return value.filter((inner) => inner !== null).map((inner) => blankToAbsent(inner, keepBlanks, [], depth + 1));
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const cleaned = blankToAbsent(inner, keepBlanks, [], depth + 1);
    const isSaid = said.includes(key);
    if (cleaned === undefined || (cleaned === null && !isSaid)) continue;
    if (!keepBlanks && !isSaid && typeof cleaned === "string" && cleaned.trim() === "") continue;
    kept[key] = cleaned;
  }
  return kept;
}
