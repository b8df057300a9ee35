/** `/prizes`: the prizes of a course's three holes, the rules of its jackpot, and its winners. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { courseRoutes, type Course, type Received } from "#features/courses/contract.ts";
import { ApiError } from "#platform/web/api.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Plate } from "#platform/web/ui/card.tsx";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { Fold } from "#platform/web/ui/fold.tsx";
import { Pot, potText } from "#platform/web/ui/money.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { useServerTime } from "#platform/web/server-time.ts";
import { agoText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { ClosedPot, ReceivedPots } from "./prizes-closed.tsx";
import { JackpotWinners } from "./prizes-winners.tsx";
import { SponsoredPrizes } from "./prizes-sponsors.tsx";
import { prizeRules, prizeRuleWords } from "./prize-rule-words.ts";
import { prizesWords } from "./prizes-words.ts";

/** The address for Back (spec, section 2). Steps 1 and 2 have their own addresses. */
function backOf(step: string | null): Path {
  if (step === "1") return paths.course();
  if (step === "2") return paths.package();
  return step === "3" ? paths.app({ step: 3 }) : paths.app();
}

interface PrizesScreenProps {
  /** Chooses this course and continues with its packages. */
  onPlay: (courseId: number) => void;
}

export function PrizesScreen({ onPlay }: PrizesScreenProps) {
  const words = useWords(prizesWords);
  const search = new URLSearchParams(useSearch());
  const back = backOf(search.get("step"));
  const asked = search.get("course") ?? "";
  const courseId = /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
  const { data, error, refetch } = useQuery({
    ...queryFor(courseRoutes.getCourse, { params: { id: courseId ?? 0 } }),
    enabled: courseId !== undefined,
    // Pots grow, so every visit loads them again.
    refetchOnMount: "always",
  });
  const missing = courseId === undefined || (error instanceof ApiError && error.status === 404);
  if (missing) {
    return (
      <PlayerShell title={words.notFound} back={back}>
        <EmptyState
          art={<HoleFlag hole="middle" />}
          title={words.notFoundAbout}
          action={<ButtonLink href={back}>{words.goBack}</ButtonLink>}
        />
      </PlayerShell>
    );
  }
  if (!data) {
    return (
      <PlayerShell title={words.title} back={back}>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={words.failed} />
        ) : (
          <Loading label={words.loading}>
            <Skeleton className="h-52" />
            <Skeleton className="h-14" />
            <Skeleton className="h-64" />
          </Loading>
        )}
      </PlayerShell>
    );
  }
  if (data.closing)
    return (
      <PlayerShell title={words.title} lead={data.course.name} back={back}>
        <ClosedPot closing={data.closing} />
        <JackpotWinners courseId={data.course.id} />
      </PlayerShell>
    );
  return (
    <Prizes
      course={data.course}
      received={data.received}
      back={back}
      footer={
        <Button size="bay" wide onClick={() => onPlay(data.course.id)}>
          {words.play}
        </Button>
      }
    />
  );
}

interface PrizesProps {
  course: Course;
  received: readonly Received[];
  back: Path;
  footer: ReactNode;
}

function Prizes({ course, received, back, footer }: PrizesProps) {
  const words = useWords(prizesWords);
  const ruleWords = useWords(prizeRuleWords);
  return (
    <PlayerShell title={words.title} lead={course.name} back={back} footer={footer}>
      <JackpotPlate course={course} />
      <ReceivedPots received={received} />
      <SponsoredPrizes courseId={course.id} />
      <JackpotWinners courseId={course.id} />
      <Fold title={ruleWords.rules}>
        <ol className="flex list-decimal flex-col gap-3 pl-7 marker:font-bold marker:text-gold-text">
          {prizeRules(ruleWords, course.collectsTax).map((rule) => (
            <li key={rule} className="pl-1">
              {rule}
            </li>
          ))}
        </ol>
        <Link href={paths.terms()} className="self-start py-2 font-semibold text-accent underline underline-offset-4">
          {words.terms}
        </Link>
      </Fold>
    </PlayerShell>
  );
}

function JackpotPlate({ course }: { course: Course }) {
  const words = useWords(prizesWords);
  const [language] = useLanguage();
  const now = useServerTime(30_000);
  const sponsors = useQuery(queryFor(courseRoutes.listSponsors, { params: { id: course.id } })).data?.sponsors.middle;
  return (
    <Plate className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <HoleFlag hole="middle" size={48} />
        <h2 className="text-2xl leading-tight font-bold tracking-tight">{words.jackpot}</h2>
      </div>
      <p>
        <Pot on="plate" size="large" dollars={course.jackpotAmount} />
      </p>
      <p className="text-on-fairway-soft">
        {words.changed(agoText(course.jackpotUpdatedAt, now, language))}
        {course.jackpotUnderReview > 0 && ` · ${words.underReview(potText(course.jackpotUnderReview))}`}
      </p>
      <p>{words.jackpotAbout(course.collectsTax)}</p>
      {sponsors && sponsors.length > 0 && (
        <p className="font-semibold">{words.presentedBy(sponsors.map(({ sponsorName }) => sponsorName).join(", "))}</p>
      )}
    </Plate>
  );
}
