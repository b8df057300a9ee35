import { expect, test } from "vitest";
import type { Attempt, Session } from "#features/play/contract.ts";
import { ballsShown, type LocalShot, recentMiss, shotsShown, undoSeconds } from "./local-shots.ts";
import { offersMore, phaseOf, seatsAtLocalCount, seatsOf } from "./seats.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 12, 0, seconds)).toISOString();
const ms = (seconds: number) => Date.parse(at(seconds));

function session(change: Partial<Session> = {}): Session {
  return {
    id: "main",
    userId: "u",
    playerName: "Robin",
    courseId: 1,
    packageId: 4,
    packageType: "jackpot",
    bayNumber: 7,
    ballCount: 5,
    ballsBought: 5,
    timeRemaining: 600,
    pausedUntil: null,
    startedAt: at(0),
    expiresAt: at(600),
    endedAt: null,
    claimDeadline: at(1200),
    status: "active",
    endReason: null,
    isFreeShot: false,
    teeTime: null,
    groupData: null,
    mainSessionId: null,
    purchaseContext: "initial",
    attempts: 0,
    claims: [],
    ...change,
  };
}

const attempt = (seconds: number): Attempt => ({
  id: "a",
  sessionId: "main",
  shotId: "s",
  targetHole: "missed",
  prizeClaim: false,
  prizeAmount: 0,
  createdAt: at(seconds),
});
const shot = (number: number, saved?: Attempt): LocalShot => ({
  shotId: `s${number}`,
  sessionId: "main",
  playerName: "Robin",
  number,
  takenAt: ms(0),
  tried: true,
  ...(saved ? { attempt: saved } : {}),
});

test("a shot counts at once, and once only when the session's event overtakes its answer", () => {
  expect(ballsShown(session(), [shot(1)])).toBe(4);
  expect(ballsShown(session({ ballCount: 4, attempts: 1 }), [shot(1)])).toBe(4);
  expect(shotsShown(session({ ballCount: 4, attempts: 1 }), [shot(1), shot(2)])).toBe(2);
  expect(ballsShown(session({ ballCount: 0, attempts: 5 }), [shot(6)])).toBe(0);
  expect(ballsShown(session({ id: "other" }), [shot(1)])).toBe(5);
});

test("a shot that was never sent counts whatever the server's count says", () => {
  const kept = { ...shot(1), tried: false };
  expect(ballsShown(session({ ballCount: 3, attempts: 2 }), [kept])).toBe(2);
  expect(shotsShown(session({ ballCount: 3, attempts: 2 }), [kept])).toBe(3);
});

test("a claim that waits takes a ball, one that means an earlier shot takes none", () => {
  expect(ballsShown(session(), [shot(1), { ...shot(2), claim: "ball" }])).toBe(3);
  expect(ballsShown(session(), [shot(1), { ...shot(1), shotId: "c", claim: "miss" }])).toBe(4);
});

test("a shot can be undone for 10 seconds, saved or waiting; a claim cannot", () => {
  expect(undoSeconds(shot(1), session(), ms(0))).toBe(10);
  expect(undoSeconds(shot(1, attempt(0)), session({ attempts: 1 }), ms(4))).toBe(6);
  expect(undoSeconds(shot(1, attempt(0)), session({ attempts: 1 }), ms(10))).toBe(0);
  expect(undoSeconds({ ...shot(1), claim: "ball" }, session(), ms(0))).toBe(0);
});

test("a shot cannot be undone here once another phone took a later one", () => {
  expect(undoSeconds(shot(1, attempt(0)), session({ attempts: 2 }), ms(1))).toBe(0);
});

test("a claim means the row's latest miss of the last minute, unless that one was claimed", () => {
  for (const shots of [[shot(1, attempt(0))], [shot(1)]]) {
    expect(recentMiss(session(), shots, ms(30))).toBe("s1");
    expect(recentMiss(session(), shots, ms(60))).toBeUndefined();
    expect(recentMiss(session({ id: "other" }), shots, ms(30))).toBeUndefined();
    expect(recentMiss(session(), [...shots, { ...shot(1), shotId: "c", claim: "miss" }], ms(30))).toBeUndefined();
  }
});

test("a group's seat is played out by the device's own count", () => {
  const seats = seatsOf({ session: session({ ballCount: 1 }), serverNow: at(0), friendSessions: [] });
  expect(phaseOf(seatsAtLocalCount(seats, []))).toBe("playing");
  expect(phaseOf(seatsAtLocalCount(seats, [shot(1)]))).toBe("finished");
});

test("a group waits while a friend plays; a friend's own row is played alone", () => {
  const groupData = { mainPlayer: { bayNumber: 7, ballCount: 5 }, friends: [], friendSessionIds: ["f"] };
  const main = session({ groupData, status: "balls_finished", ballCount: 0 });
  const friend = session({ id: "f", mainSessionId: "main", playerName: "Ana B." });
  const seats = seatsOf({ session: main, serverNow: at(0), friendSessions: [friend] });
  expect(seats.map(({ name, friendIndex }) => [name, friendIndex])).toEqual([
    ["Robin", undefined],
    ["Ana B.", 0],
  ]);
  expect(phaseOf(seats)).toBe("waiting");
  const alone = seatsOf({ session: friend, serverNow: at(0), friendSessions: [] });
  expect(alone[0]?.mainSessionId).toBeUndefined();
  expect(phaseOf(alone)).toBe("playing");
  expect(
    phaseOf(seatsOf({ session: main, serverNow: at(0), friendSessions: [{ ...friend, status: "balls_finished" }] })),
  ).toBe("finished");
});

test("more balls are offered once all are played, and to a single player for as long as they may claim", () => {
  const offered = (...rows: Partial<Session>[]) =>
    offersMore(
      rows.map((row) => ({ session: session(row), name: "Robin" })),
      ms(900),
    );
  const played = { status: "balls_finished", ballCount: 0 } as const;
  const over = { status: "completed", endReason: "time" } as const;
  expect(offered({})).toBe(false);
  expect(offered(played)).toBe(true);
  expect(offered(played, {})).toBe(false);
  expect(offered(played, played)).toBe(true);
  expect(offered({ ...played, isFreeShot: true })).toBe(false);
  expect(offered(over)).toBe(true);
  expect(offered({ ...over, claimDeadline: at(899) })).toBe(false);
  expect(offered({ ...over, endReason: "buy_more" })).toBe(false);
  expect(offered({ ...over, endReason: "refund" })).toBe(false);
  expect(offered(over, over)).toBe(false);
  // A friend's session belongs to the buyer's purchase.
  expect(offered({ ...played, mainSessionId: "m" })).toBe(false);
});
