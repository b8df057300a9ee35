/** Never a 500 for input (api.md): every route of the contract, with what no form would send. */
import fc from "fast-check";
import type * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "#main/audit-checks.ts";
import { accountRoutes } from "#features/accounts/contract.ts";
import { bookingRoutes } from "#features/booking/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { payoutRoutes } from "#features/claims/payout-contract.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { manageCourseRoutes, managePackageRoutes } from "#features/courses/manage-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { orderSearchRoutes, receiptRoutes } from "#features/receipts/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import type { RouteDef } from "#platform/shared/route.ts";
import { buy, card, claim, freshApp, shoot, type Player, type Reply, type TestApp } from "../app.ts";
import { odd, oddTexts, uuid } from "./odd-values.ts";

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
  const group = {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ userId: golfer.userId, name: "Pal", bayNumber: 2, ballCount: 5 }],
  };
  const start = {
    userId: golfer.id,
    courseId: 1,
    packageId: 4,
    bayNumber: 1,
    ballCount: 10,
    timeRemaining: 1200,
    isFreeShot: false,
    groupData: group,
    purchaseContext: "initial",
    orderId: order.id,
    teeTime: "14:30",
  };
  const hit = {
    targetHole: "left",
    prizeClaim: true,
    prizeAmount: 0,
    shotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    missShotId: "3f2504e0-4f89-41d3-9a0c-0305e82c3302",
    secondsAgo: 3,
  };
  const claimed = { id: won.id, body: { reason: "not seen", confirmed: "age_18" } };
  const managed = {
    course: {
      name: "Heron Bay",
      address: "1 Heron Way",
      timeZone: "America/New_York",
      bayCount: 100,
      latitude: 26.6,
      longitude: -81.8,
      baseJackpot: 1000,
      jackpotShare: 20,
      rangeShare: 0,
      priceFactor: 1.5,
      exclusiveBays: false,
      isOpen: true,
    },
    package: { name: "Six", description: "6 balls", price: 9, ballCount: 20, packageType: "jackpot", onSale: true },
    sponsor: {
      hole: "left",
      name: "Grill",
      prizeName: "Dinner",
      prizeDescription: "For two",
      prizeValue: 80,
      website: "https://grill.example/",
      phone: "555",
      isActive: true,
    },
    prize: { hole: "left", prizeName: "Wedge", stock: 3, sponsorId: 4, isActive: true },
  };
  good = {
    register: { body: { ...account, email: "fuzz@example.com", acquisitionSource: "website" } },
    login: { body: { email: golfer.email, code: "123456" } },
    updateUser: { id: golfer.id, body: { ...account, code: "123456" } },
    updateNotifications: { id: golfer.id, body: { gameUpdates: true } },
    endOtherSessions: { body: { forget: true } },
    lookUpPlayer: { id: golfer.userId },
    requestCourse: {
      body: { name: "Kim", email: "kim@example.com", courseName: "Pines", courseLocation: "Naples", message: "Soon" },
    },
    getOrder: { id: order.id },
    startSession: { body: start },
    startFreeShot: { body: { userId: golfer.id, courseId: 1, bayNumber: 1, teeTime: "14:30" } },
    recordAttempt: { body: { sessionId: session.id, ...hit } },
    recordGroupAttempt: { body: { mainSessionId: session.id, friendIndex: 0, ...hit } },
    undoAttempt: { id: shot.id },
    processPayment: {
      body: {
        paymentInfo: { ...card, token: undefined },
        sessionData: { ...start, bayNumber: 7 },
        amount: 5,
        start: false,
      },
    },
    makeToken: { body: card },
    answerWallet: { body: { approved: true } },
    answerChallenge: { id: order.id, body: { approved: true } },
    refundOrder: { id: order.id, body: { amount: 1, reason: "Rain" } },
    ...Object.fromEntries(["getEvidence", "approvePayout"].map((name) => [name, { id: won.id }])),
    recordSighting: { id: won.id, body: { seen: true, note: "Seen", photo: "AAAA" } },
    setApprovalLimit: { body: { amount: 1_000_000 } },
    ...Object.fromEntries(["getBays", "listBayClaims"].map((name) => [name, { id: "1" }])),
    pauseSession: { id: session.id, body: { reason: "Rain" } },
    resumeSession: { id: session.id },
    extendSession: { id: session.id, body: { minutes: 5, reason: "Rain", expiresAt: session.expiresAt } },
    moveSession: { id: session.id, body: { bayNumber: 8, reason: "Rain" } },
    createCourse: { body: managed.course },
    changeCourse: { id: "3", body: { ...managed.course, version: 1 } },
    markCourseRequest: { body: { handled: true } },
    createPackage: { body: managed.package },
    changePackage: { id: "6", body: { ...managed.package, version: 1 } },
    createSponsor: { body: { ...managed.sponsor, courseId: 3 } },
    changeSponsor: { id: "4", body: { ...managed.sponsor, version: 1, logo: "" } },
    uploadLogo: { id: "4", body: { version: 1, image: "iVBORw0KGgo=" } },
    createPrize: { body: { ...managed.prize, courseId: 3 } },
    changePrize: { id: "4", body: { ...managed.prize, version: 1 } },
    setPayoutThreshold: { body: { year: 2027, amount: 600 } },
    ...Object.fromEntries(
      ["verifyClaim", "rejectClaim", "confirmForPayout", "payClaim", "forfeitClaim"].map((name) => [name, claimed]),
    ),
    ...Object.fromEntries(["getCourse", "listSponsors"].map((name) => [name, { id: "1" }])),
    ...Object.fromEntries(["getSession", "completeSession", "leaveGroup"].map((name) => [name, { id: session.id }])),
  };
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const MARK = "put it here";

