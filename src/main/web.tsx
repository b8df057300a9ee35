/** The composition root of the web app. */
import "#platform/web/ui/theme.css";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AccountMenu } from "#features/accounts/web/account-menu.tsx";
import { AuthProvider } from "#features/accounts/web/auth.tsx";
import { forgetBooking } from "#features/booking/web/selections.ts";
import { courseRoutes } from "#features/courses/contract.ts";
import { BookingNotices } from "#main/booking-notices.tsx";
import { CrashBoundary, reloadOnNewRelease } from "#main/crash-boundary.tsx";
import { FrameContext } from "#platform/web/frame.tsx";
import { createQueryClient, queryFor } from "#platform/web/query.ts";
import { applyTheme } from "#platform/web/theme.ts";
import { applyLanguage } from "#platform/web/words.ts";
import { Toasts } from "#platform/web/ui/toast.tsx";
import { Router } from "./router.tsx";

function App() {
  const config = useQuery(queryFor(courseRoutes.getConfig));
  return (
    <FrameContext
      value={{
        productName: config.data?.productName ?? "Acebay",
        accountMenu: <AccountMenu />,
        bookingNotices: <BookingNotices />,
      }}
    >
      <CrashBoundary>
        <Router />
      </CrashBoundary>
      <Toasts />
    </FrameContext>
  );
}

applyTheme();
applyLanguage();
reloadOnNewRelease();
const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider onForget={forgetBooking}>
        <App />
      </AuthProvider>
    </QueryClientProvider>
  </StrictMode>,
);
