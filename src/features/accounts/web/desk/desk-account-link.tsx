/** The profile button in the header of the desk. */
import { UserRound } from "lucide-react";
import { Link } from "wouter";
import { deskAddresses } from "#platform/shared/addresses/desk.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useLanguage } from "#platform/web/words.ts";

export function DeskAccountLink() {
  const [language] = useLanguage();
  const label = deskAddresses.ownProfile.menu.button[language];
  return (
    <Link
      href={deskPaths.ownProfile()}
      aria-label={label}
      title={label}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-white/12 text-on-fairway transition-colors hover:bg-white/20"
    >
      <UserRound aria-hidden className="size-6" />
    </Link>
  );
}
