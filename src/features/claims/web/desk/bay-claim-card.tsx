/** A claim at its bay. Its two answers stand at opposite edges, and either can be changed: the later one counts. */
import { Bell, BellRing } from "lucide-react";
import type { BayClaim } from "#features/claims/evidence-contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { bayClaimWords } from "./bay-words.ts";
import { prizeText } from "./claim-facts.ts";
import { factWords } from "./fact-words.ts";
import { latestSighting } from "./ringing.ts";
import { SightingDialog } from "./sighting-dialog.tsx";
import { SightingList } from "./sighting-list.tsx";
import type { BayClaimSteps } from "./use-bay-claims.ts";

interface BayClaimCardProps {
  claim: BayClaim;
  rings: boolean;
  timeZone: string;
  steps: BayClaimSteps;
}

/** "Bay 7, middle". */
export function placeText({ bayNumber, targetHole }: BayClaim, language: Language): string {
  return bayClaimWords[language][`place_${targetHole}`](bayNumber);
}

export function BayClaimCard({ claim, rings, timeZone, steps }: BayClaimCardProps) {
  const words = useWords(bayClaimWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  const sighting = useOpening<"seen" | "not seen">();
  const busy = steps.busy === claim.id;
  const latest = latestSighting(claim.sightings);
  const Icon = rings ? BellRing : Bell;
  return (
    <li
      aria-label={`${placeText(claim, language)}, ${claim.playerName}`}
      className={cx(
        "@container flex flex-col gap-3 rounded-card p-3 shadow-card",
        rings ? "bg-gold-tint outline-3 -outline-offset-3 outline-gold" : "bg-card",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 basis-full items-center gap-4 @xl:order-2 @xl:flex-1 @xl:basis-0">
          <HoleFlag hole={claim.targetHole} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 font-display text-xl leading-tight font-extrabold">
              <Icon aria-hidden className={cx("size-5", rings && "motion-safe:animate-bounce")} />
              {placeText(claim, language)} · <span className="wrap-anywhere">{claim.playerName}</span>
            </p>
            <p className="wrap-anywhere">
              {holes[claim.targetHole].name} · {prizeText(claim)} · {zonedText(claim.createdAt, timeZone, language)}
            </p>
            {claim.freeShot && (
              <p>
                {facts.freeShot}
                {claim.teeTime && facts.teeTime(zonedText(claim.teeTime, timeZone, language))}
                {claim.teeTimeConfirmed && facts.confirmed}
              </p>
            )}
          </div>
        </div>
        <Button
          variant={latest?.seen === false ? "secondary" : "primary"}
          busy={busy}
          className="@xl:order-1"
          onClick={() => sighting.open("seen")}
        >
          {words.seen}
        </Button>
        <Button
          variant={latest?.seen === false ? "primary" : "secondary"}
          disabled={busy}
          className="@xl:order-3"
          onClick={() => sighting.open("not seen")}
        >
          {words.notSeen}
        </Button>
      </div>
      {latest && <SightingList sightings={claim.sightings} timeZone={timeZone} />}
      {claim.freeShot && !claim.teeTimeConfirmed && (
        <Button
          variant="secondary"
          size="small"
          className="self-center"
          disabled={busy}
          onClick={() => void steps.confirmTeeTime(claim)}
        >
          {words.confirmTeeTime}
        </Button>
      )}
      <SightingDialog key={sighting.times} claim={claim} asked={sighting.what} onClose={sighting.close} />
    </li>
  );
}
