/** A number between two buttons, which can also be typed. A number out of range is refused with a message, not changed. */
import { Minus, Plus } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
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
  /** A visible label of a word, for two steppers side by side: `label` is then the name that says whose. */
  short?: string;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  hint?: string;
  error?: string | undefined;
  /** At the right of the field: another way to fill it in. */
  beside?: ReactNode;
}

const sizes = {
  wide: { button: "size-14", number: "min-h-14 min-w-[2em] text-3xl" },
  short: { button: "size-11", number: "min-h-11 min-w-8 text-2xl" },
};
const side =
  "flex shrink-0 items-center justify-center rounded-2xl bg-sunk text-ink transition-colors enabled:hover:bg-tint disabled:text-ink-soft/50";

/** @example <Stepper label="Bay number" value={bay} onChange={setBay} min={1} max={course.bayCount} /> */
export function Stepper({
  label,
  value,
  onChange,
  min = 0,
  max,
  short,
  hideLabel = false,
  hint,
  error,
  beside,
}: StepperProps) {
  const id = useId();
  const words = useWords(kitWords);
  const [typed, setTyped] = useState<string>();
  const [known, setKnown] = useState({ value, typing: false });
  // What was typed stays until something else sets the value, such as a scanned code.
  if (known.value !== value) {
    setKnown({ ...known, value });
    if (!known.typing) setTyped(undefined);
  }
  const size = sizes[short === undefined ? "wide" : "short"];
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
  // A number out of range is neither changed nor taken; the message names the range.
  const problem = typed !== undefined && typed !== "" && !fits(typed) ? words.outOfRange(min, max) : error;
  return (
    <div className={cx("flex min-w-0 flex-col", short === undefined ? "gap-2" : "gap-1")}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "font-semibold"}>
        {short ?? label}
      </label>
      <div className="flex flex-wrap gap-2">
        <div
          className={cx(
            "flex min-w-min flex-1 items-center rounded-3xl border-2 bg-card",
            short === undefined ? "gap-1 p-1" : "p-0.5",
            problem ? "border-danger" : "border-edge",
          )}
        >
          <button
            type="button"
            className={cx(side, size.button)}
            aria-label={words.oneLess(label)}
            disabled={value !== undefined && value <= min}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden className="size-6" strokeWidth={2.5} />
          </button>
          <input
            id={id}
            {...(short !== undefined && { "aria-label": label })}
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
            aria-invalid={problem ? true : undefined}
            aria-describedby={cx(hint && `${id}-hint`, problem && `${id}-error`) || undefined}
            className={cx(
              "tabular w-0 flex-1 rounded-2xl bg-transparent text-center font-display font-bold",
              size.number,
            )}
          />
          <button
            type="button"
            className={cx(side, size.button)}
            aria-label={words.oneMore(label)}
            disabled={value !== undefined && value >= max}
            onClick={() => step(1)}
          >
            <Plus aria-hidden className="size-6" strokeWidth={2.5} />
          </button>
        </div>
        {beside}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} role="status" className="font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
