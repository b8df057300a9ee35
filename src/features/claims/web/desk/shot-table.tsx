/** The shots of a session in their order, with the time between them. */
import type { Evidence } from "#features/claims/evidence-contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { holeFacts } from "#platform/web/ui/flag.tsx";

export function ShotTable({ shots, timeZone }: { shots: Evidence["shots"]; timeZone: string }) {
  const time = new Intl.DateTimeFormat("en-US", { timeStyle: "medium", timeZone });
  return (
    <table className="tabular w-full text-left">
      <thead className="text-ink-soft">
        <tr>
          <th scope="col" className="py-1 pr-3 font-semibold">
            Shot
          </th>
          <th scope="col" className="py-1 pr-3 font-semibold">
            Taken
          </th>
          <th scope="col" className="py-1 pr-3 text-right font-semibold">
            After
          </th>
          <th scope="col" className="py-1 font-semibold">
            Result
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {shots.map((shot, index) => (
          <tr key={shot.id} className={cx(shot.ofClaim && "bg-gold-tint font-bold", shot.withdrawn && "text-ink-soft")}>
            <td className="py-1.5 pr-3">{index + 1}</td>
            <td className="py-1.5 pr-3">
              <time dateTime={shot.takenAt}>{time.format(new Date(shot.takenAt))}</time>
            </td>
            <td className="py-1.5 pr-3 text-right">{afterText(shot.seconds)}</td>
            <td className="py-1.5">{resultText(shot)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function afterText(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

function resultText({ targetHole, ofClaim, withdrawn, prizeClaim }: Evidence["shots"][number]): string {
  if (withdrawn) return "Taken back";
  if (targetHole === "missed") return "Miss";
  const { name } = holeFacts[targetHole];
  return ofClaim ? `${name}, this claim` : prizeClaim ? `${name}, claimed` : name;
}
