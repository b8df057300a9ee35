/** The sightings of a claim, with their photos: the latest one, which counts, first. */
import { Eye, EyeOff } from "lucide-react";
import { evidenceRoutes, type Sighting } from "#features/claims/evidence-contract.ts";
import { urlOf } from "#platform/shared/route.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";

export function SightingList({ sightings, timeZone }: { sightings: readonly Sighting[]; timeZone: string }) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  return (
    <ul className="flex flex-col gap-3">
      {sightings.toReversed().map((sighting, at) => {
        const Icon = sighting.seen ? Eye : EyeOff;
        return (
          <li key={sighting.id} className={cx("flex flex-col gap-2", at > 0 && "text-ink-soft")}>
            <p className="flex items-start gap-2">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
              <span className="min-w-0 wrap-anywhere">
                {at > 0 && words.before}
                <strong>{sighting.seen ? words.seen : words.notSeen}</strong>
                {facts.by(sighting.by)}, {zonedText(sighting.at, timeZone, language)}
                {sighting.note && `: ${sighting.note}`}
              </span>
            </p>
            {sighting.photo && (
              <img
                src={urlOf(evidenceRoutes.getSightingPhoto.path, { id: sighting.id })}
                alt={words.photoBy(sighting.by)}
                loading="lazy"
                className="max-h-60 w-fit rounded-xl bg-sunk"
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
