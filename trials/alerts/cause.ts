/** A cause of an alert: what makes it ring, and how that ends. */
import type { Site } from "./site.ts";

export interface Cause {
  /** What happens, in words for the table. */
  what: string;
  /** The alerts that must ring for it, without `Acebay`. */
  rings: readonly string[];
  /** Causes it. @returns how it ends */
  cause(site: Site): Promise<() => Promise<void> | void>;
}
