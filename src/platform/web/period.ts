/** The period of figures, kept in the address (`?dateFilter=…`), so that a link shows the same. */
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { type Period, readDateFilter, writeDateFilter } from "#platform/shared/date-filter.ts";
import { addDays, type Day, localDay } from "#platform/shared/days.ts";
import { deviceNow } from "./device-clock.ts";

/** Periods that roll on with the days: the address holds their names, and the server gets their days. */
export const presets = ["today", "last-7-days", "this-month", "last-month"] as const;
export type Preset = (typeof presets)[number];
/** The choice as the address holds it. */
export type ChosenPeriod = Period | Preset;

/** The days of a choice. @param today in the zone of the figures */
export function periodOf(choice: ChosenPeriod, today: Day): Period {
  const first = `${today.slice(0, 8)}01`;
  if (choice === "today") return { from: today, to: today };
  if (choice === "last-7-days") return { from: addDays(today, -6), to: today };
  if (choice === "this-month") return { from: first, to: today };
  if (choice === "last-month") {
    const last = addDays(first, -1);
    return { from: `${last.slice(0, 8)}01`, to: last };
  }
  return choice;
}

/** A choice as the address holds it: `last-7-days`, or a filter. */
export function choiceText(choice: ChosenPeriod): string {
  return typeof choice === "string" ? choice : writeDateFilter(choice);
}

/** An address's query with another period; all time needs no mention. */
export function withPeriod(search: string, choice: ChosenPeriod): string {
  const query = new URLSearchParams(search);
  if (choice === null) query.delete("dateFilter");
  else query.set("dateFilter", choiceText(choice));
  return query.size > 0 ? `?${query}` : "";
}

/** An unreadable filter means all time. */
export function periodIn(search: string): ChosenPeriod {
  const text = new URLSearchParams(search).get("dateFilter") ?? undefined;
  return presets.find((preset) => preset === text) ?? readDateFilter(text) ?? null;
}

/**
 * A choice by a click is a step in the history, which Back undoes. A typed day replaces the present step, because it
 * passes through other days while it is typed.
 */
export type Choose = (choice: ChosenPeriod, isTyped?: boolean) => void;

interface PeriodInAddress {
  choice: ChosenPeriod;
  /** The days to ask for. Until `isToday` was called they are those of this device. */
  period: Period;
  choose: Choose;
  /** Call it in rendering with the day that the server's answer says, in the zone of the figures. */
  isToday: (day: Day | undefined) => void;
}

export function usePeriod(): PeriodInAddress {
  const search = useSearch();
  const [location, navigate] = useLocation();
  const [today, setToday] = useState(deviceDay);
  const choice = periodIn(search);
  return {
    choice,
    period: periodOf(choice, today),
    choose: (chosen, isTyped = false) => navigate(`${location}${withPeriod(search, chosen)}`, { replace: isTyped }),
    isToday: (day) => {
      if (day !== undefined && day !== today) setToday(day);
    },
  };
}

function deviceDay(): Day {
  return localDay(new Date(deviceNow()), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
