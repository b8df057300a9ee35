/** A stream whose connection carries nothing any more is opened anew, and the screen is not called live meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ALIVE } from "#platform/shared/route.ts";
import { followEvents } from "./live.ts";

/** What the browser gives, without a network. */
class Line extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static all: Line[] = [];
  readyState = Line.CONNECTING;
  constructor() {
    super();
    Line.all.push(this);
  }
  opens() {
    this.readyState = Line.OPEN;
    this.dispatchEvent(new Event("open"));
  }
  says(event: string, data = "1") {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
  breaks() {
    this.readyState = Line.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
  close() {
    this.readyState = Line.CLOSED;
  }
}

const line = () => Line.all.at(-1) ?? new Line();
let live: boolean | undefined;
let told: string[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Line);
  Line.all = [];
  [live, told] = [undefined, []];
  stop = followEvents("/live", ["board"], {
    receive: (event, text) => void told.push(`${event} ${text}`),
    connected: (connected) => void (live = connected),
  });
  line().opens();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("heartbeats and events keep it, for a whole day", () => {
  for (let beat = 0; beat < 24 * 240; beat++) {
    vi.advanceTimersByTime(15_000);
    line().says(beat % 2 === 0 ? ALIVE : "board", String(beat));
  }
  expect([Line.all.length, live]).toEqual([1, true]);
  // A heartbeat is no news.
  expect(told).toHaveLength(24 * 120);
  expect(told[0]).toBe("board 1");
});

test("without a heartbeat it is not live, and is opened anew; the old line says nothing any more", () => {
  const first = line();
  vi.advanceTimersByTime(51_000);
  expect([Line.all.length, live, first.readyState]).toEqual([2, false, Line.CLOSED]);
  line().opens();
  expect(live).toBe(true);
  first.breaks();
  vi.advanceTimersByTime(10_000);
  expect(Line.all).toHaveLength(2);
});

test("a device that slept finds out as soon as it is awake", () => {
  vi.advanceTimersByTime(1000);
  // Timers stand still in sleep, the clock does not.
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  vi.advanceTimersByTime(5000);
  expect([Line.all.length, live]).toEqual([2, false]);
});

test("a refused line is asked for again after three seconds, and nothing after the end", () => {
  line().breaks();
  expect(live).toBe(false);
  vi.advanceTimersByTime(3000);
  expect(Line.all).toHaveLength(2);
  line().opens();
  stop();
  vi.advanceTimersByTime(600_000);
  expect(Line.all).toHaveLength(2);
});
