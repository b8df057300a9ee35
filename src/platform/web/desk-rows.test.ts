import { expect, test } from "vitest";
import { claimsOf, ordersOf, pathOfEvent, playedOf, rowsOfPackage } from "./desk-rows.ts";

test("an event leads to its claim, else to its order, else to its person", () => {
  const [claimId, orderId, personId] = ["c1", "o1", "p1"];
  expect(pathOfEvent({ claimId, personId })).toBe("/admin/prize-verification?status=all&claim=c1");
  expect(pathOfEvent({ orderId, personId })).toBe("/admin/orders/o1");
  expect(pathOfEvent({ personId })).toBe("/admin/people/p1");
  expect(pathOfEvent({})).toBe("/admin/people");
});

test("figures lead to the orders of their period and course", () => {
  expect(ordersOf({ from: "2026-11-01", to: "2026-11-25" }, 2)).toEqual({
    from: "2026-11-01",
    to: "2026-11-25",
    courseId: "2",
  });
  expect(ordersOf(null, undefined)).toEqual({});
});

test("the free shot among the packages leads to its sessions, because it has no orders", () => {
  expect(playedOf(null, 2, "new")).toEqual({ courseId: "2", kind: "new" });
  expect(rowsOfPackage(null, 2, -1)).toBe("/admin/sessions?courseId=2&kind=free");
  expect(rowsOfPackage(null, undefined, 4)).toBe("/admin/orders?packageId=4");
});

test("and to the claims of both, or of one hole, of every status", () => {
  const week = { from: "2026-11-01", to: "2026-11-07" };
  expect(claimsOf(week, 2, { hole: "left" })).toBe(
    "/admin/prize-verification?status=all&course=2&hole=left&date=2026-11-01_2026-11-07",
  );
  expect(claimsOf(week, undefined, { days: "operator" })).toBe(
    "/admin/prize-verification?status=all&date=2026-11-01_2026-11-07&days=operator",
  );
  expect(claimsOf(null, 2, { days: "operator" })).toBe("/admin/prize-verification?status=all&course=2");
});
