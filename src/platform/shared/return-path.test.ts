import fc from "fast-check";
import { expect, test } from "vitest";
import { returnPath } from "./return-path.ts";

const ORIGIN = "https://play.example.com";

test.each(["/", "/app?step=2", "/admin/orders?q=a%20b#top", "/checkout?redirect_status=succeeded", "/prizes/"])(
  "%s is a place of this app",
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  "/\t/evil.example/x",
  "/\n/evil.example",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "https://evil.example/",
  "https:/evil.example",
  "javascript:alert(1)",
  " /app",
  "app",
  "",
  null,
  undefined,
  7,
  {},
])("%j is none", (from) => {
  expect(returnPath(from)).toBeUndefined();
});

test("whatever came from outside, a browser stays on the origin", { timeout: 30_000 }, () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%09",
    "\t",
    "\n",
    "\r",
    "\0",
    "@",
    ":",
    "?",
    "#",
    "//",
    "evil.example",
    "app",
    "https:",
    "%2f",
    "%5c",
    "\u200B",
    "\uFF0F",
    "é",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece, { maxLength: 9 }).map((parts) => `/${parts.join("")}`),
  );
  fc.assert(
    fc.property(anything, (from) => {
      const path = returnPath(from);
      if (path === undefined) return;
      expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
      expect(new URL(path, ORIGIN).href).toBe(ORIGIN + path);
      expect(returnPath(path)).toBe(path);
      expect(path).not.toMatch(/^\/[/\\]|[\p{Cc}\\]/u);
    }),
    { numRuns: 1_500 },
  );
});
