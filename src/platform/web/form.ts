/** Native forms, validated by the contract's own schema. */
import * as z from "zod/mini";
import { ApiError } from "./api.ts";
import { translated } from "./said.ts";

export type Problems = Readonly<Record<string, string>>;

/** A form's text fields by name, trimmed; blank ones left out, as the server reads them. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") values[name] = value.trim();
  }
  return values;
}

/**
 * Validates by a contract's schema.
 * @returns the parsed value, or the first sentence for each field (`group.name` for nested ones)
 */
export function check<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
): { ok: true; value: z.output<S> } | { ok: false; problems: Problems } {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems: Record<string, string> = {};
  for (const issue of parsed.error.issues) problems[issue.path.join(".")] ??= translated(issue.message);
  return { ok: false, problems };
}

/** The problems that a 400 named by field, for the form that was sent. */
export function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  const parsed = z.safeParse(
    z.array(z.object({ field: z.string(), message: z.string() })),
    error.details?.["problems"],
  );
  return parsed.success
    ? Object.fromEntries(parsed.data.map(({ field, message }) => [field, translated(message)]))
    : {};
}

/** Moves the focus to the first field with a problem. Call it after the problems were rendered. */
export function focusFirstProblem(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus());
}
