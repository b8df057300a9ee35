/** The language in which a caller reads. */
import type { IncomingHttpHeaders } from "node:http";
import { chosenIn, type Language, spokenOf } from "#platform/shared/language.ts";

/** As chosen on the device, otherwise the first that we speak of the browser's. */
export function languageOf(headers: Pick<IncomingHttpHeaders, "cookie" | "accept-language">): Language {
  return chosenIn(headers.cookie ?? "") ?? spokenOf(accepted(headers["accept-language"] ?? ""));
}

/** The tags of `Accept-Language`, the best first (RFC 9110, section 12.5.4). */
function accepted(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...more] = part.split(";").map((one) => one.trim());
      const weight = more.find((one) => one.startsWith("q="))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
