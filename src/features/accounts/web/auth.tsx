/** Who is signed in: remembered on the device for a quick start, decided by the server. */
import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, type ReactNode } from "react";
import * as z from "zod/mini";
import { accountRoutes, user, type User } from "#features/accounts/contract.ts";
import { ApiError, call, onSignedOut } from "#platform/web/api.ts";
import { CallerContext, type CallerState } from "#platform/web/caller.tsx";
import { kept } from "#platform/web/storage.ts";

const authState = kept("local", "authState", z.object({ user }));

interface AuthActions {
  /** After a login or registration that the server accepted, or a changed profile. */
  signedIn: (user: User) => void;
  /** After a logout, or when the server no longer knows us. */
  signedOut: () => void;
}

const AuthContext = createContext<AuthActions>({ signedIn: () => undefined, signedOut: () => undefined });

export function useAuth(): AuthActions {
  return use(AuthContext);
}

function remembered(): CallerState {
  const state = authState.read();
  return state ? { status: "signedIn", caller: state.user } : { status: "unknown" };
}

interface AuthProviderProps {
  /** Forgets what other rooms keep on the device for this player. */
  onForget: () => void;
  children: ReactNode;
}

export function AuthProvider({ onForget, children }: AuthProviderProps) {
  const [state, setState] = useState(remembered);
  const queries = useQueryClient();

  const signedIn = (who: User) => {
    const before = authState.read();
    if (before && before.user.id !== who.id) {
      queries.clear();
      onForget();
    }
    authState.write({ user: who });
    setState({ status: "signedIn", caller: who });
  };
  const signedOut = () => {
    authState.clear();
    setState({ status: "signedOut" });
    queries.clear();
    onForget();
  };

  useEffect(() => {
    const asking = new AbortController();
    call(accountRoutes.me, { signal: asking.signal }).then(
      ({ body }) => signedIn(body.user),
      (error: unknown) => {
        if (!(error instanceof ApiError)) return;
        if (error.status === 401) signedOut();
        // Without a network, or with the server in trouble, the remembered player stays; the next call decides.
        else if (!authState.read()) setState({ status: "signedOut" });
      },
    );
    const stopListening = onSignedOut(signedOut);
    // Another tab signed in or out.
    const follow = (event: StorageEvent) => {
      if (event.key !== "authState") return;
      const now = authState.read();
      setState(now ? { status: "signedIn", caller: now.user } : { status: "signedOut" });
    };
    window.addEventListener("storage", follow);
    return () => {
      asking.abort();
      stopListening();
      window.removeEventListener("storage", follow);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once a page load; the actions only use what never changes
  }, []);

  return (
    <AuthContext value={{ signedIn, signedOut }}>
      <CallerContext value={state}>{children}</CallerContext>
    </AuthContext>
  );
}
