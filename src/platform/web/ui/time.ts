/** Instants (ISO 8601, UTC) as people read them. */
import { useEffect, useState } from "react";

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** "2 minutes ago", "yesterday". @param now milliseconds since 1970 */
export function agoText(instant: string, now: number): string {
  // A device whose clock is behind must not speak of the future.
  const seconds = Math.min(0, Math.round((Date.parse(instant) - now) / 1000));
  const size = Math.abs(seconds);
  if (size < 45) return "just now";
  if (size < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
  return relative.format(Math.round(seconds / 86_400), "day");
}

/** "Nov 21, 3:05 PM", on the given zone's clock or the device's. */
export function momentText(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone ? { timeZone } : {}),
  }).format(new Date(instant));
}

/** The time of the device (milliseconds), renewed every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
