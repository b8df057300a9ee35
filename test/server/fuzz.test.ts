/** Never a 500 for input (api.md): every route of the contract, with what no form would send. */
import fc from "fast-check";
import type * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "#main/audit-checks.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bookingRoutes } from "#features/booking/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { buy, card, claim, freshApp, shoot, type Player, type Reply, type TestApp } from "../app.ts";

let app: TestApp;
let golfer: Player;
let admin: Player;
/** A good body and good parameters for each route, of things that exist. */
let good: Record<string, { body?: Record<string, unknown>; id?: string }>;
beforeAll(async () => {
  app = await freshApp();
  [golfer, admin] = [await app.player(), await app.signIn("admin@acebay.test")];
  const { session, order } = (await buy(golfer)).body;
  const shot = (await shoot(golfer, session.id)).body.attempt;
  const won = (await claim(golfer, session.id, "left")).body.claim;
  const account = { name: "Kim", email: golfer.email, phone: "555 010 0100" };
  const group = { mainPlayer: { bayNumber: 1, ballCount: 5 }, friends: [{ userId: golfer.userId, name: "Pal", bayNumber: 2, ballCount: 5 }] };
  const start = { userId: golfer.id, courseId: 1, packageId: 4, bayNumber: 1, ballCount: 10, timeRemaining: 1200, isFreeShot: false, groupData: group, purchaseContext: "initial", orderId: order.id, teeTime: "14:30" };
  const hit = { targetHole: "left", prizeClaim: true, prizeAmount: 0, shotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301", missShotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3302", secondsAgo: 3 };
  const claimed = { id: won.id, body: { reason: "not seen", confirmed: "age_18" } };
  good = {
    register: { body: { ...account, email: "fuzz@example.com", acquisitionSource: "website" } },
    login: { body: { email: golfer.email, code: "123456" } },
    updateUser: { id: golfer.id, body: { ...account, code: "123456" } },
    updateNotifications: { id: golfer.id, body: { gameUpdates: true } },
    lookUpPlayer: { id: golfer.userId },
    requestCourse: { body: { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples", message: "Soon" } },
    getOrder: { id: order.id },
    startSession: { body: start },
    startFreeShot: { body: { userId: golfer.id, courseId: 1, bayNumber: 1, teeTime: "14:30" } },
    recordAttempt: { body: { sessionId: session.id, ...hit } },
    recordGroupAttempt: { body: { mainSessionId: session.id, friendIndex: 0, ...hit } },
    undoAttempt: { id: shot.id },
    processPayment: { body: { paymentInfo: { ...card, token: undefined }, sessionData: { ...start, bayNumber: 7 }, amount: 5, start: false } },
    makeToken: { body: card },
    ...Object.fromEntries(["verifyClaim", "rejectClaim", "confirmForPayout", "payClaim", "forfeitClaim"].map((name) => [name, claimed])),
    ...Object.fromEntries(["getCourse", "listSponsors"].map((name) => [name, { id: "1" }])),
    ...Object.fromEntries(["getSession", "completeSession", "leaveGroup"].map((name) => [name, { id: session.id }])),
  };
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

/** JSON texts that are deeper than a stack: no test can hold them as values. */
const deep = [2_000, 30_000].map((depth) => "[".repeat(depth) + "]".repeat(depth)).concat('{"a":'.repeat(9_000) + "1" + "}".repeat(9_000));
const uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const odd: readonly unknown[] = [
  0, -0, -1, 1.5, -1.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53, 9_007_199_254_740_993, 1e-7,
  "0", "-1", "1.5", "1e400", "Infinity", "NaN", "0x10", "٣", "2147483648", "9".repeat(400), true, false,
  "\u0000", "a\u0000b", "\uD800", "a\uDFFFb", "😀".repeat(50), "\u202E\u200B", "é".normalize("NFD"), "x".repeat(60_000), "'; DROP TABLE users; --", "%00", "\\", "${7*7}", "\r\nSet-Cookie: a=b",
  uuid, `${uuid}\u0000`, uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll("-", ""), "undefined", "null", "[object Object]",
  "9999-12-31T23:59", "+275760-09-13T00:00", "2026-02-30T10:00", "0000-00-00", "24:00", "2026-11-21T14:30:00+99:99", "2026-11-21T14:30:00+23:59",
  [], {}, [[]], [null], [1], ["1"], [{}], { toString: 1 }, { valueOf: null, toString: null }, { length: 1 }, { constructor: "x" }, { hasOwnProperty: 1 }, { then: 1 },
  Array.from({ length: 5_000 }, () => ({})), Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`k${n}`, n])),
];

/** All of them as JSON texts that fit a body. */
const oddTexts = [...odd.map((value) => JSON.stringify(value)), ...deep].filter((text) => text.length < 63 * 1024);
const MARK = "put it here";

/** Every place in a body, as a path to it. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [...(path.length > 0 ? [path] : []), ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}
function put(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string, unknown> = Array.isArray(body) ? ([...body] as unknown as Record<string, unknown>) : { ...(body as object) };
  copy[key] = put(copy[key], rest, value);
  return copy;
}

const tables: Record<string, RouteDef>[] = [accountRoutes, bookingRoutes, claimRoutes, courseRoutes, paymentRoutes, sandboxRoutes, playRoutes];
const routes = tables.flatMap((table) => Object.entries(table)).filter(([name]) => name !== "logout" && name !== "forgetDevice");
const pathOf = (name: string, route: RouteDef) => route.path.replace(/\{\w+\}/, encodeURIComponent(good[name]?.id ?? golfer.id));
const callerOf = (route: RouteDef) => (route.permission === "staff" || route.permission === "admin" ? admin : golfer);
const send = (name: string, route: RouteDef, body: unknown, path = pathOf(name, route), headers = {}) => callerOf(route).call(route.method as "GET" | "POST" | "PATCH", path, body, { "content-type": "application/json", ...headers });

/** A refusal of the house's shape, or an answer of the contract. */
function expectTame(reply: Reply, route: RouteDef, sent: unknown): void {
  const where = `${route.method} ${route.path} with ${(JSON.stringify(sent) ?? "nothing").slice(0, 200)}`;
  expect(reply.status, where).toBeLessThan(500);
  if (reply.status < 400 || route.replies[reply.status as 200] !== undefined) return;
  expect(reply.body, where).toMatchObject({ error: { code: expect.stringMatching(/^[a-z]+\.[a-z_]+$/), message: expect.any(String) } });
}

const withBody = routes.filter(([, route]) => route.body);
test.each(withBody)("%s: each field replaced by each odd value", { timeout: 120_000 }, async (name, route) => {
  const body = good[name]?.body ?? {};
  for (const [index, place] of places(body).entries()) {
    const frame = JSON.stringify(put(body, place, MARK));
    // The heavy ones weigh the same everywhere: the first two places will do.
    for (const text of oddTexts.filter((one) => index < 2 || one.length < 5_000)) expectTame(await send(name, route, frame.replace(`"${MARK}"`, () => text)), route, `${place.join(".")}: ${text.slice(0, 100)}`);
  }
});

test.each(withBody)("%s: bodies that are no form at all", async (name, route) => {
  const prototypes = ['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}', '{"a":{"__proto__":{"role":"admin"}}}'];
  for (const text of [...oddTexts, ...prototypes]) expectTame(await send(name, route, text), route, text.slice(0, 100));
  expect(({} as Record<string, unknown>)["role"]).toBeUndefined();
});

test.each(withBody)("%s: random fields, under an Idempotency-Key", { timeout: 60_000 }, async (name, route) => {
  const body = good[name]?.body ?? {};
  const text = fc.string({ unit: "binary", maxLength: 300 });
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), text, fc.double(), fc.integer(), fc.constantFrom(...odd.slice(0, 60)));
  const change = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(body)), text), anything, { maxKeys: 5 });
  const key = fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((n) => String.fromCharCode(n)), minLength: 1, maxLength: 220 });
  await fc.assert(
    fc.asyncProperty(change, key, async (changed, idempotencyKey) => {
      const sent = { ...body, ...changed };
      expectTame(await send(name, route, JSON.stringify(sent), undefined, { "idempotency-key": idempotencyKey }), route, sent);
    }),
    { numRuns: 60 },
  );
});

