import { expect, test } from "vitest";
import type { BayClaim, Sighting } from "#features/claims/evidence-contract.ts";
import { claimsByRing, isFresh, latestSighting } from "./ringing.ts";

const now = "2026-11-22T20:00:00.000Z";
const sighting = (seen: boolean): Sighting => ({ id: `s${seen}`, seen, note: null, photo: false, by: "Sam", at: now });

function claimAt(id: string, createdAt: string, sightings: Sighting[] = []): BayClaim {
  return {
    id,
    sessionId: "session",
    playerName: "Ada",
    bayNumber: 7,
    targetHole: "middle",
    prizeType: "monetary",
    prizeAmount: 1000,
    prizeDescription: "Jackpot",
    createdAt,
    freeShot: false,
    teeTime: null,
    teeTimeConfirmed: false,
    sightings,
  };
}

test("fresh claims without a record ring, newest first; recorded ones and those of an hour ago do not", () => {
  const { ringing, others } = claimsByRing(
    [
      claimAt("a month ago", "2026-10-22T20:00:00.000Z"),
      claimAt("an hour ago", "2026-11-22T19:00:00.000Z"),
      claimAt("59 minutes ago", "2026-11-22T19:00:00.001Z"),
      claimAt("recorded", "2026-11-22T19:58:00.000Z", [sighting(true)]),
      claimAt("just now", now),
    ],
    now,
  );
  expect(ringing.map(({ id }) => id)).toEqual(["just now", "59 minutes ago"]);
  expect(others.map(({ id }) => id)).toEqual(["recorded", "an hour ago", "a month ago"]);
});

test("a claim leaves its bay's tile after an hour", () => {
  expect(isFresh(claimAt("fresh", "2026-11-22T19:00:00.001Z"), now)).toBe(true);
  expect(isFresh(claimAt("old", "2026-11-22T19:00:00.000Z"), now)).toBe(false);
});

test("of several records the later one counts", () => {
  expect(latestSighting([sighting(true), sighting(false)])?.seen).toBe(false);
  expect(latestSighting([])).toBeUndefined();
});
