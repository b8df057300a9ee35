/** A course's report: the dashboard's figures for one course, in the course's days. */
import { milesBetween, priceAt } from "#features/courses/rules.ts";
import {
  average,
  countDays,
  eachDay,
  growth,
  growthSpans,
  oneDecimal,
  periodBefore,
  toEngagement,
  toPackages,
  trendSpan,
} from "#features/dashboard/rules.ts";
import { readEventsAt } from "#features/dashboard/server/events-store.ts";
import { describe, describeInSpanish, rowsOf, periodSpan } from "#features/dashboard/server/activity.ts";
import { breakdownOf } from "#features/dashboard/server/figures.ts";
import * as figures from "#features/dashboard/server/figures-store.ts";
import type { Rollups } from "#features/dashboard/server/rollups.ts";
import { readPots } from "#features/ledger/server/store.ts";
import type { Db } from "#platform/server/db/database.ts";
import { type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import { localDay } from "#platform/shared/days.ts";
import { toDollars } from "#platform/shared/money.ts";
import type { CourseReport } from "../contract.ts";
import type { ReportedCourse } from "./store.ts";

export interface CourseReportDeps {
  db: Db;
  rollups: Rollups;
  /** The operator's reference point, in degrees. */
  operatorPlace: { latitude: number; longitude: number } | undefined;
}

const EVENTS = 20;

export async function readCourseReport(
  { db, rollups, operatorPlace }: CourseReportDeps,
  course: ReportedCourse,
  period: Period,
): Promise<CourseReport> {
  const { asOf } = await rollups.fold();
  const { timeZone } = course;
  const scope: figures.Scope = { zone: "course", courseId: course.id };
  const today = localDay(asOf, timeZone);
  const months = growthSpans(today);
  const trend = trendSpan(period, today);
  return figures.atOnce(db, async (tx) => {
    const play = await figures.readPlay(tx, scope, period);
    const claims = await figures.readClaims(tx, scope, period);
    const revenue = await figures.readRevenue(tx, scope, period);
    const players = await figures.readPlayers(tx, scope, period);
    const packages = await figures.readPackages(tx, scope, period);
    const sales = eachDay(trend, await figures.readRevenueByDay(tx, scope, trend), { cents: 0 });
    const played = await figures.readPlayByDay(tx, scope, trend);
    const shots = new Map(played.map((of) => [of.day, of]));
    const peak = await figures.readPeakDay(tx, scope, period);
    const firstPaid = await figures.readFirstPaidDay(tx, scope);
    const thisMonth = await figures.readRevenue(tx, scope, months.now);
    const monthBefore = await figures.readRevenue(tx, scope, months.before);
    const events = await readEventsAt(tx, course.id, periodSpan(period, timeZone), EVENTS);
    const pot = (await readPots(tx)).get(course.id);
    const days = period ? countDays(period.from, period.to) : firstPaid === null ? 0 : countDays(firstPaid, today);
    const priced = packages.map((pack) => ({ ...pack, priceCents: priceAt(pack.priceCents, course.priceFactorBp) }));
    return {
      course: {
        id: course.id,
        name: course.name,
        address: course.address,
        jackpotAmount: toDollars(pot?.amount ?? 0),
        distance: distanceTo(course, operatorPlace),
      },
      dateFilter: writeDateFilter(period),
      timeZone,
      asOf: asOf.toISOString(),
      uniquePlayers: players.players,
      totalRevenue: toDollars(revenue),
      revenueGrowth: growth(thisMonth, monthBefore),
      prizeClaims: claims.reduce((total, of) => total + of.claims, 0),
      totalPrizeAmount: toDollars(claims.reduce((total, of) => total + of.paidCents, 0)),
      totalShots: play.shots,
      totalSessions: play.sessions,
      userEngagementStats: toEngagement(players),
      popularPackages: toPackages(priced, play.free),
      prizeBreakdown: breakdownOf(claims),
      before: await readBefore(tx, scope, periodBefore(period)),
      peakDay: peak,
      avgDailyRevenue: toDollars(Math.round(average(revenue, days))),
      avgDailySessions: oneDecimal(average(play.sessions, days)),
      trends: sales.map(({ day, cents }) => ({
        date: day,
        revenue: toDollars(cents),
        sessions: shots.get(day)?.sessions ?? 0,
        shots: shots.get(day)?.shots ?? 0,
      })),
      recentActivity: events.map((event) => ({
        id: `${event.type}:${event.id}`,
        type: event.type === "prize_claim" ? "prize" : event.type === "refund" ? "refund" : "session",
        description: describe(event),
        spanish: describeInSpanish(event),
        timestamp: event.at,
        ...(event.cents === null ? {} : { amount: toDollars(event.cents) }),
        ...rowsOf(event),
      })),
    };
  });
}

async function readBefore(tx: Db, scope: figures.Scope, before: Period): Promise<CourseReport["before"]> {
  if (before === null) return null;
  const claims = await figures.readClaims(tx, scope, before);
  return {
    ...before,
    uniquePlayers: (await figures.readPlayers(tx, scope, before)).players,
    totalRevenue: toDollars(await figures.readRevenue(tx, scope, before)),
    prizeClaims: claims.reduce((total, of) => total + of.claims, 0),
    totalShots: (await figures.readPlay(tx, scope, before)).shots,
  };
}

function distanceTo({ latitude, longitude }: ReportedCourse, from: CourseReportDeps["operatorPlace"]): number | null {
  if (!from || latitude === null || longitude === null) return null;
  return oneDecimal(milesBetween(from, { latitude, longitude }));
}
