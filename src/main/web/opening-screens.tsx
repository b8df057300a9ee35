/** The screens of the pages for everyone. They are prerendered and work without the app. */
import type { ComponentType } from "react";
import { findAddress } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";

type Players = typeof playerAddresses;
type Everyones = { [Name in keyof Players]: Players[Name] extends { page: "everyone" } ? Name : never }[keyof Players];

const screens: Readonly<Record<Everyones, () => Promise<ComponentType>>> = {
  home: async () => (await import("#features/accounts/web/onboarding-screen.tsx")).OnboardingScreen,
  landing: async () => (await import("#features/courses/web/landing/landing-screen.tsx")).LandingScreen,
  terms: async () => (await import("#features/claims/web/player/terms-screen.tsx")).TermsScreen,
};

/** Loads the screen of an address; undefined if its page is not for everyone. */
export function loadOpening(path: string): Promise<ComponentType> | undefined {
  const name = findAddress(playerAddresses, path)?.name;
  return name !== undefined && name in screens ? screens[name as Everyones]() : undefined; // Just checked.
}
