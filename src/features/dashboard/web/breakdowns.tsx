/** The sections that break the figures down: who played, where they came from, what they bought. */
import type { ReactNode } from "react";
import { Nothing, PackagesCard } from "#platform/web/ui/breakdown.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { clockText } from "#platform/web/ui/clock.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { ShareRows } from "#platform/web/ui/share-rows.tsx";
import type { AdminStats, Source } from "../contract.ts";
import { percent } from "../rules.ts";
import { explanations } from "./explanations.ts";

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

export function Engagement({ stats: { userEngagementStats: users } }: { stats: AdminStats }) {
  return (
    <Card title="User Engagement Analytics">
      <dl className="mb-5">
        <Figure label="Total active users" about={explanations.activeUsers}>
          {count(users.totalUniqueUsers)}
        </Figure>
      </dl>
      <ShareRows
        shares={[
          {
            key: "new",
            label: <Explained text={explanations.newUsers}>New users</Explained>,
            value: count(users.newUsers),
            percentage: users.newUserPercentage,
          },
          {
            key: "returning",
            label: <Explained text={explanations.returningUsers}>Returning users</Explained>,
            value: count(users.returningUsers),
            percentage: users.returningUserPercentage,
          },
        ]}
      />
    </Card>
  );
}

/** The spec's labels; the other two are shown as they are given. */
const sourceLabels: Readonly<Record<Source, string>> = {
  qr_code: "QR Code at Range",
  tee_time: "Tee Time Booking",
  pro_shop: "Pro Shop Recommendation",
  website: "Website Search",
  unknown: "Unknown/Not Specified",
  social_media: "social_media",
  friend_referral: "friend_referral",
  other: "Other",
};

export function Acquisition({ stats: { acquisitionStats } }: { stats: AdminStats }) {
  return (
    <Card title={<Explained text={explanations.acquisition}>User Acquisition Sources</Explained>}>
      {acquisitionStats.length === 0 ? (
        <Nothing>No acquisition data available yet</Nothing>
      ) : (
        <ShareRows
          shares={acquisitionStats.map(({ source, count: users, percentage }) => ({
            key: source,
            label: sourceLabels[source],
            value: count(users),
            percentage,
          }))}
        />
      )}
    </Card>
  );
}

export function PurchasePattern({ stats }: { stats: AdminStats }) {
  const { freeShots, initial, buyMoreBalls } = stats.purchaseContextStats;
  const all = freeShots + initial + buyMoreBalls;
  const parts = [
    { key: "free", label: "Free tee time shots", part: freeShots },
    { key: "initial", label: "Initial purchases", part: initial },
    { key: "more", label: "Buy more balls", part: buyMoreBalls },
  ];
  return (
    <Card title={<Explained text={explanations.purchasePattern}>Purchase Pattern Analysis</Explained>}>
      {all === 0 ? (
        <Nothing>No purchase context data available yet</Nothing>
      ) : (
        <ShareRows
          shares={parts.map(({ key, label, part }) => ({
            key,
            label,
            value: count(part),
            percentage: percent(part, all),
          }))}
        />
      )}
    </Card>
  );
}

export function Packages({ stats }: { stats: AdminStats }) {
  return (
    <PackagesCard about={explanations.packages} packages={stats.popularPackages}>
      <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-4">
        <Figure label="Average balls per session" about={explanations.averageBalls}>
          {stats.averageBallsPerSession.toLocaleString("en-US", { minimumFractionDigits: 1 })}
        </Figure>
        <Figure label="Average time per ball" about={explanations.averageTime}>
          {clockText(stats.averageTimePerBallSeconds)}
        </Figure>
      </dl>
    </PackagesCard>
  );
}
