/** The five figures at the top. */
import { deskPaths } from "#platform/web/desk-paths.ts";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import type { AdminStats } from "../contract.ts";
import { explanations } from "./explanations.ts";

const count = (value: number) => value.toLocaleString("en-US");
const signed = (value: number, text: string) => (value < 0 ? text : `+${text}`);

interface SummaryCardsProps {
  stats: AdminStats;
  /** The number of running sessions; undefined until it is known. */
  active: number | undefined;
  /** Claims of any day that wait for a verdict; undefined until it is known. */
  waiting: number | undefined;
}

export function SummaryCards({ stats, active, waiting }: SummaryCardsProps) {
  return (
    <section
      aria-label="Summary"
      className="grid grid-cols-2 gap-4 *:last:max-md:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <FigureCard
        label="Total Users"
        about={explanations.totalUsers}
        value={count(stats.totalUsers)}
        note={`+${count(stats.newUsersToday)} new today`}
      />
      <FigureCard
        label="Total Revenue"
        about={explanations.totalRevenue}
        value={potText(stats.totalRevenue)}
        note={`${signed(stats.revenueToday, potText(stats.revenueToday))} today`}
      />
      <FigureCard
        label="Prize Claims"
        about={explanations.prizeClaims}
        value={count(stats.totalPrizeClaims)}
        note={waiting === undefined ? "…" : `${count(waiting)} ${waiting === 1 ? "needs" : "need"} verification`}
        strong={waiting !== undefined && waiting > 0}
        href={deskPaths.prizeVerification()}
        action="Verify claims"
      />
      <FigureCard
        label="Total Sessions"
        about={explanations.totalSessions}
        value={count(stats.totalSessions)}
        note={active === undefined ? "…" : `${count(active)} currently active`}
      />
      <FigureCard label="Total Shots Taken" about={explanations.totalShots} value={count(stats.totalShots)} />
    </section>
  );
}
