/** Tells an administrator that a passkey is needed before the first verdict, payout, refund, role or limit. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { useWords } from "#platform/web/words.ts";
import { proposalsWords } from "./proposals-words.ts";

export function PasskeyBanner() {
  const words = useWords(proposalsWords);
  const { data } = useQuery({ ...queryFor(passkeyRoutes.listPasskeys), refetchOnMount: "always" });
  const [location] = useLocation();
  if (!data?.needed) return null;
  const profile = deskPaths.ownProfile();
  return (
    <Banner
      tone="warning"
      title={words.passkeyFirst}
      actions={
        location !== profile && (
          <ButtonLink href={profile} variant="secondary" size="small">
            {words.toProfile}
          </ButtonLink>
        )
      }
    >
      {words.passkeyAbout}
    </Banner>
  );
}
