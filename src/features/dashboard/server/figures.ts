/** The dashboard's answers after a fold. */
import type { Hole } from "#features/courses/contract.ts";
import { isPaused, secondsLeft } from "#features/play/rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { addDays, instantOf, localDay } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { Activity, AdminStats, LiveSession, SessionAnalytics } from "../contract.ts";
import { average, eachDay, oneDecimal, percent, toBreakdown, toEngagement, toPackages, trendSpan } from "../rules.ts";
import * as events from "./events-store.ts";
import * as store from "./figures-store.ts";
import type { Rollups } from "./rollups.ts";

export interface FigureDeps {
  db: Db;
  clock: Clock;
  /** The operator's. */
  timeZone: string;
  rollups: Rollups;
}

const everything: store.Scope = { zone: "operator" };
const ACTIVITIES = 50;

/** A period's moments in a zone. */
export function spanOf(period: Period, timeZone: string): events.Span {
  if (period === null) return null;
  const midnight = (day: string) => instantOf(day, 0, 0, timeZone);
  return { since: midnight(period.from), until: midnight(addDays(period.to, 1)) };
}

export async function readStats({ db, timeZone, rollups }: FigureDeps, period: Period): Promise<AdminStats> {
  const { asOf } = await rollups.fold();
  const day = localDay(asOf, timeZone);
  const today = { from: day, to: day };
  return store.atOnce(db, async (tx) => {
    const play = await store.readPlay(tx, everything, period);
    const claims = await store.readClaims(tx, everything, period);
    const accounts = await store.readAccounts(tx, period);
    const joinedToday = await store.readAccounts(tx, today);
    const totalUsers = count(accounts);
    return {
      totalUsers,
      newUsersToday: count(joinedToday),
      totalRevenue: toDollars(await store.readRevenue(tx, everything, period)),
      revenueToday: toDollars(await store.readRevenue(tx, everything, today)),
      ...claimFigures(claims),
      totalSessions: play.sessions,
      totalShots: play.shots,
      popularCourses: await store.readCourses(tx, period),
      userEngagementStats: toEngagement(await store.readPlayers(tx, everything, period)),
      acquisitionStats: accounts.map((of) => ({ ...of, percentage: percent(of.count, totalUsers) })),
      purchaseContextStats: {
        freeShots: play.free,
        initial: play.sessions - play.free - play.buyMore,
        buyMoreBalls: play.buyMore,
      },
      averageBallsPerSession: oneDecimal(average(play.balls, play.sessions)),
      averageTimePerBallSeconds: Math.round(average(play.milliseconds / 1000, play.shots)),
      popularPackages: toPackages(await store.readPackages(tx, everything, period), play.free),
      timeZone,
      asOf: asOf.toISOString(),
    };
  });
}

function claimFigures(claims: readonly store.HoleClaims[]) {
  return {
    totalPrizeClaims: claims.reduce((total, of) => total + of.claims, 0),
    pendingPrizeClaims: claims.reduce((total, of) => total + of.pending, 0),
    prizeBreakdown: breakdownOf(claims),
  };
}

export function breakdownOf(claims: readonly store.HoleClaims[]) {
  const of = (hole: Hole) => claims.find((one) => one.hole === hole)?.claims ?? 0;
  return toBreakdown({ left: of("left"), right: of("right"), middle: of("middle") });
}

function count(accounts: readonly { count: number }[]): number {
  return accounts.reduce((total, of) => total + of.count, 0);
}

export async function readAnalytics({ db, timeZone, rollups }: FigureDeps, period: Period): Promise<SessionAnalytics> {
  const { asOf } = await rollups.fold();
  const span = trendSpan(period, localDay(asOf, timeZone));
  return store.atOnce(db, async (tx) => {
    const { sessions, groups, free } = await store.readPlay(tx, everything, period);
    const days = await store.readPlayByDay(tx, everything, span);
    return {
      summary: {
        totalSessions: sessions,
        individualSessions: sessions - groups,
        individualPercentage: percent(sessions - groups, sessions),
        groupSessions: groups,
        groupPercentage: percent(groups, sessions),
        freeShotSessions: free,
      },
      trends: eachDay(span, days, { sessions: 0, groups: 0, free: 0 }).map((of) => ({
        date: of.day,
        individual: of.sessions - of.groups,
        group: of.groups,
        freeShots: of.free,
        total: of.sessions,
      })),
      timeZone,
      asOf: asOf.toISOString(),
    };
  });
}

export async function readActivity({ db, timeZone }: FigureDeps, period: Period): Promise<Activity[]> {
  const found = await events.readEvents(db, spanOf(period, timeZone), ACTIVITIES);
  return found.map((event) => ({
    id: `${event.type}:${event.id}`,
    type: event.type,
    description: describe(event),
    spanish: describeInSpanish(event),
    timestamp: event.at,
    // The amount is shown with the purchase.
    ...(event.cents === null || event.type === "session" ? {} : { amount: toDollars(event.cents) }),
  }));
}

/** What happened, as a sentence without a full stop. */
export function describe({ type, name, course, bay, thing, hole, group }: events.Event): string {
  const place = bay === null ? `at ${course}` : `at ${course}, bay ${bay}`;
  switch (type) {
    case "account_created":
      return `${name} created an account`;
    case "purchase":
      return `${name} bought ${thing} ${place}`;
    case "prize_claim":
      return `${name} claims the ${hole} hole ${place}: ${thing}`;
    case "free_shot":
      return `${name} takes the free tee time shot ${place}`;
    case "session":
      return `${name} starts a ${group ? "group " : ""}session ${place}`;
  }
}

const spanishHoles: Readonly<Record<string, string>> = { left: "izquierdo", right: "derecho", middle: "central" };

/** The same in Spanish. */
export function describeInSpanish({ type, name, course, bay, thing, hole, group }: events.Event): string {
  const place = bay === null ? `en ${course}` : `en ${course}, bahía ${bay}`;
  switch (type) {
    case "account_created":
      return `${name} creó una cuenta`;
    case "purchase":
      return `${name} compró ${thing} ${place}`;
    case "prize_claim":
      return `${name} reclama el hoyo ${spanishHoles[hole ?? ""] ?? hole} ${place}: ${thing}`;
    case "free_shot":
      return `${name} usa el tiro gratis por hora de salida ${place}`;
    case "session":
      return `${name} empieza una sesión ${group ? "de grupo " : ""}${place}`;
  }
}

export async function readLive({ db, clock }: FigureDeps): Promise<LiveSession[]> {
  const now = clock.now();
  return (await events.readRunning(db, now)).map(({ session, courseName, totalBalls }) => ({
    id: session.id,
    userName: session.playerName,
    courseId: session.courseId,
    courseName,
    bayNumber: session.bayNumber,
    ...(session.groupData ? { groupData: session.groupData } : {}),
    isFreeShot: session.isFreeShot,
    timeRemaining: secondsLeft(session, now),
    expiresAt: session.expiresAt.toISOString(),
    isPaused: isPaused(session, now),
    ballCount: session.ballsLeft,
    totalBallCount: totalBalls,
  }));
}

/** What an answer depends on besides the rows: the period of the call. */
export function keyOf(name: string, period: Period): string {
  return `${name} ${writeDateFilter(period)}`;
}
