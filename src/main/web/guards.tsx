/** Who may see a screen. The server checks for itself; these only spare people a refusal. */
import type { ReactNode } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import type { Address } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { ScreenLoading } from "./screen-loading.tsx";

interface GuardProps {
  /** Where a visitor is sent; after the end of a session, always to the sign-in and back. */
  visitor: Address["visitor"];
  children: ReactNode;
}

export function Guard({ visitor, children }: GuardProps) {
  const state = useCallerState();
  const [location] = useLocation();
  const search = useSearch();
  if (visitor === "stays") return children;
  if (state.status === "unknown") return <ScreenLoading />;
  if (state.status === "signedOut") {
    const back = paths.login({ from: search ? `${location}?${search}` : location });
    return <Redirect to={visitor === "login" || state.lost ? back : playerAddresses[visitor].path} replace />;
  }
  return children;
}
