/** ETags for reads that change rarely: the same body, the same tag. */
import { createHash } from "node:crypto";

/** A weak tag (compression may change the bytes, not the meaning) of what a reply says. */
export function etagOf(body: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 27)}"`;
}
