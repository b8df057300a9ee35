/** The signed-in person, for every screen. The accounts room provides it; the server decides. */
import { createContext, use } from "react";
import { kitWords } from "./ui/words.ts";
import { useWords } from "./words.ts";

export interface Caller {
  /** The opaque id that calls use for the player. */
  id: string;
  /** The player ID that people read: `7K3M-Q9TV-26`. */
  userId: string;
  name: string;
  role: "player" | "staff" | "admin";
}

export type CallerState =
  | { status: "unknown" }
  /** `lost`: the player did not sign out, so that signing in leads back here. */
  | { status: "signedOut"; lost?: boolean }
  | { status: "signedIn"; caller: Caller };

export const CallerContext = createContext<CallerState>({ status: "unknown" });

/** For screens that anyone may see. `unknown` until the server has answered, if the device remembers nobody. */
export function useCallerState(): CallerState {
  return use(CallerContext);
}

/** The signed-in person, for screens behind the router's sign-in guard. */
export function useCaller(): Caller {
  const state = use(CallerContext);
  if (state.status !== "signedIn") throw new Error("This screen must stand behind the router's sign-in guard");
  return state.caller;
}

/** The spec's greeting; somebody without a name is 'Player'. */
export function useGreeting(): string {
  const words = useWords(kitWords);
  return words.hello(useCaller().name.trim().split(/\s+/)[0] || words.player);
}
