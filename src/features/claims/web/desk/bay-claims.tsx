/** The pending claims of a course, beside its bays. A new claim rings until staff record a sighting. */
import { Bell, BellRing } from "lucide-react";
import type { BayClaim } from "#features/claims/evidence-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, holeFacts } from "#platform/web/ui/flag.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { prizeText, zonedText } from "./claim-facts.ts";
import { SightingDialog } from "./sighting-dialog.tsx";
import { SightingList } from "./sighting-list.tsx";
import { type BayClaimSteps, useBayClaims } from "./use-bay-claims.ts";
import { useChime } from "./use-chime.ts";

export function BayClaims({ courseId, timeZone }: { courseId: number; timeZone: string }) {
  const steps = useBayClaims(courseId);
  const { data, error, refetch } = steps.claims;
  const all = data?.claims ?? [];
  const ringing = all.filter(({ sightings }) => sightings.length === 0);
  const sound = useChime(ringing.map(({ id }) => id));
  const latest = ringing.at(-1);
  return (
    <section aria-labelledby="claims-at-the-bays" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="claims-at-the-bays" className="text-2xl font-bold tracking-tight">
          Claims at the bays
        </h2>
        <Switch
          label="Sound"
          hint={!sound.on ? "Muted" : sound.unlocked ? "Rings until recorded" : "Click anywhere once"}
          checked={sound.on}
          onChange={sound.switchOn}
        />
      </div>
      <p role="alert" className="sr-only">
        {latest && `Claim: ${placeText(latest)}, ${latest.playerName}`}
      </p>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the claims" />
        ) : (
          <Loading label="Loading the claims">
            <Skeleton className="h-36" />
          </Loading>
        )
      ) : all.length === 0 ? (
        <EmptyState title="No claim is waiting">A new claim rings here at once.</EmptyState>
      ) : (
        <ol aria-label="Claims at the bays" className="flex flex-col gap-4">
          {[...ringing, ...all.filter((claim) => !ringing.includes(claim))].map((claim) => (
            <BayClaimCard key={claim.id} claim={claim} timeZone={timeZone} steps={steps} />
          ))}
        </ol>
      )}
      {all.length > 0 && (
        <ButtonLink href={deskPaths.prizeVerification({ status: "pending" })} variant="quiet" size="small">
          Decide claims
        </ButtonLink>
      )}
    </section>
  );
}

/** "Bay 7, middle". */
function placeText({ bayNumber, targetHole }: BayClaim): string {
  return `Bay ${bayNumber}, ${targetHole}`;
}

function BayClaimCard({ claim, timeZone, steps }: { claim: BayClaim; timeZone: string; steps: BayClaimSteps }) {
  const sighting = useOpening<"seen" | "not seen">();
  const busy = steps.busy === claim.id;
  const rings = claim.sightings.length === 0;
  const Icon = rings ? BellRing : Bell;
  return (
    <li
      aria-label={`${placeText(claim)}, ${claim.playerName}`}
      className={cx(
        "flex flex-col gap-4 rounded-card p-5 shadow-card",
        rings ? "bg-gold-tint outline-3 outline-gold" : "bg-card",
      )}
    >
      <div className="flex items-start gap-4">
        <HoleFlag hole={claim.targetHole} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 font-display text-2xl font-extrabold">
            <Icon aria-hidden className={cx("size-6", rings && "motion-safe:animate-bounce")} />
            {placeText(claim)}
          </p>
          <p className="font-bold wrap-anywhere">{claim.playerName}</p>
          <p className="wrap-anywhere">
            {holeFacts[claim.targetHole].name} · {prizeText(claim)} · {zonedText(claim.createdAt, timeZone)}
          </p>
          {claim.freeShot && (
            <p>
              Free shot{claim.teeTime && `, tee time ${zonedText(claim.teeTime, timeZone)}`}
              {claim.teeTimeConfirmed && ", confirmed"}
            </p>
          )}
        </div>
      </div>
      {!rings && <SightingList sightings={claim.sightings} timeZone={timeZone} />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant={rings ? "primary" : "secondary"}
          size="small"
          busy={busy}
          onClick={() => sighting.open("seen")}
        >
          Seen
        </Button>
        <Button variant="secondary" size="small" disabled={busy} onClick={() => sighting.open("not seen")}>
          Not seen
        </Button>
        {claim.freeShot && !claim.teeTimeConfirmed && (
          <Button variant="secondary" size="small" disabled={busy} onClick={() => void steps.confirmTeeTime(claim)}>
            Confirm tee time
          </Button>
        )}
      </div>
      <SightingDialog key={sighting.times} claim={claim} asked={sighting.what} onClose={sighting.close} />
    </li>
  );
}
