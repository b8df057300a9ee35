/** 'Keep Playing' in the game: booking's choice of balls, paid in the sheet of payments. In a file of its own. */
import { useQuery } from "@tanstack/react-query";
import { MoreBallsForm } from "#features/booking/web/more-balls-form.tsx";
import { useMoreBalls } from "#features/booking/web/use-more-balls.ts";
import { BuyMoreSheet } from "#features/payments/web/player/buy-more-sheet.tsx";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { wasShownLast } from "#features/play/web/player/last-game.ts";
import { queryFor } from "#platform/web/query.ts";

interface BuyMoreProps {
  sessionId: string;
  open: boolean;
  onClose: () => void;
}

export function BuyMore({ sessionId, ...sheet }: BuyMoreProps) {
  // Only reads the session that the game keeps up to date.
  const { data } = useQuery({ ...queryFor(playRoutes.getSession, { params: { id: sessionId } }), enabled: false });
  return data && <BuyMoreFor session={data.session} {...sheet} />;
}

function BuyMoreFor({ session, open, onClose }: Omit<BuyMoreProps, "sessionId"> & { session: Session }) {
  const choice = useMoreBalls(session, open);
  return (
    <BuyMoreSheet
      open={open}
      onClose={onClose}
      sessionId={session.id}
      checkout={choice.checkout}
      check={choice.check}
      onPriceChanged={choice.refetch}
      wasShown={wasShownLast}
    >
      {(locked) => <MoreBallsForm choice={choice} locked={locked} />}
    </BuyMoreSheet>
  );
}
