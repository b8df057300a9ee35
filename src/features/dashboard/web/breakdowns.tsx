/** The sections that break the figures down: players, the sources of accounts, and sales. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Period } from "#platform/shared/date-filter.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { playedOf, rowsOfPackage } from "#platform/web/desk-rows.ts";
import { Nothing, PackagesCard } from "#platform/web/ui/breakdown.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { ShareRows } from "#platform/web/ui/share-rows.tsx";
import type { AdminStats } from "../contract.ts";
import type { PlayerKind, SessionKind } from "../played-contract.ts";
import { percent } from "../rules.ts";
import { explanations } from "./explanations.ts";
import { useWords } from "#platform/web/words.ts";
import { dashboardWords } from "./words.ts";

const count = (value: number) => value.toLocaleString("en-US");

/** One figure among others in a card. */
export function Figure({ label, about, children }: { label: string; about: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">
        <Explained text={about}>{label}</Explained>
      </dt>
      <dd className="tabular font-display text-2xl font-extrabold tracking-tight">{children}</dd>
    </div>
  );
}

interface BreakdownProps {
  stats: AdminStats;
  /** Undefined for all courses. */
  course: number | undefined;
  period: Period;
}

const linked = "underline decoration-edge underline-offset-4 hover:text-accent";

export function Engagement({ stats: { userEngagementStats: users }, course, period }: BreakdownProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const hrefOf = (kind?: PlayerKind) => deskPaths.adminPlayers(playedOf(period, course, kind));
  return (
    <Card title={words.engagement}>
      <dl className="mb-5">
        <Figure label={words.activeUsers} about={about.activeUsers}>
          <Link href={hrefOf()} className={linked}>
            {count(users.totalUniqueUsers)}
          </Link>
        </Figure>
      </dl>
      <ShareRows
        shares={[
          {
            key: "new",
            label: <Explained text={about.newUsers}>{words.newUsers}</Explained>,
            value: count(users.newUsers),
            percentage: users.newUserPercentage,
            href: hrefOf("new"),
          },
          {
            key: "returning",
            label: <Explained text={about.returningUsers}>{words.returningUsers}</Explained>,
            value: count(users.returningUsers),
            percentage: users.returningUserPercentage,
            href: hrefOf("returning"),
          },
        ]}
      />
    </Card>
  );
}

/** Accounts belong to no course, also when the other figures are of one. */
export function Acquisition({ stats: { acquisitionStats }, course, period }: BreakdownProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  return (
    <Card
      title={<Explained text={about.acquisition}>{words.acquisition}</Explained>}
      {...(course !== undefined && { aside: <span className="text-ink-soft">{words.ofEveryCourse}</span> })}
    >
      {acquisitionStats.length === 0 ? (
        <Nothing>{words.noAcquisition}</Nothing>
      ) : (
        <ShareRows
          shares={acquisitionStats.map(({ source, count: users, percentage }) => ({
            key: source,
            label: words[source],
            value: count(users),
            percentage,
            href: deskPaths.people({ role: "player", source, ...period }),
          }))}
        />
      )}
    </Card>
  );
}

export function PurchasePattern({ stats, course, period }: BreakdownProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  const { freeShots, initial, buyMoreBalls } = stats.purchaseContextStats;
  const all = freeShots + initial + buyMoreBalls;
  const parts: { key: SessionKind; label: string; part: number }[] = [
    { key: "free", label: words.freeShotsPart, part: freeShots },
    { key: "initial", label: words.initial, part: initial },
    { key: "more", label: words.moreBalls, part: buyMoreBalls },
  ];
  return (
    <Card title={<Explained text={about.purchasePattern}>{words.pattern}</Explained>}>
      {all === 0 ? (
        <Nothing>{words.noPattern}</Nothing>
      ) : (
        <ShareRows
          shares={parts.map(({ key, label, part }) => ({
            key,
            label,
            value: count(part),
            percentage: percent(part, all),
            href: deskPaths.adminSessions(playedOf(period, course, key)),
          }))}
        />
      )}
    </Card>
  );
}

export function Packages({ stats, course, period }: BreakdownProps) {
  const words = useWords(dashboardWords);
  const about = useWords(explanations);
  return (
    <PackagesCard
      about={about.packages}
      packages={stats.popularPackages}
      hrefOf={(id) => rowsOfPackage(period, course, id)}
    >
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-4">
        <Figure label={words.averageBalls} about={about.averageBalls}>
          {stats.averageBallsPerSession.toLocaleString("en-US", { minimumFractionDigits: 1 })}
        </Figure>
        <Figure label={words.averageTime} about={about.averageTime}>
          {clockText(stats.averageTimePerBallSeconds)}
        </Figure>
      </dl>
    </PackagesCard>
  );
}
