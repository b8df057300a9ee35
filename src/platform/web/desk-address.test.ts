import { expect, test } from "vitest";
import { behindHash, wholeSearch } from "./desk-address.ts";

test.each([
  ["/admin/people?q=Ann+Lee&role=player", "/admin/people?role=player#q=Ann+Lee"],
  [
    "/admin/prize-verification?status=all&search=a%40b.example&claim=7",
    "/admin/prize-verification?status=all&claim=7#search=a%40b.example",
  ],
  ["/admin/audit?person=Ann", "/admin/audit#person=Ann"],
  ["/admin?course=2&activity=Ann", "/admin?course=2#activity=Ann"],
  // A list's own search and picked values, with and without its name.
  ["/admin/payouts?year=2026&q=ann&sort=-3&is4=Ann", "/admin/payouts?year=2026&sort=-3#q=ann&is4=Ann"],
  ["/admin/sponsors?prizesq=ann&prizesis2=x&hide=2", "/admin/sponsors?hide=2#prizesq=ann&prizesis2=x"],
  ["/admin/people?q=%23%3F%26", "/admin/people#q=%23%3F%26"],
])("what is typed in %s goes behind the hash, and is read from there", (path, address) => {
  expect(behindHash(path)).toBe(address);
  expect(behindHash(address)).toBe(address);
  const { search, hash } = new URL(address, "https://x.invalid");
  const whole = new URLSearchParams(wholeSearch({ search, hash }));
  expect(Object.fromEntries(whole)).toEqual(Object.fromEntries(new URL(path, "https://x.invalid").searchParams));
});

test.each(["/admin/people", "/admin?course=2#books", "/admin/orders?status=disputed&hide=2.5"])(
  "%s has nothing typed and stays",
  (path) => {
    expect(behindHash(path)).toBe(path);
    const { search, hash } = new URL(path, "https://x.invalid");
    expect(wholeSearch({ search, hash })).toBe(search);
  },
);
