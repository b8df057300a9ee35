/** Secrets of the installation: which signs, which are accepted, and how two texts are compared. */
import { createHash, timingSafeEqual } from "node:crypto";

/** The first signs; all are accepted, so that a secret can be changed while processes with either one serve. */
export type Secrets = readonly [string, ...string[]];

/** Compares two texts in constant time, whatever their lengths. */
export function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash("sha256").update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
