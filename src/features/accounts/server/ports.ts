/**
 * What accounts needs from the rooms to its right when a player asks for their data or deletes the account. Each room
 * that keeps something about players has such a port; `main/server/keepers.ts` lists them.
 */
import type { Db } from "#platform/server/db/database.ts";
import { parsePlayerId } from "../rules.ts";

/** Why an account cannot be deleted yet: of several the first one is told. Each has its refusal in the contract. */
export const deletionBlocks = ["playing", "payment_open", "claim_pending", "payout_due"] as const;
export type DeletionBlock = (typeof deletionBlocks)[number];

export interface Person {
  /** The account's id. */
  id: string;
  /** The player ID as it is stored, without hyphens. */
  playerId: string;
  /** The proved addresses, of today and before. */
  emails: readonly string[];
  /** Replaces the name wherever it was stored. */
  standIn: string;
  deletedAt: Date;
}

/**
 * A kept value without the person: wherever a field names the account, by its id or by the player ID however it was
 * typed, the name beside it becomes the stand-in and the player ID goes. The account's own id stays.
 */
export function withoutPerson<Kept>(kept: Kept, person: Person): Kept {
  return without(kept, person) as Kept; // The same shape: only names change, and an optional field goes.
}

function without(kept: unknown, person: Person): unknown {
  if (Array.isArray(kept)) return kept.map((one) => without(one, person));
  if (typeof kept !== "object" || kept === null) return kept;
  const isPlayerId = (value: unknown) => typeof value === "string" && parsePlayerId(value) === person.playerId;
  const named = Object.values(kept).some((value) => value === person.id || isPlayerId(value));
  return Object.fromEntries(
    Object.entries(kept)
      .filter(([, value]) => !isPlayerId(value))
      .map(([field, value]) => [field, named && NAMES.has(field) ? person.standIn : without(value, person)]),
  );
}

const NAMES = new Set(["name", "playerName", "displayName"]);

/** Rows by kind: `{ sessions: [...], attempts: [...] }`. Money in dollars, instants in UTC. */
export type Records = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export interface PersonPort {
  /** What still prevents the deletion of the account. Called with the account locked. */
  deletionBlock(tx: Db, personId: string, now: Date): Promise<DeletionBlock | undefined>;
  /** Removes the person from what the room keeps, in the transaction of the deletion. */
  forget(tx: Db, person: Person): Promise<void>;
  /** Everything that the room keeps about the player. */
  recordsOf(db: Db, personId: string): Promise<Records>;
}
