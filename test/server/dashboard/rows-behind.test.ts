/** Each figure of the dashboard is the number of rows of the list that it leads to. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleRoutes, peopleSources } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { holes } from "#features/courses/contract.ts";
import { playedRoutes, type playerKinds, sessionKinds } from "#features/dashboard/played-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { buy, claim, freshApp, type Json, packs, type Player, play, shoot, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { figuresOf } from "#test/figures.ts";

const DAY = 24 * 3600;
const DAYS = ["2026-11-21", "2026-11-22", "2026-11-23"] as const;

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  // A Saturday noon in New York, the operator's zone; the range of course 9 is a day ahead.
  app = await freshApp({ env: { OPERATOR_LATITUDE: "26.142", OPERATOR_LONGITUDE: "-81.7948" } });
  await app.db.pool.query(
    `INSERT INTO courses (id, name, address, time_zone, bay_count, price_factor_bp) VALUES (9, 'Tāmaki Range', '-', 'Pacific/Auckland', 50, 10000)`,
  );
  const [ada, ben, cleo] = [
    await app.player("Ada Albatross"),
    await app.player("Ben Bunker"),
    await app.player("Cleo Caddie"),
  ];
  const gone = await app.player("Gwen Gone");
  await app.db.pool.query("UPDATE users SET acquisition_source = 'qr_code' WHERE id = ANY($1)", [[ada.id, ben.id]]);
  const end = (golfer: Player, { id }: Json) => golfer.call(playRoutes.completeSession, { params: { id } });
  const far = { sessionData: { courseId: 9 }, pack: { packageId: 3, price: 1 } };
  const claims = async (golfer: Player, session: Json, hole: "left" | "right") => {
    await shoot(golfer, session.id);
    await claim(golfer, session.id, hole);
    await end(golfer, session);
  };
  // The first day: two courses, a group with a friend and a guest.
  await claims(ada, await play(ada, packs.sponsored), "left");
  await end(gone, (await buy(gone, far)).body.session);
  // A deleted account goes on counting as a player, and no longer as an account.
  await bodyOf(gone.call(profileRoutes.deleteUser, { params: { id: gone.id } }), 204);
  const hal = await app.player("Hal Holein");
  await claims(hal, (await buy(hal, far)).body.session, "left");
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [
      { userId: cleo.userId, name: "", bayNumber: 2, ballCount: 3 },
      { userId: "", name: "Guest", bayNumber: 3, ballCount: 3 },
    ],
  };
  await end(ben, (await buy(ben, { sessionData: { bayNumber: undefined, groupData } })).body.session);
  // The second day: a free shot, more balls, and somebody who comes back.
  await app.clock.advance(DAY);
  const teeTime = app.clock.now().toISOString();
  const shot = { courseId: 2, bayNumber: 9, teeTime };
  await end(cleo, (await bodyOf(cleo.call(playRoutes.startFreeShot, { body: shot }))).session);
  const first = await play(ada, packs.single);
  await shoot(ada, first.id);
  const more = await buy(ada, { pack: packs.jackpot, sessionData: { purchaseContext: "buy_more_balls" } });
  await end(ada, more.body.session ?? first);
  // The third day: somebody new, at the course far away.
  await app.clock.advance(DAY);
  const eve = await app.player("Eve Eagle");
  await claims(eve, (await buy(eve, far)).body.session, "right");
  admin = await figuresOf(app).signedIn();
});
afterAll(() => app.close());

const periods = [
  {},
  ...DAYS.map((day) => ({ from: day, to: day })),
  { from: DAYS[0], to: DAYS[1] },
  { from: "2026-11-24", to: "2026-11-30" },
];
const cases = periods.flatMap((days) => [undefined, 1, 2, 9].map((courseId) => ({ days, courseId })));

/** A call's list must be whole. */
const whole = async (answer: Promise<Json>, list: string): Promise<Json[]> => {
  const { [list]: rows, nextCursor } = (await answer).body;
  expect(nextCursor).toBeNull();
  return rows;
};

test.each(cases)("sessions, players and claims of $days at course $courseId", async ({ days, courseId }) => {
  const period = "from" in days ? `${days.from}_${days.to}` : "all-time";
  const of = courseId === undefined ? {} : { courseId };
  const stats: Json = (await admin.raw("GET", `/api/admin/stats?${query({ ...of, dateFilter: period })}`)).body;
  const { summary }: Json = (
    await admin.raw("GET", `/api/admin/session-analytics?${query({ ...of, dateFilter: period })}`)
  ).body;

  const sessions = (kind?: (typeof sessionKinds)[number]) =>
    whole(admin.call(playedRoutes.listSessions, { query: { ...of, ...days, ...(kind && { kind }) } }), "sessions");
  const counted = {
    free: stats.purchaseContextStats.freeShots,
    initial: stats.purchaseContextStats.initial,
    more: stats.purchaseContextStats.buyMoreBalls,
    individual: summary.individualSessions - summary.freeShotSessions,
    group: summary.groupSessions,
  };
  for (const kind of sessionKinds) expect(await sessions(kind), kind).toHaveLength(counted[kind]);
  const all = await sessions();
  expect(all).toHaveLength(stats.totalSessions);
  expect(all.reduce((sum, { shots }) => sum + shots, 0)).toBe(stats.totalShots);

  const players = (kind?: (typeof playerKinds)[number]) =>
    whole(admin.call(playedRoutes.listPlayers, { query: { ...of, ...days, ...(kind && { kind }) } }), "players");
  const users = stats.userEngagementStats;
  expect(await players()).toHaveLength(users.totalUniqueUsers);
  expect(await players("new")).toHaveLength(users.newUsers);
  expect(await players("returning")).toHaveLength(users.returningUsers);

  for (const hole of holes) {
    const claims = await admin.call(claimRoutes.listClaims, {
      query: { ...of, hole, dateFilter: period, days: "operator" },
    });
    const { claims: figure } = stats.prizeBreakdown.find((one: Json) => one.targetHole === hole);
    expect(await bodyOf(claims), hole).toHaveLength(figure);
  }
});