test.each(routes.filter(([, route]) => route.path.includes("{")))("%s: odd values in the path", async (name, route) => {
  const values = odd.filter((value) => typeof value === "string" && value.isWellFormed()).map((value) => encodeURIComponent(value as string).slice(0, 2_000).replace(/%.?$/, ""));
  for (const value of [...values, "%", "%ff", "%00", "..", "%2e%2e%2f", "a/b", ";", "-1", "1e3"]) {
    const reply = await send(name, route, route.body ? "{}" : undefined, route.path.replace(/\{\w+\}/, value));
    expect(reply.status, `${route.path} ${value}`).toBeLessThan(500);
    if (reply.status >= 400) expect(reply.body).toMatchObject({ error: { code: expect.any(String) } });
  }
});

test.each(routes.filter(([, route]) => route.query))("%s: odd values in the query", async (name, route) => {
  const cursor = (at: string) => Buffer.from(`${at} ${uuid}`).toString("base64url");
  const cursors = ["", "x", "===", cursor("2026-11-21T17:00:00.000Z"), cursor("+275760-09-13T00:00:00.000Z"), cursor("-000001-01-01T00:00:00.000Z"), cursor("0000-01-01T00:00:00.000Z"), cursor("now"), cursor("1"), cursor("infinity")];
  const keys = Object.keys((route.query as unknown as z.ZodMiniObject).def.shape);
  for (const key of [...keys, "__proto__", "a[b]"]) {
    for (const value of [...cursors, ...odd.filter((one) => typeof one === "string" && one.isWellFormed() && one.length < 500)] as string[]) {
      for (const query of [`${key}=${encodeURIComponent(value)}`, `${key}=1&${key}=${encodeURIComponent(value)}`]) expectTame(await send(name, route, undefined, `${pathOf(name, route)}?${query}`), route, query);
    }
    for (const query of [`${key}=%`, `${key}=%ff%00`, key, `${key}[]=1`]) expectTame(await send(name, route, undefined, `${pathOf(name, route)}?${query}`), route, query);
  }
});
