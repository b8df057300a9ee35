import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Session } from "#features/play/contract.ts";
import { ShotStrip } from "./shot-strip.tsx";
import type { Shots } from "./use-shots.ts";

const session = { id: "main", ballCount: 4, ballsBought: 10, status: "active", claims: [] } as unknown as Session; // What the strip reads.
const shots = { shots: [], undoing: false } as unknown as Shots; // No shot of this device.
const strip = (over: boolean) =>
  renderToString(<ShotStrip seats={[{ session, name: "Robin" }]} shots={shots} now={0} over={over} />);

test("before the first shot the line says when to tap, and after the session it does not ask for taps", () => {
  expect(strip(false)).toContain("Tap after each ball that misses.");
  expect(strip(true)).toBe("");
});
