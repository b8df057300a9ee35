/** Paid (or free): the session starts when the golfer taps. */
import { CircleCheck } from "lucide-react";
import { useLocation } from "wouter";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { BlockedBanner, useOpenSessions } from "./active-session.tsx";
import { checkoutWords } from "./checkout-words.ts";
import { confirmationWords } from "./confirmation-words.ts";
import { FreeGone } from "./free-gone.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { sessionWords } from "./session-words.ts";
import { type FreeShotProps, useFreeShot } from "./use-free-shot.ts";

export function PaidReady({ order, onFinished }: { order: Order; onFinished: () => void }) {
  const words = { ...useWords(checkoutWords), ...useWords(confirmationWords) };
  const [, go] = useLocation();
  const named = useNamed();
  const start = useAction({
    run: () => {
      const body = {
        courseId: order.courseId,
        packageId: order.packageId,
        orderId: order.id,
        ...(order.bayNumber === null ? {} : { bayNumber: order.bayNumber }),
      };
      // An order is started once, so it makes its own key: a retry gets the first answer.
      return call(playRoutes.startSession, { body, idempotencyKey: `start-${order.id}` });
    },
    onDone: ({ body }) => {
      go(paths.game({ session: body.session.id }), { replace: true });
      onFinished();
    },
    failed: words.startFailed,
    changes: [playRoutes.listActiveSessions, orderRoutes.listOrders],
  });
  return (
    <PlayerShell
      title={words.paymentSuccessful}
      lead={words.order(order.number)}
      step={{ now: 3, of: 3 }}
      back={paths.course()}
      band={<Seal />}
      footer={<StartButton busy={start.busy} onClick={() => void start.start()} />}
    >
      <WhatWaits />
      <Card title={words.yourSession}>
        <Facts
          facts={[
            { label: words.package, value: named(order.packageName, order.packageNameEs) },
            { label: words.course, value: order.courseName },
            ...(order.bayNumber === null ? [] : [{ label: words.bay, value: order.bayNumber }]),
            { label: words.paid, value: priceText(order.amount) },
          ]}
        />
      </Card>
      <ButtonLink href={paths.receipt({ orderId: order.id })} variant="quiet">
        {words.receipt}
      </ButtonLink>
      <Banner tone="warning" title={words.startInBay}>
        {words.orderWaits}
      </Banner>
    </PlayerShell>
  );
}

export function FreeReady(props: FreeShotProps) {
  const words = { ...useWords(checkoutWords), ...useWords(confirmationWords) };
  const free = useFreeShot(props);
  if (free.gone) return <FreeGone why={free.gone} />;
  if (!free.isKnown)
    return (
      <PlayerShell title={words.review} step={{ now: 3, of: 3 }} back={paths.package()}>
        <Loading label={words.loadingOrder}>
          <Skeleton className="h-80" />
        </Loading>
      </PlayerShell>
    );
  return (
    <PlayerShell
      title={words.freeReady}
      step={{ now: 3, of: 3 }}
      back={paths.package()}
      band={<Seal />}
      footer={<StartButton busy={free.starting} onClick={free.start} />}
    >
      <WhatWaits />
      <OrderSummary checkout={props.checkout} />
      <Banner tone="warning" title={words.startInBay}>
        {words.freeRules}
      </Banner>
    </PlayerShell>
  );
}

/** Starting waits until another session is over. */
function StartButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  const words = { ...useWords(checkoutWords), ...useWords(confirmationWords) };
  const { activeInProgress } = useWords(sessionWords);
  const { active } = useOpenSessions();
  return (
    <Button
      size="bay"
      wide
      variant="gold"
      disabled={active !== undefined}
      busy={busy && words.starting}
      onClick={onClick}
    >
      {active ? activeInProgress : words.startSession}
    </Button>
  );
}

function WhatWaits() {
  const { active } = useOpenSessions();
  const { bookingNotices } = useFrame();
  return active ? <BlockedBanner session={active} /> : bookingNotices;
}

function Seal() {
  return <CircleCheck aria-hidden className="mt-4 size-16 text-gold low:hidden" strokeWidth={1.75} />;
}
