/** Asks whether the open claims of an order stand that was refunded in full at the payment service. */
import { useState } from "react";
import { paymentRoutes } from "#features/payments/contract.ts";
import { type OrderFile, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { randomId } from "#platform/web/random-id.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { useWords } from "#platform/web/words.ts";
import { refundWords } from "./refund-words.ts";

export function HeldClaims({ order }: { order: OrderFile }) {
  const words = useWords(refundWords);
  const asking = useOpening();
  const claims = order.claims.filter(
    ({ verificationStatus, payoutStatus }) => verificationStatus === "pending" || payoutStatus === "due",
  );
  const [first] = claims;
  if (order.held !== "refunded_at_gateway" || !first) return null;
  return (
    <Banner
      tone="warning"
      title={words.heldTitle(claims.length)}
      actions={
        <>
          <ButtonLink
            href={deskPaths.prizeVerification({ status: "all", search: first.playerName })}
            variant="secondary"
            size="small"
          >
            {words.openClaims}
          </ButtonLink>
          <Button size="small" onClick={() => asking.open(true)}>
            {words.letStand}
          </Button>
        </>
      }
    >
      <p>{words.heldAbout(claims.length)}</p>
      <ReleaseDialog key={asking.times} order={order} open={asking.isOpen} onClose={asking.close} />
    </Banner>
  );
}

interface ReleaseDialogProps {
  order: OrderFile;
  open: boolean;
  onClose: () => void;
}

/** Give it a new key at each opening: it then starts afresh, with an idempotency key of its own. */
function ReleaseDialog({ order, open, onClose }: ReleaseDialogProps) {
  const words = useWords(refundWords);
  const [reason, setReason] = useState("");
  const [idempotencyKey] = useState(randomId);
  const release = useAction({
    run: () =>
      call(paymentRoutes.releaseHold, { params: { id: order.id }, body: { reason: reason.trim() }, idempotencyKey }),
    onDone: onClose,
    done: { title: words.stand, description: words.order(order.number) },
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.getOrderFile],
  });
  return (
    <ActionDialog
      open={open}
      title={words.standTitle(order.number)}
      action={words.standAction}
      disabled={reason.trim() === ""}
      unsaved={reason.trim() !== ""}
      busy={release.busy && words.saving}
      onClose={onClose}
      onAct={() => void release.start()}
    >
      <div className="flex flex-col gap-5">
        {release.error && (
          <Banner tone="danger" live="assertive" title={words.notSaved}>
            {messageOf(release.error)}
          </Banner>
        )}
        <p>{words.standAbout(order.player.name)}</p>
        <TextArea
          label={words.reason}
          required
          hint={words.standHint}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ActionDialog>
  );
}
