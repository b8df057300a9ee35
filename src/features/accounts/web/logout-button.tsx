/** The way out, at the end of a profile. */
import { LogOut } from "lucide-react";
import { useLocation } from "wouter";
import { accountRoutes } from "#features/accounts/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { useAuth } from "./auth.tsx";
import { profileWords } from "./profile-words.ts";

export function LogoutButton() {
  const words = useWords(profileWords);
  const auth = useAuth();
  const [, go] = useLocation();
  const leave = useAction({
    run: () => call(accountRoutes.logout, { keepalive: true }),
    onDone: () => {
      go(paths.home());
      auth.signedOut();
    },
    done: words.loggedOut,
    failed: words.stillIn,
  });
  return (
    <Button variant="secondary" wide busy={leave.busy && words.loggingOut} onClick={() => void leave.start()}>
      <LogOut aria-hidden className="size-5" />
      {words.logout}
    </Button>
  );
}
