/** A listener may leave at any moment: then no work for the stream goes on, and its place is free again. */
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { createStreamSlots } from "#platform/server/live/stream-slots.ts";
import { copyOf, freshApp, play, type Player, type TestApp } from "#test/app.ts";

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  port = await app.listen();
  // Timed jobs would wait for the locked table, too.
  await app.jobs.stop();
});
afterAll(() => app.close());

/** A server notices so long after at the latest that a connection on this machine was closed. */
const NOTICED_MS = 200;
/** Those of this database alone: copies of one template number their tables alike. */
const WAITING =
  "SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const statementsThatWaitFor = async (table: string) => (await app.owner.pool.query(WAITING, [table])).rowCount ?? 0;

async function placesOf({ id }: Player): Promise<number> {
  const { rows } = await app.owner.pool.query("SELECT count(*)::int AS n FROM open_streams WHERE user_id = $1", [id]);
  return rows[0].n;
}

/**
 * Opens streams that wait for a table, has their listeners leave, and lets the streams go on.
 * @param areWaiting whether so many of them wait
 */
async function leaveWhileItWaitsFor(
  table: string,
  golfer: Player,
  areWaiting: (streams: number) => Promise<boolean>,
  streams = 8,
): Promise<void> {
  const session = await play(golfer);
  const cookie = [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const path = `/api/sessions/${session.id}/events`;
  const holding = await app.owner.pool.connect();
  try {
    await holding.query(`BEGIN; LOCK TABLE ${table}`);
    const listeners = Array.from({ length: streams }, () => {
      const listener = request({ port, path, headers: { cookie }, agent: false });
      listener.on("error", () => undefined).end();
      return listener;
    });
    await expect.poll(() => areWaiting(streams), { timeout: 5_000 }).toBe(true);
    for (const listener of listeners) listener.destroy();
    await sleep(NOTICED_MS);
  } finally {
    await holding.query("COMMIT");
    holding.release();
  }
  await sleep(NOTICED_MS);
}

describe("a caller who leaves", () => {
  test("while the stream waits for its place keeps no place", async () => {
    const golfer = await app.player();
    await leaveWhileItWaitsFor(
      "open_streams",
      golfer,
      async (streams) => (await statementsThatWaitFor("open_streams")) === streams,
    );
    await expect.poll(() => placesOf(golfer)).toBe(0);
  });

  test("during the first reading keeps no place, and nothing is read for them any more", async () => {
    const golfer = await app.player();
    // Each has its place before it reads, and those that read at the same moment share a statement.
    await leaveWhileItWaitsFor(
      "sessions",
      golfer,
      async (streams) => (await placesOf(golfer)) === streams && (await statementsThatWaitFor("sessions")) > 0,
    );
    await expect.poll(() => placesOf(golfer)).toBe(0);
    const other = copyOf(app, golfer);
    await other.call(accountRoutes.login, { body: { email: golfer.email } });
    const query = vi.spyOn(pg.Client.prototype, "query");
    try {
      // Told to every stream of this account: each that is left looks whether it may go on.
      await other.call(accountRoutes.logout);
      await sleep(NOTICED_MS);
      const looks = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes("has_passkey"));
      expect(looks).toHaveLength(1);
    } finally {
      query.mockRestore();
    }
  });
});

describe("a place", () => {
  test("that could not be counted is free again", async () => {
    const { id } = await app.player();
    const slots = createStreamSlots(app);
    await app.owner.pool.query(`REVOKE SELECT ON open_streams FROM ${app.connection.user}`);
    for (let n = 0; n < 20; n++) await expect(slots.take(id)).rejects.toThrow("permission denied");
    await app.owner.pool.query(`GRANT SELECT ON open_streams TO ${app.connection.user}`);
    await slots.beat();
    await expect(slots.take(id)).resolves.toBeTypeOf("function");
    await slots.end();
  });

  test("is kept over a minute in which its process could not report that it is alive", async () => {
    const golfer = await app.player();
    const [here, there] = [createStreamSlots(app), createStreamSlots(app)];
    await here.take(golfer.id);
    const giveBack = await here.take(golfer.id);
    await app.clock.advance(61);
    await there.beat();
    expect(await placesOf(golfer)).toBe(0);
    await here.beat();
    expect(await placesOf(golfer)).toBe(2);
    await giveBack();
    await there.beat();
    expect(await placesOf(golfer)).toBe(1);
    await Promise.all([here.end(), there.end()]);
  });
});

test("a HEAD request for a stream gets its headers, and ends", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  const cookie = [...golfer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `http://127.0.0.1:${port}/api/sessions/${session.id}/events`;
  const head = (headers: Record<string, string>) =>
    fetch(url, { method: "HEAD", headers, signal: AbortSignal.timeout(2_000) });
  const reply = await head({ cookie });
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  await expect.poll(() => placesOf(golfer)).toBe(0);
  expect((await head({})).status).toBe(401);
});
