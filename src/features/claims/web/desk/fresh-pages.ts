/** Reads some pages of a long list anew and puts them back in their places. Pure but for the reading. */
import type { InfiniteData } from "@tanstack/react-query";
import type { AdminClaim } from "#features/claims/contract.ts";

export interface Page {
  claims: AdminClaim[];
  next: string | undefined;
}

export type Pages = InfiniteData<Page, string | undefined>;

/** So many answers may take the place of one page: more claims than that have come between two readings of it. */
const MOST_ANSWERS = 5;

/**
 * The pages to read now: the first, where new claims come; those that the window shows; the last, if it is the end of
 * the list; and one of the others in turn.
 * @param seen the ids of the first and the last row that are drawn
 */
export function dueParts({ pages }: Pages, seen: readonly string[], turn: number): number[] {
  const inSight = pages.flatMap(({ claims }, at) => (claims.some(({ id }) => seen.includes(id)) ? [at] : []));
  const between = inSight.length > 0 ? range(Math.min(...inSight), Math.max(...inSight)) : [];
  const end = pages.at(-1)?.next === undefined ? [pages.length - 1] : [];
  return [...new Set([0, ...between, ...end, turn % pages.length])].toSorted((a, b) => a - b);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/**
 * A page as it is now: what stands between its beginning and the next page. It may have grown, so that this takes
 * several answers, or shrunk, so that an answer reaches into the next page.
 */
export async function readPart(
  { pages, pageParams }: Pages,
  at: number,
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Page> {
  const later = new Set(pages.slice(at + 1).flatMap(({ claims }) => claims.map(({ id }) => id)));
  const claims: AdminClaim[] = [];
  let cursor = pageParams[at];
  for (let answers = 1; ; answers++) {
    const page = await read(cursor);
    const end = page.claims.findIndex(({ id }) => later.has(id));
    claims.push(...(end < 0 ? page.claims : page.claims.slice(0, end)));
    const isLast = at === pages.length - 1;
    if (end >= 0 || page.next === undefined || isLast || answers === MOST_ANSWERS)
      return { claims, next: isLast ? page.next : pages[at]?.next };
    cursor = page.next;
  }
}

/**
 * The list with some pages as they are now.
 * @param before the list when they were read: a page that begins elsewhere by now stays as it is
 * @returns the same list when nothing has changed
 */
export function withParts(list: Pages, before: Pages, parts: ReadonlyMap<number, Page>): Pages {
  const pages = list.pages.map((page, at) => {
    const part = list.pageParams[at] === before.pageParams[at] ? parts.get(at) : undefined;
    return part && JSON.stringify(part) !== JSON.stringify(page) ? part : page;
  });
  return pages.every((page, at) => page === list.pages[at]) ? list : { ...list, pages };
}
