/** The number of streams that an account has open, over all processes. */
import { randomUUID } from "node:crypto";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { Clock } from "#platform/shared/clock.ts";
import type { Database } from "../db/database.ts";

const STREAMS_AN_ACCOUNT = 20;
/** A process that is silent for this long is gone, and so are its streams. */
const GONE_SECONDS = 60;
const RETRY_SECONDS = 15;

const KEEP =
  "INSERT INTO open_streams (holder_id, id, user_id) SELECT $1, * FROM unnest($2::uuid[], $3::uuid[]) ON CONFLICT DO NOTHING";

export interface StreamSlots {
  /**
   * Takes a place for a stream.
   * @returns a function that gives it back
   * @throws request.too_many_streams
   */
  take(userId: string): Promise<() => Promise<void>>;
  /** Records that this process lives; run by the jobs. */
  beat(): Promise<void>;
  /** Gives back all places of this process, when it ends. */
  end(): Promise<void>;
}

export function createStreamSlots({ db, clock }: { db: Database; clock: Clock }): StreamSlots {
  const holder = randomUUID();
  /** The account of each stream. */
  const held = new Map<string, string>();
  const gone = () => new Date(clock.now().getTime() - GONE_SECONDS * 1000);
  const live = () =>
    db.pool.query(
      "INSERT INTO stream_holders (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
      [holder, clock.now()],
    );
  const release = async (id: string) => {
    held.delete(id);
    // The database is away: the next beat removes the row.
    await db.pool.query("DELETE FROM open_streams WHERE id = $1", [id]).catch(() => undefined);
  };
  return {
    take: async (userId) => {
      const id = randomUUID();
      held.set(id, userId);
      try {
        await live();
        // The place is taken before it is counted, so that two calls at the same moment see each other.
        await db.pool.query(KEEP, [holder, [id], [userId]]);
        const { rows } = await db.pool.query<{ n: number }>(
          "SELECT count(*)::int AS n FROM open_streams s JOIN stream_holders h ON h.id = s.holder_id WHERE s.user_id = $1 AND h.seen_at > $2",
          [userId, gone()],
        );
        if ((rows[0]?.n ?? 0) > STREAMS_AN_ACCOUNT)
          throw refuseRequest("request.too_many_streams", { retryAfter: RETRY_SECONDS });
      } catch (error) {
        await release(id);
        throw error;
      }
      return () => release(id);
    },
    beat: async () => {
      await live();
      await db.pool.query(
        "DELETE FROM open_streams WHERE (holder_id = $1 AND id <> ALL($2)) OR holder_id NOT IN (SELECT id FROM stream_holders WHERE seen_at > $3)",
        [holder, [...held.keys()], gone()],
      );
      // While only this process could not reach the database, another one removed our rows as dead.
      if (held.size > 0) await db.pool.query(KEEP, [holder, [...held.keys()], [...held.values()]]);
      await db.pool.query("DELETE FROM stream_holders WHERE seen_at <= $1", [gone()]);
    },
    end: async () => {
      try {
        await db.pool.query("DELETE FROM open_streams WHERE holder_id = $1", [holder]);
        await db.pool.query("DELETE FROM stream_holders WHERE id = $1", [holder]);
      } catch {
        // The database is away: the next process to beat removes the rows.
      }
    },
  };
}
