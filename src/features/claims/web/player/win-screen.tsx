/** A won jackpot, in gold over the whole screen: the amount, a picture to share, and what the payout still needs. */
import "./win.css";
import { BadgeCheck } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import type { ListedClaim } from "#features/claims/contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { isOwn } from "../whose.ts";
import { celebrate } from "./celebrate.ts";
import { WinChecklist } from "./win-checklist.tsx";
import { WinShare } from "./win-share.tsx";
import { winWords } from "./win-words.ts";

/** For so long (ms) no tap closes the screen, because it may appear under a thumb that taps Shot Taken. */
const SETTLE_MS = 1000;
const PIECES = 18;

interface WinScreenProps {
  claim: ListedClaim;
  onClose: () => void;
}

export function WinScreen({ claim, onClose }: WinScreenProps) {
  const words = useWords(winWords);
  const caller = useCaller();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opened = useRef(0);
  const id = useId();
  const winner = isOwn(claim, caller) ? undefined : claim.playerName;
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    opened.current = performance.now();
    element.showModal();
    heading.current?.focus();
    celebrate();
    return () => element.close();
  }, []);
  const close = () => {
    if (performance.now() - opened.current >= SETTLE_MS) onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="win text-lg"
      // Browsers close at a second Escape, whatever is answered to the first.
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
    >
      <div aria-hidden className="win-rays" />
      <div aria-hidden className="win-shower">
        {Array.from({ length: PIECES }, (_, piece) => (
          <i key={piece} style={{ left: `${(piece * 37) % 100}%`, animationDelay: `${(piece * 0.37) % 2.4}s` }} />
        ))}
      </div>
      <div className="win-column">
        <HoleFlag hole="middle" size={120} className="win-flag" />
        <h2 id={id} ref={heading} tabIndex={-1} className="text-3xl leading-tight font-extrabold tracking-tight">
          {winner === undefined ? words.won : words.wonBy(winner)}
        </h2>
        <p className="win-amount tabular font-display font-extrabold">{potText(claim.prizeAmount)}</p>
        <p className="flex items-center gap-2 font-semibold">
          <BadgeCheck aria-hidden className="size-6" />
          {words.verified}
        </p>
        <p className="wrap-anywhere">{words.at(claim.courseName, claim.bayNumber)}</p>
        <div className="win-actions">
          <WinShare claim={claim} winner={winner} />
          <Button variant="secondary" wide onClick={close}>
            {words.done}
          </Button>
        </div>
        {winner === undefined ? <WinChecklist claim={claim} /> : <p>{words.contactAbout(winner)}</p>}
      </div>
    </dialog>
  );
}