test.each(cases.filter(({ courseId }) => courseId !== undefined))(
  "the report of course $courseId in $days, by the days of the course",
  async ({ days, courseId }) => {
    const period = "from" in days ? `${days.from}_${days.to}` : "all-time";
    const report: Json = (
      await admin.raw("GET", `/api/admin/course-report/${courseId}?${query({ dateFilter: period })}`)
    ).body;
    const asked = { ...days, courseId, days: "course" } as const;
    const sessions = await whole(admin.call(playedRoutes.listSessions, { query: asked }), "sessions");
    expect(sessions).toHaveLength(report.totalSessions);
    expect(sessions.reduce((sum, { shots }) => sum + shots, 0)).toBe(report.totalShots);
    const players = (kind?: (typeof playerKinds)[number]) =>
      whole(admin.call(playedRoutes.listPlayers, { query: { ...asked, ...(kind && { kind }) } }), "players");
    expect(await players()).toHaveLength(report.uniquePlayers);
    expect(await players("new")).toHaveLength(report.userEngagementStats.newUsers);
    expect(await players("returning")).toHaveLength(report.userEngagementStats.returningUsers);
  },
);

const query = (of: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(of).map(([name, value]): [string, string] => [name, String(value)])).toString();

test.each(periods)("accounts by their source, registered in %j", async (days) => {
  const period = "from" in days ? `${days.from}_${days.to}` : "all-time";
  const stats: Json = (await admin.raw("GET", `/api/admin/stats?${query({ dateFilter: period })}`)).body;
  const people = (source?: (typeof peopleSources)[number]) =>
    whole(
      admin.call(peopleRoutes.listPeople, { query: { role: "player", ...days, ...(source && { source }) } }),
      "people",
    );
  expect(await people()).toHaveLength(stats.totalUsers);
  for (const source of peopleSources) {
    const counted = stats.acquisitionStats.find((one: Json) => one.source === source)?.count ?? 0;
    expect(await people(source), source).toHaveLength(counted);
  }
});

test("the history has something in each list; claims have their course's days, unless the operator's are asked for", async () => {
  for (const kind of sessionKinds)
    expect(await whole(admin.call(playedRoutes.listSessions, { query: { kind } }), "sessions"), kind).not.toEqual([]);
  const second = { from: DAYS[1], to: DAYS[1] };
  const back = await whole(
    admin.call(playedRoutes.listPlayers, { query: { ...second, kind: "returning" } }),
    "players",
  );
  expect(new Set(back.map(({ name }) => name))).toEqual(new Set(["Ada Albatross", "Cleo Caddie"]));
  const names = async (day: string, days?: "operator") => {
    const asked = { dateFilter: day, courseId: 9, ...(days && { days }) };
    return (await bodyOf(admin.call(claimRoutes.listClaims, { query: asked }))).map(({ playerName }) => playerName);
  };
  expect(await names(DAYS[0])).toEqual([]);
  expect(await names(DAYS[1])).toEqual(["Hal Holein"]);
  expect(await names(DAYS[0], "operator")).toEqual(["Hal Holein"]);
});

test("lists are searched by name, sorted, and refuse what they cannot read", async () => {
  const sessions = (of: object) => whole(admin.call(playedRoutes.listSessions, { query: of }), "sessions");
  const newest = await sessions({ q: "ada alb" });
  expect(newest.map(({ player }) => player.name)).toEqual(Array.from({ length: newest.length }, () => "Ada Albatross"));
  expect((await sessions({ q: "ada alb", sort: "oldest" })).map(({ id }) => id)).toEqual(
    newest.map(({ id }) => id).toReversed(),
  );
  const group = (await sessions({ kind: "group" }))[0];
  expect(group).toMatchObject({ players: 3, balls: 10, order: { number: expect.any(Number) } });
  for (const wrong of [
    "kind=all",
    "from=2026-11-31",
    "from=2026-11-22&to=2026-11-21",
    "cursor=x",
    "courseId=x",
    "days=course",
  ]) {
    expect((await admin.raw("GET", `/api/admin/sessions?${wrong}`)).status, wrong).toBe(400);
    expect((await admin.raw("GET", `/api/admin/players?${wrong}`)).status, wrong).toBe(400);
  }
  expect((await admin.raw("GET", "/api/admin/players?courseId=77")).status).toBe(404);
  expect((await admin.raw("GET", "/api/admin/people/list?source=television")).status).toBe(400);
  const golfer = await app.player();
  for (const list of ["sessions", "players"]) expect((await golfer.raw("GET", `/api/admin/${list}`)).status).toBe(403);
});
