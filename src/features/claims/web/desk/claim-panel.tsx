/** The open claim beside the queue: its facts and verdict, then the evidence. In a narrow window it stands below. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useRef } from "react";
import type { AdminClaim } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { IconButton } from "#platform/web/ui/button.tsx";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag, useHoleFacts } from "#platform/web/ui/flag.tsx";
import { useFocusKept } from "#platform/web/ui/focus.ts";
import { priceText } from "#platform/web/ui/money.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { kitWords } from "#platform/web/ui/words.ts";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { ClaimDetails } from "./claim-details.tsx";
import { prizeText, statusTones } from "./claim-facts.ts";
import { ClaimHistory } from "./claim-history.tsx";
import { ClaimPayout } from "./claim-payout.tsx";
import { holdOf, tellsRefund } from "./claim-signals.ts";
import { ClaimVerdict } from "./claim-verdict.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { evidenceWords } from "./evidence-words.ts";
import { factWords } from "./fact-words.ts";
import type { Verdict } from "./use-verdict.ts";

interface ClaimPanelProps {
  claimId: string;
  /** As the list has it; undefined for a claim that the list does not have, such as one of a link. */
  listed: AdminClaim | undefined;
  verdict: Verdict;
  /** Milliseconds since 1970. */
  now: number;
  onDecided: () => void;
  onClose: () => void;
}

export function ClaimPanel({ claimId, listed, onClose, ...rest }: ClaimPanelProps) {
  const words = useWords(evidenceWords);
  const area = useRef<HTMLElement>(null);
  // A step removes its buttons.
  useFocusKept(area);
  const evidence = useQuery({
    ...queryFor(evidenceRoutes.getEvidence, { params: { id: claimId } }),
    enabled: listed === undefined,
  });
  const claim = listed ?? evidence.data?.claim;
  return (
    <section
      ref={area}
      data-panel
      tabIndex={-1}
      aria-label={claim ? words.claimOf(claim.playerName) : words.claim}
      className={panelLooks}
    >
      {claim ? (
        <Opened key={claim.id} claim={claim} onClose={onClose} {...rest} />
      ) : evidence.error ? (
        <ErrorState error={evidence.error} onRetry={() => void evidence.refetch()} title={words.claimFailed} />
      ) : (
        <Loading label={words.loadingClaim} className="p-5">
          <Skeleton className="h-60" />
        </Loading>
      )}
    </section>
  );
}

/** At the right it stays in the window while the list scrolls; in a narrow window it covers the lower part. */
const panelLooks =
  "print:hidden overflow-y-auto overscroll-contain bg-card shadow-card focus:outline-none max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[60dvh] max-lg:border-t-4 max-lg:border-accent lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:rounded-card";

interface OpenedProps extends Omit<ClaimPanelProps, "claimId" | "listed"> {
  claim: AdminClaim;
}

function Opened({ claim, verdict, now, onDecided, onClose }: OpenedProps) {
  const words = useWords(evidenceWords);
  const facts = useWords(factWords);
  const [language] = useLanguage();
  const holes = useHoleFacts();
  const { close } = useWords(kitWords);
  const isAdmin = useCaller().role === "admin";
  const heading = useRef<HTMLHeadingElement>(null);
  const { timeZone, verificationStatus: status } = claim;
  const hold = holdOf(claim);
  // The claim and its buttons are shown at once, the evidence in the next frame: a key that moves on does not wait for it.
  const evidenceOf = useDeferredValue(claim.id, "");
  return (
    <div className="@container flex flex-col gap-5 p-5">
      <div className="sticky top-0 z-10 -mx-5 -mt-5 flex flex-col gap-4 border-b border-line bg-card p-5">
        <div className="flex items-start gap-4">
          <HoleFlag hole={claim.targetHole} />
          <div className="min-w-0 flex-1">
            <h2 ref={heading} tabIndex={-1} className="text-xl font-bold wrap-anywhere focus:outline-none">
              {claim.playerName}
            </h2>
            <p className="tabular wrap-anywhere">
              {holes[claim.targetHole].name} ·{" "}
              <span className={cx("font-bold", claim.prizeType === "monetary" && "text-gold-text")}>
                {prizeText(claim)}
              </span>
            </p>
          </div>
          <IconButton label={close} className="-mt-2 -mr-3" onClick={onClose}>
            <X aria-hidden className="size-6" />
          </IconButton>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {status !== "pending" && <StatusBadge tone={statusTones[status]}>{facts[status]}</StatusBadge>}
          {tellsRefund(claim) && <StatusBadge tone="bad">{facts.partRefunded(priceText(claim.refunded))}</StatusBadge>}
          {claim.seen === true && <StatusBadge tone="good">{facts.seenAtBay}</StatusBadge>}
        </div>
        <ClaimVerdict claim={claim} verdict={verdict} onDecided={onDecided} />
      </div>
      {hold && (
        <Banner tone="danger" title={facts[`badge_${hold}`]}>
          {status === "pending" && facts[`about_${hold}`]}
        </Banner>
      )}
      {claim.seen === false && <Banner tone="danger" title={words.staffDidNot} />}
      <ClaimDetails claim={claim} now={now} />
      {claim.freeShot && (
        <p className="text-ink-soft">
          {facts.freeShot}
          {claim.teeTime && facts.teeTime(zonedText(claim.teeTime, timeZone, language))}
        </p>
      )}
      {status === "verified" && (
        <ClaimPayout claim={claim} isAdmin={isAdmin} verdict={verdict} onDone={() => heading.current?.focus()} />
      )}
      {claim.rejectionReason && <p className="wrap-anywhere">{facts.reason(claim.rejectionReason)}</p>}
      {evidenceOf === "" ? <div className="h-96" /> : <EvidencePanel claimId={evidenceOf} isAdmin={isAdmin} />}
      <ClaimHistory claim={claim} />
    </div>
  );
}
