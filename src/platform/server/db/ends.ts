/** Ending connections to a database that may not answer any more: a frozen server or a dead network closes none. */
import type { Socket } from "node:net";
import type pg from "pg";

/** A connection that is still open so long after we asked to end it is cut. */
const FAREWELL_MS = 3_000;

/** Ends a connection, within three seconds. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => cut(client), FAREWELL_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

/** Makes the end of a pool cut what is still open after three seconds. A statement under way then fails. */
export function endInTime(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>();
  pool.on("connect", (client) => {
    open.add(client);
    client.once("end", () => open.delete(client));
  });
  const end = pool.end.bind<() => Promise<void>>(pool);
  // The pool does not wait for connections that nobody uses, but Node does: the timer stays.
  pool.end = async () => {
    setTimeout(() => open.forEach(cut), FAREWELL_MS).unref();
    await end();
  };
}

/** The driver's types leave its connection out. */
function cut(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
