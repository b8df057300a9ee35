/** Sessions by their kind, and day by day. */
import { dayName, type Period, shortDayName } from "#platform/shared/date-filter.ts";
import { Link } from "wouter";
import { Card } from "#platform/web/ui/card.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { ColumnChart } from "#platform/web/ui/column-chart.tsx";
import { CardTable, type Column } from "#platform/web/ui/data-table.tsx";
import { percentText } from "#platform/web/ui/share-rows.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import type { SessionAnalytics } from "../contract.ts";
import { Figure } from "./breakdowns.tsx";
import type { SessionKind } from "../played-contract.ts";
import { explanations } from "./explanations.ts";
import { percent } from "../rules.ts";
import { playedOf } from "#platform/web/desk-rows.ts";
import { paidAlone, shownDays } from "./trend.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

const count = (value: number) => value.toLocaleString("en-US");

interface SessionTypesProps {
  analytics: SessionAnalytics | undefined;
  period: Period;
  /** Undefined for all courses. */
  course: number | undefined;
}

export function SessionTypes({ analytics, period, course }: SessionTypesProps) {
  const words = useWords(dashboardWords);
  return (
    <Card title={words.sessionTypes}>
      {analytics ? <Figures analytics={analytics} period={period} course={course} /> : <Skeleton className="h-80" />}
    </Card>
  );
}

interface FiguresProps extends Pick<SessionTypesProps, "period" | "course"> {
  analytics: SessionAnalytics;
}

function Figures({ analytics: { summary, trends }, period, course }: FiguresProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const [language] = useLanguage();
  const { last, text } = shownDays(trends, language);
  const isAllTime = period === null;
  const linked = (figure: number, kind?: SessionKind) => (
    <Link
      href={deskPaths.adminSessions(playedOf(period, course, kind))}
      className="underline decoration-edge underline-offset-4 hover:text-accent"
    >
      {count(figure)}
    </Link>
  );
  const free = summary.freeShotSessions;
  const alone = paidAlone({ individual: summary.individualSessions, freeShots: free });
  const shown = last.length === 1 ? words.thatDay : words.lastDays(last.length);
  return (
    <>
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Figure label={words.total} about={about.allSessions}>
          {linked(summary.totalSessions)}
        </Figure>
        <Figure label={words.individual} about={about.individualSessions}>
          {linked(alone, "individual")} <Part>{percentText(percent(alone, summary.totalSessions))}</Part>
        </Figure>
        <Figure label={words.group} about={about.groupSessions}>
          {linked(summary.groupSessions, "group")} <Part>{percentText(summary.groupPercentage)}</Part>
        </Figure>
        <Figure label={words.freeShots} about={about.freeShotSessions}>
          {linked(free, "free")} <Part>{percentText(percent(free, summary.totalSessions))}</Part>
        </Figure>
      </dl>
      <h3 className="text-lg font-bold">{isAllTime ? words.lastDays(30) : shown}</h3>
      {isAllTime && <p className="mb-3 text-ink-soft">{words.chartShows(last.length)}</p>}
      <ColumnChart
        figures
        hrefOf={(at) => {
          const date = last[at]?.date;
          return date === undefined ? undefined : deskPaths.adminSessions(playedOf({ from: date, to: date }, course));
        }}
        text={text}
        places={last.map(({ date }) => shortDayName(date, language))}
        days={last.map(({ date }) => date)}
        series={[
          { name: words.individual, values: last.map(paidAlone) },
          { name: words.group, values: last.map(({ group }) => group) },
          { name: words.freeShots, values: last.map(({ freeShots }) => freeShots) },
        ]}
        table={<Days trends={trends} />}
      />
    </>
  );
}

function Part({ children }: { children: string }) {
  return <span className="text-base font-semibold text-ink-soft">{children}</span>;
}

type Trend = SessionAnalytics["trends"][number];

/** Every day of the period, the latest first. */
function Days({ trends }: { trends: readonly Trend[] }) {
  const words = useWords(dashboardWords);
  const [language] = useLanguage();
  const figure = (label: string, of: (day: Trend) => number): Column<Trend> => ({
    label,
    value: of,
    show: (day) => count(of(day)),
    align: "right",
  });
  return (
    <CardTable
      saves
      label={words.byDay}
      className="max-h-80"
      rows={trends.toReversed()}
      keyOf={({ date }) => date}
      columns={[
        { label: words.day, value: ({ date }) => date, show: ({ date }) => dayName(date, language) },
        figure(words.individual, paidAlone),
        figure(words.group, ({ group }) => group),
        figure(words.freeShots, ({ freeShots }) => freeShots),
        figure(words.total, ({ total }) => total),
      ]}
    />
  );
}
