/** Chooses the period of figures: one day or several, by typing, in a calendar, or one of the usual three. */
import { CalendarDays } from "lucide-react";
import { useId, useRef, useState } from "react";
import { type Period, periodName, writeDateFilter } from "#platform/shared/date-filter.ts";
import type { Day } from "#platform/shared/days.ts";
import { lastSevenDays } from "../period.ts";
import { Button } from "./button.tsx";
import { Calendar } from "./calendar.tsx";
import { Segmented } from "./choice.tsx";
import { cx } from "./cx.ts";

const modes = [
  { value: "day", label: "Single Day" },
  { value: "range", label: "Date Range" },
] as const;
type Mode = (typeof modes)[number]["value"];

interface PeriodPickerProps {
  period: Period;
  /** In the zone of the figures; undefined until it is known. */
  today: Day | undefined;
  onChoose: (period: Period) => void;
}

export function PeriodPicker({ period, today, onChoose }: PeriodPickerProps) {
  const [mode, setMode] = useState<Mode>(period && period.from !== period.to ? "range" : "day");
  const usual: [label: string, period: Period | undefined][] = [
    ["All Time", null],
    ["Today", today === undefined ? undefined : { from: today, to: today }],
    ["Last 7 Days", today === undefined ? undefined : lastSevenDays(today)],
  ];
  const isChosen = (other: Period | undefined) =>
    other !== undefined && writeDateFilter(other) === writeDateFilter(period);
  return (
    <div role="group" aria-label="Period" className="flex flex-wrap items-end gap-3">
      <div className="flex flex-wrap gap-2">
        {usual.map(([label, of]) => (
          <button
            key={label}
            type="button"
            disabled={of === undefined}
            aria-pressed={isChosen(of)}
            onClick={() => {
              if (of === undefined) return;
              setMode(of && of.from !== of.to ? "range" : "day");
              onChoose(of);
            }}
            className={cx(
              "min-h-11 rounded-xl border-2 px-4 font-semibold transition-colors",
              isChosen(of)
                ? "border-accent bg-accent text-on-accent"
                : "border-edge bg-card hover:border-accent disabled:opacity-60",
            )}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="w-full max-w-64 text-base">
        <Segmented legend="Single day or date range" options={modes} value={mode} onChange={setMode} />
      </div>
      <Days mode={mode} period={period} today={today} onChoose={onChoose} />
    </div>
  );
}

function Days({ mode, period, today, onChoose }: PeriodPickerProps & { mode: Mode }) {
  // The end that was changed decides.
  const choose = (from: Day, to: Day, meant: Day) => onChoose(from <= to ? { from, to } : { from: meant, to: meant });
  return (
    <div className="flex flex-wrap items-end gap-2">
      <DateInput
        label={mode === "day" ? "Day" : "From"}
        // With several days there is no single day to show.
        value={(mode === "day" && period?.to !== period?.from ? undefined : period?.from) ?? ""}
        max={today}
        onChange={(day) => (mode === "day" ? choose(day, day, day) : choose(day, period?.to ?? day, day))}
      />
      {mode === "range" && (
        <DateInput
          label="To"
          value={period?.to ?? ""}
          max={today}
          onChange={(day) => choose(period?.from ?? day, day, day)}
        />
      )}
      {/* Where there are no popovers the two fields do. */}
      {today !== undefined && typeof HTMLElement.prototype.showPopover === "function" && (
        <CalendarButton mode={mode} period={period} today={today} onChoose={onChoose} />
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
  onChoose: (period: Period) => void;
}) {
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
  return (
    <>
      <Button ref={button} variant="secondary" size="small" popoverTarget={id} aria-expanded={open}>
        <CalendarDays aria-hidden className="size-5" />
        Calendar
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Choose in the calendar"
        onBeforeToggle={({ newState }) => newState === "open" && placeUnder(button.current, panel.current)}
        onToggle={({ newState }) => {
          setOpen(newState === "open");
          setFirst(undefined);
        }}
        className="absolute inset-auto m-0 w-84 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-card p-4 text-ink shadow-card"
      >
        {open && (
          <>
            <Calendar chosen={first === undefined ? period : { from: first, to: first }} today={today} onPick={pick} />
            <p aria-live="polite" className="mt-2 text-sm text-ink-soft">
              {first !== undefined
                ? `From ${periodName({ from: first, to: first })}: now the last day.`
                : mode === "range"
                  ? "Pick the first day, then the last."
                  : "Pick a day."}
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
