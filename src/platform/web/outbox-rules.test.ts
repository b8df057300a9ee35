import { expect, test } from "vitest";
import { isRefusal, waitMs } from "./outbox-rules.ts";

test("only the server's own word is a refusal; whoever answers in its place is asked again", () => {
  expect(isRefusal({ status: 409, code: "play.no_balls" })).toBe(true);
  expect(isRefusal({ status: 404, code: "play.not_found" })).toBe(true);
  expect(isRefusal({ status: 0, code: "network.failed" })).toBe(false);
  expect(isRefusal({ status: 401, code: "request.signed_out" })).toBe(false);
  expect(isRefusal({ status: 429, code: "request.too_many" })).toBe(false);
  expect(isRefusal({ status: 503, code: "service.database_away" })).toBe(false);
  expect(isRefusal({ status: 500, code: "service.failed" })).toBe(false);
  expect(isRefusal({ status: 404, code: "service.unreadable" })).toBe(false);
  expect(isRefusal({ status: 200, code: "contract.broken" })).toBe(false);
});

test("the waits grow to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 99].map(waitMs)).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]);
});
