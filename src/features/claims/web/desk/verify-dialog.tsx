/** The second step before a verdict that costs cash, or that no sighting supports. */
import { CircleAlert } from "lucide-react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useWords } from "#platform/web/words.ts";
import { prizeText } from "./claim-facts.ts";
import { queueWords } from "./queue-words.ts";

interface VerifyDialogProps {
  claim: AdminClaim;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onVerify: () => void;
}

export function VerifyDialog({ claim, open, busy, onClose, onVerify }: VerifyDialogProps) {
  const words = useWords(queueWords);
  const holes = useHoleFacts();
  const { seen, playerName, targetHole } = claim;
  return (
    <ActionDialog
      open={open}
      title={words.verifyAsk}
      action={claim.prizeType === "monetary" ? words.verifyPrize(prizeText(claim)) : words.verifyClaim}
      focusOn="action"
      busy={busy}
      onClose={onClose}
      onAct={onVerify}
    >
      <div className="flex flex-col gap-4">
        <p className="wrap-anywhere">
          {playerName}, {holes[targetHole].name}: <strong>{prizeText(claim)}</strong>
        </p>
        {seen === true ? (
          <p>{words.staffSaw}</p>
        ) : (
          <p className="flex items-start gap-2 font-bold text-danger">
            <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
            {seen === false ? words.staffDidNot : words.nobodySaid}
          </p>
        )}
      </div>
    </ActionDialog>
  );
}
