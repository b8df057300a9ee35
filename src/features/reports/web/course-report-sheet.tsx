/** A course's report on the screen: figures, days, players, packages, claims, activity. */
import { CreditCard, Trophy, Undo2 } from "lucide-react";
import { comparedText } from "#features/dashboard/rules.ts";
import { dayName, type Period, readDateFilter } from "#platform/shared/date-filter.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { addDays, type Day } from "#platform/shared/days.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { claimsOf, ordersOf, pathOfEvent, playedOf, rowsOfPackage } from "#platform/web/desk-rows.ts";
import { Nothing, PackagesCard, PrizesCard } from "#platform/web/ui/breakdown.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { ColumnChart } from "#platform/web/ui/column-chart.tsx";
import { EventTable } from "#platform/web/ui/event-table.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { potText, priceText } from "#platform/web/ui/money.tsx";
import { ShareRows } from "#platform/web/ui/share-rows.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import type { CourseReport } from "../contract.ts";
import { growthText, toBins } from "../trend-rules.ts";
import { explanations } from "./explanations.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { reportWords } from "./report-words.ts";

const icons = { prize: Trophy, session: CreditCard, refund: Undo2 } as const;
const count = (value: number) => value.toLocaleString("en-US");

export function CourseReportSheet({ report }: { report: CourseReport }) {
  const words = useWords(reportWords);
  const about = useWords(explanations);
  const isAdmin = useCaller().role === "admin";
  return (
    <>
      <Summary report={report} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Days report={report} />
        <div className="grid min-w-0 items-start gap-6 *:min-w-0 2xl:grid-cols-2">
          <Card title={<Explained text={about.engagement}>{words.engagement}</Explained>}>
            <Engagement report={report} />
          </Card>
          <PrizesCard
            about={about.prizes}
            claims={report.prizeBreakdown}
            hrefOf={(hole) => claimsOf(periodOf(report), report.course.id, { hole })}
          />
          <PackagesCard
            about={about.packages}
            packages={report.popularPackages}
            className="2xl:col-span-2"
            hrefOf={isAdmin ? (id) => rowsOfPackage(periodOf(report), report.course.id, id, "course") : undefined}
          />
        </div>
      </div>
      <RecentActivity report={report} />
    </>
  );
}

/** The report's days; null for all time. */
function periodOf({ dateFilter }: CourseReport): Period {
  return readDateFilter(dateFilter) ?? null;
}

/** The rows that the figures were counted from, by the days of the course. They are the administrators'. */
function useRows(report: CourseReport) {
  const isAdmin = useCaller().role === "admin";
  const period = periodOf(report);
  const { id } = report.course;
  const played = (kind?: "new" | "returning") => playedOf(period, id, kind, "course");
  return {
    orders: isAdmin ? deskPaths.adminOrders(ordersOf(period, id)) : undefined,
    sessions: isAdmin ? deskPaths.adminSessions(played()) : undefined,
    players: (kind?: "new" | "returning") => (isAdmin ? deskPaths.adminPlayers(played(kind)) : undefined),
  };
}

/** A link where the reader may follow it. */
const linkTo = (href: Path | undefined, action: string) => (href === undefined ? {} : { href, action });

function Summary({ report }: { report: CourseReport }) {
  const words = useWords(reportWords);
  const about = useWords(explanations);
  const [language] = useLanguage();
  const { course, before } = report;
  const to = periodOf(report)?.to;
  const rows = useRows(report);
  const isAdmin = useCaller().role === "admin";
  type Figure = Exclude<keyof NonNullable<typeof before>, "from" | "to">;
  const against = (of: Figure, show: (value: number) => string = count) =>
    before && to ? comparedText({ now: report[of], was: before[of], show, before, to }, language) : undefined;
  return (
    <section aria-label={words.summary} className="grid grid-cols-2 gap-4 md:grid-cols-3 2xl:grid-cols-6">
      <FigureCard
        label={words.users}
        about={about.users}
        value={count(report.uniquePlayers)}
        note={words.sessions(report.totalSessions, count(report.totalSessions))}
        before={against("uniquePlayers")}
        {...linkTo(rows.players(), words.seePlayers)}
      />
      <FigureCard
        label={words.totalRevenue}
        about={about.revenue}
        value={potText(report.totalRevenue)}
        note={growthText(report, language)}
        before={against("totalRevenue", potText)}
        {...linkTo(rows.orders, words.seeOrders)}
      />
      <FigureCard
        label={words.claims}
        about={about.claims}
        value={count(report.prizeClaims)}
        note={words.paidOut(potText(report.totalPrizeAmount))}
        before={against("prizeClaims")}
        href={claimsOf(periodOf(report), course.id)}
        action={words.seeClaims}
      />
      <FigureCard
        label={words.shots}
        about={about.shots}
        value={count(report.totalShots)}
        before={against("totalShots")}
        {...linkTo(rows.sessions, words.seeSessions)}
      />
      <FigureCard
        label={words.jackpot}
        about={about.jackpot}
        value={potText(course.jackpotAmount)}
        note={words.atTheMoment}
        {...(isAdmin && { href: deskPaths.settlement({ course: course.id }), action: words.seePot })}
      />
      <FigureCard
        label={words.distance}
        about={about.distance}
        value={course.distance === null ? "–" : words.miles(count(course.distance))}
        note={course.distance === null ? words.notKnown : undefined}
      />
    </section>
  );
}