/** Every place in a body, as a path to it. */
function places(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key])),
  ];
}
function put(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy: Record<string, unknown> = Array.isArray(body)
    ? ([...body] as unknown as Record<string, unknown>)
    : { ...(body as object) };
  copy[key] = put(copy[key], rest, value);
  return copy;
}

const tables: Record<string, RouteDef>[] = [
  accountRoutes,
  bookingRoutes,
  claimRoutes,
  evidenceRoutes,
  payoutRoutes,
  bayRoutes,
  courseRoutes,
  manageCourseRoutes,
  managePackageRoutes,
  manageSponsorRoutes,
  recordRoutes,
  paymentRoutes,
  sandboxRoutes,
  playRoutes,
  orderSearchRoutes,
  receiptRoutes,
  reportRoutes,
];
const routes = tables
  .flatMap((table) => Object.entries(table))
  .filter(([name]) => name !== "logout" && name !== "forgetDevice");
const pathOf = (name: string, route: RouteDef) =>
  route.path.replace(/\{\w+\}/, encodeURIComponent(good[name]?.id ?? golfer.id));
const callerOf = (route: RouteDef) => (route.permission === "staff" || route.permission === "admin" ? admin : golfer);
const send = (name: string, route: RouteDef, body: unknown, path = pathOf(name, route), headers = {}) =>
  callerOf(route).call(route.method as "GET" | "POST" | "PATCH", path, body, {
    "content-type": "application/json",
    ...headers,
  });

/** What is wrong with a reply: it must be an answer of the contract, or a refusal of the house's shape. */
function faults(reply: Reply, route: RouteDef, sent: string): string[] {
  if (reply.status < 500 && (reply.status < 400 || route.replies[reply.status as 200] !== undefined)) return [];
  const { code, message } = reply.body?.error ?? {};
  if (reply.status < 500 && /^[a-z]+\.[a-z_]+$/.test(code) && typeof message === "string") return [];
  return [
    `${route.method} ${route.path} with ${sent.slice(0, 200)}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 100)}`,
  ];
}

const withBody = routes.filter(([, route]) => route.body);
const texts = odd.filter((value): value is string => typeof value === "string" && value.isWellFormed());

