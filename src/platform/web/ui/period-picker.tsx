/** Chooses the period of figures: one day or several, by typing, in a calendar, or one of the usual ones. */
import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { dayName, type Period, writeDateFilter } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import { type Choose, type ChosenPeriod, choiceText, periodOf } from "../period.ts";
import { Button } from "./button.tsx";
import { Calendar } from "./calendar.tsx";
import { Segmented } from "./choice.tsx";
import { cx } from "./cx.ts";
import { listWords } from "./list-words.ts";
import { useLanguage, useWords } from "../words.ts";

type Mode = "day" | "range";

const usual = [
  ["allTime", null],
  ["today", "today"],
  ["lastSevenDays", "last-7-days"],
  ["thisMonth", "this-month"],
  ["lastMonth", "last-month"],
] as const satisfies readonly [word: keyof typeof listWords.en, choice: ChosenPeriod][];

interface PeriodPickerProps {
  period: ChosenPeriod;
  /** In the zone of the figures; undefined until it is known. */
  today: Day | undefined;
  onChoose: Choose;
  /** Another filter at the beginning of the same bar: the course. */
  children?: ReactNode;
}

export function PeriodPicker({ period: choice, today, onChoose, children }: PeriodPickerProps) {
  const words = useWords(listWords);
  // All Time is neither a day nor a range.
  const [mode, setMode] = useState<Mode | undefined>(modeOf(choice));
  // Until the day is known the fields of a preset are empty.
  const period = typeof choice === "string" ? (today === undefined ? null : periodOf(choice, today)) : choice;
  // Days that were picked one by one may be those of a preset.
  const isChosen = (other: ChosenPeriod) => {
    if (typeof choice === "string" || other === null || today === undefined)
      return choiceText(other) === choiceText(choice);
    return writeDateFilter(periodOf(other, today)) === writeDateFilter(choice);
  };
  return (
    <div role="group" aria-label={words.period} className="flex flex-wrap items-end gap-3 print:hidden">
      {children}
      <div className="flex flex-wrap gap-2">
        {usual.map(([word, of]) => (
          <button
            key={word}
            type="button"
            aria-pressed={isChosen(of)}
            onClick={() => {
              setMode(modeOf(of));
              onChoose(of);
            }}
            className={cx(
              "min-h-11 rounded-xl border-2 px-4 font-semibold transition-colors",
              isChosen(of) ? "border-accent bg-accent text-on-accent" : "border-edge bg-card hover:border-accent",
            )}
          >
            {words[word]}
          </button>
        ))}
      </div>
      <div className="w-full max-w-64 text-base">
        <Segmented<Mode>
          legend={words.dayOrRange}
          options={[
            { value: "day", label: words.singleDay },
            { value: "range", label: words.dateRange },
          ]}
          value={mode}
          onChange={setMode}
        />
      </div>
      <Days mode={mode ?? "day"} period={period} today={today} onChoose={onChoose} />
    </div>
  );
}

function modeOf(choice: ChosenPeriod): Mode | undefined {
  if (typeof choice === "string") return choice === "today" ? "day" : "range";
  return choice === null ? undefined : choice.from === choice.to ? "day" : "range";
}

interface DaysProps extends Pick<PeriodPickerProps, "today"> {
  mode: Mode;
  period: Period;
  onChoose: Choose;
}

function Days({ mode, period, today, onChoose }: DaysProps) {
  const words = useWords(listWords);
  /** Two days in the wrong order. Neither is changed silently; another period drops them. */
  const [typed, setTyped] = useState<{ from: Day; to: Day; of: string }>();
  const of = writeDateFilter(period);
  const wrong = typed?.of === of ? typed : undefined;
  const shown = wrong ?? period;
  const choose = (from: Day, to: Day, isTyped: boolean) => {
    setTyped(from <= to ? undefined : { from, to, of });
    if (from <= to) onChoose({ from, to }, isTyped);
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <DateInput
        label={mode === "day" ? words.day : words.from}
        // With several days there is no single day to show.
        value={(mode === "day" && shown?.to !== shown?.from ? undefined : shown?.from) ?? ""}
        max={today}
        onChange={(day) => choose(day, mode === "day" ? day : (shown?.to ?? day), true)}
      />
      {mode === "range" && (
        <DateInput
          label={words.to}
          value={shown?.to ?? ""}
          max={today}
          onChange={(day) => choose(shown?.from ?? day, day, true)}
        />
      )}
      {/* In browsers without popovers the two fields are enough. */}
      {today !== undefined && typeof HTMLElement.prototype.showPopover === "function" && (
        <CalendarButton
          mode={mode}
          period={period}
          today={today}
          onChoose={({ from, to }) => choose(from, to, false)}
        />
      )}
      {wrong && (
        <p role="alert" className="basis-full font-medium text-danger">
          {words.wrongOrder}
        </p>
      )}
    </div>
  );
}

