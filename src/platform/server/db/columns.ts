/** Column types that drizzle lacks, or that we use in one form only. */
import { bigint, customType, timestamp } from "#platform/server/db/drizzle.ts";

/** An instant: timestamptz as a Date. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** Cents that may outgrow 32 bits. */
export const cents = (name: string) => bigint(name, { mode: "number" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be a row's id; other texts are not found. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
