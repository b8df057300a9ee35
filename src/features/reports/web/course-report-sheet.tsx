/** A course's report on the screen: figures, days, players, packages, claims, activity. */
import { CreditCard, Trophy } from "lucide-react";
import { dayName } from "#platform/shared/date-filter.ts";
import { Nothing, PackagesCard, PrizesCard } from "#platform/web/ui/breakdown.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { ColumnChart } from "#platform/web/ui/column-chart.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { potText, priceText } from "#platform/web/ui/money.tsx";
import { ShareRows } from "#platform/web/ui/share-rows.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import type { CourseReport } from "../contract.ts";
import { growthText, toBins } from "../trend-rules.ts";
import { explanations } from "./explanations.ts";

const count = (value: number) => value.toLocaleString("en-US");

export function CourseReportSheet({ report }: { report: CourseReport }) {
  return (
    <>
      <Summary report={report} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Days report={report} />
        <div className="grid min-w-0 items-start gap-6 *:min-w-0 2xl:grid-cols-2">
          <Card title={<Explained text={explanations.engagement}>User Engagement</Explained>}>
            <Engagement report={report} />
          </Card>
          <PrizesCard about={explanations.prizes} claims={report.prizeBreakdown} />
          <PackagesCard about={explanations.packages} packages={report.popularPackages} className="2xl:col-span-2" />
        </div>
      </div>
      <RecentActivity report={report} />
    </>
  );
}

function Summary({ report }: { report: CourseReport }) {
  const { course } = report;
  return (
    <section aria-label="Summary" className="grid grid-cols-2 gap-4 md:grid-cols-3 2xl:grid-cols-6">
      <FigureCard
        label="Users Who Played"
        about={explanations.users}
        value={count(report.uniquePlayers)}
        note={`${count(report.totalSessions)} ${report.totalSessions === 1 ? "session" : "sessions"}`}
      />
      <FigureCard
        label="Total Revenue"
        about={explanations.revenue}
        value={potText(report.totalRevenue)}
        note={growthText(report.revenueGrowth)}
      />
      <FigureCard
        label="Prize Claims"
        about={explanations.claims}
        value={count(report.prizeClaims)}
        note={`${potText(report.totalPrizeAmount)} paid out`}
      />
      <FigureCard label="Total Shots" about={explanations.shots} value={count(report.totalShots)} />
      <FigureCard
        label="Current Jackpot"
        about={explanations.jackpot}
        value={potText(course.jackpotAmount)}
        note="at the moment"
      />
      <FigureCard
        label="Distance"
        about={explanations.distance}
        value={course.distance === null ? "–" : `${count(course.distance)} mi`}
        note={course.distance === null ? "not known" : undefined}
      />
    </section>
  );
}

function Days({ report }: { report: CourseReport }) {
  const { unit, bins } = toBins(report.trends);
  const most = bins.reduce((best, bin) => Math.max(best, bin.revenue), 0);
  const isEmpty = bins.every(({ revenue, sessions, shots }) => revenue === 0 && sessions === 0 && shots === 0);
  const places = bins.map(({ label }) => label);
  const span = `${places[0] ?? ""} to ${places.at(-1) ?? ""}`;
  const sum = bins.reduce((total, { sessions }) => total + sessions, 0);
  return (
    <Card title="Daily Activity Summary">
      <Facts
        facts={[
          {
            label: "Busiest day",
            value: report.peakDay === null ? "None" : dayName(report.peakDay),
          },
          { label: "Average daily revenue", value: potText(report.avgDailyRevenue) },
          { label: "Average daily sessions", value: count(report.avgDailySessions) },
        ]}
      />
      {isEmpty ? (
        <Nothing>No activity for selected month</Nothing>
      ) : (
        <>
          <h3 className="mt-5 mb-2 text-lg font-bold">
            Revenue a {unit}
            {report.dateFilter === "all-time" && ", last 30 days"}
          </h3>
          <ColumnChart
            text={`Revenue a ${unit}, ${span}: at most ${potText(most)}.`}
            places={places}
            series={[{ name: "Revenue", values: bins.map(({ revenue }) => revenue) }]}
            format={priceText}
          />
          <h3 className="mt-5 mb-2 text-lg font-bold">Sessions a {unit}</h3>
          <ColumnChart
            text={`Sessions a ${unit}, ${span}: ${count(sum)} in all.`}
            places={places}
            series={[{ name: "Sessions", values: bins.map(({ sessions }) => sessions) }]}
          />
        </>
      )}
    </Card>
  );
}

function Engagement({ report: { userEngagementStats: users } }: { report: CourseReport }) {
  return (
    <ShareRows
      shares={[
        { key: "new", label: "New users", value: count(users.newUsers), percentage: users.newUserPercentage },
        {
          key: "returning",
          label: "Returning users",
          value: count(users.returningUsers),
          percentage: users.returningUserPercentage,
        },
      ]}
    />
  );
}

function RecentActivity({ report }: { report: CourseReport }) {
  return (
    <Card title="Recent Activity">
      {report.recentActivity.length === 0 ? (
        <Nothing>No activity for selected month</Nothing>
      ) : (
        <ol aria-label="Recent activity" className="divide-y divide-line">
          {report.recentActivity.map(({ id, type, description, timestamp, amount }) => {
            const Icon = type === "prize" ? Trophy : CreditCard;
            return (
              <li key={id} className="flex items-start gap-3 py-2.5">
                <Icon aria-hidden className="mt-1 size-5 shrink-0 text-accent" />
                <div className="min-w-0 flex-1 sm:flex sm:justify-between sm:gap-6">
                  <p className="wrap-anywhere">
                    <span className="sr-only">{type === "prize" ? "Prize" : "Session"}: </span>
                    {description}
                  </p>
                  <time dateTime={timestamp} className="shrink-0 text-ink-soft">
                    {momentText(timestamp, report.timeZone)}
                  </time>
                </div>
                <p className="tabular shrink-0 text-right font-semibold sm:w-24">
                  {amount === undefined ? "" : potText(amount)}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
