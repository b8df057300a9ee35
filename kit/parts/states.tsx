import { Trophy } from "lucide-react";
import { type ComponentProps, useEffect } from "react";
import { ApiError } from "#platform/web/api.ts";
import { noteAnswer } from "#platform/web/online.ts";
import { Banner, OfflineBanner } from "#platform/web/ui/banner.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Countdown } from "#platform/web/ui/countdown.tsx";
import { Freshness } from "#platform/web/ui/freshness.tsx";
import { type LineStep, Progress, ProgressLine, StatusBadge } from "#platform/web/ui/progress.tsx";
import { Settled } from "#platform/web/ui/settled.tsx";
import { EmptyState, ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { clearNotice, notify, Toasts } from "#platform/web/ui/toast.tsx";
import type { Examples } from "../examples.ts";
import { nothing } from "../kept.tsx";
import type { Sample } from "../sample.ts";

const tones: Record<NonNullable<ComponentProps<typeof Banner>["tone"]>, true> = {
  info: true,
  warning: true,
  success: true,
  danger: true,
  gold: true,
  offline: true,
};
const badges: Record<ComponentProps<typeof StatusBadge>["tone"], true> = {
  waiting: true,
  good: true,
  bad: true,
  neutral: true,
};

export const examples: Examples = {
  Countdown: {
    states: () => ({
      minutes: (
        <p>
          <Countdown seconds={562} />
        </p>
      ),
      "the last seconds": (
        <p>
          <Countdown seconds={9} />
        </p>
      ),
      over: (
        <p>
          <Countdown seconds={0} />
        </p>
      ),
    }),
  },
  Banner: {
    states: (sample) =>
      Object.fromEntries(
        (Object.keys(tones) as (keyof typeof tones)[]).map((tone) => [
          tone,
          <Banner
            key={tone}
            tone={tone}
            title={sample.submitted}
            actions={
              tone === "warning" && (
                <Button size="small" onClick={nothing}>
                  {sample.play}
                </Button>
              )
            }
          >
            {sample.text}
          </Banner>,
        ]),
      ),
  },
  OfflineBanner: {
    alone: "phone",
    states: (sample) => ({
      "its own words": <Offline />,
      "a screen's words": <Offline text={sample.text} />,
    }),
  },
  Toasts: {
    alone: "phone",
    states: (sample) => ({
      plain: <Toast title={sample.copied} description={sample.copiedText} variant="plain" />,
      error: <Toast title={sample.declined} description={sample.declinedText} variant="error" />,
    }),
  },
  Skeleton: { states: () => ({ "a card's shape": <Skeleton className="h-24 w-full" /> }) },
  TextRoom: {
    states: () => ({
      "of two lines": (
        <p className="bg-sunk">
          <TextRoom lines={2} />
        </p>
      ),
    }),
  },
  Loading: {
    states: (sample) => ({
      "a list": (
        <Loading label={sample.loading}>
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-24 w-full" />
        </Loading>
      ),
    }),
  },
  Settled: {
    states: (sample) => ({
      "once nothing loads": (
        <Settled instead={<Skeleton className="h-14" />}>
          <Button onClick={nothing}>{sample.play}</Button>
        </Settled>
      ),
    }),
  },
  EmptyState: {
    states: (sample) => ({
      "with all that it can have": (
        <EmptyState
          art={<Trophy aria-hidden className="size-12 text-gold-text" />}
          title={sample.empty}
          action={<Button onClick={nothing}>{sample.play}</Button>}
        >
          {sample.emptyText}
        </EmptyState>
      ),
      "the title alone": <EmptyState title={sample.empty} />,
    }),
  },
  ErrorState: {
    states: (sample) => ({
      "the server's refusal": (
        <ErrorState
          error={new ApiError({ status: 429, code: "request.too_many", message: "Too many requests. Please wait." })}
          onRetry={nothing}
        />
      ),
      offline: (
        <ErrorState
          error={new ApiError({ status: 0, code: "network.failed", message: "We could not reach the server." })}
          title={sample.loading}
          onRetry={nothing}
        />
      ),
      "no second try": <ErrorState error={new Error(sample.declinedText)} title={sample.declined} />,
    }),
  },
  Progress: {
    states: (sample) => ({
      "on paper": <Progress value={1} max={3} label={sample.ballsLeft} />,
      "on the green band": (
        <div className="rounded-card bg-fairway p-4">
          <Progress value={2} max={3} label={sample.ballsLeft} on="band" />
        </div>
      ),
    }),
  },
  StatusBadge: {
    states: (sample) => ({
      tones: (
        <div className="flex flex-wrap gap-3">
          {(Object.keys(badges) as (keyof typeof badges)[]).map((tone) => (
            <StatusBadge key={tone} tone={tone}>
              {sample.reviewing}
            </StatusBadge>
          ))}
        </div>
      ),
    }),
  },
  ProgressLine: {
    states: (sample) => ({
      "on its way": <ProgressLine steps={steps(sample, ["done", "current", "todo", "todo"])} />,
      "not passed": <ProgressLine steps={steps(sample, ["done", "done", "failed"])} />,
    }),
  },
  Freshness: {
    states: () => ({
      "before the first answer": (
        <p lang="en">
          <Freshness updatedAt={0} />
        </p>
      ),
      fresh: (
        <p lang="en">
          <Freshness updatedAt={Date.now()} every={1e6} />
        </p>
      ),
      stale: (
        <p lang="en">
          <Freshness updatedAt={Date.now() - 95_000} />
        </p>
      ),
    }),
  },
};

function steps(sample: Sample, states: readonly LineStep["state"][]): LineStep[] {
  const labels = [sample.submitted, sample.reviewing, sample.verified, sample.paid];
  return states.map((state, index) => ({
    label: labels[index] ?? "",
    state,
    ...(state === "done" && { note: sample.today }),
  }));
}

/** As after a request without an answer. */
function Offline({ text }: { text?: string }) {
  useEffect(() => noteAnswer(false), []);
  return (
    <main className="p-5">
      <OfflineBanner>{text}</OfflineBanner>
    </main>
  );
}

function Toast({ title, description, variant }: { title: string; description: string; variant: "plain" | "error" }) {
  useEffect(() => {
    const show = () => notify({ title, description, variant, duration: 5000 });
    show();
    const again = setInterval(show, 4000);
    return () => {
      clearInterval(again);
      clearNotice();
    };
  }, [title, description, variant]);
  return <Toasts />;
}
