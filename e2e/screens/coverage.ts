/** Finds addresses without a picture: an address of the table that lacks one in any look is a failure. */
import { findAddress } from "#platform/shared/addresses/address.ts";
import { addresses } from "#platform/shared/addresses/all.ts";
import { type Look, wholeLooks } from "./looks.ts";
import type { Picture } from "./studio.ts";

const wordsOf = ({ size, theme }: Look) => `${size} ${theme}`;

/** @returns a sentence for each address that lacks a look */
export function untaken(pictures: readonly Picture[]): string[] {
  const taken = Map.groupBy(pictures, ({ path }): string | undefined => findAddress(addresses, path)?.name);
  return Object.keys(addresses).flatMap((name) => {
    const looks = new Set(taken.get(name)?.map(wordsOf));
    const missing = wholeLooks.map(wordsOf).filter((look) => !looks.has(look));
    if (missing.length === 0) return [];
    return [`The address ${name} has no picture${looks.size > 0 ? ` at ${missing.join(", ")}` : ""}`];
  });
}
