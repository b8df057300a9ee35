/** How long a claim that waits on this device can still be made. Pure. */
import { minutesText, timeText } from "#platform/web/ui/time.ts";
import type { Language } from "#platform/web/words.ts";
import type { QueuedShot } from "./shot-items.ts";
import type { unsentWords } from "./unsent-words.ts";

const AN_HOUR_SECONDS = 3600;

/**
 * "now: 12 min left" within an hour, "before 3:05 PM" on the course's clock before that. Where the course's zone is not
 * known, a time of day would be the device's, so the minutes are told.
 * @param now milliseconds on this device's clock
 * @returns undefined when it is too late
 */
export function claimLeft(
  { deadline, takenAt, tappedAt, timeZone }: Pick<QueuedShot, "deadline" | "takenAt" | "tappedAt" | "timeZone">,
  now: number,
  language: Language,
  words: Pick<(typeof unsentWords)["en"], "minutesLeft" | "before">,
): string | undefined {
  const seconds = (deadline - now) / 1000;
  if (seconds <= 0) return undefined;
  if (seconds < AN_HOUR_SECONDS || timeZone === undefined) return words.minutesLeft(minutesText(seconds, language));
  // The device's clock may be wrong; the moment of the tap is known on the server's, too.
  return words.before(timeText(deadline - tappedAt + takenAt, timeZone, language));
}
