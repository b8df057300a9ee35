/** Figures of the product, from the public API. Nothing here is made up. */
import { type ReactNode, useEffect, useState } from "react";
import { formatPrice, toDollars } from "#platform/shared/money.ts";
import { whenIdle } from "#platform/web/idle.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { Pot } from "#platform/web/ui/money.tsx";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";
import type { LiveFigures } from "./read-figures.ts";

const MINUTES_A_BALL = 2;
/** How often the figures are read anew while somebody looks. */
const AGAIN_MS = 30_000;

export function Figures() {
  const words = useWords(landingWords);
  const [live, setLive] = useState<LiveFigures | "loading" | "failed">("loading");
  useEffect(() => {
    let gone = false;
    const read = () =>
      void import("./read-figures.ts")
        .then(({ readFigures }) => readFigures())
        .then((figures) => !gone && setLive(figures))
        // The shown figures stay.
        .catch(() => !gone && setLive((shown) => (shown === "loading" ? "failed" : shown)));
    // The figures load after the page is shown.
    const callOff = whenIdle(read);
    const again = setInterval(() => document.visibilityState === "visible" && read(), AGAIN_MS);
    return () => {
      gone = true;
      callOff();
      clearInterval(again);
    };
  }, []);
  const loading = live === "loading";
  const known = typeof live === "object" ? live : undefined;
  return (
    <section aria-label={words.figures}>
      {loading && (
        <p role="status" className="sr-only">
          {words.loading}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
        <Figure label={words.pots} live loading={loading}>
          {known?.pots === undefined ? undefined : <Pot dollars={toDollars(known.pots)} />}
        </Figure>
        <Figure label={words.ranges(known?.ranges ?? 0)} live loading={loading}>
          {known?.ranges}
        </Figure>
        <Figure label={words.cheapest} live loading={loading}>
          {known?.cheapest === undefined ? undefined : formatPrice(known.cheapest)}
        </Figure>
        <Figure label={words.perBall}>{MINUTES_A_BALL}</Figure>
      </dl>
      {known && known.jackpots.length > 0 && (
        <>
          <h2 className="mt-12 text-2xl font-extrabold tracking-tight">{words.jackpotsTitle}</h2>
          <ul className="mt-4 grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
            {known.jackpots.map(({ id, range, cents }) => (
              <li key={id} className="flex items-baseline justify-between gap-4 border-b border-line py-3">
                <span className="min-w-0 font-semibold wrap-anywhere">{range}</span>
                <span className="shrink-0 text-xl font-bold">
                  <Pot dollars={toDollars(cents)} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface FigureProps {
  label: string;
  /** Keeps its place until its value is known; without scripts it has none. */
  live?: boolean;
  loading?: boolean;
  children: ReactNode;
}

function Figure({ label, live = false, loading = false, children }: FigureProps) {
  const words = useWords(landingWords);
  return (
    <div className={cx("flex min-w-0 flex-col-reverse justify-end", live && "noscript:hidden")}>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular min-h-10 font-display text-3xl leading-10 font-extrabold tracking-tight">
        {loading ? (
          <span className="inline-block h-8 w-28 animate-shimmer rounded-xl bg-sunk align-middle" />
        ) : (
          (children ?? words.unknown)
        )}
      </dd>
    </div>
  );
}
