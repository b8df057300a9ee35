import type { ReactNode, Ref } from "react";
import { TextField } from "#platform/web/ui/field.tsx";

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  /** Its digits so far. */
  value: string;
  error: string | undefined;
  hint?: ReactNode;
  /** After each digit, with up to six of them. */
  onTyped: (digits: string) => void;
  /** Called with all six digits, so that nobody has to look for the button. */
  onWhole: (digits: string) => void;
}

/** The six digits of a mailed code. Spaces and other pasted characters are left out. */
export function CodeField({ onTyped, onWhole, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      maxLength={9}
      className="tabular min-h-18 text-center font-display text-4xl! font-bold tracking-[0.3em]"
      onChange={(event) => {
        const digits = event.target.value.replaceAll(/\D/g, "").slice(0, 6);
        onTyped(digits);
        if (digits.length === 6) onWhole(digits);
      }}
    />
  );
}
