/** The outbox of play: shots, claims, undos and ends, sent in their order. It never contains a payment. */
import { accountRoutes } from "#features/accounts/contract.ts";
import { playRoutes, type Attempt, type Session } from "#features/play/contract.ts";
import { ApiError, call } from "#platform/web/api.ts";
import { deviceNow } from "#platform/web/device-clock.ts";
import { deviceDb } from "#platform/web/device-db.ts";
import { createOutbox, type OutboxResult, type OutboxItem } from "#platform/web/outbox.ts";
import { afterRefusal, lateness, queued, type Queued, type QueuedShot } from "./shot-items.ts";

/** After this time a call is repeated, because on a bad network some never end. */
const PATIENCE_MS = 10_000;

export interface ShotAnswer {
  session: Session;
  /** The answer to a shot or claim. */
  attempt?: Attempt;
  /** The shot was withdrawn as soon as the server had it. */
  withdrawn?: true;
}

export type ShotOutboxResult = OutboxResult<Queued, ShotAnswer>;

export const shotOutbox = createOutbox<Queued, ShotAnswer>({ name: "play", item: queued, send, afterRefusal });

/** Forgets what this device keeps of games; what waits in the outbox stays, for the player who made it. */
export function forgetKept(): void {
  deviceDb()
    .then((db) => db.clear("kept"))
    .catch(() => undefined);
}

/** Sends one item. A repeated shot has the same id, so it counts once. @throws ApiError */
async function send({ id, item, owner }: OutboxItem<Queued>): Promise<ShotAnswer> {
  try {
    if (item.kind === "end") return await end(item.sessionId);
    if (item.kind === "undo") return await undo(item.attemptId);
    const { attempt, session } = await record(id, item);
    const now = shotOutbox.find(id)?.item;
    if (now?.kind !== "shot" || !now.undone) return { attempt, session };
    return { ...(await undo(attempt.id)), withdrawn: true };
  } catch (error) {
    // The server also says 'no such session' to another player, who may have signed in on another tab.
    if (error instanceof ApiError && error.status === 404 && (await callerId()) !== owner)
      throw new ApiError({ status: 401, code: "play.other_player", message: error.message });
    throw error;
  }
}

const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

async function record(shotId: string, item: QueuedShot) {
  const { sessionId, mainSessionId, friendIndex, targetHole, prizeClaim, missShotId, tappedAt } = item;
  const shot = {
    targetHole,
    prizeClaim,
    shotId,
    ...(missShotId === undefined ? {} : { missShotId }),
    // A shot that waited counts at the moment of its tap.
    ...lateness(tappedAt, deviceNow()),
  };
  const { body } =
    mainSessionId === undefined
      ? await call(playRoutes.recordShot, { body: { sessionId, ...shot }, ...patience() })
      : await call(playRoutes.recordGroupShot, {
          body: { mainSessionId, ...(friendIndex === undefined ? {} : { friendIndex }), ...shot },
          ...patience(),
        });
  return body;
}

async function undo(attemptId: string): Promise<ShotAnswer> {
  return (await call(playRoutes.undoShot, { params: { id: attemptId }, ...patience() })).body;
}

async function end(sessionId: string): Promise<ShotAnswer> {
  return (await call(playRoutes.completeSession, { params: { id: sessionId }, ...patience() })).body;
}

async function callerId(): Promise<string> {
  return (await call(accountRoutes.me, patience())).body.user.id;
}
