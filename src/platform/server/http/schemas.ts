/** Reads requests and writes answers by the schemas of contracts. */
import * as z from "zod/mini";
import { refuseRequest } from "#platform/shared/refusal.ts";

// zod/mini ships no sentences: without these every unnamed problem reads "Invalid input".
z.config({
  ...z.locales.en(),
  customError: ({ code, path }) => {
    if (code !== "invalid_type" && code !== "invalid_union") return undefined;
    return path && path.length > 0 ? `Please check "${path.join(".")}"` : "Send the fields as a JSON object";
  },
});

/** Validates by the contract's schema. The first problem's sentence is the message; the details have all. */
export function validatorCompiler({ schema }: { schema: unknown }) {
  return (data: unknown) => {
    const parsed = z.safeParse(schema as z.ZodMiniType, data); // Fastify gets only schemas of contracts.
    if (parsed.success) return { value: parsed.data };
    const problems = parsed.error.issues.map((issue) => ({ field: issue.path.join("."), message: issue.message }));
    const error = refuseRequest("request.invalid", {
      message: problems[0]?.message ?? "The request is not valid",
      details: { problems },
    });
    return { error };
  };
}

/** Writes a reply by the contract's schema. Other properties are left out; a wrong value is our fault (500). */
export function serializerCompiler({ schema }: { schema: unknown }) {
  return (data: unknown) => jsonOf(schema as z.ZodMiniType, data); // As above.
}

/** A body as JSON by its schema. */
export function jsonOf(schema: z.ZodMiniType | null | undefined, data: unknown): string {
  if (!schema) throw new Error("An answer with a body has its shape in the contract");
  return JSON.stringify(z.parse(schema, data));
}
