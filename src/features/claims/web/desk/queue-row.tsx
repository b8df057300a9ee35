/** One claim of the queue, in a row of 64 px. */
import { memo } from "react";
import { Link } from "wouter";
import type { AdminClaim } from "#features/claims/contract.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { courseDayText, prizeText, shortText } from "./claim-facts.ts";
import { type ClaimSignal, mayJoinOthers, signalsOf } from "./claim-signals.ts";
import { factWords } from "./fact-words.ts";
import { queueWords } from "./queue-words.ts";

interface QueueRowProps {
  claim: AdminClaim;
  /** Its place in the list, from 0. */
  index: number;
  /** The address that opens it. */
  href: Path;
  isOpen: boolean;
  isTicked: boolean;
  /** Somebody else decided it: the list no longer has it. */
  isGone: boolean;
  isOverdue: boolean;
}

/** Drawn anew only when one of these changes, so that a key costs two rows and not forty. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const words = useWords(queueWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  const { claim, index, href, isOpen, isTicked, isGone, isOverdue } = props;
  const { timeZone, verificationStatus: status } = claim;
  const isPending = status === "pending";
  const decidedElsewhere = isGone && isPending;
  const signals = signalsOf(claim, isOverdue, facts);
  const isLoud = signals.some(({ tone }) => tone === "alarm");
  const edge = cx("border-l-4", isLoud ? "border-l-danger" : isPending ? "border-l-gold" : "border-l-transparent");
  return (
    <tr
      data-row={claim.id}
      aria-rowindex={index + 2}
      {...(isOpen && { "aria-current": true as const })}
      className={cx(
        "h-16 cursor-pointer break-inside-avoid scroll-mt-14 scroll-mb-6 *:border-b *:border-b-line max-lg:scroll-mb-[62dvh]",
        isOpen ? "bg-tint outline-2 -outline-offset-2 outline-accent" : isLoud ? "bg-danger-tint" : "hover:bg-sunk",
        decidedElsewhere && "opacity-60",
      )}
    >
      <td className={cx("w-12 text-center", edge)}>
        {mayJoinOthers(claim) && !decidedElsewhere && (
          <label className="print:hidden flex size-11 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              data-tick={claim.id}
              checked={isTicked}
              readOnly
              aria-label={words.choose(claim.playerName, prizeText(claim))}
              className="size-5 accent-accent"
            />
          </label>
        )}
      </td>
      <th scope="row" className="px-3 text-left font-normal max-sm:px-1">
        <Link href={href} replace data-open={claim.id} className="block truncate font-bold">
          {claim.playerName}
        </Link>
        <p className="truncate text-ink-soft">{words.place(claim.bayNumber, claim.courseName)}</p>
      </th>
      <td className="tabular px-3 max-sm:px-1">
        <p className={cx("truncate font-bold", claim.prizeType === "monetary" && "text-gold-text")}>
          {prizeText(claim)}
        </p>
        <p className="truncate text-ink-soft">
          {holes[claim.targetHole].name}
          {claim.freeShot && words.freeShot}
        </p>
      </td>
      <td className="tabular px-3 max-sm:hidden">
        <p className="truncate">{shortText(claim.createdAt, timeZone, language)}</p>
        {isPending && (
          <p className={cx("truncate", isOverdue ? "font-bold text-danger" : "text-ink-soft")}>
            {words.due(courseDayText(claim.dueAt, timeZone, language))}
          </p>
        )}
      </td>
      <td className="px-3 max-sm:px-1">
        {decidedElsewhere ? (
          <p className="font-semibold text-ink-soft">{words.decidedMeanwhile}</p>
        ) : (
          signals.slice(0, 2).map((signal) => <Signal key={signal.text} signal={signal} />)
        )}
        {!isPending && claim.verifiedBy && signals.length < 2 && (
          <p className="truncate text-ink-soft">{words.by(claim.verifiedBy)}</p>
        )}
      </td>
    </tr>
  );
});

const looks = {
  alarm: "w-fit rounded-full bg-danger px-2.5 font-bold text-on-danger",
  bad: "font-bold text-danger",
  waiting: "font-semibold text-gold-text",
  good: "font-semibold text-accent",
  neutral: "text-ink-soft",
} as const;

function Signal({ signal: { text, tone } }: { signal: ClaimSignal }) {
  return <p className={cx("max-w-full truncate", looks[tone])}>{text}</p>;
}
