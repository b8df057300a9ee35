/**
 * The expected state by the product's rules alone; nothing here comes from the server's code. A world is plain data, so
 * that it can be copied when a call may or may not have happened. Entities are named by their place in the lists; the
 * server's ids are learned from its answers. Money is cents, instants are milliseconds since 1970 UTC.
 */
import type { Admin, Months } from "./months.ts";
import type { Dispute, Refund } from "./returned.ts";
export type Hole = "left" | "right" | "middle";
export type Target = Hole | "missed";

export interface Course {
  id: number;
  timeZone: string;
  priceFactorBp: number;
  jackpotShareBp: number;
  rangeShareBp: number;
  taxRateMilli: number;
  base: number;
  bayCount: number;
  exclusiveBays: boolean;
  staffed: boolean;
  prizes: { left: string; right: string };
  /** What they are worth, as stated for taxes. */
  values: { left: number; right: number };
  potChangedAt: number;
}

export interface Pack {
  id: number;
  price: number;
  balls: number;
  type: "sponsored" | "jackpot";
}

export interface Person {
  at: number;
  id: string | null;
  playerId: string;
  name: string;
  email: string;
  /** Whether a mailed code has proved the address. */
  proved: boolean;
  /** Whether their age was confirmed, and the years of their tax forms. */
  adult: boolean;
  taxYears: string[];
  /** Accounts of one browser share its free shots. */
  browser: number;
}

/** A friend's place in a group, as booked. */
export interface Friend {
  /** The identified account's place in `people`; null for a guest. */
  person: number | null;
  name: string;
  bayNumber: number;
  ballCount: number;
}

export interface Group {
  mainPlayer: { bayNumber: number; ballCount: number };
  friends: Friend[];
}

export type OrderStatus =
  | "charging"
  | "created"
  | "paid"
  | "fulfilled"
  | "declined"
  | "expired"
  | "refund_due"
  | "refunded"
  | "reversed";

export interface Order {
  at: number;
  id: string | null;
  buyer: number;
  key: string | null;
  course: number;
  pack: number;
  amount: number;
  tax: number;
  jackpotShare: number;
  rangeShare: number;
  bay: number;
  group: Group | null;
  buyMore: boolean;
  start: boolean;
  status: OrderStatus;
  createdAt: number;
  paidAt: number | null;
  /** Whether its price is deferred until it starts. */
  deferred: boolean;
  /** The main session that it started. */
  row: number | null;
  refunds: Refund[];
  /** `initiated` is left to the caller for half a minute. */
  attempt: "initiated" | "unknown" | "settled";
  /** The gateway's view: nothing yet, a challenge to the golfer, or its ledger's final entry. */
  gateway: "none" | "waiting" | "captured" | "declined" | "void";
  /** The moment of the capture at the gateway. */
  capturedAt: number | null;
  /** The server's id of the charge, as the challenge shows it. */
  charge: { id: string | null };
  /** The end of the golfer's time to answer the bank; null while the server does not know of the challenge. */
  actionUntil: number | null;
  /** Whether the first try of each refund comes back. */
  comesBack: boolean;
  disputes: Dispute[];
}

export interface Row {
  at: number;
  id: string | null;
  main: number | null;
  friendIndex: number | null;
  /** The session's player; null for a guest. */
  person: number | null;
  buyer: number;
  name: string;
  course: number;
  pack: number;
  type: Pack["type"];
  bay: number;
  left: number;
  bought: number;
  status: "active" | "balls_finished" | "completed";
  endReason: "player" | "buy_more" | "time" | "refund" | null;
  startedAt: number;
  expiresAt: number;
  /** The latest end of a pause. */
  pausedUntil: number | null;
  endedAt: number | null;
  free: boolean;
  buyMore: boolean;
  shots: number;
  group: Group | null;
}

export interface Shot {
  at: number;
  id: string | null;
  row: number;
  shotId: string | null;
  claimShotId: string | null;
  hole: Target;
  claim: number | null;
  takenAt: number;
  recordedAt: number;
  withdrawn: boolean;
}

