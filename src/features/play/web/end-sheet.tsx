import { Button } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { ballsText } from "./ball-tray.tsx";

interface EndSheetProps {
  open: boolean;
  onClose: () => void;
  ballsLeft: number;
  isEnding: boolean;
  onEnd: () => void;
}

/** Asks before balls are given up. */
export function EndSheet({ open, onClose, ballsLeft, isEnding, onEnd }: EndSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      closable={!isEnding}
      title="End this session?"
      footer={
        <>
          <Button wide onClick={onClose} disabled={isEnding}>
            Play on
          </Button>
          <Button variant="danger" wide busy={isEnding && "Ending…"} onClick={onEnd}>
            End now
          </Button>
        </>
      }
    >
      <p>{ballsText(ballsLeft)}. They cannot be brought back, and you can still claim a prize for 10 minutes.</p>
    </Sheet>
  );
}
