/** Lenient reading: null, blank and absent are the same (api.md, conventions), but for what must be said (`said.ts`). */
import type { Said } from "./said.ts";

/** Deeper than any contract; no field is below. */
const MAX_DEPTH = 32;

/**
 * A copy without null properties and list entries, and (unless `keepBlanks`) without properties that are blank text, at
 * every depth. Other values stay. Texts lose what PostgreSQL cannot store: NUL characters, and halves of surrogate
 * pairs (https://www.postgresql.org/docs/18/datatype-character.html, datatype-json.html).
 * @param said what stays if it is null or blank, so that the contract refuses it
 */
export function blankToAbsent(value: unknown, keepBlanks = false, said?: Said, depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (depth === MAX_DEPTH) return undefined;
  if (Array.isArray(value))
    return value
      .filter((inner) => inner !== null || said?.entries?.here)
      .map((inner) => blankToAbsent(inner, keepBlanks, said?.entries, depth + 1));
  const kept: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const below = said?.fields && Object.hasOwn(said.fields, key) ? said.fields[key] : undefined;
    const cleaned = blankToAbsent(inner, keepBlanks, below, depth + 1);
    if (cleaned === undefined || (cleaned === null && !below?.here)) continue;
    if (!keepBlanks && !below?.here && typeof cleaned === "string" && cleaned.trim() === "") continue;
    kept[key] = cleaned;
  }
  return kept;
}
