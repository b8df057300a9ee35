/** The screens that are prerendered, by their address, and stand without the app around them. */
import type { ComponentType } from "react";

/** Loads the screen of an address; undefined when it is no prerendered one. */
export function loadOpening(path: string): Promise<ComponentType> | undefined {
  const asked = path.length > 1 ? path.replace(/\/$/, "") : path;
  if (asked === "/")
    return import("#features/accounts/web/onboarding-screen.tsx").then((file) => file.OnboardingScreen);
  if (asked === "/landing") return import("#main/web/landing-page.tsx").then((file) => file.LandingPage);
  return undefined;
}
