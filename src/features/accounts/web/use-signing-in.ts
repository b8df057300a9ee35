/** Signing up or in, on its own screen or inside another: the mailed code, the toast of the spec, and the new caller. */
import { useState } from "react";
import type { User } from "#features/accounts/contract.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { authWords } from "./auth-words.ts";
import { useAuth } from "./auth.tsx";
import { signInCode } from "./mailed-code.ts";

/** @param mode a code that was mailed before a reload belongs to the sign-in */
export function useSigningIn(mode: "login" | "register") {
  const isLogin = mode === "login";
  const [mailed, setMailed] = useState(() => (isLogin ? signInCode.read() : undefined));
  const { productName } = useFrame();
  const auth = useAuth();
  return {
    mailed,
    waitForCode: (email: string) => {
      const code = { email, sentAt: deviceNow() };
      signInCode.write(code);
      setMailed(code);
    },
    startAgain: () => {
      signInCode.clear();
      setMailed(undefined);
    },
    enter: (user: User) => {
      signInCode.clear();
      auth.signedIn(user);
      const text = wordsNow(authWords);
      notify(
        isLogin
          ? { title: text.loggedIn, description: text.welcomeBackTo(productName, user.name) }
          : { title: text.registered, description: text.welcomeTo(productName, user.name) },
      );
    },
  };
}
