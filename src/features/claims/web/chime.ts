/** Three rising notes made by the browser, without a file: the bay board rings for a claim, a won jackpot is celebrated. */

let context: AudioContext | undefined;

/** Notes in hertz, and their starts in seconds. */
const notes = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.18 },
  { hertz: 1760, at: 0.36 },
] as const;

/**
 * Makes the bell audible. Call it in a click or a key press, because browsers demand one.
 * @returns whether the bell can be heard now
 */
export async function unlockChime(): Promise<boolean> {
  if (typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  await context.resume().catch(() => undefined);
  return context.state === "running";
}

/** Rings once, if the browser allows it. */
export function chime(): void {
  if (context?.state !== "running") return;
  for (const { hertz, at } of notes) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + at;
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.4, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.55);
  }
}
