/** The profile button of every header: the profile leads back to where it was opened. */
import { UserRound } from "lucide-react";
import { Link, useLocation, useSearch } from "wouter";
import { useCallerState } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";
import { menuWords } from "./menu-words.ts";

export function AccountMenu() {
  const state = useCallerState();
  const words = useWords(menuWords);
  const [location] = useLocation();
  const search = useSearch();
  const { origin } = useFrame();
  if (state.status !== "signedIn") return null;
  return (
    <Link
      href={paths.profile({ from: origin ?? (search ? `${location}?${search}` : location) })}
      aria-label={words.open}
      title={words.open}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-white/12 text-on-fairway transition-colors hover:bg-white/20"
    >
      <UserRound aria-hidden className="size-6" />
    </Link>
  );
}
