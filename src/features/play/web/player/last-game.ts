/** The game that this device showed last: by it, screens without an answer of the server find back to it. */
import { session } from "#features/play/contract.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { kept } from "#platform/web/storage.ts";

/** The content that the game shows without a connection is kept elsewhere, together with the group's. */
export const lastGame = kept("local", "lastGame", session);

/** Whether the game that this device showed last is the session's. */
export const wasShownLast = (sessionId: string) => lastGame.read()?.id === sessionId;

/** The game, if it is the player's and runs, as far as this device knows. */
export function lastRunningGame(playerId: string) {
  const game = lastGame.read();
  const runs = game?.userId === playerId && game.status !== "completed" && deviceNow() < Date.parse(game.expiresAt);
  return runs ? game : undefined;
}
