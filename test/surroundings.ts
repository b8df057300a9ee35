/** The variables of the tests' own environment that programs started by tests get. */
import { fileURLToPath } from "node:url";

const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled/", import.meta.url));

/** Nothing but the path, and where Node keeps what it compiled: a third of a start is compiling the same code again. */
export function surroundings(): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: compiled };
}
