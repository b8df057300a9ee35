/** The web app as a whole. A visitor's first page works without it (opening.tsx). */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { User } from "#features/accounts/contract.ts";
import { AccountMenu } from "#features/accounts/web/account-menu.tsx";
import { AuthProvider, isNobodyElse } from "#features/accounts/web/auth.tsx";
import { forgetBooking } from "#features/booking/web/selections.ts";
import { lastGame } from "#features/play/web/player/last-game.ts";
import { CrashBoundary } from "#main/web/crash-boundary.tsx";
import { findAddress } from "#platform/shared/addresses/address.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import type { PageAnswers } from "#platform/shared/page-answers.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { FrameContext } from "#platform/web/frame.tsx";
import { createQueryClient } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { Toasts } from "#platform/web/ui/toast.tsx";
import { playerScreens } from "./player-screens.tsx";
import { Router } from "./router.tsx";

// Loaded apart, because only screens of signed-in people show it.
const BookingNotices = late(async () => (await import("#main/web/booking-notices.tsx")).BookingNotices);
// The device's unsent items, the question for a proof and a won jackpot can wait for the screen.
const DeviceNotices = late(async () => (await import("#main/web/device-notices.tsx")).DeviceNotices, { idle: true });
const Hosts = late(async () => (await import("#main/web/hosts.tsx")).Hosts, { idle: true });

export interface RootProps {
  /** From the page's meta tags (see pages.ts). */
  productName: string;
  contactEmail: string;
  /** The page was requested without a session, so the server is not asked who is signed in. */
  visitor: boolean;
  /** The answers that the page carries for its first screen; undefined if it carries none. */
  answers?: PageAnswers<User> | null | undefined;
}

/** What the rooms keep in this browser for one player. */
function forget(): void {
  forgetBooking();
  lastGame.clear();
}

/** Loads the screen of an address, so that the app's first rendering has it. */
export async function loadScreen(path: string): Promise<unknown> {
  const name = findAddress(playerAddresses, path)?.name;
  return name && playerScreens[name].load();
}

/** The app with a cache of its own. */
export function startApp({ productName, contactEmail, visitor, answers }: RootProps): ComponentType {
  const own = answers && isNobodyElse(answers.user) ? answers : null;
  const queries = createQueryClient(own?.answers);
  const frame = {
    productName,
    contactEmail,
    accountMenu: <AccountMenu />,
    deviceNotices: (
      <SignedInOnly>
        <DeviceNotices />
      </SignedInOnly>
    ),
    deskNotices: null,
    bookingNotices: <BookingNotices />,
  };
  return function App() {
    return (
      <QueryClientProvider client={queries}>
        <AuthProvider onForget={forget} visitor={visitor} user={own?.user}>
          <FrameContext value={frame}>
            <CrashBoundary>
              <Router />
            </CrashBoundary>
            <Hosts />
            <Toasts />
          </FrameContext>
        </AuthProvider>
      </QueryClientProvider>
    );
  };
}

/** Parts that a visitor neither sees nor loads. */
function SignedInOnly({ children }: { children: ReactNode }) {
  return useCallerState().status === "signedIn" ? children : null;
}
