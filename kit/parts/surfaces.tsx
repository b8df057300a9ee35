import type { ComponentProps } from "react";
import { Card, Facts, Plate } from "#platform/web/ui/card.tsx";
import { Explained } from "#platform/web/ui/explained.tsx";
import { FigureCard } from "#platform/web/ui/figure-card.tsx";
import { FlagCloth, type FlagHole, HoleFlag } from "#platform/web/ui/flag.tsx";
import { Fold } from "#platform/web/ui/fold.tsx";
import { Pot } from "#platform/web/ui/money.tsx";
import { QrCode } from "#platform/web/ui/qr-code.tsx";
import { RangeScenery } from "#platform/web/ui/scenery.tsx";
import { Scrolls } from "#platform/web/ui/scrolls.tsx";
import { SlideControls, useSlides } from "#platform/web/ui/slides.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import type { Examples } from "../examples.ts";
import { nothing } from "../kept.tsx";
import type { Sample } from "../sample.ts";

const holes: Record<FlagHole, true> = { left: true, right: true, middle: true };
const potSizes: Record<NonNullable<ComponentProps<typeof Pot>["size"]>, true> = {
  small: true,
  medium: true,
  large: true,
};

export const examples: Examples = {
  Card: {
    states: (sample) => ({
      plain: <Card>{sample.text}</Card>,
      "with a title and something beside it": (
        <Card title={sample.longTitle} aside={<span className="text-ink-soft">{sample.today}</span>}>
          {sample.text}
        </Card>
      ),
    }),
  },
  Fold: {
    states: (sample) => ({
      closed: <Fold title={sample.longTitle}>{sample.text}</Fold>,
      open: (
        <Fold title={sample.packageAbout} open onToggle={nothing}>
          {sample.text}
        </Fold>
      ),
    }),
  },
  Plate: { states: (sample) => ({ "with a pot": <Plate>{pots(sample, "plate")}</Plate> }) },
  Facts: {
    states: (sample) => ({
      lines: (
        <Card>
          <Facts
            facts={[
              { label: sample.ballsLeft, value: "3" },
              { label: sample.package, value: sample.packageAbout },
              { label: sample.email, value: "maximiliana.featherstonehaugh-cholmondeley@example.com" },
            ]}
          />
        </Card>
      ),
    }),
  },
  Pot: {
    states: (sample) => ({
      "on paper": pots(sample, "paper"),
      "on the green plate": <Plate>{pots(sample, "plate")}</Plate>,
    }),
  },
  HoleFlag: {
    states: () => ({
      "each hole, 56 and 36 pixels": (
        <div className="flex gap-3">
          {(Object.keys(holes) as FlagHole[]).flatMap((hole) => [
            <HoleFlag key={hole} hole={hole} />,
            <HoleFlag key={`${hole} small`} hole={hole} size={36} />,
          ])}
        </div>
      ),
    }),
  },
  FlagCloth: {
    states: () => ({
      "each hole, in a drawing": (
        <svg aria-hidden viewBox="0 0 144 48" className="w-72 rounded-2xl bg-fairway">
          {(Object.keys(holes) as FlagHole[]).map((hole, place) => (
            <g key={hole} transform={`translate(${place * 48} 0)`}>
              <FlagCloth hole={hole} stroke="#fdfbf4" />
            </g>
          ))}
        </svg>
      ),
    }),
  },
  FigureCard: {
    states: () => ({
      plain: (
        <div lang="en">
          <FigureCard label="Total Users" about="Accounts created in the period." value="1,204" note="17 today" />
        </div>
      ),
      "something waits, and it leads there": (
        <div lang="en">
          <FigureCard
            label="Claims to decide"
            about="Claims that nobody has decided yet."
            value="12"
            strong
            href={deskPaths.prizeVerification()}
            action="Open the queue"
          />
        </div>
      ),
      "a long amount": (
        <div lang="en">
          <FigureCard label="Revenue" about="What was paid, less refunds." value="$12,345,678.90" note="$0.00 today" />
        </div>
      ),
    }),
  },
  Explained: {
    states: () => ({
      "at a tap": (
        <p lang="en">
          <Explained text="Accounts created in the period.">Total Users</Explained>
        </p>
      ),
    }),
  },
  QrCode: {
    states: () => ({
      "a bay's": (
        <QrCode text="https://play.example.com/bay?course=1&bay=7" label="QR code of bay 7" className="w-40" />
      ),
    }),
  },
  RangeScenery: {
    states: () => ({
      "in its parent": (
        <div className="relative h-60 overflow-hidden rounded-card">
          <RangeScenery className="absolute inset-0 size-full" />
        </div>
      ),
    }),
  },
  Scrolls: {
    states: (sample) => ({
      "more than fits": (
        <Scrolls label={sample.title} className="max-h-30 rounded-card bg-card p-4">
          {Array.from({ length: 8 }, (_, index) => (
            <p key={index}>{sample.text}</p>
          ))}
        </Scrolls>
      ),
    }),
  },
  SlideControls: { states: (sample) => ({ "at the first": <Slides sample={sample} /> }) },
};

function pots(sample: Sample, on: "paper" | "plate") {
  return (
    <div className="flex flex-col gap-2">
      {(Object.keys(potSizes) as (keyof typeof potSizes)[]).map((size) => (
        <Pot key={size} dollars={1024.5} on={on} size={size} label={sample.jackpot} />
      ))}
    </div>
  );
}

function Slides({ sample }: { sample: Sample }) {
  const slides = useSlides(3);
  const labels = { previous: sample.previous, next: sample.next, each: [1, 2, 3].map(sample.slide) };
  return (
    <div className="rounded-card bg-fairway p-3 text-on-fairway">
      <SlideControls slides={slides} labels={labels} />
    </div>
  );
}
