/** Labelled fields with their hint and error. For native forms: values are read from the form (see platform/web/form.ts). */
import { ChevronDown, CircleAlert } from "lucide-react";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

interface FieldProps {
  label: string;
  /** The sentence under the field when its value is refused. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
}

const control =
  "w-full min-h-14 rounded-2xl border-2 bg-card px-4 text-lg text-ink placeholder:text-ink-soft/80 transition-colors hover:border-accent aria-invalid:border-danger disabled:bg-sunk";

interface FrameProps extends FieldProps {
  id: string;
  children: ReactNode;
}

function FieldFrame({ id, label, error, hint, optional, children }: FrameProps) {
  const words = useWords(kitWords);
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-soft"> {words.optional}</span>}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-2 font-medium text-danger">
          <CircleAlert aria-hidden className="mt-1 size-5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, { error, hint }: FieldProps) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { "aria-invalid": error ? true : undefined, "aria-describedby": ids || undefined };
}

/** @example <TextField label="Email" name="email" type="email" autoComplete="email" error={problems["email"]} /> */
export function TextField({ label, error, hint, optional, className, ...input }: FieldProps & ComponentProps<"input">) {
  const made = useId();
  const id = input.id ?? made;
  const [typed, setTyped] = useState(input.defaultValue ?? "");
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} {...(optional && { optional })}>
      <input
        {...input}
        id={id}
        {...describedBy(id, { label, error, hint })}
        // Safari shows today in an empty date field: see theme.css.
        data-empty={(input.value ?? typed) === "" || undefined}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          input.onInput?.(event);
        }}
        className={cx(control, error ? "border-danger" : "border-edge", className)}
      />
    </FieldFrame>
  );
}

export function TextArea({
  label,
  error,
  hint,
  optional,
  className,
  ...input
}: FieldProps & ComponentProps<"textarea">) {
  const made = useId();
  const id = input.id ?? made;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} {...(optional && { optional })}>
      <textarea
        {...input}
        id={id}
        {...describedBy(id, { label, error, hint })}
        className={cx(control, "min-h-25 py-3", error ? "border-danger" : "border-edge", className)}
      />
    </FieldFrame>
  );
}

/** A native select with `<option>`s as children. */
export function SelectField({
  label,
  error,
  hint,
  optional,
  className,
  children,
  ...input
}: FieldProps & ComponentProps<"select">) {
  const made = useId();
  const id = input.id ?? made;
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} {...(optional && { optional })}>
      <span className="relative block">
        <select
          {...input}
          id={id}
          {...describedBy(id, { label, error, hint })}
          className={cx(control, "appearance-none truncate pr-12", error ? "border-danger" : "border-edge", className)}
        >
          {children}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-4 my-auto size-6" />
      </span>
    </FieldFrame>
  );
}

/**
 * Moves the focus to the first field with a problem, in the middle of the window: neither it nor its message is under the
 * bar. Call it in a layout effect of the problems: later, it would take the focus from where somebody types already.
 */
export function focusFirstProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>("[aria-invalid='true'], [data-problem]");
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}
