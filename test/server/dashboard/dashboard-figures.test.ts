/** The figures of rules.md, section 9, over small histories that each test tells: sessions, shots and players. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Json, packs, type Player, play, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { figuresOf } from "#test/figures.ts";

let app: TestApp;
let read: (what: string, filter?: string) => Promise<Json>;
// A Saturday noon in New York, the operator's zone and the courses': 2026-11-21.
beforeEach(async () => {
  app = await freshApp({ env: { OPERATOR_LATITUDE: "26.142", OPERATOR_LONGITUDE: "-81.7948" } });
  ({ read } = figuresOf(app));
});
afterEach(() => app.close());

const DAY = 24 * 3600;
const end = (golfer: Player, session: Json) => golfer.call(playRoutes.completeSession, { params: { id: session.id } });
const free = async (golfer: Player, courseId = 1) => {
  const body = { courseId, bayNumber: 9, teeTime: app.clock.now().toISOString() };
  return (await bodyOf(golfer.call(playRoutes.startFreeShot, { body }))).session;
};

test("before anybody has played every figure is zero, and nothing is divided by zero", async () => {
  expect(await read("stats")).toEqual({
    // The demo's own player; staff and administrators are none.
    totalUsers: 1,
    newUsersToday: 1,
    totalRevenue: 0,
    revenueToday: 0,
    totalPrizeClaims: 0,
    pendingPrizeClaims: 0,
    totalSessions: 0,
    totalShots: 0,
    popularCourses: [
      { id: 2, name: "Bayshore Golf Park", sessions: 0 },
      { id: 3, name: "Coral Lakes Golf Center", sessions: 0 },
      { id: 1, name: "Palmetto Pines Driving Range", sessions: 0 },
    ],
    userEngagementStats: {
      totalUniqueUsers: 0,
      newUsers: 0,
      newUserPercentage: 0,
      returningUsers: 0,
      returningUserPercentage: 0,
    },
    acquisitionStats: [{ source: "unknown", count: 1, percentage: 100 }],
    purchaseContextStats: { freeShots: 0, initial: 0, buyMoreBalls: 0 },
    averageBallsPerSession: 0,
    averageTimePerBallSeconds: 0,
    popularPackages: [],
    prizeBreakdown: [
      { targetHole: "left", claims: 0, percentage: 0 },
      { targetHole: "right", claims: 0, percentage: 0 },
      { targetHole: "middle", claims: 0, percentage: 0 },
    ],
    before: null,
    timeZone: "America/New_York",
    asOf: "2026-11-21T17:00:00.000Z",
  });
  expect(await read("live-sessions")).toEqual([]);
  const report = await read("course-report/1");
  expect(report).toMatchObject({ revenueGrowth: null, peakDay: null, avgDailyRevenue: 0, recentActivity: [] });
  expect(report.course).toMatchObject({ jackpotAmount: 1000, distance: 6.1 });
});

test("a session counts with its shots and their time; an undone shot counts in neither", async () => {
  const golfer = await app.player();
  const session = await play(golfer, packs.sponsored);
  await app.clock.advance(20);
  await shoot(golfer, session.id);
  await app.clock.advance(21);
  await shoot(golfer, session.id);
  await app.clock.advance(40);
  const { body } = await shoot(golfer, session.id);
  expect(await read("stats")).toMatchObject({ totalShots: 3, averageTimePerBallSeconds: 27 });
  expect((await golfer.call(playRoutes.undoShot, { params: { id: body.attempt.id } })).status).toBe(200);
  expect(await read("stats")).toMatchObject({
    totalShots: 2,
    // 41 seconds to the second shot, over two.
    averageTimePerBallSeconds: 21,
    averageBallsPerSession: 5,
    totalRevenue: 3,
    purchaseContextStats: { freeShots: 0, initial: 1, buyMoreBalls: 0 },
  });
  // A claim for an earlier miss adds no shot; a shot at a hole without a claim adds a shot and no claim.
  await claim(golfer, session.id, "left");
  await shoot(golfer, session.id, { targetHole: "right" });
  expect(await read("stats")).toMatchObject({
    totalShots: 3,
    totalPrizeClaims: 1,
    pendingPrizeClaims: 1,
    prizeBreakdown: [
      { targetHole: "left", claims: 1, percentage: 100 },
      { targetHole: "right", claims: 0, percentage: 0 },
      { targetHole: "middle", claims: 0, percentage: 0 },
    ],
  });
});

test("sessions count as free shots, first purchases or more balls; the free shot is first among the packages [2.118]", async () => {
  const [one, two] = [await app.player(), await app.player()];
  await free(one, 2);
  const first = await play(two, packs.single);
  await shoot(two, first.id);
  const more = { pack: packs.jackpot, sessionData: { purchaseContext: "buy_more_balls" } };
  expect((await buy(two, more)).status).toBe(200);
  const stats = await read("stats", "2026-11-21");
  expect(stats).toMatchObject({
    totalSessions: 3,
    purchaseContextStats: { freeShots: 1, initial: 1, buyMoreBalls: 1 },
    averageBallsPerSession: 4,
    totalRevenue: 6,
    popularPackages: [
      { id: -1, name: "FREE TEE TIME SHOT", purchases: 1, revenue: 0, price: 0, percentage: 33.3 },
      { id: 4, name: "Jackpot Ten", purchases: 1, revenue: 5, price: 5, percentage: 33.3 },
      { id: 3, name: "One Swing", purchases: 1, revenue: 1, price: 1, percentage: 33.3 },
    ],
    popularCourses: [{ id: 1, sessions: 2 }, { id: 2, sessions: 1 }, { id: 3 }],
  });
  expect((await read("session-analytics")).summary).toEqual({
    totalSessions: 3,
    individualSessions: 3,
    individualPercentage: 100,
    groupSessions: 0,
    groupPercentage: 0,
    freeShotSessions: 1,
  });
});

test("a group is one session with the balls and shots of all its players, and its friends count as players [2.115]", async () => {
  const [buyer, friend] = [await app.player("Bo Buyer"), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [
      { userId: friend.userId, name: "", bayNumber: 2, ballCount: 3 },
      { userId: "", name: "Guest", bayNumber: 3, ballCount: 3 },
    ],
  };
  const { session } = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body;
  const shot = (friendIndex: number | null) =>
    buyer.call(playRoutes.recordGroupShot, {
      body: {
        mainSessionId: session.id,
        friendIndex,
        targetHole: "missed",
        prizeClaim: false,
        prizeAmount: 0,
      },
    });
  await app.clock.advance(30);
  for (const index of [null, 0, 0, 1]) expect((await shot(index)).status).toBe(201);
  const stats = await read("stats");
  expect(stats).toMatchObject({
    totalSessions: 1,
    totalShots: 4,
    averageBallsPerSession: 10,
    // 30 seconds of each of the three, over four shots.
    averageTimePerBallSeconds: 23,
    userEngagementStats: { totalUniqueUsers: 2, newUsers: 2 },
  });
  expect((await read("session-analytics")).summary).toMatchObject({ groupSessions: 1, groupPercentage: 100 });
  expect(await read("live-sessions")).toMatchObject([
    {
      id: session.id,
      userName: "Bo Buyer",
      courseName: "Palmetto Pines Driving Range",
      bayNumber: 1,
      groupData: { friends: [{ ballCount: 3 }, { ballCount: 3 }] },
      timeRemaining: 1170,
      ballCount: 3,
      totalBallCount: 6,
    },
  ]);
  // A friend who leaves becomes a guest, and does not count as a player.
  const row = firstOf(
    (await bodyOf(friend.call(playRoutes.listActiveSessions, { params: { id: friend.id } }))).groupSessions,
  );
  await friend.call(playRoutes.leaveGroup, { params: { id: row.id } });
  expect((await read("stats")).userEngagementStats.totalUniqueUsers).toBe(1);
  await end(buyer, session);
  expect(await read("live-sessions")).toEqual([]);
});

test("with a course the figures, the activity and the live sessions are those of that course, by the operator's days", async () => {
  const [here, there] = [await app.player("Hal Here"), await app.player("Thea There")];
  await play(here, packs.single);
  const body = { sessionData: { courseId: 2 }, pack: { packageId: 3, price: 1.2 } };
  const away = (await buy(there, body)).body.session;
  await shoot(there, away.id);
  expect(await read("live-sessions", "all-time&courseId=2")).toMatchObject([{ userName: "Thea There" }]);
  expect(await read("live-sessions")).toHaveLength(2);
  await end(there, away);
  // Which of two plays at the same moment is somebody's first, nobody can tell.
  await app.clock.advance(1);
  await free(there, 3);
  expect(await read("stats", "2026-11-21&courseId=2")).toMatchObject({
    totalRevenue: 1.2,
    revenueToday: 1.2,
    totalSessions: 1,
    totalShots: 1,
    purchaseContextStats: { freeShots: 0, initial: 1, buyMoreBalls: 0 },
    userEngagementStats: { totalUniqueUsers: 1, newUsers: 1 },
    before: { from: "2026-11-20", totalSessions: 0 },
    // Accounts belong to no course, and the list of courses is whole.
    totalUsers: 3,
    popularCourses: [{}, {}, {}],
  });
  expect(await read("stats", "all-time&courseId=3")).toMatchObject({
    totalRevenue: 0,
    purchaseContextStats: { freeShots: 1 },
    userEngagementStats: { totalUniqueUsers: 1, newUsers: 0 },
    before: null,
  });
  expect((await read("session-analytics", "all-time&courseId=2")).summary).toMatchObject({ totalSessions: 1 });
  const happened = await read("activity", "all-time&courseId=2");
  expect(happened.map(({ type }: Json) => type).toSorted()).toEqual(["purchase", "session"]);
  const admin = await app.signIn("admin@acebay.test");
  for (const what of ["stats", "activity", "session-analytics", "live-sessions", "events"]) {
    expect((await admin.raw("GET", `/api/admin/${what}?courseId=77`)).status, what).toBe(404);
    expect((await admin.raw("GET", `/api/admin/${what}?courseId=all`)).status, what).toBe(400);
  }
});

test("a player is new by the first play ever; when a friend leaves, a later play becomes the first", async () => {
  const [buyer, friend] = [await app.player(), await app.player()];
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 5 },
    friends: [{ userId: friend.userId, name: "", bayNumber: 2, ballCount: 5 }],
  };
  const group = (await buy(buyer, { sessionData: { bayNumber: undefined, groupData } })).body.session;
  const row = firstOf(
    (await bodyOf(friend.call(playRoutes.listActiveSessions, { params: { id: friend.id } }))).groupSessions,
  );
  await end(friend, await play(friend, packs.single));
  expect((await friend.call(playRoutes.leaveGroup, { params: { id: row.id } })).status).toBe(200 + 4);
  await end(buyer, group);
  await app.clock.advance(DAY);
  const again = (await buy(friend, { sessionData: { courseId: 2 }, pack: { packageId: 3, price: 1.2 } })).body.session;
  await end(friend, again);
  await play(await app.player(), packs.single);
  expect((await read("stats", "2026-11-22")).userEngagementStats).toEqual({
    totalUniqueUsers: 2,
    newUsers: 1,
    newUserPercentage: 50,
    returningUsers: 1,
    returningUserPercentage: 50,
  });
  // Over both days and over all time everybody is new.
  for (const filter of ["2026-11-21_2026-11-22", "all-time"])
    expect((await read("stats", filter)).userEngagementStats).toMatchObject({ totalUniqueUsers: 3, newUsers: 3 });
  // At the second course the friend is no new player: the first play ever was elsewhere.
  expect((await read("course-report/2")).userEngagementStats).toMatchObject({ totalUniqueUsers: 1, newUsers: 0 });
  expect(await read("course-report/1", "2026-11-22")).toMatchObject({ uniquePlayers: 1, totalSessions: 1 });
});
