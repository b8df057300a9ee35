/** The sandbox's lists, in pages. */
import type { ListPage } from "./gateway.ts";

/** Items of a page: few, so that tests meet more than one page. */
export const PAGE = 10;

/** Makes a page of rows that were read with one row more than the page holds. */
export function pageOf<T extends { reference: string }>(rows: readonly T[]): ListPage<T> {
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? items.at(-1)?.reference : undefined };
}
