/** The account button of every header, and the sheet behind it. */
import { useMutation } from "@tanstack/react-query";
import { Copy, LogOut, ReceiptText, ShieldOff, Trophy, UserRound } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { accountRoutes } from "#features/accounts/contract.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { useCallerState, type Caller } from "#platform/web/caller.tsx";
import { paths } from "#platform/web/paths.ts";
import { Button, ButtonLink, IconButton } from "#platform/web/ui/button.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useAuth } from "./auth.tsx";

export function AccountMenu() {
  const state = useCallerState();
  const [open, setOpen] = useState(false);
  if (state.status !== "signedIn") return null;
  return (
    <>
      <IconButton label="Your account" onClick={() => setOpen(true)} className="bg-white/12 text-on-fairway">
        <UserRound aria-hidden className="size-6" />
      </IconButton>
      <Sheet open={open} onClose={() => setOpen(false)} title="Your account">
        <AccountSheet caller={state.caller} onClose={() => setOpen(false)} />
      </Sheet>
    </>
  );
}

function AccountSheet({ caller, onClose }: { caller: Caller; onClose: () => void }) {
  const auth = useAuth();
  const [, go] = useLocation();
  const leave = useMutation({
    mutationFn: (how: "logout" | "forget") =>
      call(how === "logout" ? accountRoutes.logout : accountRoutes.forgetDevice),
    onSuccess: () => {
      onClose();
      go(paths.home());
      auth.signedOut();
      notify({ title: "Logged Out" });
    },
    onError: (error) => notify({ title: "You are still signed in", description: messageOf(error), variant: "error" }),
  });
  const busy = leave.isPending ? leave.variables : undefined;
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="font-display text-xl font-bold wrap-anywhere">{caller.name}</p>
        <p className="text-ink-soft wrap-anywhere">{caller.email}</p>
      </div>
      <div className="mown flex items-center justify-between gap-4 rounded-card bg-fairway py-4 pr-3 pl-5 text-on-fairway [--focus:#ffd35c]">
        <div>
          <p className="text-base text-on-fairway-soft">Player ID</p>
          <p className="tabular font-display text-[clamp(1.125rem,6vw,1.5rem)] font-bold tracking-wide">
            {caller.userId}
          </p>
        </div>
        <IconButton label="Copy player ID" onClick={() => void copy(caller.userId)} className="bg-white/12">
          <Copy aria-hidden className="size-5" />
        </IconButton>
      </div>
      <ThemeToggle />
      <div className="flex flex-col gap-3">
        <ButtonLink href={paths.claims()} variant="secondary" wide>
          <Trophy aria-hidden className="size-5" />
          My claims
        </ButtonLink>
        <ButtonLink href={paths.orders()} variant="secondary" wide>
          <ReceiptText aria-hidden className="size-5" />
          My receipts
        </ButtonLink>
        <Button
          variant="secondary"
          wide
          busy={busy === "logout" && "Logging out..."}
          onClick={() => leave.mutate("logout")}
        >
          <LogOut aria-hidden className="size-5" />
          Logout
        </Button>
        <Button variant="quiet" wide busy={busy === "forget" && "Forgetting..."} onClick={() => leave.mutate("forget")}>
          <ShieldOff aria-hidden className="size-5" />
          Forget this device
        </Button>
        <p className="text-center text-base text-ink-soft">After that, signing in here takes a mailed code again.</p>
      </div>
    </div>
  );
}

async function copy(playerId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(playerId);
    notify({ title: "Copied!", description: "Your User ID has been copied to clipboard." });
  } catch {
    // Without HTTPS, or refused: the ID stands there to be copied by hand.
    notify({ title: "We could not copy it", description: playerId, variant: "error", duration: 5000 });
  }
}
