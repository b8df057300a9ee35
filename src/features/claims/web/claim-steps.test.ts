import { expect, test } from "vitest";
import type { Claim } from "#features/play/contract.ts";
import { usualRejections } from "../reason-rules.ts";
import { dueDayText, stepsOf } from "./claim-steps.ts";

const claim: Claim = {
  id: "c",
  sessionId: "s",
  userId: "p",
  playerName: "Robin",
  courseName: "Palmetto Pines",
  timeZone: "America/New_York",
  bayNumber: 7,
  targetHole: "middle",
  prizeType: "monetary",
  prizeAmount: 1000,
  prizeDescription: "Jackpot of $1,000.00",
  verificationStatus: "pending",
  rejectionReason: null,
  createdAt: "2026-11-20T17:00:00Z",
  dueAt: "2026-11-24T04:59:59.999Z",
  verifiedAt: null,
  held: null,
  payoutStatus: "not_due",
};
const way = (change: Partial<Claim>) =>
  stepsOf({ ...claim, ...change }, "en").map(({ label, state }) => `${label}: ${state}`);

test("a claim's way is a parcel's", () => {
  expect(way({})).toEqual(["Submitted: done", "Reviewing: current", "Verified: todo", "Paid: todo"]);
  expect(way({ verificationStatus: "verified", payoutStatus: "due" })).toEqual([
    "Submitted: done",
    "Reviewed: done",
    "Verified: done",
    "Paid: current",
  ]);
  expect(way({ verificationStatus: "verified", payoutStatus: "paid", prizeType: "other" }).at(-1)).toBe(
    "Handed over: done",
  );
  expect(way({ verificationStatus: "verified", payoutStatus: "forfeited" }).at(-1)).toBe("Forfeited: failed");
  expect(way({ verificationStatus: "rejected", rejectionReason: "Beside the hole" })).toEqual([
    "Submitted: done",
    "Reviewed: done",
    "Rejected: failed",
  ]);
});

test("the same way in Spanish, with the course's clock as Spanish writes it", () => {
  const [submitted, reviewing] = stepsOf(claim, "es");
  expect(submitted?.label).toBe("Enviado");
  expect(submitted?.note).toMatch(/^20 nov 2026, 12:00\sp\.m\.$/);
  expect(reviewing?.note).toContain("a más tardar al final del lunes, 23 de noviembre");
});

test("the due day is the course's, and the day that ends then", () => {
  expect(dueDayText(claim)).toBe("Monday, November 23");
  expect(dueDayText(claim, "es")).toBe("lunes, 23 de noviembre");
});

test("a usual reason is in the reader's language, whoever tapped it; a typed one stays", () => {
  const why = (rejectionReason: string, language: "en" | "es") =>
    stepsOf({ ...claim, verificationStatus: "rejected", rejectionReason }, language).at(-1)?.note;
  for (const { en, es } of Object.values(usualRejections))
    for (const tapped of [en, es]) expect([why(tapped, "en"), why(tapped, "es")]).toEqual([en, es]);
  expect(why("Beside the hole", "es")).toBe("Beside the hole");
});
