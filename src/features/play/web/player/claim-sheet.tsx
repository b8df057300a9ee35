/** Claiming a prize: the hole, the player of a group, a review of both, and the confirmation. It never says 'won'. */
import { useState } from "react";
import type { Hole } from "#features/courses/contract.ts";
import { translated } from "#platform/web/translate.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { clearNotice, notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import type { ClaimResult } from "./await-claim.ts";
import { ClaimChoice } from "./claim-choice.tsx";
import { ClaimReview } from "./claim-review.tsx";
import { claimSheetWords } from "./claim-words.ts";
import type { Seat } from "./seats.ts";
import type { Prizes } from "./use-prizes.ts";

export interface ClaimInput {
  seat: Seat;
  hole: Hole;
}

interface ClaimSheetProps {
  open: boolean;
  onClose: () => void;
  /** The hole whose flag was tapped in the picture. */
  first?: Hole | undefined;
  seats: readonly Seat[];
  prizes: Prizes;
  /** The seconds left to claim. */
  left: number;
  submit: (input: ClaimInput) => Promise<ClaimResult>;
}

/** Give it a new key at each opening, so that it starts again. */
export function ClaimSheet({ open, onClose, first, seats, prizes, left, submit }: ClaimSheetProps) {
  const [hole, setHole] = useState(first);
  const [seatId, setSeatId] = useState(seats.length === 1 ? seats[0]?.session.id : undefined);
  const [reviewing, setReviewing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [closed, setClosed] = useState(false);
  const words = useWords(claimSheetWords);
  const seat = seats.find(({ session }) => session.id === seatId);

  const review = () => {
    if (!hole) {
      setProblem(words.noHole);
      notify({ title: words.noHoleTitle, description: words.noHoleText, variant: "error" });
    } else if (!seat) {
      setProblem(words.noPlayer);
      notify({ title: words.noPlayerTitle, description: words.noPlayerText, variant: "error" });
    } else {
      setProblem(undefined);
      clearNotice();
      setReviewing(true);
    }
  };

  const confirm = async () => {
    if (!hole || !seat) return;
    setBusy(true);
    setProblem(undefined);
    const result = await submit({ seat, hole });
    setBusy(false);
    if (typeof result === "object") {
      const sentence = translated(result.refused.message, result.refused.code);
      setClosed(result.refused.code === "play.claim_window_closed");
      // The toast goes; the reason stays.
      setProblem(`${words.failedText} ${sentence}`);
      notify({ title: words.failedTitle, description: sentence, variant: "error" });
      return;
    }
    onClose();
    // A claim that waits is shown on the page.
    if (result === "submitted")
      notify({ title: words.submittedTitle, description: words.submittedText, duration: 5000 });
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={!busy}
      size="full"
      title={words.title}
      footer={
        <>
          {problem && (
            <p role="alert" className="text-center font-semibold text-danger">
              {problem}
            </p>
          )}
          {closed ? (
            <Button size="bay" wide onClick={onClose}>
              {words.back}
            </Button>
          ) : reviewing ? (
            <>
              <Button variant="gold" size="bay" wide busy={busy && words.submitting} onClick={() => void confirm()}>
                {words.confirm}
              </Button>
              <Button variant="quiet" wide disabled={busy} onClick={() => setReviewing(false)}>
                {words.change}
              </Button>
            </>
          ) : (
            <Button size="bay" wide onClick={review}>
              {words.review}
            </Button>
          )}
        </>
      }
    >
      {reviewing && hole && seat ? (
        <ClaimReview hole={hole} seat={seat} prizes={prizes} left={closed ? 0 : left} />
      ) : (
        <ClaimChoice
          seats={seats}
          prizes={prizes}
          hole={hole}
          onHole={(chosen) => {
            setHole(chosen);
            setProblem(undefined);
          }}
          seatId={seatId}
          onSeat={(chosen) => {
            setSeatId(chosen);
            setProblem(undefined);
          }}
        />
      )}
    </Sheet>
  );
}
