/** The first and the last day of a list of the desk, both included; each may be absent. */
import * as z from "zod/mini";
import { isDay } from "./days.ts";

const day = z.string().check(z.refine(isDay, "A day is written yyyy-MM-dd"));

/** The fields of the query; it is checked by `firstDayFirst`, too. */
export const askedDays = { from: z.optional(day), to: z.optional(day) };
export interface AskedDays {
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether the days are in their order, as far as they are given. */
export function isFirstDayFirst({ from, to }: AskedDays): boolean {
  return from === undefined || to === undefined || from <= to;
}

export const firstDayFirst = z.refine<AskedDays>(isFirstDayFirst, {
  error: "The last day is before the first",
  path: ["to"],
});
