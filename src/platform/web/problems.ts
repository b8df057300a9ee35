/** The problems of a form's values, found by the contract's schema or by the server. */
import * as z from "zod/mini";
import { ApiError, messageOf } from "./api.ts";
import { translated } from "./translate.ts";

/** The first sentence for each field, by its name (`group.name` for nested ones). */
export type Problems = Readonly<Record<string, string>>;

/** Validates by a contract's schema. @returns the parsed value, or the problems by field */
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

/**
 * The fields of a refusal: those named by a 400, or the field for its code.
 * @param fields the name of the field, by the refusal's code
 */
export function problemsOf(error: unknown, fields: Readonly<Record<string, string>> = {}): Problems {
  if (!(error instanceof ApiError)) return {};
  const field = fields[error.code];
  if (field !== undefined) return { [field]: messageOf(error) };
  const parsed = z.safeParse(
    z.array(z.object({ field: z.string(), message: z.string() })),
    error.details?.["problems"],
  );
  return parsed.success
    ? Object.fromEntries(parsed.data.map(({ field: at, message }) => [at, translated(message)]))
    : {};
}
