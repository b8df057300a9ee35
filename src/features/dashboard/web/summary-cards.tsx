/** The five figures at the top. */
import { deskPaths } from "#platform/web/desk-paths.ts";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import type { Period } from "#platform/shared/date-filter.ts";
import { ordersOf, playedOf } from "#platform/web/desk-rows.ts";
import { comparedText } from "../rules.ts";
import type { AdminStats } from "../contract.ts";
import { explanations } from "./explanations.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

const count = (value: number) => value.toLocaleString("en-US");
const signed = (value: number, text: string) => (value < 0 ? text : `+${text}`);

interface SummaryCardsProps {
  stats: AdminStats;
  /** Undefined for all courses. */
  course: number | undefined;
  period: Period;
  /** The number of running sessions; undefined until it is known. */
  active: number | undefined;
  /** Claims of any day that wait for a verdict; undefined until it is known. */
  waiting: number | undefined;
}

export function SummaryCards({ stats, course, period, active, waiting }: SummaryCardsProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const [language] = useLanguage();
  const { before } = stats;
  const sessions = deskPaths.adminSessions(playedOf(period, course));
  const orders = deskPaths.adminOrders(ordersOf(period, course));
  type Figure = Exclude<keyof NonNullable<typeof before>, "from" | "to">;
  const against = (of: Figure, show: (value: number) => string = count) =>
    before && period
      ? comparedText({ now: stats[of], was: before[of], show, before, to: period.to }, language)
      : undefined;
  return (
    <section
      aria-label={words.summary}
      className="grid grid-cols-2 gap-4 *:last:max-md:col-span-2 md:grid-cols-3 xl:grid-cols-5"
    >
      <FigureCard
        label={words.totalUsers}
        about={about.totalUsers}
        value={count(stats.totalUsers)}
        note={`${words.newToday(count(stats.newUsersToday))}${course === undefined ? "" : ` · ${words.ofEveryCourse}`}`}
        before={against("totalUsers")}
        href={deskPaths.people({ role: "player", ...period })}
        action={words.seePeople}
      />
      <FigureCard
        label={words.totalRevenue}
        about={about.totalRevenue}
        value={potText(stats.totalRevenue)}
        note={words.today(signed(stats.revenueToday, potText(stats.revenueToday)))}
        before={against("totalRevenue", potText)}
        href={orders}
        action={words.seeOrders}
      />
      <FigureCard
        label={words.prizeClaims}
        about={about.prizeClaims}
        value={count(stats.totalPrizeClaims)}
        note={
          waiting === undefined
            ? "…"
            : `${words.needVerification(waiting, count(waiting))}${course === undefined ? "" : ` · ${words.ofEveryCourse}`}`
        }
        before={against("totalPrizeClaims")}
        strong={waiting !== undefined && waiting > 0}
        href={deskPaths.prizeVerification()}
        action={words.verifyClaims}
      />
      <FigureCard
        label={words.totalSessions}
        about={about.totalSessions}
        value={count(stats.totalSessions)}
        note={active === undefined ? "…" : words.nowActive(count(active))}
        before={against("totalSessions")}
        href={sessions}
        action={words.seeSessions}
      />
      <FigureCard
        label={words.totalShots}
        about={about.totalShots}
        value={count(stats.totalShots)}
        before={against("totalShots")}
        href={sessions}
        action={words.seeSessions}
      />
    </section>
  );
}
