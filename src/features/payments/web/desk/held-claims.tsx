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

export function HeldClaims({ order }: { order: OrderFile }) {
  const asking = useOpening();
  const claims = order.claims.filter(
    ({ verificationStatus, payoutStatus }) => verificationStatus === "pending" || payoutStatus === "due",
  );
  const [first] = claims;
  if (order.held !== "refunded_at_gateway" || !first) return null;
  const isOne = claims.length === 1;
  return (
    <Banner
      tone="warning"
      title={`Refunded at the payment service, with ${isOne ? "a claim" : `${claims.length} claims`} open`}
      actions={
        <>
          <ButtonLink
            href={deskPaths.prizeVerification({ status: "all", search: first.playerName })}
            variant="secondary"
            size="small"
          >
            Open the claims
          </ButtonLink>
          <Button size="small" onClick={() => asking.open(true)}>
            Let the claims stand
          </Button>
        </>
      }
    >
      <p>
        Nothing more of {isOne ? "it" : "them"} is verified or paid until you decide: reject or forfeit what the money
        went back for, or let the claims stand.
      </p>
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
  const [reason, setReason] = useState("");
  const [idempotencyKey] = useState(randomId);
  const release = useAction({
    run: () =>
      call(paymentRoutes.releaseHold, { params: { id: order.id }, body: { reason: reason.trim() }, idempotencyKey }),
    onDone: onClose,
    done: { title: "The claims stand", description: `Order ${order.number}` },
    changes: [paymentRoutes.listPaymentTroubles, orderSearchRoutes.getOrderFile],
  });
  return (
    <ActionDialog
      open={open}
      title={`Let the claims of order ${order.number} stand?`}
      action="Let them stand"
      disabled={reason.trim() === ""}
      unsaved={reason.trim() !== ""}
      busy={release.busy && "Saving..."}
      onClose={onClose}
      onAct={() => void release.start()}
    >
      <div className="flex flex-col gap-5">
        {release.error && (
          <Banner tone="danger" live="assertive" title="Not saved">
            {messageOf(release.error)}
          </Banner>
        )}
        <p>{order.player.name} keeps the refund. The claims can then be verified and paid like any other.</p>
        <TextArea
          label="Reason"
          required
          hint="Kept with the order and in each claim’s history. For example: refunded as a courtesy after the lights went out."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </ActionDialog>
  );
}
