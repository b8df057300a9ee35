import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { auditBooks } from "#main/server/audit-checks.ts";
import { claim, freshApp, packs, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(async () => {
  expect((await auditBooks(app.db)).filter(({ violations }) => violations > 0)).toEqual([]);
  await app.close();
});

const freeShot = (person: Player, change: object = {}) =>
  person.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 9, teeTime: "14:30", ...change } });

test("one ball, 300 seconds, the jackpot, and the tee time as an instant of the course's day [4.8 4.12 8.2]", async () => {
  const golfer = await app.player();
  expect(await freeShot(golfer)).toMatchObject({
    status: 201,
    body: {
      session: {
        packageId: -1,
        packageType: "jackpot",
        isFreeShot: true,
        ballCount: 1,
        timeRemaining: 300,
        teeTime: "2026-11-21T19:30:00.000Z",
      },
    },
  });
});

test("a second free shot on a day is refused at any course, before an active session is, with the seconds to the course's midnight", async () => {
  const golfer = await app.player();
  const { session } = await bodyOf(freeShot(golfer));
  const second = await freeShot(golfer, { courseId: 3 });
  expect(second).toMatchObject({
    status: 429,
    body: {
      error: { message: "Free shot not available yet. Please wait before trying again or choose a paid package." },
    },
  });
  expect(Number(second.headers["retry-after"])).toBe(12 * 3600);
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  expect((await freeShot(golfer)).status).toBe(429);
});

test("an active session is 409 and does not use the free shot up [8.2]", async () => {
  const golfer = await app.player();
  const session = await play(golfer, packs.single);
  expect((await freeShot(golfer)).status).toBe(409);
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  expect((await freeShot(golfer)).status).toBe(201);
});

test.each([
  [{ teeTime: "" }, 400, "Please enter your tee time for verification"],
  [{ teeTime: "25:00" }, 400, "Enter your tee time as 14:30 or 2:30 PM"],
  [{ teeTime: "2026-11-22T09:00" }, 400, "The free shot is for a tee time today"],
  [{ bayNumber: null }, 400, "Bay selection required"],
  [{ bayNumber: 101 }, 400, "Please choose a bay from 1 to 100"],
  [{ courseId: 99 }, 404, "Course not found"],
])("%j is refused", async (change, status, message) => {
  expect(await freeShot(await app.player(), change)).toMatchObject({ status, body: { error: { message } } });
});

test("POST /api/sessions with package -1 follows the same rules", async () => {
  const golfer = await app.player();
  const start = () =>
    golfer.call(playRoutes.startSession, {
      body: {
        userId: golfer.id,
        courseId: 1,
        packageId: -1,
        bayNumber: 4,
        teeTime: "2:30 PM",
      },
    });
  expect(await start()).toMatchObject({ status: 201, body: { session: { isFreeShot: true } } });
  expect((await start()).status).toBe(429);
});

test("of twenty calls at once exactly one starts the free shot", async () => {
  const golfer = await app.player();
  const replies = await Promise.all(Array.from({ length: 20 }, () => freeShot(golfer)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(19);
});

test("a browser has a few free shots a day, whoever signs in on it", async () => {
  const person = app.browser();
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    await person.call(accountRoutes.register, {
      body: {
        name: "Hopper",
        email: `hopper${n}@example.com`,
        phone: "5550100100",
      },
    });
    statuses.push(
      (await person.call(playRoutes.startFreeShot, { body: { courseId: 1, bayNumber: 1, teeTime: "14:30" } })).status,
    );
  }
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
});

test("the free shots of a browser and of an address are counted even when all come at once", async () => {
  const shared = await freshApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  const golfers = [shared.browser()];
  const [first] = golfers;
  for (let n = 0; n < 8; n++) {
    const golfer = golfers[n] ?? shared.browser();
    golfers[n] = golfer;
    // The same browser, which still has the cookies of earlier accounts.
    for (const [name, value] of first?.cookies ?? []) if (!name.includes("session")) golfer.cookies.set(name, value);
    const body = { name: "Hopper", email: `at-once${n}@example.com`, phone: "5550100100" };
    await golfer.call(accountRoutes.register, { body });
  }
  const wanted = { courseId: 1, bayNumber: 1, teeTime: "14:30" };
  const replies = await Promise.all(golfers.map((golfer) => golfer.call(playRoutes.startFreeShot, { body: wanted })));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 429, 429, 429, 429, 429,
  ]);
  await shared.close();
});

test("the payout of a free shot's win waits for the tee time; verifying works as for any claim", async () => {
  const golfer = await app.player();
  const { session } = await bodyOf(freeShot(golfer));
  const { id } = (await claim(golfer, session.id, "left")).body.claim;
  await app.signIn(golfer.email);
  const staff = await app.signIn("staff@acebay.test");
  expect((await bodyOf(staff.call(claimRoutes.verifyClaim, { params: { id } }))).claim).toMatchObject({
    payoutStatus: "due",
    waitsFor: ["tee_time"],
  });
  expect(
    (await staff.call(claimRoutes.confirmForPayout, { params: { id }, body: { confirmed: "age_18" } })).status,
  ).toBe(403);
  expect(
    (await bodyOf(staff.call(claimRoutes.confirmForPayout, { params: { id }, body: { confirmed: "tee_time" } }))).claim
      .waitsFor,
  ).toEqual([]);
});
