/** The bell of the bay board: three notes, made by the browser itself, so that there is no file to load. */

let context: AudioContext | undefined;

/** Notes in hertz, and when each begins in seconds. */
const notes = [
  { hertz: 880, at: 0 },
  { hertz: 1174.7, at: 0.18 },
  { hertz: 1760, at: 0.36 },
] as const;

/**
 * Lets the bell be heard. Browsers demand a click or a key first: call it from one.
 * @returns whether it can be heard now
 */
export async function unlockChime(): Promise<boolean> {
  if (typeof AudioContext === "undefined") return false;
  context ??= new AudioContext();
  await context.resume().catch(() => undefined);
  return context.state === "running";
}

/** Rings once, if the browser lets it. */
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
