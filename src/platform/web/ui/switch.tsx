/** A switch that acts at once: a native checkbox with the role of a switch. */
import { useId, type ReactNode } from "react";
import { cx } from "./cx.ts";

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** @example <Switch label="Prize Alerts" checked={on} onChange={setOn} hint="When a prize of yours moves on" /> */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label
      className={cx(
        "flex min-h-14 items-center justify-between gap-4 py-2 has-focus-visible:rounded-xl has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus",
        disabled && "opacity-60",
      )}
    >
      <span className="flex min-w-0 flex-col">
        <span id={`${id}-label`} className="font-semibold wrap-anywhere">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="text-ink-soft">
            {hint}
          </span>
        )}
      </span>
      <span
        className={cx(
          "relative h-11 w-18 shrink-0 rounded-full border-2 transition-colors",
          checked ? "border-accent bg-accent" : "border-edge bg-sunk",
        )}
      >
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-labelledby={`${id}-label`}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="absolute inset-0 size-full opacity-0"
        />
        <span
          aria-hidden
          className={cx(
            "pointer-events-none absolute top-1 left-1 size-8 rounded-full transition-transform",
            checked ? "translate-x-7 bg-on-accent" : "bg-ink-soft",
          )}
        />
      </span>
    </label>
  );
}
