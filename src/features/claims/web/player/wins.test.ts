import { beforeEach, expect, test, vi } from "vitest";
import type { Claim } from "#features/play/contract.ts";
import { celebratedWins, isWin, rememberWin, verdictsOf, winToCelebrate } from "./wins.ts";

const won: Claim = {
  id: "first",
  sessionId: "session",
  userId: "ada",
  playerName: "Ada Lovelace",
  courseName: "Palmetto Pines",
  timeZone: "America/New_York",
  bayNumber: 7,
  targetHole: "middle",
  prizeType: "monetary",
  prizeAmount: 1005.7,
  prizeDescription: "Jackpot",
  verificationStatus: "verified",
  rejectionReason: null,
  createdAt: "2026-11-20T15:00:00.000Z",
  dueAt: "2026-11-24T04:59:59.999Z",
  verifiedAt: "2026-11-20T16:00:00.000Z",
  payoutStatus: "due",
  held: null,
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
    },
  });
});

test("a win is a verified jackpot that is still to be paid, and that nothing holds", () => {
  expect(isWin(won)).toBe(true);
  expect(isWin({ ...won, verificationStatus: "pending", payoutStatus: "not_due" })).toBe(false);
  expect(isWin({ ...won, prizeType: "other", targetHole: "left" })).toBe(false);
  expect(isWin({ ...won, payoutStatus: "paid" })).toBe(false);
  expect(isWin({ ...won, held: "dispute_open" })).toBe(false);
});

test("wins are celebrated in the order of their verdicts, each once on a device", () => {
  const second = { ...won, id: "second", verifiedAt: "2026-11-21T16:00:00.000Z" };
  const claims = [second, won];
  expect(winToCelebrate(claims, celebratedWins())?.id).toBe("first");
  rememberWin("first");
  expect(winToCelebrate(claims, celebratedWins())?.id).toBe("second");
  rememberWin("second");
  rememberWin("second");
  expect(winToCelebrate(claims, celebratedWins())).toBeUndefined();
  expect(celebratedWins()).toEqual(["second", "first"]);
});

test("a device remembers the latest 50", () => {
  for (let n = 0; n < 60; n += 1) rememberWin(`claim ${n}`);
  expect(celebratedWins()).toHaveLength(50);
  expect(celebratedWins()[0]).toBe("claim 59");
});

test("a verdict on a shown claim changes what the shown claims say", () => {
  const pending = { ...won, verificationStatus: "pending" as const };
  expect(verdictsOf([pending])).not.toBe(verdictsOf([won]));
  expect(verdictsOf([])).toBe("");
});
