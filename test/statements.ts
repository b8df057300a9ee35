/** What an app asks its database, in tests that count it. */
import type pg from "pg";

/** Tells each statement that a pool sends from now on; connections that are open already are closed. */
export async function hearStatements(pool: pg.Pool, hear: (text: string) => void): Promise<void> {
  const idle = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  for (const connection of idle) connection.release(true);
  pool.on("connect", (connection: pg.PoolClient) => {
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const noting = (...given: unknown[]): unknown => {
      const [first] = given as [string | { text: string }];
      hear(typeof first === "string" ? first : first.text);
      return send(...given);
    };
    connection.query = noting as typeof connection.query; // One function has none of the driver's overloads.
  });
}
