/** The shots of a session in their order, with the time between them. */
import type { Evidence } from "#features/claims/evidence-contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { secondText } from "./claim-facts.ts";
import { type EvidenceWords, evidenceWords } from "./evidence-words.ts";

export function ShotTable({ shots, timeZone }: { shots: Evidence["shots"]; timeZone: string }) {
  const words = useWords(evidenceWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  return (
    <table className="tabular w-full text-left">
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pr-3 font-semibold">
            {words.shot}
          </th>
          <th scope="col" className="py-1 pr-3 font-semibold">
            {words.taken}
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-semibold">
            {words.after}
          </th>
          <th scope="col" className="py-1 font-semibold">
            {words.result}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {shots.map((shot, index) => (
          <tr key={shot.id} className={cx(shot.ofClaim && "bg-gold-tint font-bold", shot.withdrawn && "text-ink-soft")}>
            <td className="py-1.5 pr-3">{index + 1}</td>
            <td className="py-1.5 pr-3">
              <time dateTime={shot.takenAt}>{secondText(shot.takenAt, timeZone, language)}</time>
            </td>
            <td className="py-1.5 pr-3 text-right">{afterText(shot.seconds)}</td>
            <td className="py-1.5">{resultText(shot, holes, words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function afterText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

function resultText(
  { targetHole, ofClaim, withdrawn, prizeClaim }: Evidence["shots"][number],
  holes: ReturnType<typeof useHoleFacts>,
  words: EvidenceWords,
): string {
  if (withdrawn) return words.takenBack;
  if (targetHole === "missed") return words.miss;
  const { name } = holes[targetHole];
  return ofClaim ? words.thisClaim(name) : prizeClaim ? words.alsoClaimed(name) : name;
}
