/** The values of a column chart on hover, touch and focus: a layer over the picture, a target on each column. */
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

interface ColumnValuesProps {
  places: readonly string[];
  /** One text for each series: 'Revenue $5'. */
  valuesAt: (at: number) => readonly string[];
  /** Where the rows of a place are listed. */
  hrefOf?: (at: number) => Path | undefined;
  /** The place whose values are shown. */
  shown: number | undefined;
  onShow: (at: number | undefined) => void;
  /** Pixels: where the first column begins, how wide each one is, the whole width, and the columns' height. */
  box: { left: number; step: number; width: number; top: number; height: number };
}

export function ColumnValues({ places, valuesAt, hrefOf, shown, onShow, box }: ColumnValuesProps) {
  const words = useWords(listWords);
  const { left, step, width, top, height } = box;
  /** The one column that Tab reaches; the arrow keys lead to the others. */
  const [stop, setStop] = useState(0);
  const targets = useRef<(HTMLElement | null)[]>([]);
  const last = places.length - 1;
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape") onShow(undefined);
    const moves: Readonly<Record<string, number>> = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    targets.current[Math.min(Math.max(0, to), last)]?.focus();
  };
  return (
    <>
      <div role="group" aria-label={words.valuesByKeys} className="print:hidden">
        {places.map((place, at) => {
          const target = {
            tabIndex: at === Math.min(stop, last) ? 0 : -1,
            "aria-label": `${place}: ${valuesAt(at).join(", ")}`,
            className: "absolute rounded-md",
            style: { left: left + step * at, width: step, top, height },
            onKeyDown: move,
            onPointerEnter: () => onShow(at),
            onFocus: () => {
              setStop(at);
              onShow(at);
            },
            onBlur: () => onShow(undefined),
          };
          const keep = (element: HTMLElement | null) => void (targets.current[at] = element);
          const href = hrefOf?.(at);
          return href ? (
            <Link key={place} ref={keep} href={href} {...target} />
          ) : (
            <button key={place} ref={keep} type="button" onClick={() => onShow(at)} {...target} />
          );
        })}
      </div>
      {shown !== undefined && shown <= last && (
        <div
          aria-hidden
          data-values
          className="pointer-events-none absolute top-0 z-1 rounded-lg border-2 border-edge bg-card px-3 py-1.5 text-base whitespace-nowrap shadow-card"
          // Beside the column, where there is more room.
          style={
            left + step * (shown + 0.5) < width / 2
              ? { left: left + step * (shown + 1) + 4 }
              : { right: width - (left + step * shown) + 4 }
          }
        >
          <p className="font-semibold">{places[shown]}</p>
          {valuesAt(shown).map((value) => (
            <p key={value} className="tabular">
              {value}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
