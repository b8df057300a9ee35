/** Signs staff in by a passkey. Without passkeys in the browser, or at a numeric address, it shows nothing. */
import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { User } from "#features/accounts/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { passkeyWords } from "./passkey-words.ts";

/** Whether passkeys can work on this page; false in Node, where pages are drawn. */
export function hasPasskeys(): boolean {
  return (
    typeof window !== "undefined" &&
    window.isSecureContext &&
    "PublicKeyCredential" in window &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(window.location.hostname)
  );
}

export function PasskeySignIn({ onSignedIn }: { onSignedIn: (user: User) => void }) {
  const words = useWords(passkeyWords);
  // The prerendered page has no button; it comes with hydration.
  const isOffered = useSyncExternalStore(neverChanges, hasPasskeys, () => false);
  const signIn = useAction({
    run: async () => {
      const { isCancelled, signInByPasskey } = await import("./passkeys.ts");
      return signInByPasskey().catch((error: unknown) => {
        if (isCancelled(error)) return undefined;
        throw error;
      });
    },
    onDone: (user) => user && onSignedIn(user),
    failed: words.loginFailed,
  });
  if (!isOffered) return null;
  return (
    <Button variant="quiet" wide busy={signIn.busy && words.signingIn} onClick={() => void signIn.start()}>
      <KeyRound aria-hidden className="size-5 shrink-0" />
      {words.staffSignIn}
    </Button>
  );
}

const neverChanges = () => () => undefined;
