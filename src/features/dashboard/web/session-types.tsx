/** Sessions by their kind, and day by day. */
import { dayName, type Period } from "#platform/shared/date-filter.ts";
import { Card } from "#platform/web/ui/card.tsx";
import { ColumnChart } from "#platform/web/ui/column-chart.tsx";
import { percentText } from "#platform/web/ui/share-rows.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import type { SessionAnalytics } from "../contract.ts";
import { Figure } from "./breakdowns.tsx";
import { explanations } from "./explanations.ts";
import { shortDay, shownDays } from "./trend.ts";

const count = (value: number) => value.toLocaleString("en-US");

interface SessionTypesProps {
  analytics: SessionAnalytics | undefined;
  period: Period;
}

export function SessionTypes({ analytics, period }: SessionTypesProps) {
  return (
    <Card title="Session Type Analytics">
      {analytics ? <Figures analytics={analytics} isAllTime={period === null} /> : <Skeleton className="h-80" />}
    </Card>
  );
}

function Figures({ analytics: { summary, trends }, isAllTime }: { analytics: SessionAnalytics; isAllTime: boolean }) {
  const { last, text } = shownDays(trends);
  const shown = last.length === 1 ? "That Day" : `Last ${last.length} Days`;
  return (
    <>
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Figure label="Total" about={explanations.allSessions}>
          {count(summary.totalSessions)}
        </Figure>
        <Figure label="Individual" about={explanations.individualSessions}>
          {count(summary.individualSessions)} <Part>{percentText(summary.individualPercentage)}</Part>
        </Figure>
        <Figure label="Group" about={explanations.groupSessions}>
          {count(summary.groupSessions)} <Part>{percentText(summary.groupPercentage)}</Part>
        </Figure>
        <Figure label="Free shots" about={explanations.freeShotSessions}>
          {count(summary.freeShotSessions)}
        </Figure>
      </dl>
      <h3 className="text-lg font-bold">{isAllTime ? "Last 30 Days" : shown}</h3>
      {isAllTime && (
        <p className="mb-3 text-ink-soft">The chart shows the last {last.length} of them, its table all.</p>
      )}
      <ColumnChart
        figures
        text={text}
        places={last.map(({ date }) => shortDay(date))}
        series={[
          { name: "Individual", values: last.map(({ individual }) => individual) },
          { name: "Group", values: last.map(({ group }) => group) },
          { name: "Free shots", values: last.map(({ freeShots }) => freeShots) },
        ]}
        table={<Days trends={trends} />}
      />
    </>
  );
}

function Part({ children }: { children: string }) {
  return <span className="text-base font-semibold text-ink-soft">{children}</span>;
}

/** Every day of the period, the latest first. */
function Days({ trends }: { trends: SessionAnalytics["trends"] }) {
  const heads = ["Individual", "Group", "Free shots", "Total"];
  return (
    <table className="w-full">
      <caption className="sr-only">Sessions by day, the latest first</caption>
      <thead>
        <tr className="text-ink-soft">
          <th scope="col" className="text-left font-semibold">
            Day
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="pl-4 text-right font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {trends.toReversed().map(({ date, individual, group, freeShots, total }) => (
          <tr key={date}>
            <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
              {dayName(date)}
            </th>
            {[individual, group, freeShots, total].map((value, index) => (
              <td key={heads[index]} className="tabular py-1 pl-4 text-right">
                {count(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
