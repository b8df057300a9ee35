/** Sign-up and sign-in: one screen, two modes; on a new device a mailed code in between. */
import { Link, Redirect, useLocation, useSearch } from "wouter";
import type { User } from "#features/accounts/contract.ts";
import { returnPath } from "#platform/shared/return-path.ts";
import { useCallerState } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import type { Path } from "#platform/shared/addresses/address.ts";
import { homes } from "#platform/shared/addresses/players.ts";
import { paths } from "#platform/web/paths.ts";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { CodeForm } from "./code-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSigningIn } from "./use-signing-in.ts";

export function AuthScreen({ mode }: { mode: "login" | "register" }) {
  const isLogin = mode === "login";
  const words = useWords(authWords);
  const from = returnPath(new URLSearchParams(useSearch()).get("from"));
  const { productName } = useFrame();
  const state = useCallerState();
  const { mailed, waitForCode, startAgain, ...signing } = useSigningIn(mode);
  const [, go] = useLocation();
  const enter = (user: User) => {
    signing.enter(user);
    go(homeOf(user.role, from), { replace: true });
  };

  if (state.status === "signedIn") return <Redirect to={homeOf(state.caller.role, from)} replace />;
  const query = from ? { from } : {};
  if (mailed) {
    return (
      <PlayerShell title={words.checkMail} lead={words.newDevice} back={startAgain} account={false}>
        <CodeForm mailed={mailed} onMailed={() => waitForCode(mailed.email)} onSignedIn={enter} />
      </PlayerShell>
    );
  }
  return (
    <PlayerShell
      title={isLogin ? words.welcomeBack : words.createAccount}
      lead={isLogin ? words.emailIsAll : words.oneMinute}
      back={paths.home()}
      account={false}
    >
      {isLogin ? (
        <LoginForm onChallenge={waitForCode} onSignedIn={enter} />
      ) : (
        <RegisterForm from={from} onSignedIn={enter} />
      )}
      <p className="mt-2 text-center">
        {isLogin ? words.newTo(productName) : words.haveAccount}{" "}
        <Link
          href={isLogin ? paths.register(query) : paths.login(query)}
          className="inline-block py-2 font-semibold text-accent underline underline-offset-4"
        >
          {isLogin ? words.createAnAccount : words.signInLink}
        </Link>
      </p>
      <div className="mt-auto flex flex-col gap-4 pt-4">
        {isLogin && <PasskeySignIn onSignedIn={enter} />}
        <LanguageToggle />
      </div>
    </PlayerShell>
  );
}

/** The path after a sign-in: back where it interrupted, else to the booking, or to the desk. */
function homeOf(role: User["role"], from: Path | undefined): Path {
  // A return to the sign-in would go in a circle.
  if (from && !/^\/(?:login|register)\b/.test(from)) return from;
  return role === "player" ? paths.app() : homes[role];
}
