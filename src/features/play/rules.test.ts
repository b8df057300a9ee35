import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "#platform/shared/refusal.ts";
import type { SessionStatus } from "./contract.ts";
import * as rules from "./rules.ts";

const start = new Date("2026-07-04T16:00:00Z");
/** The instant so many seconds into the session. */
const at = (seconds: number) => new Date(start.getTime() + Math.round(seconds * 1000));

/** The result of a rule, or the code of its refusal. */
function answer<T>(rule: () => T): T | string {
  try {
    return rule();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

type Session = rules.Timed & { pausedUntil: Date | null; ballsLeft: number; endReason: string | null };
const running = fc.record({
  status: fc.constantFrom<SessionStatus>("active", "balls_finished"),
  startedAt: fc.constant(start),
  expiresAt: fc.integer({ min: 120, max: 1200 }).map(at),
  endedAt: fc.constant(null),
  pausedUntil: fc.constant(null),
  endReason: fc.constant(null),
  ballsLeft: fc.nat(2),
});
/** Running sessions, and sessions that were ended before their clock ran out. */
const session: fc.Arbitrary<Session> = fc.oneof(
  running,
  running.map((of) => ({ ...of, status: "completed" as const, endedAt: at(90), endReason: "player" })),
);
/** From the start to past the claim window of the longest session. */
const seconds = fc.oneof(
  fc.nat(2400),
  fc.nat(2_400_000).map((ms) => ms / 1000),
);

describe("the clock", () => {
  test("has 120 seconds a ball; a group that buys more has the largest share's", () => {
    const shares = fc.array(fc.nat(100), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), shares, (packageBalls, buyMoreShares) => {
        expect(rules.clockSeconds({ packageBalls })).toBe(packageBalls * 120);
        expect(rules.clockSeconds({ packageBalls, buyMoreShares })).toBe(
          (buyMoreShares.toSorted((a, b) => b - a)[0] ?? 0) * 120,
        );
      }),
    );
    expect([rules.clockSeconds({ packageBalls: 5 }), rules.FREE_SHOT_SECONDS]).toEqual([600, 300]);
  });

  test("gives the same session read or swept, early or late, once or twice", () => {
    fc.assert(
      fc.property(session, seconds, seconds, (of, a, b) => {
        const [early, late] = [at(Math.min(a, b)), at(Math.max(a, b))];
        const swept = rules.sessionAt(of, early);
        expect(rules.sessionAt(swept, early)).toEqual(swept);
        expect(rules.sessionAt(swept, late)).toEqual(rules.sessionAt(of, late));
        expect(rules.claimDeadline(swept)).toEqual(rules.claimDeadline(of));
        expect(rules.secondsLeft(swept, late)).toBe(rules.secondsLeft(of, late));
      }),
    );
  });

  test("completes a session at its end, not before, and dates it there", () => {
    fc.assert(
      fc.property(running, seconds, (of, after) => {
        const over = at(after) >= of.expiresAt;
        expect(rules.sessionAt(of, at(after))).toEqual(
          over ? { ...of, status: "completed", endedAt: of.expiresAt, endReason: "time" } : of,
        );
        const left = rules.secondsLeft(of, at(after));
        expect(left === 0).toBe(over);
        const exact = Math.max(0, of.expiresAt.getTime() - at(after).getTime()) / 1000;
        expect(left - exact >= 0 && left - exact < 1).toBe(true);
        expect(rules.sessionAt(of, of.expiresAt).status).toBe("completed");
        expect(rules.sessionAt(of, new Date(of.expiresAt.getTime() - 1))).toBe(of);
      }),
    );
  });

  test("leaves an ended session alone: no seconds, ten minutes to claim from its end", () => {
    fc.assert(
      fc.property(
        session.filter((of) => of.status === "completed"),
        seconds,
        (of, after) => {
          expect(rules.sessionAt(of, at(after))).toBe(of);
          expect(rules.secondsLeft(of, at(after))).toBe(0);
          expect(rules.claimDeadline(of)).toEqual(at(90 + 600));
        },
      ),
    );
  });
});

describe("a pause", () => {
  const paused = (status: SessionStatus, pausedUntil: Date | null) => ({ status, pausedUntil });

  test("lasts until its end or until the session is over", () => {
    expect(rules.isPaused(paused("active", at(60)), at(59.999))).toBe(true);
    expect(rules.isPaused(paused("balls_finished", at(60)), at(0))).toBe(true);
    expect(rules.isPaused(paused("active", at(60)), at(60))).toBe(false);
    expect(rules.isPaused(paused("active", null), at(0))).toBe(false);
    expect(rules.isPaused(paused("completed", at(60)), at(0))).toBe(false);
  });

  test("holds the clock: the time that was left at its end is left all the while", () => {
    fc.assert(
      fc.property(running, fc.nat(100), seconds, (of, until, now) => {
        const left = Math.max(0, of.expiresAt.getTime() - at(Math.max(until, now)).getTime());
        expect(rules.secondsLeft({ ...of, pausedUntil: at(until) }, at(now))).toBe(Math.ceil(left / 1000));
        const clock = { expiresAt: of.expiresAt.getTime(), pausedUntil: at(until).getTime() };
        expect(Math.max(0, rules.clockMs(clock, at(now).getTime()))).toBe(left);
      }),
    );
    expect(rules.clockMs({ expiresAt: 900, pausedUntil: null }, 1000)).toBe(-100);
  });
});

