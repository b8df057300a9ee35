/** The five figures at the top. */
import { deskPaths } from "#platform/web/desk-paths.ts";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import type { AdminStats } from "../contract.ts";
import { explanations } from "./explanations.ts";
import { useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

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
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  return (
    <section
      aria-label={words.summary}
      className="grid grid-cols-2 gap-4 *:last:max-md:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <FigureCard
        label={words.totalUsers}
        about={about.totalUsers}
        value={count(stats.totalUsers)}
        note={words.newToday(count(stats.newUsersToday))}
      />
      <FigureCard
        label={words.totalRevenue}
        about={about.totalRevenue}
        value={potText(stats.totalRevenue)}
        note={words.today(signed(stats.revenueToday, potText(stats.revenueToday)))}
      />
      <FigureCard
        label={words.prizeClaims}
        about={about.prizeClaims}
        value={count(stats.totalPrizeClaims)}
        note={waiting === undefined ? "…" : words.needVerification(waiting, count(waiting))}
        strong={waiting !== undefined && waiting > 0}
        href={deskPaths.prizeVerification()}
        action={words.verifyClaims}
      />
      <FigureCard
        label={words.totalSessions}
        about={about.totalSessions}
        value={count(stats.totalSessions)}
        note={active === undefined ? "…" : words.nowActive(count(active))}
      />
      <FigureCard label={words.totalShots} about={about.totalShots} value={count(stats.totalShots)} />
    </section>
  );
}
