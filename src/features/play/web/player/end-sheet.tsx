import { useOnline } from "#platform/web/online.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { endWords } from "./end-words.ts";
import { gameWords } from "./game-words.ts";

interface EndSheetProps {
  open: boolean;
  onClose: () => void;
  ballsLeft: number;
  isEnding: boolean;
  onEnd: () => void;
}

/** Asks before a session is ended. */
export function EndSheet({ open, onClose, ballsLeft, isEnding, onEnd }: EndSheetProps) {
  const words = { ...useWords(gameWords), ...useWords(endWords) };
  const online = useOnline();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={!isEnding || !online}
      title={words.endTitle}
      footer={
        <>
          {/* What cannot be undone never stands where Shot Taken was. */}
          <Button
            variant="danger"
            wide
            busy={isEnding && (online ? words.ending : words.endingWhenSent)}
            onClick={onEnd}
          >
            {words.endNow}
          </Button>
          <Button size="bay" wide onClick={onClose} disabled={isEnding}>
            {ballsLeft > 0 ? words.playOn : words.notYet}
          </Button>
        </>
      }
    >
      <p>{ballsLeft > 0 ? words.endText(words.ballsLeft(ballsLeft), ballsLeft) : words.allPlayed}</p>
    </Sheet>
  );
}
