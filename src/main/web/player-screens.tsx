/** The screen of each address of visitors and golfers. */
import { Redirect } from "wouter";
import { homes, type playerAddresses } from "#platform/shared/addresses/players.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { given, lazily, type ScreensOf } from "./screen.tsx";
import { CheckoutPage, WizardAnywhere, WizardScreen } from "./wizard-screen.tsx";

const Onboarding = lazily(() => import("#features/accounts/web/onboarding-screen.tsx"), "OnboardingScreen");
const Auth = lazily(() => import("#features/accounts/web/auth-screen.tsx"), "AuthScreen");

/**
 * `/`: the visitors' page; players are sent to the courses, staff to their desk. Until the caller is known it is the
 * visitors' page, as prerendered, because the server has already redirected everybody else.
 */
function Home() {
  const state = useCallerState();
  if (state.status !== "signedIn") return <Onboarding />;
  return <Redirect to={homes[state.caller.role]} replace />;
}

export const playerScreens: ScreensOf<typeof playerAddresses> = {
  home: Object.assign(Home, { from: Onboarding.from, load: Onboarding.load }),
  landing: lazily(() => import("#features/courses/web/landing/landing-screen.tsx"), "LandingScreen"),
  terms: lazily(() => import("#features/claims/web/player/terms-screen.tsx"), "TermsScreen"),
  register: given(Auth, { mode: "register" }),
  login: given(Auth, { mode: "login" }),
  course: given(WizardScreen, { step: 1 }),
  package: given(WizardScreen, { step: 2 }),
  app: WizardAnywhere,
  bay: lazily(() => import("./bay-page.tsx"), "BayPage"),
  checkout: CheckoutPage,
  game: lazily(() => import("./game-page.tsx"), "GamePage"),
  prizes: lazily(() => import("./prizes-page.tsx"), "PrizesPage"),
  profile: lazily(() => import("./profile-page.tsx"), "ProfilePage"),
  claims: lazily(() => import("#features/claims/web/player/claims-screen.tsx"), "ClaimsScreen"),
  orders: lazily(() => import("#features/receipts/web/orders-screen.tsx"), "OrdersScreen"),
  receipt: lazily(() => import("#features/receipts/web/receipt-screen.tsx"), "ReceiptScreen"),
};
