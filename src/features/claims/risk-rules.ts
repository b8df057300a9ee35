/**
 * Risk signals: facts beside a verdict. They decide nothing. Each says whether it is unusual, so that a list without
 * unusual facts shows that somebody looked.
 */
import type { Signal } from "./evidence-contract.ts";

/** The days before the claim in which other claims are counted. */
export const RISK_DAYS = 30;
const MANY_CLAIMS = 3;
/** A golfer tees up, aims and watches: less time than this between two shots is unusual. */
const FAST_SECONDS = 8;
const EARLY_SECONDS = 20;
const FEWEST_FOR_RHYTHM = 3;
const LATE_SECONDS = 120;

/** The facts behind the signals. Counts of claims and players include this claim. */
export interface RiskFacts {
  claimedAt: Date;
  /** Whether only claims at the reader's courses are counted, as for staff. */
  ofOwnCourses: boolean;
  /** The player's claims in these days. */
  playerClaims: number;
  /** Claims from the same browser in these days, and their buyers; null if the browser is not known. */
  device: { claims: number; buyers: number } | null;
  startedAt: Date;
  ballsBought: number;
  /** In the order of the shots, without withdrawn ones. */
  shots: readonly { takenAt: Date; ofClaim: boolean }[];
  accountCreatedAt: Date;
  addressProved: boolean;
  /** The sightings of staff, earliest first. */
  seen: readonly boolean[];
}

/** All signals of a claim, unusual ones first. */
export function riskSignals(facts: RiskFacts): Signal[] {
  const signals = [
    staff(facts),
    playerClaims(facts),
    deviceClaims(facts),
    rhythm(facts),
    firstShot(facts),
    sentLate(facts),
    accountAge(facts),
    address(facts),
  ];
  return [...signals.filter(({ notable }) => notable), ...signals.filter(({ notable }) => !notable)];
}

function staff({ seen }: RiskFacts): Signal {
  const sentence =
    seen.length === 0
      ? "Staff have not recorded anything about it yet."
      : new Set(seen).size > 1
        ? "Staff recorded both: seen, and not seen."
        : seen[0]
          ? "Staff saw the ball in the hole."
          : "Staff looked, and did not see the ball in the hole.";
  return { kind: "staff", notable: seen.includes(false), sentence };
}

/** "in 30 days", or where, too, when claims at other courses are not counted. */
function counted({ ofOwnCourses }: RiskFacts): string {
  return ofOwnCourses ? `at your courses in ${RISK_DAYS} days` : `in ${RISK_DAYS} days`;
}

function playerClaims(facts: RiskFacts): Signal {
  const { playerClaims: claims } = facts;
  const sentence =
    claims === 1
      ? `The player's only claim ${counted(facts)}.`
      : `${claims} claims by this player ${counted(facts)}, this one included.`;
  return { kind: "player_claims", notable: claims >= MANY_CLAIMS, sentence };
}

function deviceClaims(facts: RiskFacts): Signal {
  const { device } = facts;
  if (!device) return { kind: "device_claims", notable: false, sentence: "The device of this claim is not known." };
  const { claims, buyers } = device;
  const sentence =
    claims === 1
      ? `The only claim from this device ${counted(facts)}.`
      : `${claims} claims from this device ${counted(facts)}, by ${buyers === 1 ? "one account" : `${buyers} accounts`}.`;
  return { kind: "device_claims", notable: claims >= MANY_CLAIMS || buyers > 1, sentence };
}

function rhythm({ shots }: RiskFacts): Signal {
  const gaps = shots
    .slice(1)
    .map(({ takenAt }, index) => secondsBetween(shots[index]?.takenAt ?? takenAt, takenAt))
    .toSorted((one, other) => one - other);
  if (shots.length < FEWEST_FOR_RHYTHM)
    return { kind: "rhythm", notable: false, sentence: "Too few shots to speak of a rhythm." };
  const median = gaps[Math.floor(gaps.length / 2)] ?? 0;
  const sentence = `Shots came about ${spanText(median)} apart, the closest two ${spanText(gaps[0] ?? 0)}.`;
  return { kind: "rhythm", notable: median < FAST_SECONDS, sentence };
}

function firstShot({ shots, startedAt, ballsBought }: RiskFacts): Signal {
  const place = shots.findIndex(({ ofClaim }) => ofClaim);
  const taken = shots[place]?.takenAt ?? startedAt;
  const after = secondsBetween(startedAt, taken);
  const notable = after < EARLY_SECONDS || (place <= 0 && ballsBought > 1);
  const before =
    place > 0 ? `${place} ${place === 1 ? "shot was" : "shots were"} taken before it` : "No shot was taken before it";
  return { kind: "first_shot", notable, sentence: `${before}; it came ${spanText(after)} after the session's start.` };
}

function sentLate({ shots, claimedAt }: RiskFacts): Signal {
  const taken = shots.find(({ ofClaim }) => ofClaim)?.takenAt ?? claimedAt;
  const after = secondsBetween(taken, claimedAt);
  const sentence = after < 1 ? "Claimed with the shot." : `Claimed ${spanText(after)} after the shot.`;
  return { kind: "sent_late", notable: after > LATE_SECONDS, sentence };
}

function accountAge({ accountCreatedAt, claimedAt }: RiskFacts): Signal {
  const age = secondsBetween(accountCreatedAt, claimedAt);
  return { kind: "account_age", notable: age < 86_400, sentence: `The account was ${spanText(age)} old.` };
}

function address({ addressProved }: RiskFacts): Signal {
  const sentence = addressProved ? "The email address is proved." : "The email address is not proved yet.";
  return { kind: "address", notable: !addressProved, sentence };
}

function secondsBetween(earlier: Date, later: Date): number {
  return Math.max(0, (later.getTime() - earlier.getTime()) / 1000);
}

/** "0.4 s", "12 s", "3 min", "5 hours", "40 days". */
function spanText(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} hours`;
  return `${Math.round(seconds / 86_400)} days`;
}
