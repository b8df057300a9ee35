/** `/claims`: the player's claims and their progress. */
import { useQuery } from "@tanstack/react-query";
import { claimRoutes } from "#features/claims/contract.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { MorePages, usePages } from "#platform/web/pages.tsx";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { ClaimCard } from "./claim-card.tsx";
import { claimWords } from "../words.ts";

/** Fast enough to show a verdict. */
const REFRESH_MS = 10_000;

export function ClaimsScreen() {
  const words = useWords(claimWords);
  return (
    <PlayerShell title={words.myClaims} lead={words.lead} back={paths.app()}>
      <Claims />
    </PlayerShell>
  );
}

function Claims() {
  const words = useWords(claimWords);
  const { id } = useCaller();
  const newest = queryFor(claimRoutes.listMyClaims, { params: { id } });
  const { data, error, refetch } = useQuery({ ...newest, refetchOnMount: "always", refetchInterval: REFRESH_MS });
  const { pages, more } = usePages({
    queryKey: newest.queryKey,
    first: data,
    read: async (send) => (await call(claimRoutes.listMyClaims, { params: { id }, ...send })).body,
    refetchInterval: REFRESH_MS,
  });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
    return (
      <Loading label={words.loading}>
        <Skeleton className="h-104" />
        <Skeleton className="h-104" />
      </Loading>
    );
  }
  if (data.claims.length === 0) {
    return (
      <EmptyState
        art={
          <div className="flex gap-2">
            <HoleFlag hole="left" />
            <HoleFlag hole="middle" />
            <HoleFlag hole="right" />
          </div>
        }
        title={words.none}
        action={<ButtonLink href={paths.app()}>{words.findCourse}</ButtonLink>}
      >
        {words.noneAbout}
      </EmptyState>
    );
  }
  return (
    <>
      {pages
        .flatMap(({ claims }) => claims)
        .map((claim) => (
          <ClaimCard key={claim.id} claim={claim} />
        ))}
      <MorePages more={more} />
    </>
  );
}
