import { expect, test } from "vitest";
import { growingCounts, isNarrowed, pathOf, readOpenClaim, readQueueFilter, withStatus } from "./queue-filter.ts";

const read = (query: string) => readQueueFilter(query);

test("the bare address is what waits, the oldest first; what is decided starts with the latest", () => {
  expect(read("")).toMatchObject({ status: "pending", sort: "oldest" });
  expect(read("status=verified")).toMatchObject({ status: "verified", sort: "newest" });
  expect(withStatus(read("sort=largest&hole=left"), "rejected")).toMatchObject({ sort: "newest", hole: "left" });
});

test.each([
  "",
  "status=all",
  "status=verified&course=3&hole=middle&sort=player",
  "date=2026-11-01_2026-11-03&search=Li",
  "status=all&date=2026-11-01&days=operator",
])("an address says all of its filter and its open claim: %j", (query) => {
  const path = pathOf(read(query), "c1");
  const [, written = ""] = path.split("?");
  expect(read(written)).toEqual(read(query));
  expect(readOpenClaim(written)).toBe("c1");
});

test("a status alone leaves out no claim of that status", () => {
  expect(isNarrowed(read("status=verified&sort=largest"))).toBe(false);
  for (const query of ["course=2", "hole=left", "date=2026-11-01", "search=Li"])
    expect(isNarrowed(read(query))).toBe(true);
});

test("new claims are counted as the list would show them, and those that the filter leaves out apart", () => {
  const all = { pending: 9, verified: 20, rejected: 3 };
  const fitting = { pending: 2, verified: 5, rejected: 1 };
  // A verdict changes no sum, so it is no new claim.
  expect(growingCounts("pending", all, fitting)).toEqual({ shown: 8, others: 24 });
  expect(growingCounts("all", all, all)).toEqual({ shown: 32, others: 0 });
  expect(growingCounts("verified", all, fitting)).toEqual({ shown: 5, others: 32 });
});
