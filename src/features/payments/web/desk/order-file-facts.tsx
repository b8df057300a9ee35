/** The facts at the top of an order's page: what, who, and its state. */
import type { OrderFile } from "#features/payments/order-contract.ts";
import { boughtText } from "#features/receipts/rules.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";

interface Props {
  order: OrderFile;
}

export function About({ order }: Props) {
  const { timeZone } = order.course;
  return (
    <Card title="Order">
      <Facts
        facts={[
          { label: "Bought", value: boughtText(order) },
          { label: "Kind", value: order.packageType === "jackpot" ? "Jackpot" : "Sponsored" },
          { label: "Course", value: order.course.name },
          ...(order.bayNumber === null ? [] : [{ label: "Bay", value: order.bayNumber }]),
          ...(order.purchaseContext === "initial" ? [] : [{ label: "Context", value: "Bought more balls" }]),
          { label: "Ordered", value: momentText(order.createdAt, timeZone) },
          { label: "Paid", value: order.paidAt ? momentText(order.paidAt, timeZone) : "Not paid" },
          { label: "Amount", value: potText(order.amount) },
          ...(order.tax
            ? [{ label: `${order.tax.label} (${order.tax.rate} %)`, value: potText(order.tax.amount) }]
            : []),
          { label: "Into the pot", value: potText(order.jackpotShare) },
          ...(order.rangeShare > 0 ? [{ label: "The range's share", value: potText(order.rangeShare) }] : []),
          { label: "Still refundable", value: potText(order.refundable) },
        ]}
      />
    </Card>
  );
}

export function Player({ order: { player } }: Props) {
  return (
    <Card title="Player">
      <Facts
        facts={[
          { label: "Name", value: player.name },
          { label: "Email", value: player.email },
          { label: "Phone", value: player.phone ?? "None" },
          { label: "Player ID", value: player.userId },
        ]}
      />
      <ButtonLink href={deskPaths.person({ id: player.id })} variant="quiet" size="small" className="mt-3 -ml-4">
        All about this player
      </ButtonLink>
    </Card>
  );
}

const sessionWords: Readonly<Record<string, string>> = {
  active: "Running",
  balls_finished: "Balls played",
  completed: "Ended",
};

export function Session({ order: { session, course } }: Props) {
  if (!session) {
    return (
      <Card title="Session">
        <p className="text-ink-soft">This order has started no session.</p>
      </Card>
    );
  }
  return (
    <Card title="Session">
      <Facts
        facts={[
          { label: "Status", value: sessionWords[session.status] ?? session.status },
          { label: "Bay", value: session.bayNumber },
          { label: "Balls left", value: `${session.ballsLeft} of ${session.ballsBought}` },
          { label: "Shots", value: session.shots },
          { label: "Started", value: momentText(session.startedAt, course.timeZone) },
          { label: "Ended", value: session.endedAt ? momentText(session.endedAt, course.timeZone) : "Not yet" },
        ]}
      />
    </Card>
  );
}
