/** Every screen and who may see it. Each comes in a file of its own, so that nobody loads another's. */
import { lazy, Suspense, type ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { PlayerOnly, SignedIn, Waiting } from "#main/web/guards.tsx";
import { WizardScreen } from "#main/web/wizard-screen.tsx";
import { paths } from "#platform/web/paths.ts";
import { useCallerState } from "#platform/web/caller.tsx";

const OnboardingScreen = lazy(() =>
  import("#features/accounts/web/onboarding-screen.tsx").then((file) => ({ default: file.OnboardingScreen })),
);
const LandingScreen = lazy(() =>
  import("#features/courses/web/landing/landing-screen.tsx").then((file) => ({ default: file.LandingScreen })),
);
const AuthScreen = lazy(() =>
  import("#features/accounts/web/auth-screen.tsx").then((file) => ({ default: file.AuthScreen })),
);
const CheckoutPage = lazy(() => import("#main/web/checkout-page.tsx").then((file) => ({ default: file.CheckoutPage })));
const GamePage = lazy(() => import("#main/web/game-page.tsx").then((file) => ({ default: file.GamePage })));
const ProfilePage = lazy(() => import("#main/web/profile-page.tsx").then((file) => ({ default: file.ProfilePage })));
const PrizesPage = lazy(() => import("#main/web/prizes-page.tsx").then((file) => ({ default: file.PrizesPage })));
const BayPage = lazy(() => import("#main/web/bay-page.tsx").then((file) => ({ default: file.BayPage })));
const ClaimsScreen = lazy(() =>
  import("#features/claims/web/player/claims-screen.tsx").then((file) => ({ default: file.ClaimsScreen })),
);
const OrdersScreen = lazy(() =>
  import("#features/receipts/web/orders-screen.tsx").then((file) => ({ default: file.OrdersScreen })),
);
const ReceiptScreen = lazy(() =>
  import("#features/receipts/web/receipt-screen.tsx").then((file) => ({ default: file.ReceiptScreen })),
);

// The staff's and administrators' screens, and the way to them.
const Desk = lazy(() => import("#main/web/desk.tsx").then((file) => ({ default: file.Desk })));
const NotFoundScreen = lazy(() =>
  import("#main/web/not-found-screen.tsx").then((file) => ({ default: file.NotFoundScreen })),
);

/**
 * `/`: visitors see what it is; players go on to the courses, staff to their desk. While it is not known who asks it is
 * the visitor's page, as prerendered: the server has sent everybody else on already.
 */
function Home() {
  const state = useCallerState();
  if (state.status !== "signedIn") return <OnboardingScreen />;
  const { role } = state.caller;
  return <Redirect to={role === "player" ? paths.course() : paths.desk(role)} replace />;
}

export function Router() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        <Route path="/landing">
          <LandingScreen />
        </Route>
        <Route path="/register">
          <AuthScreen key="register" mode="register" />
        </Route>
        <Route path="/login">
          <AuthScreen key="login" mode="login" />
        </Route>
        <Route path="/course">{player(<WizardScreen step={1} />)}</Route>
        <Route path="/package">{player(<WizardScreen step={2} />)}</Route>
        <Route path="/app">{player(<WizardScreen />)}</Route>
        <Route path="/bay">
          <SignedIn>
            <BayPage />
          </SignedIn>
        </Route>
        <Route path="/checkout">{player(<CheckoutPage />)}</Route>
        <Route path="/game">
          <SignedIn otherwise={paths.app()}>
            <GamePage />
          </SignedIn>
        </Route>
        <Route path="/prizes">{player(<PrizesPage />)}</Route>
        <Route path="/profile">
          <SignedIn>
            <ProfilePage />
          </SignedIn>
        </Route>
        <Route path="/claims">
          <SignedIn>
            <ClaimsScreen />
          </SignedIn>
        </Route>
        <Route path="/orders">
          <SignedIn>
            <OrdersScreen />
          </SignedIn>
        </Route>
        <Route path="/orders/:id/receipt">
          {({ id }) => (
            <SignedIn>
              <ReceiptScreen orderId={id} />
            </SignedIn>
          )}
        </Route>
        <Route path={/^\/(?:admin|course-report)(?:\/|$)/}>
          <Desk />
        </Route>
        <Route>
          <NotFoundScreen />
        </Route>
      </Switch>
    </Suspense>
  );
}

function player(screen: ReactNode): ReactNode {
  return <PlayerOnly>{screen}</PlayerOnly>;
}
