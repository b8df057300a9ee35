/** A month as a grid (the WAI-ARIA pattern): one day is in the tab order, the keys go to the others. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { Period } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import { IconButton } from "./button.tsx";
import { addMonths, dayAfterKey, weeksOf } from "./calendar-days.ts";
import { cx } from "./cx.ts";

const utc = { timeZone: "UTC" } as const;
const monthFormat = new Intl.DateTimeFormat("en-US", { ...utc, month: "long", year: "numeric" });
const dayFormat = new Intl.DateTimeFormat("en-US", { ...utc, dateStyle: "full" });
const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

interface CalendarProps {
  /** The marked days. */
  chosen: Period;
  /** Marked, too. Later days cannot be picked. */
  today: Day;
  onPick: (day: Day) => void;
}

export function Calendar({ chosen, today, onPick }: CalendarProps) {
  const [at, setAt] = useState(chosen?.to ?? today);
  const month = at.slice(0, 7);
  const grid = useRef<HTMLTableElement>(null);
  // The day takes the focus when the calendar opens and after each key.
  const moved = useRef(true);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });
  const goTo = (day: Day) => setAt(day > today ? today : day);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayAfterKey(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    moved.current = true;
    goTo(next);
  };
  return (
    <div className="flex w-full flex-col gap-2">
      <div className="flex items-center justify-between">
        <IconButton label="Previous month" onClick={() => goTo(addMonths(at, -1))}>
          <ChevronLeft aria-hidden className="size-6" />
        </IconButton>
        <p aria-live="polite" className="font-display text-lg font-bold">
          {monthFormat.format(dateOf(at))}
        </p>
        <IconButton
          label="Next month"
          disabled={month >= today.slice(0, 7)}
          className="disabled:opacity-40"
          onClick={() => goTo(addMonths(at, 1))}
        >
          <ChevronRight aria-hidden className="size-6" />
        </IconButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- The pattern of a grid of days.
        role="grid"
        aria-label={monthFormat.format(dateOf(at))}
        className="w-full"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-1 text-sm font-semibold text-ink-soft">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={isIn(chosen, day)} className="p-0.5">
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    disabled={day > today}
                    aria-label={dayFormat.format(dateOf(day))}
                    {...(day === today ? { "aria-current": "date" as const } : {})}
                    onClick={() => {
                      setAt(day);
                      onPick(day);
                    }}
                    className={cx(
                      "tabular flex h-10 w-full items-center justify-center rounded-lg font-semibold",
                      isIn(chosen, day) ? "bg-accent text-on-accent" : "hover:bg-tint disabled:hover:bg-transparent",
                      !isIn(chosen, day) && (day > today || !day.startsWith(month)) && "text-ink-soft",
                      day > today && "opacity-40",
                      day === today && "ring-2 ring-edge ring-inset",
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isIn(period: Period, day: Day): boolean {
  return period !== null && day >= period.from && day <= period.to;
}