function Days({ report }: { report: CourseReport }) {
  const words = useWords(reportWords);
  const [language] = useLanguage();
  const { unit, bins } = toBins(report.trends, language);
  const most = bins.reduce((best, bin) => Math.max(best, bin.revenue), 0);
  const isEmpty = bins.every(({ revenue, sessions, shots }) => revenue === 0 && sessions === 0 && shots === 0);
  const places = bins.map(({ label }) => label);
  const days = bins.map(({ date }) => date);
  const span = words.span(places[0] ?? "", places.at(-1) ?? "");
  const isAdmin = useCaller().role === "admin";
  const hrefs = (of: (days: Period) => Path) => isAdmin && { hrefOf: (at: number) => pathOfBin(report, bins, at, of) };
  const sum = bins.reduce((total, { sessions }) => total + sessions, 0);
  return (
    <Card title={words.daily}>
      <Facts
        facts={[
          {
            label: words.busiest,
            value: report.peakDay === null ? words.none : dayName(report.peakDay, language),
          },
          { label: words.averageRevenue, value: potText(report.avgDailyRevenue) },
          { label: words.averageSessions, value: count(report.avgDailySessions) },
        ]}
      />
      {isEmpty ? (
        <Nothing>{words.noActivity}</Nothing>
      ) : (
        <>
          <h3 className="mt-5 mb-2 text-lg font-bold">
            {words.revenueA(unit)}
            {report.dateFilter === "all-time" && words.lastDays}
          </h3>
          <ColumnChart
            text={words.revenueText(unit, span, potText(most))}
            places={places}
            days={days}
            series={[{ name: words.revenue, values: bins.map(({ revenue }) => revenue) }]}
            format={priceText}
            {...hrefs((asked) => deskPaths.adminOrders(ordersOf(asked, report.course.id)))}
          />
          <h3 className="mt-5 mb-2 text-lg font-bold">{words.sessionsA(unit)}</h3>
          <ColumnChart
            text={words.sessionsText(unit, span, count(sum))}
            places={places}
            days={days}
            series={[{ name: words.sessionsName, values: bins.map(({ sessions }) => sessions) }]}
            {...hrefs((asked) => deskPaths.adminSessions(playedOf(asked, report.course.id, undefined, "course")))}
          />
        </>
      )}
    </Card>
  );
}

/** The rows of a column's days: to the day before the next column. */
function pathOfBin(
  { trends }: CourseReport,
  bins: readonly { date: Day }[],
  at: number,
  of: (days: Period) => Path,
): Path | undefined {
  const from = bins[at]?.date;
  const next = bins[at + 1]?.date;
  const to = next === undefined ? trends.at(-1)?.date : addDays(next, -1);
  return from === undefined || to === undefined ? undefined : of({ from, to });
}

function Engagement({ report }: { report: CourseReport }) {
  const words = useWords(reportWords);
  const { userEngagementStats: users } = report;
  const { players } = useRows(report);
  return (
    <ShareRows
      shares={[
        {
          key: "new",
          label: words.newUsers,
          value: count(users.newUsers),
          percentage: users.newUserPercentage,
          href: players("new"),
        },
        {
          key: "returning",
          label: words.returningUsers,
          value: count(users.returningUsers),
          percentage: users.returningUserPercentage,
          href: players("returning"),
        },
      ]}
    />
  );
}

function RecentActivity({ report }: { report: CourseReport }) {
  const words = useWords(reportWords);
  const isAdmin = useCaller().role === "admin";
  const [language] = useLanguage();
  return (
    <Card title={words.activity}>
      {report.recentActivity.length === 0 ? (
        <Nothing>{words.noActivity}</Nothing>
      ) : (
        <EventTable
          label={words.activityList}
          events={report.recentActivity.map(({ id, type, description, spanish, timestamp, amount, ...subject }) => ({
            id,
            Icon: icons[type],
            word: words[type],
            text: language === "es" ? spanish : description,
            // Staff may open claims alone.
            href: isAdmin || subject.claimId !== undefined ? pathOfEvent(subject) : undefined,
            at: timestamp,
            when: momentText(timestamp, report.timeZone, language),
            amount,
          }))}
        />
      )}
    </Card>
  );
}
