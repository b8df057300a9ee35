/** The sandbox's lists, in pages. */
import type { Page } from "./gateway.ts";

/** How many a page has: few, so that tests meet more than one. */
export const PAGE = 10;

/** A page of rows of which one more than it holds was read. */
export function pageOf<T extends { reference: string }>(rows: readonly T[]): Page<T> {
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? items.at(-1)?.reference : undefined };
}
