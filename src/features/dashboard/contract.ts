/**
 * The dashboard for administrators: all courses, in figures and live. Days are the operator's (`timeZone` in the
 * answers). An answer has everything that was done up to `asOf`.
 */
import * as z from "zod/mini";
import { peopleSources } from "#features/accounts/people-contract.ts";
import { groupData } from "#features/booking/contract.ts";
import { holes } from "#features/courses/contract.ts";
import { activity } from "./activity-contract.ts";
import { dateFilter } from "#platform/shared/date-filter.ts";
import { defineRoute, defineStream } from "#platform/shared/route.ts";
import { dollars, id, instant, serial, wholeNumber } from "#platform/shared/wire.ts";

/** 0 to 100 with at most one decimal; 0 where there is nothing to divide. */
export const percentage = z.number();
/** `yyyy-MM-dd` in the answer's zone. */
export const day = z.string();

/** Players who played in the period, bought or invited: new when that play is their first ever. */
export const userEngagementStats = z.object({
  totalUniqueUsers: z.int(),
  newUsers: z.int(),
  newUserPercentage: percentage,
  returningUsers: z.int(),
  returningUserPercentage: percentage,
});
export type UserEngagementStats = z.output<typeof userEngagementStats>;

/** A package as it sold; the free tee time shot (id -1) stands first, the others by purchases. */
export const popularPackage = z.object({
  /** -1 is the free tee time shot. */
  id: z.int(),
  name: z.string(),
  /** Paid orders, by the day of the payment; for the free shot its sessions. */
  purchases: z.int(),
  /** Captured less refunded, each on its own day. */
  revenue: dollars,
  /** The package's base price; in a course's report, times the course's factor. */
  price: dollars,
  /** Of all purchases, free shots included. */
  percentage,
});
export type PopularPackage = z.output<typeof popularPackage>;

/** The claims for one hole, of any status; always left, right, middle. */
export const prizeBreakdown = z.object({ targetHole: z.enum(holes), claims: z.int(), percentage });
export type PrizeBreakdown = z.output<typeof prizeBreakdown>;

/** The period that figures are compared with: its days, both included. */
export const daysBefore = { from: day, to: day };

export const adminStats = z.object({
  /** Players whose accounts were created in the period, deleted ones left out. Of all courses, whatever the filter. */
  totalUsers: z.int(),
  /** Today, whatever the filter. */
  newUsersToday: z.int(),
  /** Captured less refunded in the period. */
  totalRevenue: dollars,
  /** Today, whatever the filter. */
  revenueToday: dollars,
  /** Counted by the day on which they were made. */
  totalPrizeClaims: z.int(),
  /** The period's claims that nobody has decided yet. */
  pendingPrizeClaims: z.int(),
  /** Free shots included; a group is one. */
  totalSessions: z.int(),
  /** The shots of everybody in a group, without withdrawn ones. */
  totalShots: z.int(),
  /** Every open course, the most sessions in the period first. */
  popularCourses: z.array(z.object({ id: serial, name: z.string(), sessions: z.int() })),
  userEngagementStats,
  /** Of all courses. Of the accounts in `totalUsers`; sources that nobody named are left out. */
  acquisitionStats: z.array(z.object({ source: z.enum(peopleSources), count: z.int(), percentage })),
  /** Sessions by how they came about; the three are `totalSessions`. */
  purchaseContextStats: z.object({ freeShots: z.int(), initial: z.int(), buyMoreBalls: z.int() }),
  /** Balls bought per session, one decimal. */
  averageBallsPerSession: z.number(),
  /** From a session's start to its last shot, summed, per shot; whole seconds. */
  averageTimePerBallSeconds: z.int(),
  popularPackages: z.array(popularPackage),
  prizeBreakdown: z.array(prizeBreakdown),
  /**
   * The same figures of the period before: as many days, for a month its same days of the month before. Null for all
   * time.
   */
  before: z.nullable(
    z.object({
      ...daysBefore,
      totalUsers: z.int(),
      totalRevenue: dollars,
      totalPrizeClaims: z.int(),
      totalSessions: z.int(),
      totalShots: z.int(),
    }),
  ),
  timeZone: z.string(),
  asOf: instant,
});
export type AdminStats = z.output<typeof adminStats>;

/** All sessions that are no group are individual, free shots included; these are also counted separately. */
export const sessionTrend = z.object({
  date: day,
  individual: z.int(),
  group: z.int(),
  /** Among `individual`. */
  freeShots: z.int(),
  /** `individual` and `group`. */
  total: z.int(),
});

export const sessionAnalytics = z.object({
  summary: z.object({
    totalSessions: z.int(),
    individualSessions: z.int(),
    individualPercentage: percentage,
    groupSessions: z.int(),
    groupPercentage: percentage,
    /** Among `individualSessions`. */
    freeShotSessions: z.int(),
  }),
  /** One entry a day of the period, the earliest first; for all time the last 30 days. */
  trends: z.array(sessionTrend),
  timeZone: z.string(),
  asOf: instant,
});
export type SessionAnalytics = z.output<typeof sessionAnalytics>;

/** A session whose clock runs and that nobody has ended; a group is one. */
export const liveSession = z.object({
  id,
  userName: z.string(),
  courseId: serial,
  courseName: z.string(),
  bayNumber: z.int(),
  groupData: z.optional(groupData),
  isFreeShot: z.boolean(),
  /** Seconds, at the answer's moment; count down to `expiresAt`. */
  timeRemaining: z.int(),
  expiresAt: instant,
  /** Staff have paused the clock. */
  isPaused: z.boolean(),
  /** Balls left; of a group the buyer's, as on the session itself. */
  ballCount: z.int(),
  /** Balls left of everybody in the session. */
  totalBallCount: z.int(),
});
export type LiveSession = z.output<typeof liveSession>;

