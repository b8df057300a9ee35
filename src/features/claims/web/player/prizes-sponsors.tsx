/** The sponsors' prizes of the left and right hole, in two tabs. */
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Phone } from "lucide-react";
import { useId, useRef, useState } from "react";
import type * as z from "zod/mini";
import { courseRoutes } from "#features/courses/contract.ts";
import { defaultPrizes } from "#features/courses/rules.ts";
import { addressOf, isOfTheWeb } from "#platform/shared/web-address.ts";
import { queryFor } from "#platform/web/query.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useNamed } from "#platform/web/translate.ts";
import { useWords } from "#platform/web/words.ts";
import { prizesWords } from "./prizes-words.ts";

type Sponsors = z.output<(typeof courseRoutes.listSponsors.replies)[200]>["sponsors"];
type Sponsor = Sponsors["left"][number];

const HOLES = ["left", "right"] as const;
type Side = (typeof HOLES)[number];

export function SponsoredPrizes({ courseId }: { courseId: number }) {
  const words = useWords(prizesWords);
  const { data, error, refetch } = useQuery(queryFor(courseRoutes.listSponsors, { params: { id: courseId } }));
  if (data) return <Tabs sponsors={data.sponsors} courseId={courseId} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />;
  return (
    <Loading label={words.loading}>
      <Skeleton className="h-14" />
      <Skeleton className="h-64" />
    </Loading>
  );
}

/** Tabs after the ARIA pattern: arrow keys move, and only the shown tab is in the tab order. */
function Tabs({ sponsors, courseId }: { sponsors: Sponsors; courseId: number }) {
  const words = useWords(prizesWords);
  const [shown, show] = useState<Side>("left");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const walk = (event: React.KeyboardEvent) => {
    const to: Partial<Record<string, Side>> = {
      ArrowLeft: shown === "left" ? "right" : "left",
      ArrowRight: shown === "left" ? "right" : "left",
      Home: "left",
      End: "right",
    };
    const next = to[event.key];
    if (!next) return;
    event.preventDefault();
    show(next);
    list.current?.querySelector<HTMLElement>(`[data-hole=${next}]`)?.focus();
  };
  const of = sponsors[shown];
  return (
    <section aria-label={words.sponsored} className="flex flex-col gap-4">
      <div
        ref={list}
        role="tablist"
        // For a click beside the tabs; the keyboard focuses the shown tab.
        tabIndex={-1}
        aria-label={words.sponsored}
        onKeyDown={walk}
        className="grid auto-cols-fr grid-flow-col gap-1 rounded-2xl bg-sunk p-1"
      >
        {HOLES.map((hole) => (
          <button
            key={hole}
            type="button"
            role="tab"
            id={`${id}-${hole}`}
            data-hole={hole}
            aria-selected={hole === shown}
            aria-controls={`${id}-panel`}
            tabIndex={hole === shown ? 0 : -1}
            onClick={() => show(hole)}
            className={cx(
              "min-h-14 rounded-xl px-3 py-2 text-center leading-tight font-semibold wrap-anywhere transition-colors",
              hole === shown ? "bg-accent text-on-accent shadow-card" : "text-ink-soft hover:text-ink",
            )}
          >
            {words[hole]} <span className="tabular">({sponsors[hole].length})</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} className="flex flex-col gap-4">
        {of.length === 0 ? (
          <Nobody hole={shown} courseId={courseId} />
        ) : (
          of.map((sponsor) => <SponsorCard key={sponsor.id} sponsor={sponsor} hole={shown} />)
        )}
      </div>
    </section>
  );
}

/** A hole without a sponsor still has a prize: the course's default, otherwise the operator's. */
function Nobody({ hole, courseId }: { hole: Side; courseId: number }) {
  const words = useWords(prizesWords);
  const prizes = useQuery(queryFor(courseRoutes.listSponsoredPrizes, { query: { courseId } })).data?.prizes;
  const named = useNamed();
  const own = prizes?.find((prize) => prize.hole_type === hole && prize.is_active);
  return (
    <EmptyState art={<HoleFlag hole={hole} />} title={hole === "left" ? words.emptyLeft : words.emptyRight}>
      {prizes && words.standIn(named(own?.prize_name ?? defaultPrizes[hole], own?.prize_name_es))}
    </EmptyState>
  );
}

function SponsorCard({ sponsor, hole }: { sponsor: Sponsor; hole: Side }) {
  const words = useWords(prizesWords);
  const named = useNamed();
  const prizeName = named(sponsor.prizeName, sponsor.prizeNameEs);
  const site = siteOf(sponsor.sponsorWebsite);
  const button =
    "inline-flex min-h-14 flex-auto items-center justify-center gap-2 rounded-2xl border-2 border-edge bg-card px-2 font-semibold whitespace-nowrap hover:border-accent hover:text-accent";
  return (
    <article aria-label={prizeName} className="rounded-card bg-card p-5 shadow-card">
      <div className="flex items-start gap-4">
        <Logo sponsor={sponsor} hole={hole} />
        <div className="min-w-0 flex-1">
          <h3 className="text-xl leading-tight font-bold wrap-anywhere">{prizeName}</h3>
          <p className="text-ink-soft wrap-anywhere">{sponsor.sponsorName}</p>
          <p className="tabular font-semibold">{words.worth(priceText(sponsor.prizeValue))}</p>
        </div>
      </div>
      <p className="mt-3 wrap-anywhere">{named(sponsor.prizeDescription, sponsor.prizeDescriptionEs)}</p>
      {(site || sponsor.sponsorPhone) && (
        <div className="mt-4 flex flex-wrap gap-3">
          {site && (
            <a
              href={site}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={words.learnMoreOf(sponsor.sponsorName)}
              className={button}
            >
              <ExternalLink aria-hidden className="size-5" />
              {words.learnMore}
            </a>
          )}
          {sponsor.sponsorPhone && (
            <a
              href={`tel:${sponsor.sponsorPhone.replaceAll(/[^\d+]/g, "")}`}
              aria-label={words.callOf(sponsor.sponsorName)}
              className={button}
            >
              <Phone aria-hidden className="size-5" />
              {words.call}
            </a>
          )}
        </div>
      )}
    </article>
  );
}

/** The sponsor's picture, or the hole's flag if there is none or it does not load. */
function Logo({ sponsor, hole }: { sponsor: Sponsor; hole: Side }) {
  const [failed, setFailed] = useState(false);
  if (!sponsor.sponsorLogo || failed) return <HoleFlag hole={hole} size={64} />;
  return (
    <img
      src={sponsor.sponsorLogo}
      alt=""
      width={64}
      height={64}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      className="size-16 shrink-0 rounded-2xl bg-[#ffffff] object-contain"
    />
  );
}

/** The sponsor's site, if it is a web address. */
function siteOf(website: string | null): string | undefined {
  if (!website) return undefined;
  const address = addressOf(website) ?? addressOf(`https://${website}`);
  return isOfTheWeb(address) ? address.href : undefined;
}
