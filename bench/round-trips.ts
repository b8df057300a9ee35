/**
 * Counts the round trips of one call to the database, in the database's client; for our server without those of
 * background work.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { type App, buildApp } from "#main/server/app.ts";
import { systemClock } from "#platform/server/clock.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import type { Call } from "./calls.ts";
import { callOnce } from "./load.ts";
import { plainApp } from "./plain/app.ts";
import { SECRET } from "./world.ts";

/** Only the last of these calls is counted, because the first ones fill the memory. */
const CALLS = 3;

/** @returns for each call, the statements of our server in their order, and how many the plain program sends */
export async function roundTrips(
  connections: { ours: pg.PoolConfig; plain: pg.PoolConfig },
  calls: readonly Call[],
): Promise<Record<string, { ours: readonly string[]; plain: number | undefined }>> {
  const recording = new AsyncLocalStorage<string[]>();
  const config = readConfig({ DATA_DIR: "/nowhere", SESSION_SECRET: SECRET });
  const [ours, plain] = [openDatabase(connections.ours), openDatabase(connections.plain)];
  let sent = 0;
  onQuery(ours.pool, (text) => recording.getStore()?.push(text));
  onQuery(plain.pool, () => void (sent += 1));
  const app = await buildApp({ config, db: ours, direct: connections.ours, clock: systemClock, logLevel: "silent" });
  const server = plainApp(plain.pool).listen(0, "127.0.0.1");
  await new Promise<void>((done) => void server.once("listening", done));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const found: Record<string, { ours: readonly string[]; plain: number | undefined }> = {};
  for (const call of calls) {
    const [atOurs, atPlain] = [call.requests(), call.requests()];
    let statements: string[] = [];
    for (let n = 0; n < CALLS; n++) {
      statements = [];
      sent = 0;
      const [one, other] = [atOurs(0), atPlain(0)];
      if (one) await recording.run(statements, () => inject(app, one, call.status));
      if (other && call.isPlain) await callOnce(port, other);
    }
    // A copy, because later work is not part of the call.
    found[call.name] = { ours: [...statements], plain: call.isPlain ? sent : undefined };
  }
  server.close();
  await app.close();
  for (const db of [ours, plain]) await db.close();
  return found;
}

/** Calls `noted` with each statement that a connection of the pool sends. */
function onQuery(pool: pg.Pool, noted: (text: string) => void): void {
  pool.on("connect", (connection: pg.PoolClient) => {
    const send = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const wrapped = (...given: unknown[]): unknown => {
      // The pool and drizzle send a text, or an object with it.
      const [first] = given as [string | { text: string }];
      noted(typeof first === "string" ? first : first.text);
      return send(...given);
    };
    // One function cannot have all of the driver's overloads; it passes its arguments on.
    connection.query = wrapped as typeof connection.query;
  });
}

/** Makes the call of these bytes without a connection, so that its work runs in the caller's context. */
async function inject(app: App, request: Buffer, status: number): Promise<void> {
  const [head = "", payload = ""] = request.toString().split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const [method, url = ""] = first.split(" ");
  const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
  const reply = await app.http.inject({
    method: method === "POST" ? "POST" : "GET",
    url,
    headers,
    ...(payload === "" ? {} : { payload }),
  });
  if (reply.statusCode !== status) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`);
}
