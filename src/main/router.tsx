/** Every screen and who may see it. The game and the admin screens come in files of their own. */
import { lazy, Suspense, type ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { AuthScreen } from "#features/accounts/web/auth-screen.tsx";
import { OnboardingScreen } from "#features/accounts/web/onboarding-screen.tsx";
import { PlayerOnly, SignedIn, Waiting } from "#main/guards.tsx";
import { NotFoundScreen } from "#main/not-found-screen.tsx";
import { CheckoutPage, WizardScreen } from "#main/wizard-screen.tsx";
import { paths } from "#platform/web/paths.ts";
import { useCallerState } from "#platform/web/caller.tsx";

const GamePage = lazy(() => import("#main/game-page.tsx").then((file) => ({ default: file.GamePage })));
const ClaimsScreen = lazy(() =>
  import("#features/claims/web/claims-screen.tsx").then((file) => ({ default: file.ClaimsScreen })),
);
const VerificationScreen = lazy(() =>
  import("#features/claims/web/verification-screen.tsx").then((file) => ({ default: file.VerificationScreen })),
);

/** `/`: visitors see what it is; players go on to the courses, staff to their desk. */
function Home() {
  const state = useCallerState();
  if (state.status === "unknown") return <Waiting />;
  if (state.status === "signedOut") return <OnboardingScreen />;
  return <Redirect to={state.caller.role === "player" ? paths.course() : paths.prizeVerification()} replace />;
}

export function Router() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/">
          <Home />
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
        <Route path="/checkout">{player(<CheckoutPage />)}</Route>
        <Route path="/game">
          <SignedIn otherwise={paths.app()}>
            <GamePage />
          </SignedIn>
        </Route>
        <Route path="/claims">
          <SignedIn>
            <ClaimsScreen />
          </SignedIn>
        </Route>
        <Route path="/admin">
          <Redirect to={paths.prizeVerification()} replace />
        </Route>
        <Route path="/admin/prize-verification">
          <SignedIn>
            <VerificationScreen />
          </SignedIn>
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
