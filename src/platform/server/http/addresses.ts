/** The address of a caller: which proxies may name it, what the limits count, and what the log may show. */
import { BlockList, isIP } from "node:net";

/**
 * The proxies before us that may name the caller's address: addresses and CIDR ranges, or their number in a row. The
 * header is read from the right (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/X-Forwarded-For).
 */
export type TrustedProxies = number | readonly string[];

const MOST_HOPS = 9;

/**
 * Reads `TRUSTED_PROXIES`: "1", or "10.0.0.0/8, 2001:db8::7".
 * @returns undefined if it is unreadable, or would trust everybody
 */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) return Number(text) <= MOST_HOPS ? Number(text) : undefined;
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.every((entry) => rangeOf(entry) !== undefined) ? entries : undefined;
}

/** Whether an address, this many hops before us (0 is the socket's), may name the address before it. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === "number") return (_address, hop) => hop < proxies;
  const ranges = new BlockList();
  for (const entry of proxies) {
    const range = rangeOf(entry);
    if (range) ranges.addSubnet(range.address, range.bits, range.family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && ranges.check(plain, isIP(plain) === 4 ? "ipv4" : "ipv6");
  };
}

/** An address or a CIDR range; undefined for anything else, and for a range of everything. */
function rangeOf(entry: string) {
  const [address = "", bits, ...rest] = entry.split("/");
  const family = isIP(address) === 4 ? ("ipv4" as const) : ("ipv6" as const);
  const most = family === "ipv4" ? 32 : 128;
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return undefined;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) < 1 || Number(bits) > most)) return undefined;
  return { address, family, bits: bits === undefined ? most : Number(bits) };
}

/**
 * The name under which limits count an address: IPv4 itself, IPv6 its /64, which is one line's
 * (https://www.rfc-editor.org/rfc/rfc6177), IPv4 written as IPv6 as IPv4. All other texts count under one name.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return "unknown";
  return isIP(plain) === 4 ? plain : `${groupsOf(plain).slice(0, 4).join(":")}::/64`;
}

/** The log's form of an address: the first three bytes of IPv4, the first 48 bits of IPv6: a provider, not a person. */
export function loggedNetwork(address: string): string {
  const plain = plainAddress(address.replace(/\/\d+$/, ""));
  if (plain === undefined) return "unknown";
  return isIP(plain) === 4
    ? `${plain.split(".").slice(0, 3).join(".")}.0/24`
    : `${groupsOf(plain).slice(0, 3).join(":")}::/48`;
}

export function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  return plain === "::1" || plain?.startsWith("127.") === true;
}

/** An address without the port and brackets that some proxies add, and IPv4 written as IPv6 as IPv4. */
function plainAddress(written: string): string | undefined {
  const address = written
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/, "");
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== "0") || groups[5] !== "ffff") return canonical(address);
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}

/** In the form of RFC 5952. */
function canonical(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = canonical(address).split("::");
  const [before, after] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill("0");
  return tail === undefined ? (before ?? []) : [...(before ?? []), ...zeros, ...(after ?? [])];
}
