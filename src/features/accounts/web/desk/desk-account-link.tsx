/** The profile button in the header of the desk. */
import { UserRound } from "lucide-react";
import { Link } from "wouter";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";

const { menu } = deskAddresses.ownProfile;

export function DeskAccountLink() {
  return (
    <Link
      href={deskPaths.ownProfile()}
      aria-label={menu.button}
      title={menu.button}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-white/12 text-on-fairway transition-colors hover:bg-white/20"
    >
      <UserRound aria-hidden className="size-6" />
    </Link>
  );
}