interface DateInputProps {
  label: string;
  value: string;
  max: Day | undefined;
  onChange: (day: Day) => void;
}

function DateInput({ label, value, max, onChange }: DateInputProps) {
  const id = useId();
  // Typed text that is no day yet; it is dropped when the period changes.
  const [draft, setDraft] = useState({ of: value, text: value });
  if (draft.of !== value) setDraft({ of: value, text: value });
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        min="2000-01-01"
        max={max}
        value={draft.text}
        data-empty={draft.text === "" || undefined}
        onChange={({ currentTarget }) => {
          setDraft({ of: value, text: currentTarget.value });
          if (currentTarget.value !== "" && currentTarget.checkValidity()) onChange(currentTarget.value);
        }}
        className="tabular min-h-11 rounded-xl border-2 border-edge bg-card px-3 text-ink hover:border-accent"
      />
    </div>
  );
}

/** The calendar under its button. For a range the first day picked is one end, the second the other. */
function CalendarButton({
  mode,
  period,
  today,
  onChoose,
}: {
  mode: Mode;
  period: Period;
  today: Day;
  onChoose: (period: { from: Day; to: Day }) => void;
}) {
  const words = useWords(listWords);
  const [language] = useLanguage();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState<Day>();
  const pick = (day: Day) => {
    if (mode === "range" && first === undefined) {
      setFirst(day);
      return;
    }
    const [from, to] = first === undefined || first <= day ? [first ?? day, day] : [day, first];
    onChoose({ from, to });
    panel.current?.hidePopover?.();
    button.current?.focus();
  };
  // Nothing else is at work while a day is chosen: Tab goes round in it.
  const goRound = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== "Tab") return;
    const all = event.currentTarget.querySelectorAll<HTMLElement>("button:enabled:not([tabindex='-1'])");
    const [from, to] = event.shiftKey ? [all[0], all[all.length - 1]] : [all[all.length - 1], all[0]];
    if (document.activeElement !== from) return;
    event.preventDefault();
    to?.focus();
  };
  return (
    <>
      <Button ref={button} variant="secondary" size="small" popoverTarget={id} aria-expanded={open}>
        <CalendarDays aria-hidden className="size-5" />
        {words.calendar}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only sees where Tab leads. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={words.chooseInCalendar}
        onKeyDown={goRound}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") placeUnder(button.current, panel.current);
          else if (panel.current?.contains(document.activeElement)) button.current?.focus();
        }}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          setFirst(undefined);
        }}
        // The top layer needs no z-index. Without one axe takes links below the calendar for links over its buttons.
        className="absolute inset-auto z-50 m-0 w-84 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-card p-4 text-ink shadow-card"
      >
        {open && (
          <>
            <Calendar chosen={first === undefined ? period : { from: first, to: first }} today={today} onPick={pick} />
            <p aria-live="polite" className="mt-2 text-sm text-ink-soft">
              {first !== undefined
                ? words.nowTheLast(dayName(first, language))
                : mode === "range"
                  ? words.pickTwo
                  : words.pickOne}
            </p>
          </>
        )}
      </div>
    </>
  );
}

/** A popover appears in the middle of the window unless it is placed; not all browsers have anchors yet. */
function placeUnder(button: HTMLElement | null, panel: HTMLElement | null): void {
  if (!button || !panel) return;
  const { left, bottom } = button.getBoundingClientRect();
  const room = document.documentElement.clientWidth - Math.min(336, document.documentElement.clientWidth - 16) - 8;
  panel.style.left = `${Math.max(8, Math.min(left, room)) + window.scrollX}px`;
  panel.style.top = `${bottom + 8 + window.scrollY}px`;
}
