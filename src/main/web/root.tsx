/** The web app as a whole. A visitor's first page goes without it until it is needed (opening.tsx). */
import { QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { AuthProvider } from "#features/accounts/web/auth.tsx";
import { forgetBooking } from "#features/booking/web/selections.ts";
import { CrashBoundary } from "#main/web/crash-boundary.tsx";
import { useCallerState } from "#platform/web/caller.tsx";
import { FrameContext } from "#platform/web/frame.tsx";
import { createQueryClient } from "#platform/web/query.ts";
import { late } from "#platform/web/ui/late.tsx";
import { Toasts } from "#platform/web/ui/toast.tsx";
import { Router } from "./router.tsx";

// Screens of signed-in people alone show these: a visitor's first load goes without.
const AccountMenu = late(async () => (await import("#features/accounts/web/account-menu.tsx")).AccountMenu);
const BookingNotices = late(async () => (await import("#main/web/booking-notices.tsx")).BookingNotices);
// What the device has not sent, and who asks for a proof, can wait for the screen.
const DeviceNotices = late(async () => (await import("#main/web/device-notices.tsx")).DeviceNotices, { idle: true });
const StepUpHost = late(async () => (await import("#features/accounts/web/step-up-host.tsx")).StepUpHost, {
  idle: true,
});

export interface RootProps {
  /** As the page tells them (see pages.ts). */
  productName: string;
  contactEmail: string;
  /** The page was asked for without a session: there is nobody to ask the server about. */
  visitor: boolean;
}

/** The app with a cache of its own. */
export function startApp({ productName, contactEmail, visitor }: RootProps): ComponentType {
  const queries = createQueryClient();
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
        <AuthProvider onForget={forgetBooking} visitor={visitor}>
          <FrameContext value={frame}>
            <CrashBoundary>
              <Router />
            </CrashBoundary>
            <StepUpHost />
            <Toasts />
          </FrameContext>
        </AuthProvider>
      </QueryClientProvider>
    );
  };
}

/** What a visitor neither sees nor loads. */
function SignedInOnly({ children }: { children: ReactNode }) {
  return useCallerState().status === "signedIn" ? children : null;
}
