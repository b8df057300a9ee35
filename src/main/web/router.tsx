/** Every screen: those of players by their table, and the ways to the desk and to 404. */
import { Suspense } from "react";
import { useLocation } from "wouter";
import { deskBeginnings, playerAddresses } from "#platform/shared/addresses/players.ts";
import { playerScreens } from "./player-screens.tsx";
import { ScreenLoading } from "./screen-loading.tsx";
import { lazily, ScreenAt } from "./screen.tsx";

// The screens of staff and administrators, with their table.
export const Desk = lazily(() => import("./desk.tsx"), "Desk");
const NotFoundScreen = lazily(() => import("./not-found-screen.tsx"), "NotFoundScreen");

export function Router() {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <ScreenAt table={playerAddresses} screens={playerScreens} otherwise={<Elsewhere />} />
    </Suspense>
  );
}

function Elsewhere() {
  const [location] = useLocation();
  return deskBeginnings.some((beginning) => location.startsWith(beginning)) ? <Desk /> : <NotFoundScreen />;
}
