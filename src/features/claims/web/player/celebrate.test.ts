import { beforeEach, expect, test, vi } from "vitest";
import { celebrate } from "./celebrate.ts";

/** What the device has played, in hertz, and how it has shaken. */
const played: number[] = [];
const shaken: unknown[] = [];

const param = () => ({ value: 0, setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined });

class Sound {
  state = "suspended";
  currentTime = 0;
  destination = {};
  resume = () => {
    this.state = "running";
    return Promise.resolve();
  };
  createGain = () => ({ gain: param(), connect: (next: unknown) => next });
  createOscillator = () => {
    const frequency = param();
    const start = () => played.push(frequency.value);
    return { type: "", frequency, connect: (next: unknown) => next, start, stop: () => undefined };
  };
}

async function celebrated({ touched = true, calm = false } = {}) {
  vi.stubGlobal("navigator", {
    userActivation: { hasBeenActive: touched },
    vibrate: (pattern: unknown) => shaken.push(pattern),
  });
  vi.stubGlobal("window", { matchMedia: (query: string) => ({ matches: calm && query.includes("reduced-motion") }) });
  celebrate();
  await new Promise((done) => setTimeout(done));
  return { played, shaken };
}

beforeEach(() => {
  vi.stubGlobal("AudioContext", Sound);
  played.length = 0;
  shaken.length = 0;
});

const rising = [880, 1174.7, 1760];

test("a win rings and shakes the phone in the player's hand", async () => {
  expect(await celebrated()).toEqual({ played: rising, shaken: [[90, 70, 90, 70, 260]] });
});

test("under reduced motion a win rings and shakes nothing", async () => {
  expect(await celebrated({ calm: true })).toEqual({ played: rising, shaken: [] });
});

test("a page that nobody has touched stays quiet", async () => {
  expect(await celebrated({ touched: false })).toEqual({ played: [], shaken: [] });
});
