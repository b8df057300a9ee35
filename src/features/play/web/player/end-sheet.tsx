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

/** Asks before balls are given up. */
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
          <Button wide onClick={onClose} disabled={isEnding}>
            {words.playOn}
          </Button>
          <Button
            variant="danger"
            wide
            busy={isEnding && (online ? words.ending : words.endingWhenSent)}
            onClick={onEnd}
          >
            {words.endNow}
          </Button>
        </>
      }
    >
      <p>{words.endText(words.ballsLeft(ballsLeft))}</p>
    </Sheet>
  );
}
