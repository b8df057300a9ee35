import { expect, test } from "vitest";
import type { AdminClaim } from "#features/claims/contract.ts";
import { dueParts, type Page, type Pages, readPart, withParts } from "./fresh-pages.ts";

const claim = (id: string) => ({ id }) as AdminClaim; // Nothing else is looked at.
const page = (ids: string, next?: string): Page => ({ claims: [...ids].map(claim), next });
/** A list of pages of three, by cursors that name the claim before. */
const list: Pages = {
  pages: [page("abc", "c"), page("def", "f"), page("ghi", "i")],
  pageParams: [undefined, "c", "f"],
};
const idsOf = ({ claims }: Page) => claims.map(({ id }) => id).join("");

/** A server that has these claims, in this order, three on a page. What was decided is still a place to begin. */
function server(ids: string, all = "abcdefghi") {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    read: async (cursor: string | undefined): Promise<Page> => {
      asked.push(cursor);
      const order = [...all];
      const after = cursor === undefined ? -1 : order.indexOf(cursor);
      const rest = [...ids].filter((id) => !order.includes(id) || order.indexOf(id) > after);
      const from = cursor !== undefined && ids.includes(cursor) ? [...ids].slice([...ids].indexOf(cursor) + 1) : rest;
      return { claims: from.slice(0, 3).map(claim), next: from.length > 3 ? from[2] : undefined };
    },
  };
}

test("read are the first page, those in sight, the end of the list, and another one in turn", () => {
  expect(dueParts(list, ["d", "e"], 2)).toEqual([0, 1, 2]);
  expect(dueParts(list, ["d"], 1)).toEqual([0, 1]);
  const whole = { ...list, pages: [...list.pages.slice(0, 2), page("ghi")] };
  expect(dueParts(whole, ["a"], 0)).toEqual([0, 2]);
  expect(dueParts(whole, ["a", "g"], 0)).toEqual([0, 1, 2]);
  expect(dueParts(list, [], 4)).toEqual([0, 1]);
});

test("a page that shrank does not take claims of the next one", async () => {
  const { read, asked } = server("acdefghi");
  expect(await readPart(list, 0, read)).toEqual({ claims: [claim("a"), claim("c")], next: "c" });
  expect(asked).toEqual([undefined]);
});

test("a page that grew is read until the next one begins, so that nothing is missing between them", async () => {
  const { read, asked } = server("uvwxabcdefghi");
  expect(idsOf(await readPart(list, 0, read))).toBe("uvwxabc");
  expect(asked).toHaveLength(3);
});

test("the last page says whether there is more by now", async () => {
  expect(await readPart(list, 2, server("abcdefghi").read)).toEqual({ claims: [..."ghi"].map(claim), next: undefined });
  expect(await readPart(list, 2, server("abcdefghij").read)).toEqual({ claims: [..."ghi"].map(claim), next: "i" });
});

test("a page without any claim of the next ones left ends the list", async () => {
  expect(idsOf(await readPart(list, 0, server("ab").read))).toBe("ab");
});

test("a list that has not changed stays the same, so that nothing is drawn anew", () => {
  expect(withParts(list, list, new Map([[1, page("def", "f")]]))).toBe(list);
  const changed = withParts(list, list, new Map([[1, page("df", "f")]]));
  expect(changed.pages.map(idsOf)).toEqual(["abc", "df", "ghi"]);
  expect(changed.pages[0]).toBe(list.pages[0]);
});

test("a page that was loaded anew meanwhile, from another claim on, stays", () => {
  const reloaded: Pages = { pages: [page("abd", "d"), page("efg", "g")], pageParams: [undefined, "d"] };
  expect(withParts(reloaded, list, new Map([[1, page("df", "f")]]))).toBe(reloaded);
});
