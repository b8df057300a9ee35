/** The three holes and their prizes: the text for the range's picture. */
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { Skeleton } from "#platform/web/ui/states.tsx";
import { useWords } from "#platform/web/words.ts";
import { targetWords } from "./target-words.ts";
import type { Prizes } from "./use-prizes.ts";

export function TargetCards({ prizes }: { prizes: Prizes }) {
  const words = useWords(targetWords);
  const holeFacts = useHoleFacts();
  return (
    <section aria-labelledby="targets" className="rounded-card bg-card px-5 py-4 shadow-card">
      <h2 id="targets" className="text-2xl font-bold tracking-tight">
        {prizes.holes.length === 3 ? words.threeFlags : words.twoFlags}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {prizes.holes.map((hole) => (
          <li key={hole} className="flex items-center gap-4 py-4 last:pb-1">
            <HoleFlag hole={hole} />
            <div className="min-w-0 flex-1">
              <h3 className="text-xl font-bold">{holeFacts[hole].name}</h3>
              <p className="text-ink-soft">
                {holeFacts[hole].target} · {hole === "middle" ? words.jackpotPrize : words.sponsoredPrize}
              </p>
              <Worth hole={hole} prizes={prizes} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Worth({ hole, prizes }: { hole: Prizes["holes"][number]; prizes: Prizes }) {
  if (hole === "middle")
    return prizes.course ? (
      <Pot dollars={prizes.course.jackpotAmount} size="small" />
    ) : (
      <Skeleton className="mt-1 h-7 w-28" />
    );
  return prizes.names ? (
    <p className="font-semibold wrap-anywhere">{prizes.names[hole]}</p>
  ) : (
    <Skeleton className="mt-1 h-7 w-44" />
  );
}