test.each(withBody)("%s: each field replaced by each odd value", { timeout: 120_000 }, async (name, route) => {
  const found: string[] = [];
  for (const [index, place] of places(good[name]?.body ?? {}).entries()) {
    const frame = JSON.stringify(put(good[name]?.body ?? {}, place, MARK));
    // The heavy ones weigh the same everywhere: the first two places will do.
    for (const text of oddTexts.filter((one) => index < 2 || one.length < 5_000)) {
      const reply = await send(name, route, frame.split(`"${MARK}"`).join(text));
      found.push(...faults(reply, route, `${place.join(".")}: ${text}`));
    }
  }
  expect(found).toEqual([]);
});

test.each(withBody)("%s: bodies that are no form at all", async (name, route) => {
  const poison = '{"role":"admin"}';
  const prototypes = [
    `{"__proto__":${poison}}`,
    `{"constructor":{"prototype":${poison}}}`,
    `{"a":{"__proto__":${poison}}}`,
  ];
  const found: string[] = [];
  for (const text of [...oddTexts, ...prototypes]) found.push(...faults(await send(name, route, text), route, text));
  expect(found).toEqual([]);
  expect(({} as Record<string, unknown>)["role"]).toBeUndefined();
});

test.each(withBody)("%s: random fields, under an Idempotency-Key", { timeout: 60_000 }, async (name, route) => {
  const body = good[name]?.body ?? {};
  const text = fc.string({ unit: "binary", maxLength: 300 });
  const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
  const anything = fc.oneof(json, text, fc.double(), fc.integer(), fc.constantFrom(...odd.slice(0, 60)));
  const change = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(body)), text), anything, { maxKeys: 5 });
  const latin = fc.integer({ min: 0x21, max: 0xff }).map((n) => String.fromCharCode(n));
  const keys = fc.string({ unit: latin, minLength: 1, maxLength: 220 });
  await fc.assert(
    fc.asyncProperty(change, keys, async (changed, key) => {
      const sent = JSON.stringify({ ...body, ...changed });
      expect(faults(await send(name, route, sent, undefined, { "idempotency-key": key }), route, sent)).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(route.body).toBeDefined();
});

test.each(routes.filter(([, route]) => route.path.includes("{")))("%s: odd values in the path", async (name, route) => {
  const encoded = texts.map((value) => encodeURIComponent(value).slice(0, 2_000).replace(/%.?$/, ""));
  const found: string[] = [];
  for (const value of [...encoded, "%", "%ff", "%00", "..", "%2e%2e%2f", "a/b", ";", "-1", "1e3"]) {
    const path = route.path.replace(/\{\w+\}/, value);
    found.push(...faults(await send(name, route, route.body ? "{}" : undefined, path), route, path));
  }
  expect(found).toEqual([]);
});

test.each(routes.filter(([, route]) => route.query))("%s: odd values in the query", async (name, route) => {
  const moments = ["2026-11-21T17:00:00.000Z", "+275760-09-13T00:00:00.000Z", "-000001-01-01T00:00:00.000Z"];
  const cursors = [...moments, "0000-01-01T00:00:00.000Z", "now", "1", "infinity"].map((at) =>
    Buffer.from(`${at} ${uuid}`).toString("base64url"),
  );
  const values = ["", "x", "===", ...cursors, ...texts.filter((one) => one.length < 500)].map(encodeURIComponent);
  const keys = Object.keys((route.query as unknown as z.ZodMiniObject).def.shape);
  const found: string[] = [];
  for (const key of [...keys, "__proto__", "a[b]"]) {
    const queries = values.flatMap((value) => [`${key}=${value}`, `${key}=1&${key}=${value}`]);
    for (const query of [...queries, `${key}=%`, `${key}=%ff%00`, key, `${key}[]=1`]) {
      found.push(...faults(await send(name, route, undefined, `${pathOf(name, route)}?${query}`), route, query));
    }
  }
  expect(found).toEqual([]);
});
