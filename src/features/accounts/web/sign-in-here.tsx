/** Signing up or in inside another page, which stays and goes on after it. */
import { useState } from "react";
import type { Path } from "#platform/shared/addresses/address.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { useWords } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { CodeForm } from "./code-form.tsx";
import { LoginForm } from "./login-form.tsx";
import { signInCode } from "./mailed-code.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { RegisterForm } from "./register-form.tsx";
import { useSigningIn } from "./use-signing-in.ts";

/** @param from the page around it */
export function SignInHere({ from }: { from: Path }) {
  const [mode, setMode] = useState<"login" | "register">(() => (signInCode.read() ? "login" : "register"));
  return <SignIn key={mode} mode={mode} onOther={setMode} from={from} />;
}

interface SignInProps {
  mode: "login" | "register";
  onOther: (mode: "login" | "register") => void;
  from: Path;
}

function SignIn({ mode, onOther, from }: SignInProps) {
  const words = useWords(authWords);
  const { productName } = useFrame();
  const { mailed, waitForCode, startAgain, enter } = useSigningIn(mode);
  if (mailed) {
    return (
      <>
        <CodeForm mailed={mailed} onMailed={() => waitForCode(mailed.email)} onSignedIn={enter} />
        <Button variant="quiet" wide onClick={startAgain}>
          {words.otherAddress}
        </Button>
      </>
    );
  }
  const isLogin = mode === "login";
  return (
    <>
      {isLogin ? (
        <LoginForm onChallenge={waitForCode} onSignedIn={enter} />
      ) : (
        <RegisterForm from={from} onSignedIn={enter} />
      )}
      <p className="text-center">
        {isLogin ? words.newTo(productName) : words.haveAccount}
        <Button variant="quiet" wide onClick={() => onOther(isLogin ? "register" : "login")}>
          {isLogin ? words.createAnAccount : words.signInLink}
        </Button>
      </p>
      {isLogin && <PasskeySignIn onSignedIn={enter} />}
    </>
  );
}
