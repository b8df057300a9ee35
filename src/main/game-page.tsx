/** /game, composed: for more balls the booking steps begin with the session's own course and bay. */
import { useSelections } from "#features/booking/web/selections.ts";
import { GameScreen } from "#features/play/web/game-screen.tsx";

export function GamePage() {
  const [, choose] = useSelections();
  return (
    <GameScreen
      onKeepPlaying={({ courseId, packageType, bayNumber }) =>
        choose({ courseId, packageType, bayNumber, purchaseContext: "buy_more_balls" })
      }
    />
  );
}
