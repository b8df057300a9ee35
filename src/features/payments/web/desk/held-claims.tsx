/** An order of which all was refunded at the payment service while claims of it are open: whether they stand is asked. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { paymentRoutes } from "#features/payments/contract.ts";
import type { OrderFile } from "#features/payments/order-contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { randomId } from "#platform/web/random-id.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";
import { notify } from "#platform/web/ui/toast.tsx";

interface HeldClaimsProps {
  order: OrderFile;
  /** The order is not what it was: load it again. */
  onChanged: () => void;
}

export function HeldClaims({ order, onChanged }: HeldClaimsProps) {
  const [asking, setAsking] = useState({ open: false, times: 0 });
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
          <ButtonLink href={paths.prizeVerification({ search: first.playerName })} variant="secondary" size="small">
            Open the claims
          </ButtonLink>
          <Button size="small" onClick={() => setAsking(({ times }) => ({ open: true, times: times + 1 }))}>
            Let the claims stand
          </Button>
        </>
      }
    >
      <p>
        Nothing more of {isOne ? "it" : "them"} is verified or paid until you decide: reject or forfeit what the money
        went back for, or let the claims stand.
      </p>
      <ReleaseDialog
        key={asking.times}
        order={order}
        open={asking.open}
        onClose={() => setAsking(({ times }) => ({ open: false, times }))}
        onChanged={onChanged}
      />
    </Banner>
  );
}

/** Give it a new key at each opening: it then starts afresh, with an idempotency key of its own. */
function ReleaseDialog({ order, open, onClose, onChanged }: HeldClaimsProps & { open: boolean; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [idempotencyKey] = useState(randomId);
  const queries = useQueryClient();
  const release = useMutation({
    mutationFn: () =>
      call(paymentRoutes.releaseHold, { params: { id: order.id }, body: { reason: reason.trim() }, idempotencyKey }),
    onSuccess: () => {
      notify({ title: "The claims stand", description: `Order ${order.number}` });
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(paymentRoutes.listPaymentTroubles) });
      onChanged();
    },
  });
  return (
    <ActionDialog
      open={open}
      title={`Let the claims of order ${order.number} stand?`}
      action="Let them stand"
      disabled={reason.trim() === ""}
      busy={release.isPending && "Saving..."}
      onClose={onClose}
      onAct={() => release.mutate()}
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
