/** Cross-site requests: a state-changing call from another site's page is refused (rules, section 2). */
import type { IncomingHttpHeaders } from "node:http";

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a browser says that a state-changing call comes from a foreign page. A call with neither header passes. */
export function isForeign(method: string, headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (READING.has(method)) return false;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (origin === publicUrl) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}
