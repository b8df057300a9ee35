/** Who is signed in: remembered on the device for a quick start, decided by the server. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { accountRoutes, type User, user } from "#features/accounts/contract.ts";
import { ApiError, call, onSignedOut } from "#platform/web/api.ts";
import { type Caller, CallerContext, type CallerState } from "#platform/web/caller.tsx";
import { kept } from "#platform/web/storage.ts";
import { notify } from "#platform/web/ui/toast.tsx";
import { wordsNow } from "#platform/web/words.ts";
import { signedOutWords } from "./signed-out-words.ts";
import { useKeptLanguage } from "./use-kept-language.ts";

/** Without email and phone, so that whoever finds the device cannot reach its owner. */
const authState = kept(
  "local",
  "authState",
  z.object({ user: z.pick(user, { id: true, userId: true, name: true, role: true }) }),
);
/** The player whose session ended in this tab. What other rooms keep for them is deleted when another signs in. */
const lastPlayer = kept("session", "lastPlayer", z.string());

interface AuthActions {
  /** After a login or registration that the server accepted, or a changed profile. */
  signedIn: (user: User) => void;
  /** After a logout. */
  signedOut: () => void;
}

const AuthContext = createContext<AuthActions>({ signedIn: () => undefined, signedOut: () => undefined });

export function useAuth(): AuthActions {
  return use(AuthContext);
}

/** The player in a stored `authState`. */
function playerIn(text: string | null): string | undefined {
  const stored = JSON.parse(text ?? "null") as { user?: { id?: unknown } } | null; // As far as it is ours.
  const id = stored?.user?.id;
  return typeof id === "string" ? id : undefined;
}

/** Whether this device knows nobody else: another tab may have signed somebody in after the page was sent. */
export function isNobodyElse({ id }: Pick<User, "id">): boolean {
  return (authState.read()?.user.id ?? lastPlayer.read() ?? id) === id;
}

function callerOf({ id, userId, name, role }: User): Caller {
  return { id, userId, name, role };
}

function remembered(visitor: boolean, asker: User | undefined): CallerState {
  const state = authState.read();
  const caller = asker ? callerOf(asker) : state?.user;
  // An earlier version kept more, and the name may have changed.
  if (state && caller) authState.write({ user: caller });
  return caller ? { status: "signedIn", caller } : { status: visitor ? "signedOut" : "unknown" };
}

interface AuthProviderProps {
  /** Forgets what other rooms keep on the device for this player. */
  onForget: () => void;
  /** The page came without a session. Unless somebody is remembered, the server need not be asked. */
  visitor: boolean;
  /** The caller who requested the page, if the page names one. */
  user: User | undefined;
  children: ReactNode;
}

export function AuthProvider({ onForget, visitor, user: asker, children }: AuthProviderProps) {
  const [state, setState] = useState(() => remembered(visitor, asker));
  const [account, setAccount] = useState<Pick<User, "id" | "language"> | undefined>(asker);
  const queries = useQueryClient();

  const signedIn = (who: User) => {
    const before = authState.read()?.user.id ?? lastPlayer.read();
    if (before !== undefined && before !== who.id) {
      queries.clear();
      onForget();
    }
    lastPlayer.clear();
    const caller = callerOf(who);
    authState.write({ user: caller });
    setState({ status: "signedIn", caller });
    setAccount(who);
  };
  const signedOut = () => {
    authState.clear();
    lastPlayer.clear();
    setState({ status: "signedOut" });
    queries.clear();
    onForget();
  };
  /** The server no longer knows the session: it expired, or was ended on another device. */
  const lost = () => {
    const before = authState.read();
    if (!before) {
      // A visitor, or already told.
      setState((now) => (now.status === "signedOut" ? now : { status: "signedOut" }));
      return;
    }
    lastPlayer.write(before.user.id);
    authState.clear();
    setState({ status: "signedOut", lost: true });
    queries.clear();
    const { title, about: description } = wordsNow(signedOutWords);
    notify({ title, description, variant: "error", duration: 5000 });
  };

  useEffect(() => {
    const asking = new AbortController();
    const readCaller = () =>
      call(accountRoutes.me, { signal: asking.signal }).then(
        ({ body }) => signedIn(body.user),
        (error: unknown) => {
          if (!(error instanceof ApiError)) return;
          if (error.status === 401) lost();
          // Without a network, or with the server in trouble, the remembered player stays; the next call decides.
          else if (!authState.read()) setState({ status: "signedOut" });
        },
      );
    const known = authState.read();
    // The page was sent for a player whom this device no longer remembers, perhaps after a sign-out in another tab: ask.
    if (known ? known.user.id !== asker?.id : !visitor) void readCaller();
    const stopListening = onSignedOut(lost);
    // Another tab signed in or out.
    const follow = (event: StorageEvent) => {
      if (event.key !== "authState") return;
      const now = authState.read();
      const before = playerIn(event.oldValue) ?? lastPlayer.read();
      if (now) {
        if (before !== undefined && before !== now.user.id) {
          queries.clear();
          onForget();
        }
        lastPlayer.clear();
        setState({ status: "signedIn", caller: now.user });
      } else {
        if (before !== undefined) lastPlayer.write(before);
        queries.clear();
        setState({ status: "signedOut", lost: true });
      }
    };
    window.addEventListener("storage", follow);
    return () => {
      asking.abort();
      stopListening();
      window.removeEventListener("storage", follow);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once a page load; the actions only use what never changes
  }, []);

  const isTheirs = state.status === "signedIn" && state.caller.id === account?.id;
  useKeptLanguage(isTheirs ? account : undefined, signedIn);

  return (
    <AuthContext value={{ signedIn, signedOut }}>
      <CallerContext value={state}>{children}</CallerContext>
    </AuthContext>
  );
}
