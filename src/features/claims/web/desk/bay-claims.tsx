/** The pending claims of a course, for its bay board. A new claim rings until staff record a sighting. */
import type { ReactNode } from "react";
import type { BayClaim } from "#features/claims/evidence-contract.ts";
import type { Hole } from "#features/courses/contract.ts";
import { groupBy } from "#platform/shared/groups.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { locales, useLanguage, useWords } from "#platform/web/words.ts";
import { BayClaimCard, placeText } from "./bay-claim-card.tsx";
import { bayClaimWords } from "./bay-words.ts";
import { ClaimDrawer } from "./claim-drawer.tsx";
import { claimsByRing, isFresh } from "./ringing.ts";
import { useBayClaims } from "./use-bay-claims.ts";
import { useChime } from "./use-chime.ts";

/** The claims as the bay board shows them; `at` has the claims that were made just now, by the bay's number. */
interface ShownAtBays {
  banner: ReactNode;
  controls: ReactNode;
  at: ReadonlyMap<number, { rings: Hole | undefined; cards: ReactNode }>;
}

interface BayClaimsProps {
  courseId: number;
  timeZone: string;
  /** The board around them. */
  children: (claims: ShownAtBays) => ReactNode;
}

/** At most so many cards stand over the tiles; the other claims ring on their tiles. */
const MOST_CARDS = 2;

export function BayClaims({ courseId, timeZone, children }: BayClaimsProps) {
  const words = useWords(bayClaimWords);
  const [language] = useLanguage();
  const steps = useBayClaims(courseId);
  const { data, error, refetch } = steps.claims;
  const serverNow = data?.serverNow ?? "";
  const { ringing, others } = claimsByRing(data?.claims ?? [], serverNow);
  const sound = useChime(ringing.map(({ id }) => id));
  const fresh = [...ringing, ...others].filter((claim) => isFresh(claim, serverNow));
  const [newest] = ringing;
  const more = ringing.slice(MOST_CARDS);
  // Several may be of one bay.
  const bays = [...new Set(more.map(({ bayNumber }) => String(bayNumber)))];
  const cards = (claims: readonly BayClaim[]) =>
    claims.map((claim) => (
      <BayClaimCard key={claim.id} claim={claim} rings={ringing.includes(claim)} timeZone={timeZone} steps={steps} />
    ));

  return children({
    banner: (
      <>
        <p role="alert" className="sr-only">
          {newest && words.alarm(placeText(newest, language), newest.playerName)}
        </p>
        {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />}
        {newest && (
          <ol aria-label={words.ringing} className="flex flex-col gap-2">
            {cards(ringing.slice(0, MOST_CARDS))}
          </ol>
        )}
        {more.length > 0 && (
          <p className="font-bold">
            {words.moreRing(more.length, new Intl.ListFormat(locales[language]).format(bays), bays.length === 1)}
          </p>
        )}
      </>
    ),
    controls: (
      <>
        <Switch
          label={words.sound}
          hint={!sound.on ? words.muted : sound.unlocked ? words.rings : words.clickOnce}
          checked={sound.on}
          onChange={sound.switchOn}
        />
        {data?.claims.length === 0 && <p className="self-center font-semibold">{words.noneWaits}</p>}
        {others.length > 0 && <ClaimDrawer count={others.length} cards={cards(others)} />}
        {data && data.claims.length > 0 && (
          <ButtonLink href={deskPaths.prizeVerification({ status: "pending" })} variant="quiet" size="small">
            {words.decide}
          </ButtonLink>
        )}
      </>
    ),
    at: new Map(
      [...groupBy(fresh, ({ bayNumber }) => bayNumber)].map(([bay, here]) => [
        bay,
        {
          rings: here.find((claim) => ringing.includes(claim))?.targetHole,
          cards: <ol className="flex flex-col gap-3">{cards(here)}</ol>,
        },
      ]),
    ),
  });
}
