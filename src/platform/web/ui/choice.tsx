/** A choice of one from several: cards, or a switch of two or three words. Both are native radio buttons. */
import { Check } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from "react";
import { cx } from "./cx.ts";

interface OptionsProps {
  /** The question; screen readers read it, and it is shown unless `hideLegend`. */
  legend: string;
  hideLegend?: boolean;
  children: ReactNode;
}

/** The group around OptionCards. */
export function Options({ legend, hideLegend = false, children }: OptionsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={hideLegend ? "sr-only" : "mb-3 font-display text-xl font-bold"}>{legend}</legend>
      <div className="flex flex-col gap-2 low:grid low:grid-cols-3">{children}</div>
    </fieldset>
  );
}

interface OptionCardProps {
  /** The same for all cards of a group. */
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** At the right: a price, a pot. */
  aside?: ReactNode;
  /** Over the title: "Most popular". */
  badge?: ReactNode;
  disabled?: boolean;
}

/** @example <OptionCard name="package" checked={id === chosen} onChoose={() => choose(id)} title="10 balls" aside="$5" /> */
export function OptionCard({
  name,
  checked,
  onChoose,
  title,
  description,
  aside,
  badge,
  disabled = false,
}: OptionCardProps) {
  const id = useId();
  return (
    <label
      data-option
      className={cx(
        "block overflow-hidden rounded-card border-2 bg-card shadow-card transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        checked ? "border-accent bg-tint" : "border-transparent hover:border-edge",
        disabled && "opacity-60",
      )}
    >
      <span className="flex gap-3 px-4 py-3">
        <span
          className={cx(
            "relative flex size-7 shrink-0 items-center justify-center rounded-full border-2",
            checked ? "border-accent bg-accent text-on-accent" : "border-edge",
          )}
        >
          {checked && <Check aria-hidden className="size-5" strokeWidth={3} />}
          <input
            type="radio"
            name={name}
            checked={checked}
            disabled={disabled}
            onChange={onChoose}
            className="absolute inset-0 size-full opacity-0"
            aria-labelledby={`${id}-title ${id}-aside`}
            aria-describedby={description ? `${id}-about` : undefined}
          />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          {badge}
          <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span id={`${id}-title`} className="min-w-0 text-xl leading-snug font-bold wrap-anywhere">
              {title}
            </span>
            <span id={`${id}-aside`} className="tabular shrink-0 text-xl font-bold has-[svg]:self-center">
              {aside}
            </span>
          </span>
          {description && (
            <span id={`${id}-about`} className="text-ink-soft wrap-anywhere">
              {description}
            </span>
          )}
        </span>
      </span>
    </label>
  );
}

interface SegmentedProps<V extends string> {
  legend: string;
  options: readonly { value: V; label: ReactNode }[];
  /** Undefined while none is chosen. */
  value: V | undefined;
  onChange: (value: V) => void;
  showLegend?: boolean;
}

/** @example <Segmented legend="Session type" options={[{value: "individual", label: "Individual"}, …]} value={type} onChange={setType} /> */
export function Segmented<V extends string>({
  legend,
  options,
  value,
  onChange,
  showLegend = false,
}: SegmentedProps<V>) {
  const name = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const takeOver = useEffectEvent(() => {
    const radios = [...(group.current?.querySelectorAll("input") ?? [])];
    const shown = options[radios.findIndex(({ checked }) => checked)];
    if (shown && shown.value !== value) onChange(shown.value);
  });
  // In a prerendered page it may have been tapped before the app ran.
  useEffect(() => takeOver(), []);
  return (
    <fieldset ref={group} className="min-w-0 print:hidden">
      <legend className={showLegend ? "mb-3 font-display text-xl font-bold" : "sr-only"}>{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-2xl bg-sunk p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              "relative flex min-h-12 min-w-min flex-1 items-center justify-center rounded-xl px-3 py-1 text-center leading-tight font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-focus",
              option.value === value ? "bg-accent text-on-accent shadow-card" : "text-ink-soft hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-y-0 left-0 h-full w-3 opacity-0"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