export interface Claim {
  at: number;
  id: string | null;
  row: number;
  shot: number;
  course: number;
  /** The claim's owner: the session's player, or the buyer for a guest. */
  person: number;
  buyer: number;
  /** Whether a guest made it, so that the winner is not identified. */
  guest: boolean;
  name: string;
  bay: number;
  hole: Hole;
  amount: number;
  /** What a prize other than cash is worth, as stated. */
  value: number;
  reseed: number;
  free: boolean;
  status: "pending" | "verified" | "rejected";
  reason: string | null;
  createdAt: number;
  dueAt: number;
  decidedAt: number | null;
  payout: "not_due" | "due" | "paid" | "forfeited";
  paidAt: number | null;
  age: boolean;
  taxForm: boolean;
  teeTime: boolean;
  /** Who approved the payout, if it takes two. */
  approvedBy: Admin | null;
}

/** An idempotency key of a person. */
export interface Key {
  fingerprint: string;
  startedAt: number;
  /** What a run whose process died had already made. */
  made: number | null;
  answer: { status: number; body: unknown } | null;
}

export interface World {
  now: number;
  courses: Course[];
  packs: Pack[];
  people: Person[];
  orders: Order[];
  rows: Row[];
  shots: Shot[];
  claims: Claim[];
  keys: Record<string, Key>;
  freeShots: { person: number; browser: number; day: string }[];
  /** The balance of each account: debits positive. */
  books: Record<string, number>;
  /** Only where months are played. */
  months?: Months;
}

/** An element that must exist. */
export function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`The model has no element ${place}`);
  return found;
}

export function courseOf(world: World, id: number): Course | undefined {
  return world.courses.find((course) => course.id === id);
}

export function packOf(world: World, id: number): Pack | undefined {
  return world.packs.find((pack) => pack.id === id);
}

/** Moves the clock. A session whose time has run out ends at its last moment, swept or not. */
export function passTime(world: World, now: number): void {
  world.now = now;
  for (const row of world.rows) if (row.status !== "completed" && row.expiresAt <= now) end(row, row.expiresAt, "time");
  for (const given of world.orders.flatMap(({ refunds }) => refunds))
    if (given.leasedUntil !== undefined && given.leasedUntil <= now) delete given.leasedUntil;
}

export function end(row: Row, when: number, reason: NonNullable<Row["endReason"]>): void {
  if (row.status === "completed") return;
  row.status = "completed";
  row.endedAt = when;
  row.endReason = reason;
}

/** The expected answer. Only the given properties of `body` are compared; `codes` are the possible refusals. */
export interface Expected {
  status: number;
  codes?: readonly string[];
  body?: unknown;
  /** A refusal that reports something done: its key keeps it. */
  kept?: true;
  /** The place of what was made, recorded with the key. */
  made?: number;
}

/** A call as its transactions: between two of them (`yield`) other calls may come, or the process may die. */
export type Call = Generator<undefined, Expected, undefined>;
export type Play = (world: World) => Call;

/** A call that is one transaction. */
export function atOnce(work: (world: World) => Expected): Play {
  // oxlint-disable-next-line eslint/require-yield
  return function* (world) {
    return work(world);
  };
}

export function refusal(status: number, ...codes: string[]): Expected {
  return { status, codes };
}

/** Learns an id from the server, and from then on expects it. */
export function idOf(entity: { id: string | null }): (actual: unknown) => string | undefined {
  return (actual) => {
    if (typeof actual !== "string") return "an id";
    if (entity.id !== null) return actual === entity.id ? undefined : entity.id;
    // The model learns in this way; the entity belongs to the world.
    Object.assign(entity, { id: actual });
    return undefined;
  };
}

export const iso = (instant: number) => new Date(instant).toISOString();
/** Never minus zero. */
export const dollars = (cents: number) => cents / 100 + 0;
