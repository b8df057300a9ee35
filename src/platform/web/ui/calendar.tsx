/** A month as a grid (the WAI-ARIA pattern): one day is in the tab order, the keys go to the others. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import type { Period } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import { IconButton } from "./button.tsx";
import { addMonths, dayAfterKey, weeksOf } from "./calendar-days.ts";
import { cx } from "./cx.ts";
import { listWords } from "./list-words.ts";
import { type Language, locales, useLanguage, useWords } from "../words.ts";

/** The names of months, weekdays and days in a language. */
function namesIn(language: Language) {
  const format = (how: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", ...how });
  return {
    month: format({ month: "long", year: "numeric" }),
    weekday: format({ weekday: "long" }),
    day: format({ dateStyle: "full" }),
  };
}

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);

interface CalendarProps {
  /** The marked days. */
  chosen: Period;
  /** Marked, too. Later days cannot be picked. */
  today: Day;
  onPick: (day: Day) => void;
}

export function Calendar({ chosen, today, onPick }: CalendarProps) {
  const words = useWords(listWords);
  const [language] = useLanguage();
  const names = useMemo(() => namesIn(language), [language]);
  const [at, setAt] = useState(chosen?.to ?? today);
  const month = at.slice(0, 7);
  const weeks = weeksOf(month);
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
        <IconButton label={words.previousMonth} onClick={() => goTo(addMonths(at, -1))}>
          <ChevronLeft aria-hidden className="size-6" />
        </IconButton>
        <p aria-live="polite" className="font-display text-lg font-bold first-letter:uppercase">
          {names.month.format(dateOf(at))}
        </p>
        <IconButton
          label={words.nextMonth}
          // It keeps the focus that a disabled button would lose.
          aria-disabled={month >= today.slice(0, 7)}
          className="aria-disabled:opacity-40"
          onClick={() => month < today.slice(0, 7) && goTo(addMonths(at, 1))}
        >
          <ChevronRight aria-hidden className="size-6" />
        </IconButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- The pattern of a grid of days.
        role="grid"
        aria-label={names.month.format(dateOf(at))}
        className="w-full"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => {
              const name = names.weekday.format(dateOf(day));
              return (
                <th
                  key={name}
                  scope="col"
                  abbr={name}
                  className="pb-1 text-sm font-semibold text-ink-soft first-letter:uppercase"
                >
                  {name.slice(0, 2)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={isIn(chosen, day)} className="p-0.5">
                  <button
                    type="button"
                    tabIndex={day === at ? 0 : -1}
                    disabled={day > today}
                    aria-label={names.day.format(dateOf(day))}
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
