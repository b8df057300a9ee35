import { describe, expect, test } from "vitest";
import { addresses } from "./all.ts";
import { findAddress, type Path } from "./address.ts";
import { deskAddresses } from "./desk.ts";
import { pathsOf } from "./paths.ts";
import { homes } from "./players.ts";

const filled = (path: Path) => path.replace(/:\w+/g, "7");

test.each(Object.entries(addresses))("%s is found by its path and by no other row", (name, { path }) => {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, "7"]));
  expect(findAddress(addresses, filled(path))).toEqual({ name, params });
  expect(findAddress(addresses, `${filled(path)}/`)?.name).toBe(name);
  expect(findAddress(addresses, `${filled(path)}/x/y`)).toBeUndefined();
});

test("a parameter is one piece of the path", () => {
  expect(findAddress(addresses, "/orders//receipt")).toBeUndefined();
  expect(findAddress(addresses, "/orders/a/b/receipt")).toBeUndefined();
  expect(findAddress(addresses, "/orders/a%20b/receipt")?.params).toEqual({ orderId: "a%20b" });
});

test("everybody begins at an address that is theirs", () => {
  expect(findAddress(deskAddresses, homes.staff)?.name).toBe("prizeVerification");
  expect(findAddress(deskAddresses, homes.admin)?.name).toBe("admin");
  expect(deskAddresses.prizeVerification.who).toBe("staff");
});

describe("a path is built", () => {
  const paths = pathsOf(addresses);

  test("by its parameters, each as one piece, and its query", () => {
    expect(paths.home()).toBe("/");
    expect(paths.receipt({ orderId: "a/b c" })).toBe("/orders/a%2Fb%20c/receipt");
    expect(paths.login({ from: "/app?step=2" })).toBe("/login?from=%2Fapp%3Fstep%3D2");
    expect(paths.bayCodes({ id: 3 }, { from: 1, to: 20 })).toBe("/admin/courses/3/codes?from=1&to=20");
    expect(paths.bayCodes({ id: 3 })).toBe("/admin/courses/3/codes");
    expect(paths.people({ q: undefined })).toBe("/admin/people");
  });

  test("only with what its address takes", () => {
    // @ts-expect-error -- a receipt is of an order
    expect(() => paths.receipt()).not.toThrow();
    // @ts-expect-error -- the booking has three steps
    expect(paths.app({ step: 4 })).toBe("/app?step=4");
    // @ts-expect-error -- claims take no query
    expect(paths.claims({ from: "/" })).toContain("/claims");
  });
});