test("guests without a name are numbered from 1", () => {
  expect([0, 1, 2].map(rules.guestName)).toEqual(["Friend 1", "Friend 2", "Friend 3"]);
});

describe("a claim", () => {
  const misses = fc.uniqueArray(fc.record({ second: fc.nat(1200), named: fc.boolean() }), {
    maxLength: 6,
    selector: (miss) => miss.second,
  });
  const claim = fc.record({
    after: seconds,
    ago: fc.constantFrom(0, 0, 5, 90),
    names: fc.constantFrom("", "", "", "m60", "m0", "gone"),
  });

  /** Section 6 of the rules again, as questions asked in turn about unsorted misses. */
  function model(
    of: Session,
    heap: { second: number; named: boolean }[],
    { after, ago, names }: { after: number; ago: number; names: string },
  ): string {
    const ended = ((of.endedAt ?? of.expiresAt).getTime() - start.getTime()) / 1000;
    if (after - ended > 600) return "play.claim_window_closed";
    if (after - ago < 0) return "play.not_in_session";
    if (names) return heap.some((miss) => miss.named && `m${miss.second}` === names) ? names : "play.nothing_to_claim";
    const age = (miss: { second: number }) => after - ago - miss.second;
    const lastMinute = heap.filter((miss) => age(miss) >= 0 && age(miss) <= 60).map((miss) => miss.second);
    if (lastMinute.length > 0) return `m${Math.max(...lastMinute)}`;
    if (of.ballsLeft > 0) return "ball";
    return heap.length > 0 ? `m${Math.max(...heap.map((miss) => miss.second))}` : "play.nothing_to_claim";
  }

  test("is the miss it names, else one of the last minute, else a ball, else the latest miss, else refused", () => {
    fc.assert(
      fc.property(session, misses, claim, (of, heap, made) => {
        const listed = heap
          .toSorted((a, b) => b.second - a.second)
          .map(({ second, named }) => ({
            id: `m${second}`,
            shotId: named ? `m${second}` : null,
            createdAt: at(second),
          }));
        const picked = answer(() =>
          rules.claimedShot(
            of,
            listed,
            { missShotId: made.names || undefined, moment: rules.shotMoment(at(made.after), made.ago) },
            at(made.after),
          ),
        );
        expect(typeof picked === "string" ? picked : picked.id).toBe(model(of, heap, made));
      }),
      { numRuns: 3000 },
    );
  });

  test("of a shot that is not there says so", () => {
    const of = { status: "active" as const, startedAt: start, expiresAt: at(600), endedAt: null, ballsLeft: 1 };
    expect(() => rules.claimedShot(of, [], { missShotId: "gone", moment: at(1) }, at(1))).toThrow(
      "The shot that this claim means is not there to claim",
    );
  });

  test("means a miss of sixty seconds ago, and not one of a millisecond more", () => {
    const of = { status: "active" as const, startedAt: start, expiresAt: at(600), endedAt: null, ballsLeft: 1 };
    const miss = { id: "m", shotId: null, createdAt: at(30) };
    const picked = (moment: Date) => rules.claimedShot(of, [miss], { moment }, at(300));
    expect([picked(at(30)), picked(at(90)), picked(at(90.001)), picked(at(29.999))]).toEqual([
      miss,
      miss,
      "ball",
      "ball",
    ]);
  });

  test("is taken until its deadline to the millisecond, whatever the device says of its age within the session", () => {
    fc.assert(
      fc.property(session, fc.nat(86_400), (of, ago) => {
        const deadline = rules.claimDeadline(of);
        const late = new Date(deadline.getTime() + 1);
        const picked = (now: Date) =>
          answer(() => rules.claimedShot({ ...of, ballsLeft: 1 }, [], { moment: rules.shotMoment(now, ago) }, now));
        const isBefore = rules.shotMoment(deadline, ago) < of.startedAt;
        expect([picked(deadline), picked(late)]).toEqual([
          isBefore ? "play.not_in_session" : "ball",
          "play.claim_window_closed",
        ]);
      }),
    );
  });

  test("counts from the start when it lies before it by less than five seconds", () => {
    const counted = (second: number) => rules.countedMoment({ startedAt: start }, at(second));
    expect([counted(-4.999), counted(-0.001), counted(0), counted(1)]).toEqual([start, start, start, at(1)]);
    expect(counted(-5)).toEqual(at(-5));
  });

  test("lies within the session from its start to its end, both included", () => {
    fc.assert(
      fc.property(session, fc.integer({ min: -60, max: 2400 }), (of, second) => {
        const end = of.endedAt ?? of.expiresAt;
        expect(rules.isWithin(of, at(second))).toBe(second >= 0 && at(second).getTime() <= end.getTime());
        expect([rules.isWithin(of, of.startedAt), rules.isWithin(of, end)]).toEqual([true, true]);
      }),
    );
  });

  test("for the middle hole needs a jackpot package; states allow what the rules say", () => {
    expect(rules.canTarget("middle", "sponsored")).toBe(false);
    expect([
      rules.canTarget("middle", "jackpot"),
      rules.canTarget("left", "sponsored"),
      rules.canTarget("missed", "sponsored"),
    ]).toEqual([true, true, true]);
    const table = (["active", "balls_finished", "completed"] as const).map((status) =>
      (["shoot", "claim", "end", "buy"] as const).filter((action) => rules.isAllowed(action, status)).join(" "),
    );
    expect(table).toEqual(["shoot claim end", "claim end buy", "claim buy"]);
  });
});
