/** A database beside the one in use, on the same server, for a while: a backup is restored into it on trial. */
import pg from "pg";
import { databaseError, NO_RIGHT } from "./errors.ts";

/** Any number. It keeps two trials from using one scratch database. */
const LOCK = 7_306_431;
/** The comment on a database that we made and may remove. */
const OURS = "Made by npm run drill of Acebay, which removes it";
/**
 * A database gets its comment after it was made. Until then it lets nobody in, and has this limit, which nobody sets: a
 * drill that is killed in between leaves one that the next knows.
 */
const NEW = { options: `ALLOW_CONNECTIONS false CONNECTION LIMIT ${LOCK}`, limit: LOCK };

/** Why there is no scratch database, as the operator reads it. */
export class ScratchRefused extends Error {}

export interface Scratch {
  /** As the role of the address, which owns it. Nobody else may connect. */
  connection: pg.PoolConfig;
  /** Removes it. */
  remove(): Promise<void>;
}

/**
 * Makes an empty database whose name is that of the address and `_drill`. What a killed trial left under it is removed.
 * @param ownerUrl the role must be allowed to make databases
 * @throws ScratchRefused
 */
export async function makeScratch(ownerUrl: string): Promise<Scratch> {
  const client = new pg.Client({ connectionString: ownerUrl, keepAlive: true });
  // When the server goes away the next statement says so.
  client.on("error", () => undefined);
  await client.connect();
  const name = `${client.database ?? ""}_drill`;
  const quoted = pg.escapeIdentifier(name);
  try {
    const { rows: locks } = await client.query<{ won: boolean }>("SELECT pg_try_advisory_lock($1) AS won", [LOCK]);
    if (locks[0]?.won !== true)
      throw new ScratchRefused("Another drill runs on this database. Wait until it has ended.");
    const { rows } = await client.query<{ ours: boolean }>(
      `SELECT coalesce(shobj_description(oid, 'pg_database') = $2, NOT datallowconn AND datconnlimit = $3) AS ours
       FROM pg_database WHERE datname = $1`,
      [name, OURS, NEW.limit],
    );
    if (rows[0]?.ours === false)
      throw new ScratchRefused(
        `There is a database ${name} that no drill has made. If nobody needs it: DROP DATABASE ${quoted}`,
      );
    if (rows[0]) await client.query(`DROP DATABASE ${quoted} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE template0 ${NEW.options}`);
    await client.query(`COMMENT ON DATABASE ${quoted} IS ${pg.escapeLiteral(OURS)}`);
    await client.query(`REVOKE CONNECT ON DATABASE ${quoted} FROM PUBLIC`);
    await client.query(`ALTER DATABASE ${quoted} ALLOW_CONNECTIONS true CONNECTION LIMIT -1`);
  } catch (error) {
    await client.end();
    if (databaseError(error)?.code === NO_RIGHT)
      throw new ScratchRefused(
        `The role of DATABASE_OWNER_URL may not make a database. As the superuser of its server: ALTER ROLE ${pg.escapeIdentifier(client.user ?? "")} CREATEDB`,
        { cause: error },
      );
    throw error;
  }
  const remove = async () => {
    await client.query(`DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`);
    await client.end();
  };
  let removed: Promise<void> | undefined;
  return {
    connection: { connectionString: withDatabase(ownerUrl, name) },
    // A drill that is asked to end while it removes it asks again.
    remove: () => (removed ??= remove()),
  };
}

/** An address with another database in it. */
export function withDatabase(url: string, name: string): string {
  return url.replace(
    /^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/,
    (_all, server: string) => `${server}/${encodeURIComponent(name)}`,
  );
}
