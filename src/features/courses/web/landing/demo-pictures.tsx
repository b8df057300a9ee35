/** The demo's pictures: small screens made of the app's own parts. Decorative; their amounts are examples. */
import { Check, Clock3 } from "lucide-react";
import type { ReactNode } from "react";
import { formatCents, formatPrice } from "#platform/shared/money.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { HoleFlag } from "#platform/web/ui/flag.tsx";
import { RangeScenery } from "#platform/web/ui/scenery.tsx";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";

function Phone({ title, children }: { title: string; children: ReactNode }) {
  const words = useWords(landingWords);
  return (
    <div
      aria-hidden
      className="flex h-96 w-68 max-w-full shrink-0 flex-col overflow-hidden rounded-[2.25rem] border-8 border-fairway-deep bg-paper text-base text-ink shadow-[0_24px_48px_-16px_rgb(0_0_0/60%)]"
    >
      <div className="flex items-baseline justify-between gap-2 bg-fairway px-4 py-3 text-on-fairway">
        <span className="min-w-0 font-display text-lg leading-tight font-bold">{title}</span>
        <span className="shrink-0 text-sm text-on-fairway-soft">{words.example}</span>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-4">{children}</div>
    </div>
  );
}

function Option({ chosen, children }: { chosen: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "flex items-center gap-3 rounded-2xl border-2 p-3 shadow-card",
        chosen ? "border-accent bg-tint" : "border-transparent bg-card",
      )}
    >
      <span
        className={cx(
          "flex size-6 shrink-0 items-center justify-center rounded-full border-2",
          chosen ? "border-accent bg-accent text-on-accent" : "border-edge",
        )}
      >
        {chosen && <Check className="size-4" strokeWidth={3} />}
      </span>
      {children}
    </div>
  );
}

export function CoursePicture() {
  const words = useWords(landingWords);
  const ranges = [
    { name: words.exampleRange1, pot: 124_850 },
    { name: words.exampleRange2, pot: 100_000 },
  ];
  return (
    <Phone title={words.slide1}>
      {ranges.map(({ name, pot }, index) => (
        <Option key={name} chosen={index === 0}>
          <span className="flex min-w-0 flex-col">
            <span className="font-bold">{name}</span>
            <span className="tabular font-semibold text-gold-text">
              {words.jackpot}
              {formatCents(pot)}
            </span>
          </span>
        </Option>
      ))}
      <svg viewBox="0 0 220 130" className="mt-auto rounded-2xl bg-tint">
        <path
          d="M-5 96q50-46 92-18t138-44"
          fill="none"
          stroke="var(--edge)"
          strokeWidth="3"
          strokeDasharray="1 8"
          strokeLinecap="round"
        />
        <MapPin x={64} y={58} fill="var(--accent)" ink="var(--on-accent)" label="1" />
        <MapPin x={164} y={48} fill="#a02020" ink="#ffffff" label="2" />
      </svg>
    </Phone>
  );
}

function MapPin({ x, y, fill, ink, label }: { x: number; y: number; fill: string; ink: string; label: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M0-24a20 20 0 0 1 20 20c0 15-20 34-20 34s-20-19-20-34a20 20 0 0 1 20-20z" fill={fill} />
      <text y="3" textAnchor="middle" fontSize="18" fontWeight="800" fill={ink}>
        {label}
      </text>
    </g>
  );
}

export function PackagePicture() {
  const words = useWords(landingWords);
  return (
    <Phone title={words.slide2}>
      {[
        { balls: 5, price: 300 },
        { balls: 10, price: 500 },
      ].map(({ balls, price }) => (
        <Option key={balls} chosen={balls === 5}>
          <span className="flex min-w-0 flex-1 flex-col gap-2">
            <span className="flex justify-between gap-2 font-bold">
              <span>{words.balls(balls)}</span>
              <span className="tabular">{formatPrice(price)}</span>
            </span>
            <span className="grid w-fit grid-cols-5 gap-1">
              {Array.from({ length: balls }, (_, index) => (
                <span key={index} className="size-4 rounded-full border-2 border-edge bg-white" />
              ))}
            </span>
          </span>
        </Option>
      ))}
      <div className="mt-auto flex justify-center gap-2">
        <HoleFlag hole="left" size={56} />
        <HoleFlag hole="middle" size={56} />
        <HoleFlag hole="right" size={56} />
      </div>
    </Phone>
  );
}

export function GamePicture() {
  const words = useWords(landingWords);
  return (
    <Phone title={words.slide3}>
      <div className="flex items-baseline justify-between">
        <span className="tabular flex items-center gap-2 font-display text-3xl font-extrabold">
          <Clock3 className="size-6" />
          7:42
        </span>
        <span className="tabular font-semibold">4 / 5</span>
      </div>
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-2xl">
        <RangeScenery className="absolute inset-0 size-full" />
      </div>
      <div className="flex min-h-18 items-center justify-center rounded-3xl bg-accent px-3 text-center text-xl font-semibold text-on-accent">
        {words.shotTaken}
      </div>
    </Phone>
  );
}

export function ClaimPicture() {
  const words = useWords(landingWords);
  const steps = [words.submitted, words.reviewing, words.paid];
  return (
    <Phone title={words.slide4}>
      <div className="flex items-center gap-3 rounded-2xl bg-gold p-3 text-on-gold">
        <HoleFlag hole="middle" size={48} />
        <span className="flex min-w-0 flex-col leading-tight">
          <span className="font-bold">{words.holed}</span>
          <span className="tabular font-display text-2xl font-extrabold">{formatCents(124_850)}</span>
        </span>
      </div>
      <ol className="flex flex-1 flex-col justify-evenly">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              className={cx(
                "flex size-8 shrink-0 items-center justify-center rounded-full border-2",
                index === 0 ? "border-accent bg-accent text-on-accent" : "",
                index === 1 ? "border-gold bg-gold text-on-gold" : "",
                index === 2 ? "border-edge" : "",
              )}
            >
              {index === 0 && <Check className="size-5" strokeWidth={3} />}
              {index === 1 && <span className="size-2.5 rounded-full bg-current" />}
            </span>
            <span className={cx("font-semibold", index === 2 && "text-ink-soft")}>{step}</span>
          </li>
        ))}
      </ol>
    </Phone>
  );
}
