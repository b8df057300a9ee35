import { expect, test } from "vitest";
import { addresses } from "./all.ts";
import { findAddress, type Path } from "./address.ts";
import { deskAddresses } from "./desk.ts";
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
