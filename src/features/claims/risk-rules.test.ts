import { describe, expect, test } from "vitest";
import type { Signal } from "./evidence-contract.ts";
import { type RiskFacts, riskSignals } from "./risk-rules.ts";

const start = new Date("2026-06-01T12:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const DAY = 86_400;

/** Shots at these seconds after the start; the claim is for the last one unless told otherwise. */
function shotsAt(seconds: readonly number[], claimed = seconds.length - 1) {
  return seconds.map((at, index) => ({ takenAt: after(at), ofClaim: index === claimed }));
}

/** A claim about which nothing is unusual: the third of ten balls, claimed at once. */
const usual: RiskFacts = {
  claimedAt: after(90),
  ofOwnCourses: false,
  playerClaims: 1,
  device: { claims: 1, buyers: 1 },
  startedAt: start,
  ballsBought: 10,
  shots: shotsAt([30, 60, 90]),
  accountCreatedAt: after(-40 * DAY),
  addressProved: true,
  seen: [true],
};

function signalOf(kind: Signal["kind"], facts: Partial<RiskFacts>): [sentence: string, notable: boolean] {
  const found = riskSignals({ ...usual, ...facts }).find((signal) => signal.kind === kind);
  if (!found) throw new Error(`No signal ${kind}`);
  return [found.sentence, found.notable];
}

describe("risk signals", () => {
  test("are there, each once, when nothing is unusual", () => {
    const signals = riskSignals(usual);
    expect(signals.filter(({ notable }) => notable)).toEqual([]);
    expect(signals.map(({ kind }) => kind)).toEqual([
      "staff",
      "player_claims",
      "device_claims",
      "rhythm",
      "first_shot",
      "sent_late",
      "account_age",
      "address",
    ]);
  });

  test("begin with the unusual ones and keep their order", () => {
    const kinds = riskSignals({ ...usual, playerClaims: 3, addressProved: false }).map(({ kind }) => kind);
    expect(kinds).toEqual([
      "player_claims",
      "address",
      "staff",
      "device_claims",
      "rhythm",
      "first_shot",
      "sent_late",
      "account_age",
    ]);
  });

  test.each([
    [[], "Staff have not recorded anything about it yet.", false],
    [[true, true], "Staff saw the ball in the hole.", false],
    [[false], "Staff looked, and did not see the ball in the hole.", true],
    [[true, false], "Staff recorded both: seen, and not seen.", true],
  ])("staff who saw %j: %s", (seen, sentence, notable) => {
    expect(signalOf("staff", { seen })).toEqual([sentence, notable]);
  });

  test.each([
    [1, "The player's only claim in 30 days.", false],
    [2, "2 claims by this player in 30 days, this one included.", false],
    [3, "3 claims by this player in 30 days, this one included.", true],
  ])("%i claims by the player", (playerClaims, sentence, notable) => {
    expect(signalOf("player_claims", { playerClaims })).toEqual([sentence, notable]);
  });

  test.each([
    [null, "The device of this claim is not known.", false],
    [{ claims: 1, buyers: 1 }, "The only claim from this device in 30 days.", false],
    [{ claims: 2, buyers: 1 }, "2 claims from this device in 30 days, by one account.", false],
    [{ claims: 3, buyers: 1 }, "3 claims from this device in 30 days, by one account.", true],
    [{ claims: 2, buyers: 2 }, "2 claims from this device in 30 days, by 2 accounts.", true],
  ])("claims of a device: %j", (device, sentence, notable) => {
    expect(signalOf("device_claims", { device })).toEqual([sentence, notable]);
  });

  test.each([
    [[30, 31], "Too few shots to speak of a rhythm.", false],
    [[30, 37, 47], "Shots came about 10 s apart, the closest two 7 s.", false],
    [[30, 38, 46], "Shots came about 8 s apart, the closest two 8 s.", false],
    [[30, 37.9, 45.8], "Shots came about 7.9 s apart, the closest two 7.9 s.", true],
    [[30, 32, 60, 64, 94], "Shots came about 28 s apart, the closest two 2 s.", false],
  ])("a rhythm of %j", (seconds, sentence, notable) => {
    expect(signalOf("rhythm", { shots: shotsAt(seconds) })).toEqual([sentence, notable]);
  });

  test.each([
    [[20, 60], 1, 10, "1 shot was taken before it; it came 60 s after the session's start.", false],
    [[10, 15, 20], 2, 10, "2 shots were taken before it; it came 20 s after the session's start.", false],
    [[10, 19], 1, 10, "1 shot was taken before it; it came 19 s after the session's start.", true],
    [[60], 0, 10, "No shot was taken before it; it came 60 s after the session's start.", true],
    [[60], 0, 1, "No shot was taken before it; it came 60 s after the session's start.", false],
    [[60], -1, 1, "No shot was taken before it; it came 0 s after the session's start.", true],
  ])("shots at %j, claimed the one at %i, of %i balls", (seconds, claimed, ballsBought, sentence, notable) => {
    expect(signalOf("first_shot", { shots: shotsAt(seconds, claimed), ballsBought })).toEqual([sentence, notable]);
  });

  test.each([
    [0, "Claimed with the shot.", false],
    [0.9, "Claimed with the shot.", false],
    [1, "Claimed 1 s after the shot.", false],
    [120, "Claimed 2 min after the shot.", false],
    [121, "Claimed 2 min after the shot.", true],
    // Its clock was ahead of the server's.
    [-5, "Claimed with the shot.", false],
  ])("a claim %d s after its shot", (seconds, sentence, notable) => {
    expect(signalOf("sent_late", { claimedAt: after(90 + seconds) })).toEqual([sentence, notable]);
  });

  test("a claim without its shot is not late", () => {
    const shots = shotsAt([30, 60, 90], -1);
    expect(signalOf("sent_late", { shots, claimedAt: after(500) })).toEqual(["Claimed with the shot.", false]);
  });

  test.each([
    [0, "0 s", true],
    [9.94, "9.9 s", true],
    [10, "10 s", true],
    [119, "119 s", true],
    [120, "2 min", true],
    [7199, "120 min", true],
    [7200, "2 hours", true],
    [DAY - 1, "24 hours", true],
    [DAY, "24 hours", false],
    [2 * DAY - 1, "48 hours", false],
    [2 * DAY, "2 days", false],
  ])("an account of %d s is %s old", (seconds, age, notable) => {
    const accountCreatedAt = after(90 - seconds);
    expect(signalOf("account_age", { accountCreatedAt })).toEqual([`The account was ${age} old.`, notable]);
  });

  test.each([
    [true, "The email address is proved.", false],
    [false, "The email address is not proved yet.", true],
  ])("a proved address: %s", (addressProved, sentence, notable) => {
    expect(signalOf("address", { addressProved })).toEqual([sentence, notable]);
  });
});
