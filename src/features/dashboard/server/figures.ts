/** The dashboard's answers after a fold. */
import { type Hole, refuse } from "#features/courses/contract.ts";
import { findAnyCourse } from "#features/courses/server/store.ts";
import { isPaused, secondsLeft } from "#features/play/rules.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Clock } from "#platform/shared/clock.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { AdminStats, LiveSession, SessionAnalytics } from "../contract.ts";
import {
  average,
  eachDay,
  oneDecimal,
  percent,
  periodBefore,
  toBreakdown,
  toEngagement,
  toPackages,
  trendSpan,
} from "../rules.ts";
import * as events from "./events-store.ts";
import * as store from "./figures-store.ts";
import type { Rollups } from "./rollups.ts";

export interface FigureDeps {
  db: Db;
  clock: Clock;
  /** The operator's time zone. */
  timeZone: string;
  rollups: Rollups;
}

/** The query of a call: a period, and one course or all. */
export interface FigureQuery {
  dateFilter: Period;
  courseId?: number | undefined;
}

/**
 * The course of a call, if it names one.
 * @throws courses.not_found
 */
export async function checkCourse(db: Db, { courseId }: Pick<FigureQuery, "courseId">) {
  if (courseId === undefined) return undefined;
  const course = await findAnyCourse(db, courseId);
  if (!course) throw refuse("courses.not_found");
  return course;
}

export async function readStats({ db, timeZone, rollups }: FigureDeps, asked: FigureQuery): Promise<AdminStats> {
  const { dateFilter: period, courseId } = asked;
  const scope: store.Scope = { zone: "operator", courseId };
  const { asOf } = await rollups.fold();
  const day = localDay(asOf, timeZone);
  const today = { from: day, to: day };
  return store.atOnce(db, async (tx) => {
    const play = await store.readPlay(tx, scope, period);
    const claims = await store.readClaims(tx, scope, period);
    const accounts = await store.readAccounts(tx, period);
    const joinedToday = await store.readAccounts(tx, today);
    const totalUsers = count(accounts);
    return {
      totalUsers,
      newUsersToday: count(joinedToday),
      totalRevenue: toDollars(await store.readRevenue(tx, scope, period)),
      revenueToday: toDollars(await store.readRevenue(tx, scope, today)),
      ...claimFigures(claims),
      totalSessions: play.sessions,
      totalShots: play.shots,
      popularCourses: await store.readCourses(tx, period),
      userEngagementStats: toEngagement(await store.readPlayers(tx, scope, period)),
      acquisitionStats: accounts.map((of) => ({ ...of, percentage: percent(of.count, totalUsers) })),
      purchaseContextStats: {
        freeShots: play.free,
        initial: play.sessions - play.free - play.buyMore,
        buyMoreBalls: play.buyMore,
      },
      averageBallsPerSession: oneDecimal(average(play.balls, play.sessions)),
      averageTimePerBallSeconds: Math.round(average(play.milliseconds / 1000, play.shots)),
      popularPackages: toPackages(await store.readPackages(tx, scope, period), play.free),
      before: await readBefore(tx, scope, periodBefore(period)),
      timeZone,
      asOf: asOf.toISOString(),
    };
  });
}

async function readBefore(tx: Db, scope: store.Scope, before: Period): Promise<AdminStats["before"]> {
  if (before === null) return null;
  const { sessions, shots } = await store.readPlay(tx, scope, before);
  return {
    ...before,
    totalUsers: count(await store.readAccounts(tx, before)),
    totalRevenue: toDollars(await store.readRevenue(tx, scope, before)),
    totalPrizeClaims: claimFigures(await store.readClaims(tx, scope, before)).totalPrizeClaims,
    totalSessions: sessions,
    totalShots: shots,
  };
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

export async function readAnalytics(
  { db, timeZone, rollups }: FigureDeps,
  asked: FigureQuery,
): Promise<SessionAnalytics> {
  const { dateFilter: period, courseId } = asked;
  const scope: store.Scope = { zone: "operator", courseId };
  const { asOf } = await rollups.fold();
  const span = trendSpan(period, localDay(asOf, timeZone));
  return store.atOnce(db, async (tx) => {
    const { sessions, groups, free } = await store.readPlay(tx, scope, period);
    const days = await store.readPlayByDay(tx, scope, span);
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

export async function readLive(
  { db, clock }: FigureDeps,
  asked: Pick<FigureQuery, "courseId">,
): Promise<LiveSession[]> {
  const now = clock.now();
  return (await events.readRunning(db, asked.courseId, now)).map(({ session, courseName, totalBalls }) => ({
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

/** The key of an answer: the period of the call and its course, on which it depends besides the rows. */
export function answerKey(name: string, { dateFilter: period, courseId }: FigureQuery): string {
  return `${name} ${writeDateFilter(period)} ${courseId ?? "everywhere"}`;
}
