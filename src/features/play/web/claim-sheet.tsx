/** Claiming a prize: the hole, the player of a group, a look at both, and the confirmation. It never says 'won'. */
import { useState } from "react";
import type { Hole } from "#features/courses/contract.ts";
import { ApiError, messageOf } from "#platform/web/api.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { ClaimChoice } from "./claim-choice.tsx";
import { ClaimReview } from "./claim-review.tsx";
import type { Seat } from "./seats.ts";
import type { Prizes } from "./use-prizes.ts";

export interface ClaimInput {
  seat: Seat;
  hole: Hole;
}

interface ClaimSheetProps {
  open: boolean;
  onClose: () => void;
  seats: readonly Seat[];
  prizes: Prizes;
  /** m:ss until when claims are taken. */
  until: string;
  /** Rejects with an ApiError. */
  submit: (input: ClaimInput) => Promise<unknown>;
}

/** Give it a new key at each opening: it then starts anew. */
export function ClaimSheet({ open, onClose, seats, prizes, until, submit }: ClaimSheetProps) {
  const [hole, setHole] = useState<Hole>();
  const [seatId, setSeatId] = useState(seats.length === 1 ? seats[0]?.session.id : undefined);
  const [reviewing, setReviewing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const seat = seats.find(({ session }) => session.id === seatId);

  const review = () => {
    if (!hole) {
      setProblem("No hole is chosen yet.");
      notify({
        title: "Please select a hole",
        description: "Choose which hole you successfully hit.",
        variant: "error",
      });
    } else if (!seat) {
      setProblem("No player is chosen yet.");
      notify({ title: "Please select a player", description: "Choose who hit the hole.", variant: "error" });
    } else {
      setProblem(undefined);
      setReviewing(true);
    }
  };

  const confirm = async () => {
    if (!hole || !seat) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await submit({ seat, hole });
      onClose();
      notify({
        title: "Prize Claim Submitted!",
        description:
          "We will contact you within one full business day to confirm your prize win. Continue playing with your remaining balls!",
        duration: 5000,
      });
    } catch (error) {
      // Without an answer nobody knows: another try is the same claim.
      const unknown = error instanceof ApiError && error.isNetworkFailure;
      setProblem(
        unknown
          ? `Not sent yet. Confirm again, it counts once, or tell staff within ${until}.`
          : "Your claim was not submitted.",
      );
      notify({ title: "Failed to claim prize", description: messageOf(error), variant: "error" });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={!busy}
      size="full"
      title="Claim Your Prize"
      footer={
        <>
          {problem && (
            <p role="alert" className="text-center font-semibold text-danger">
              {problem}
            </p>
          )}
          {reviewing ? (
            <>
              <Button variant="gold" size="bay" wide busy={busy && "Submitting…"} onClick={() => void confirm()}>
                Confirm
              </Button>
              <Button variant="quiet" wide disabled={busy} onClick={() => setReviewing(false)}>
                Change
              </Button>
            </>
          ) : (
            <Button size="bay" wide onClick={review}>
              Review Claim
            </Button>
          )}
        </>
      }
    >
      {reviewing && hole && seat ? (
        <ClaimReview hole={hole} seat={seat} prizes={prizes} until={until} />
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
