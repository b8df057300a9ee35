import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopback, loggedNetwork, networkOf, readTrustedProxies, trustOf } from "./addresses.ts";

describe("TRUSTED_PROXIES", () => {
  test.each<[string, number | string[]]>([
    ["0", 0],
    ["2", 2],
    ["10.0.0.1", ["10.0.0.1"]],
    ["10.0.0.0/8, 2001:db8::/32", ["10.0.0.0/8", "2001:db8::/32"]],
    ["::1,127.0.0.1", ["::1", "127.0.0.1"]],
  ])("%s is read", (text, proxies) => {
    expect(readTrustedProxies(text)).toEqual(proxies);
  });

  test.each([
    "10",
    "-1",
    "1.5",
    "true",
    "loopback",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "10.0.0",
    "0.0.0.0/0",
    "::/0",
    "2001:db8::/129",
    "fe80::1%eth0",
    "10.0.0.1,",
    "proxy.example.com",
    "10.0.0.1 10.0.0.2",
  ])("%s is refused", (text) => {
    expect(readTrustedProxies(text)).toBeUndefined();
  });

  test("trusts the ranges, however their addresses are written, and nobody else", () => {
    const trusts = trustOf(["10.0.0.0/8", "2001:db8::/32"]);
    for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "::ffff:a01:203", "10.1.2.3:4711", "[2001:db8::9]:80"])
      expect(trusts(address, 0)).toBe(true);
    for (const address of ["11.0.0.1", "2001:db9::1", "unknown", "", "_hidden"]) expect(trusts(address, 0)).toBe(false);
  });

  test("trusts so many hops", () => {
    expect([0, 1, 2].map((hop) => trustOf(2)("anybody", hop))).toEqual([true, true, false]);
  });
});

describe("an address counts", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:51234", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::FFFF:cb00:7109", "203.0.113.9"],
    ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["nonsense", "unknown"],
    ["", "unknown"],
  ])("%s under %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
  test("with its whole /64 as one, and apart from the next", () => {
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 8, maxLength: 8 }),
        fc.array(group, { minLength: 4 }),
        (groups, host) => {
          fc.pre(groups.slice(0, 5).some((one) => one !== "0"));
          const [net, other] = [groups.slice(0, 4), [...groups.slice(0, 3), groups[3] === "7" ? "8" : "7"]];
          const same = [...net, ...host.slice(0, 4)].join(":");
          expect(networkOf(same)).toBe(networkOf(groups.join(":")));
          expect(networkOf([...other, ...host.slice(0, 4)].join(":"))).not.toBe(networkOf(same));
        },
      ),
    );
  });
});

test("a log names a network that many share", () => {
  expect(["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1:2::9", "2001:db8:1:2::/64", "?"].map(loggedNetwork)).toEqual(
    ["203.0.113.0/24", "203.0.113.0/24", "2001:db8:1::/48", "2001:db8:1::/48", "unknown"],
  );
});

test("loopback is what the machine itself calls from", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"].every(isLoopback)).toBe(true);
  expect(["128.0.0.1", "::2", "::ffff:128.0.0.1", "localhost", ""].some(isLoopback)).toBe(false);
});
