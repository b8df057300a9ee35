/** ETags for reads that change rarely: equal bodies have equal tags. */
import { createHash } from "node:crypto";

/** A weak tag of a reply's content, because compression may change the bytes but not the meaning. */
export function etagOf(body: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 27)}"`;
}
