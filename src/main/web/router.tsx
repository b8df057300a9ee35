/** Every screen: those of players by their table, and the ways to the desk and to 404. */
import { Suspense } from "react";
import { useLocation } from "wouter";
import { findAddress } from "#platform/shared/addresses/address.ts";
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

/** Loads the screen of an address, so that the app's first rendering has it. */
export async function loadScreen(path: string): Promise<unknown> {
  const name = findAddress(playerAddresses, path)?.name;
  if (name) return playerScreens[name].load();
  if (!isDesks(path)) return undefined;
  const [{ loadDeskScreen }] = await Promise.all([import("./desk.tsx"), Desk.load()]);
  return loadDeskScreen(path);
}

function isDesks(path: string): boolean {
  return deskBeginnings.some((beginning) => path.startsWith(beginning));
}

function Elsewhere() {
  const [location] = useLocation();
  return isDesks(location) ? <Desk /> : <NotFoundScreen />;
}
