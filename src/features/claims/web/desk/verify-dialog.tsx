/** The second step before a verdict that costs cash, or that no sighting supports. */
import { CircleAlert } from "lucide-react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { holeFacts } from "#platform/web/ui/flag.tsx";
import { prizeText } from "./claim-facts.ts";

interface VerifyDialogProps {
  claim: AdminClaim;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onVerify: () => void;
}

export function VerifyDialog({ claim, open, busy, onClose, onVerify }: VerifyDialogProps) {
  const { seen, playerName, targetHole } = claim;
  return (
    <ActionDialog
      open={open}
      title="Verify this claim?"
      action={claim.prizeType === "monetary" ? `Verify ${prizeText(claim)}` : "Verify claim"}
      focusOn="action"
      busy={busy}
      onClose={onClose}
      onAct={onVerify}
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {playerName}, {holeFacts[targetHole].name}: <strong>{prizeText(claim)}</strong>
        </p>
        {seen === true ? (
          <p>Staff saw the ball in the hole.</p>
        ) : (
          <p className="flex items-start gap-2 font-bold text-danger">
            <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
            {seen === false
              ? "Staff did not see the ball in the hole."
              : "Nobody at the bay has recorded what they saw."}
          </p>
        )}
      </div>
    </ActionDialog>
  );
}
