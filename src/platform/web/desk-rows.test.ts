import { expect, test } from "vitest";
import { claimsOf, ordersOf, pathOfEvent } from "./desk-rows.ts";

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

test("and to the claims of both, or of one hole, of every status", () => {
  const week = { from: "2026-11-01", to: "2026-11-07" };
  expect(claimsOf(week, 2, "left")).toBe(
    "/admin/prize-verification?status=all&course=2&hole=left&date=2026-11-01_2026-11-07",
  );
  expect(claimsOf(null, 2)).toBe("/admin/prize-verification?status=all&course=2");
});
