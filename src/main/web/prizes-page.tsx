/** /prizes: a course's prizes, with the way on to its packages. */
import { useLocation } from "wouter";
import { useSelections } from "#features/booking/web/selections.ts";
import { PrizesScreen } from "#features/claims/web/player/prizes-screen.tsx";
import { paths } from "#platform/web/paths.ts";

export function PrizesPage() {
  const [, choose] = useSelections();
  const [, go] = useLocation();
  return (
    <PrizesScreen
      onPlay={(courseId) => {
        choose({ courseId });
        go(paths.package());
      }}
    />
  );
}
