/** A number between two buttons, which can also be typed; one that is out of range is told, not changed. */
import { Minus, Plus } from "lucide-react";
import { useId, useState } from "react";
import { useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

interface StepperProps {
  label: string;
  /** `undefined` shows an empty field; the first + gives `min`. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  min?: number;
  max: number;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  hint?: string;
  error?: string | undefined;
}

const side =
  "flex size-14 shrink-0 items-center justify-center rounded-2xl bg-sunk text-ink transition-colors enabled:hover:bg-tint disabled:text-ink-soft/50";

/** @example <Stepper label="Bay number" value={bay} onChange={setBay} min={1} max={course.bayCount} /> */
export function Stepper({ label, value, onChange, min = 0, max, hideLabel = false, hint, error }: StepperProps) {
  const id = useId();
  const words = useWords(kitWords);
  const [typed, setTyped] = useState<string>();
  const [known, setKnown] = useState({ value, typing: false });
  // What was typed stays until something else sets the value, such as a scanned code.
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (!known.typing) setTyped(undefined);
  }
  const clamp = (n: number) => Math.min(max, Math.max(min, n));
  const fits = (text: string) => {
    const number = Number(text);
    return text.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
  };
  const step = (by: number) => {
    setTyped(undefined);
    onChange(value === undefined ? min : clamp(value + by));
  };
  const type = (text: string) => {
    setTyped(text);
    onChange(fits(text) ? Number(text) : undefined);
  };
  // A number that does not fit is neither changed nor taken: it is told.
  const told = typed !== undefined && typed !== "" && !fits(typed) ? words.outOfRange(min, max) : error;
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-semibold"}>
        {label}
      </label>
      <div
        className={cx(
          "flex items-center gap-1 rounded-3xl border-2 bg-card p-1",
          told ? "border-danger" : "border-edge",
        )}
      >
        <button
          type="button"
          className={side}
          aria-label={words.oneLess(label)}
          disabled={value !== undefined && value <= min}
          onClick={() => step(-1)}
        >
          <Minus aria-hidden className="size-6" strokeWidth={2.5} />
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed ?? value ?? ""}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setKnown({ value, typing: true })}
          onBlur={() => {
            setKnown({ value, typing: false });
            if (typed !== undefined && (typed === "" || fits(typed))) setTyped(undefined);
          }}
          aria-invalid={told ? true : undefined}
          aria-describedby={cx(hint && `${id}-hint`, told && `${id}-error`) || undefined}
          className="tabular min-h-14 w-0 min-w-14 flex-1 rounded-2xl bg-transparent text-center font-display text-3xl font-bold"
        />
        <button
          type="button"
          className={side}
          aria-label={words.oneMore(label)}
          disabled={value !== undefined && value >= max}
          onClick={() => step(1)}
        >
          <Plus aria-hidden className="size-6" strokeWidth={2.5} />
        </button>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      )}
      {told && (
        <p id={`${id}-error`} role="status" className="font-medium text-danger">
          {told}
        </p>
      )}
    </div>
  );
}
