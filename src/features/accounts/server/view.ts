/** Accounts as the wire shows them. */
import type { Caller } from "#platform/server/http/handlers.ts";
import type { User } from "../contract.ts";
import { formatPlayerId, parsePlayerId } from "../rules.ts";
import type { UserRow } from "./store.ts";

/** Whether an id or player ID, as a path or body names it, is the caller's own. */
export function isCaller(caller: Caller, named: string): boolean {
  return named === caller.id || parsePlayerId(named) === caller.playerId;
}

/** A row as the wire shows it. */
export function toUser(row: UserRow): User {
  const { emailNotifications, smsNotifications, pushNotifications, gameUpdates, prizeAlerts } = row;
  return {
    id: row.id,
    userId: formatPlayerId(row.playerId),
    name: row.name,
    email: row.email,
    phone: row.phone,
    acquisitionSource: row.acquisitionSource,
    role: row.role,
    namedAsWinner: row.namedAsWinner,
    notifications: { emailNotifications, smsNotifications, pushNotifications, gameUpdates, prizeAlerts },
    language: row.language,
    createdAt: row.createdAt.toISOString(),
  };
}
