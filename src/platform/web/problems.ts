/** What is wrong with a form's values: by the contract's own schema, and by what the server refused. */
import * as z from "zod/mini";
import { ApiError, messageOf } from "./api.ts";
import { translated } from "./translate.ts";

/** The first sentence for each field, by its name (`group.name` for nested ones). */
export type Problems = Readonly<Record<string, string>>;

/** Validates by a contract's schema. @returns the parsed value, or what is wrong with which field */
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
 * The fields that a refusal is about: those that a 400 named, or the one that belongs to its code.
 * @param fields by the code of a refusal, the name of the field that it is about
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
