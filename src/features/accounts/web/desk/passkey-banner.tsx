/** Tells an administrator that a passkey is needed before the first verdict, payout, refund, role or limit. */
import { useQuery } from "@tanstack/react-query";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";

export function PasskeyBanner() {
  const { data } = useQuery({ ...queryFor(passkeyRoutes.listPasskeys), refetchOnMount: "always" });
  if (!data?.needed) return null;
  return (
    <Banner
      tone="warning"
      title="Add a passkey first"
      actions={
        <ButtonLink href={paths.profile({ from: deskPaths.admin() })} variant="secondary" size="small">
          Go to your profile
        </ButtonLink>
      }
    >
      You need one before you decide a claim, pay a prize, refund, or change roles, limits and terms.
    </Banner>
  );
}
