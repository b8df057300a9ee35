/** The sound and the vibration of a win. */
import { chime, unlockChime } from "../chime.ts";

/** Milliseconds on and off. */
const PULSES = [90, 70, 90, 70, 260];

/** Celebrates only if this page was touched, so that a phone in a pocket or a newly opened page stays quiet. */
export function celebrate(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  void unlockChime().then((heard) => heard && chime());
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  if ("vibrate" in navigator) navigator.vibrate(PULSES);
}
