/** The facts at the top of an order's page: what, who, and its state. */
import type { OrderFile } from "#features/payments/order-contract.ts";
import { boughtText } from "#features/receipts/rules.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { dayText } from "#platform/web/ui/day-text.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { orderFileWords } from "./order-file-words.ts";

type Words = typeof orderFileWords.en;

interface Props {
  order: OrderFile;
}

export function AboutOrder({ order }: Props) {
  const words = useWords(orderFileWords);
  const [language] = useLanguage();
  const { timeZone } = order.course;
  return (
    <Card title={words.order}>
      <Facts
        facts={[
          { label: words.bought, value: boughtText(order, words) },
          { label: words.kind, value: order.packageType === "jackpot" ? words.jackpot : words.sponsored },
          { label: words.course, value: order.course.name },
          ...(order.bayNumber === null ? [] : [{ label: words.bay, value: order.bayNumber }]),
          ...(order.purchaseContext === "initial" ? [] : [{ label: words.context, value: words.boughtMore }]),
          { label: words.ordered, value: momentText(order.createdAt, timeZone, language) },
          { label: words.paidAt, value: order.paidAt ? momentText(order.paidAt, timeZone, language) : words.notPaid },
          { label: words.amount, value: potText(order.amount) },
          ...(order.tax
            ? [{ label: `${order.tax.label} (${order.tax.rate} %)`, value: potText(order.tax.amount) }]
            : []),
          { label: words.intoPot, value: potText(order.jackpotShare) },
          ...(order.rangeShare > 0 ? [{ label: words.rangeShare, value: potText(order.rangeShare) }] : []),
          ...(order.termsVersion === null
            ? []
            : [{ label: words.termsOf, value: dayText(order.termsVersion, language) }]),
          { label: words.refundable, value: potText(order.refundable) },
        ]}
      />
    </Card>
  );
}

export function Player({ order: { player } }: Props) {
  const words = useWords(orderFileWords);
  return (
    <Card title={words.player}>
      <Facts
        facts={[
          { label: words.name, value: player.name },
          { label: words.email, value: player.email },
          { label: words.phone, value: player.phone ?? words.noPhone },
          { label: words.playerId, value: player.userId },
        ]}
      />
      <ButtonLink href={deskPaths.person({ id: player.id })} variant="quiet" size="small" className="mt-3 -ml-4">
        {words.allAbout}
      </ButtonLink>
    </Card>
  );
}

const sessionStates = (words: Words): Readonly<Record<string, string>> => ({
  active: words.active,
  balls_finished: words.balls_finished,
  completed: words.completed,
});

export function AboutSession({ order: { session, course } }: Props) {
  const words = useWords(orderFileWords);
  const [language] = useLanguage();
  if (!session) {
    return (
      <Card title={words.session}>
        <p className="text-ink-soft">{words.noSession}</p>
      </Card>
    );
  }
  return (
    <Card title={words.session}>
      <Facts
        facts={[
          { label: words.status, value: sessionStates(words)[session.status] ?? session.status },
          { label: words.bay, value: session.bayNumber },
          ...(session.players > 1 ? [{ label: words.players, value: session.players }] : []),
          { label: words.ballsLeft, value: words.leftOf(session.ballsLeft, session.ballsBought) },
          { label: words.shots, value: session.shots },
          { label: words.started, value: momentText(session.startedAt, course.timeZone, language) },
          {
            label: words.ended,
            value: session.endedAt ? momentText(session.endedAt, course.timeZone, language) : words.notYet,
          },
        ]}
      />
    </Card>
  );
}