/** The result of the server's latest audit of the books. */
export const booksAudit = z.object({
  at: instant,
  /** May exceed the number of sentences in `faults`, because invariants also count violations that they cannot name. */
  faultCount: z.int(),
  faults: z.array(z.string()),
  /** Sentences about things that have waited too long. */
  warnings: z.array(z.string()),
});
export type BooksAudit = z.output<typeof booksAudit>;

/** The last backup that was restored on trial, and whether that was long ago or never. */
export const backupsTried = z.object({
  /** The last trial; null before the first one. */
  drill: z.nullable(
    z.object({
      at: instant,
      holds: z.boolean(),
      /** The moment that the backup holds; null if it could not be read. */
      of: z.nullable(instant),
      seconds: z.number(),
      /** Why the backup is not good. */
      reason: z.nullable(z.string()),
    }),
  ),
  /** The moment that the newest good backup holds. */
  provenOf: z.nullable(instant),
  /** When the newest backup was made by a command of the product. */
  lastMade: z.nullable(instant),
  /** The last trial failed, or none was good for a day and a half although there are backups. */
  isDue: z.boolean(),
});
export type BackupsTried = z.output<typeof backupsTried>;

/**
 * The kinds of work that may need a person, the most urgent first. A page that is open while the server is upgraded reads
 * no answer with a kind that it does not know: what is new gets a field of its own.
 */
export const attentionKinds = [
  "audit_faults",
  "jobs_standing_still",
  "refused_refunds",
  "open_disputes",
  /** Payments without an outcome, orders that a refund at the gateway holds, and money that went back too often. */
  "payment_troubles",
  "overdue_claims",
  "prizes_to_pay",
] as const;

export const attention = z.object({
  /** The kinds that need somebody now: each count is above 0. */
  needs: z.array(z.object({ kind: z.enum(attentionKinds), count: z.int() })),
  /** The names of the jobs that stand still. */
  jobs: z.array(z.string()),
  /**
   * Letters with settlements of closed months that the mail server did not take: how many, and the earliest month; null
   * if there are none. A kind of need as well, more urgent than prizes to pay.
   */
  unsentSettlement: z.nullable(z.object({ courseId: serial, month: z.string(), count: z.int() })),
  /** Courses whose settlements nobody gets since an account was deleted: a need, too. The release before sends none. */
  settlementsToNobody: z.optional(z.array(serial)),
  /** Claims that wait for a verdict, of any day. */
  pendingClaims: z.int(),
  asOf: instant,
});
export type Attention = z.output<typeof attention>;

/** Without it all courses together; 404 where there is no such course. */
const courseId = z.optional(wholeNumber("A course's id is a whole number"));
const asked = z.object({ dateFilter, courseId });

export const dashboardRoutes = {
  getStats: defineRoute({
    method: "GET",
    path: "/api/admin/stats",
    permission: "admin",
    summary: "The figures of a period, of all courses together or of one; accounts belong to no course.",
    query: asked,
    replies: { 200: adminStats },
  }),
  listActivity: defineRoute({
    method: "GET",
    path: "/api/admin/activity",
    permission: "admin",
    summary: "The last 50 things that happened in a period, newest first.",
    query: asked,
    replies: { 200: z.array(activity) },
  }),
  getSessionAnalytics: defineRoute({
    method: "GET",
    path: "/api/admin/session-analytics",
    permission: "admin",
    summary: "Sessions of a period by their kind, and day by day.",
    query: asked,
    replies: { 200: sessionAnalytics },
  }),
  getAttention: defineRoute({
    method: "GET",
    path: "/api/admin/attention",
    permission: "admin",
    summary:
      "What needs a person now, with its number: overdue claims, refused refunds, open disputes, payment troubles, prizes that are ready to be paid, settlements that could not be mailed or have lost their last reader, jobs that stand still, and faults that the last audit found.",
    replies: { 200: attention },
  }),
  listAdvice: defineRoute({
    method: "GET",
    path: "/api/admin/advice",
    permission: "admin",
    summary: "What the operator should change about the installation, each with the lines that do it.",
    replies: { 200: z.object({ advice: z.array(z.string()) }) },
  }),
  listLiveSessions: defineRoute({
    method: "GET",
    path: "/api/admin/live-sessions",
    permission: "admin",
    summary: "The sessions that are being played now, the latest started first.",
    query: z.object({ courseId }),
    replies: { 200: z.array(liveSession) },
  }),
  getAudit: defineRoute({
    method: "GET",
    path: "/api/admin/books-audit",
    permission: "admin",
    summary: "What the nightly audit of the books found; null before the first one.",
    replies: { 200: z.object({ audit: z.nullable(booksAudit) }) },
  }),
  getBackups: defineRoute({
    method: "GET",
    path: "/api/admin/backups",
    permission: "admin",
    summary: "When a backup was last restored on trial, whether it was good, and how long it took.",
    replies: { 200: backupsTried },
  }),
};

/** Each event has the answer of the call of its name, for the filter that the stream was opened with. */
export const dashboardStream = defineStream({
  path: "/api/admin/events",
  permission: "admin",
  summary: "The dashboard's answers at once and when they changed, at most one of each a second.",
  query: asked,
  events: {
    stats: adminStats,
    activity: z.array(activity),
    "live-sessions": z.array(liveSession),
    "session-analytics": sessionAnalytics,
    /** The number of claims that wait for a verdict now, of any day; the list must be read again. */
    "prize-claims": z.object({ pending: z.int(), asOf: instant }),
  },
});
