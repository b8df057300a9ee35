/** Tells an administrator that a passkey is needed before the first verdict, payout, refund, role or limit. */
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";

export function PasskeyBanner() {
  const { data } = useQuery({ ...queryFor(passkeyRoutes.listPasskeys), refetchOnMount: "always" });
  const [location] = useLocation();
  if (!data?.needed) return null;
  const profile = deskPaths.ownProfile();
  return (
    <Banner
      tone="warning"
      title="Add a passkey first"
      actions={
        location !== profile && (
          <ButtonLink href={profile} variant="secondary" size="small">
            Go to your profile
          </ButtonLink>
        )
      }
    >
      You need one before you decide a claim, pay a prize, refund, or change roles, limits and terms.
    </Banner>
  );
}
