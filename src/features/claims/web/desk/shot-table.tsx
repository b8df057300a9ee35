/** The shots of a session as they were taken, with the time between them. */
import type { Evidence } from "#features/claims/evidence-contract.ts";
import { CardTable, type Column } from "#platform/web/ui/data-table.tsx";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { secondText } from "./claim-facts.ts";
import { type EvidenceWords, evidenceWords } from "./evidence-words.ts";

type Shot = Evidence["shots"][number] & { number: number };

export function ShotTable({ shots, timeZone }: { shots: Evidence["shots"]; timeZone: string }) {
  const words = useWords(evidenceWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  return (
    <CardTable
      saves
      label={words.shots}
      rows={shots.map((shot, index) => ({ ...shot, number: index + 1 }))}
      columns={columnsIn(words, language, timeZone, holes)}
      keyOf={({ id }) => id}
      toneOf={({ ofClaim, withdrawn }) => (ofClaim ? "marked" : withdrawn ? "quiet" : "plain")}
    />
  );
}

const columnsIn = (
  words: EvidenceWords,
  language: Language,
  timeZone: string,
  holes: ReturnType<typeof useHoleFacts>,
): readonly Column<Shot>[] => [
  { label: words.shot, value: ({ number }) => number },
  {
    label: words.taken,
    value: ({ takenAt }) => takenAt,
    show: ({ takenAt }) => (
      <time dateTime={takenAt} className="whitespace-nowrap">
        {secondText(takenAt, timeZone, language)}
      </time>
    ),
  },
  { label: words.after, value: ({ seconds }) => seconds, show: ({ seconds }) => afterText(seconds), align: "right" },
  { label: words.result, value: (shot) => resultText(shot, holes, words) },
];

function afterText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

function resultText(
  { targetHole, ofClaim, withdrawn, prizeClaim }: Shot,
  holes: ReturnType<typeof useHoleFacts>,
  words: EvidenceWords,
): string {
  if (withdrawn) return words.takenBack;
  if (targetHole === "missed") return words.miss;
  const { name } = holes[targetHole];
  return ofClaim ? words.thisClaim(name) : prizeClaim ? words.alsoClaimed(name) : name;
}
