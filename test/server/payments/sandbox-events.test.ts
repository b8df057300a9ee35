/** The sandbox sends its events as a gateway does: after the reply, several at once, and again what is not taken. */
import { createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SIGNATURE_HEADER, sendEvents, signEvent } from "#features/payments/server/sandbox-events.ts";
import { type Db, openDatabase } from "#platform/server/db/database.ts";
import { buy, freshApp, SECRET, type TestApp } from "#test/app.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
});
afterAll(() => app.close());

const asOwner = (text: string, ...values: unknown[]) => app.owner.pool.query<Record<string, unknown>>(text, values);
const numberOf = async (text: string) => Number((await asOwner(text)).rows[0]?.["n"]);
const secret = createHmac("sha256", SECRET).update("sandbox webhooks").digest("hex");
const send = (deliver: Parameters<typeof sendEvents>[1], ending?: AbortSignal, db: Db = app.db) =>
  sendEvents({ db, clock: app.clock, secret }, deliver, ending);

/** Events that are due, about nothing of ours. */
async function putMany(count: number): Promise<void> {
  const body = (id: string) => JSON.stringify({ id, event: { about: "attempt", attemptId: randomUUID() } });
  const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`);
  await asOwner(
    "INSERT INTO sandbox.events (id, body, next_try_at) SELECT *, $3::timestamptz FROM unnest($1::text[], $2::text[])",
    ids,
    ids.map(body),
    app.clock.now(),
  );
}

test("the event of a payment comes a second after the reply", async () => {
  await buy(await app.player());
  let sent = 0;
  const count = async () => (sent += 1) > 0;
  await send(count);
  expect(sent).toBe(0);
  await app.clock.advance(1);
  await send(count);
  expect(sent).toBe(1);
});

test("a run sends every event once, ten at the same time, and takes fifty for itself", async () => {
  await putMany(120);
  // With the plan that PostgreSQL makes while the table is empty: it looks for the due ones once for each.
  const plan = ["hashjoin", "hashagg", "mergejoin", "material", "sort"].map((way) => `-c enable_${way}=off`).join(" ");
  const db = openDatabase({ ...app.connection, options: plan }, 2);
  const sent: string[] = [];
  const taken: number[] = [];
  let [underway, most] = [0, 0];
  await send(
    async (body) => {
      sent.push(body);
      most = Math.max(most, (underway += 1));
      taken.push(await numberOf("SELECT count(*) AS n FROM sandbox.events WHERE tries > 0"));
      underway -= 1;
      return true;
    },
    undefined,
    db,
  );
  await db.close();
  expect([sent.length, new Set(sent).size, most, Math.max(...taken)]).toEqual([120, 120, 10, 50]);
  expect(await numberOf("SELECT count(*) AS n FROM sandbox.events")).toBe(0);
});

test("what is not taken is sent again, and a server that ends leaves the rest", async () => {
  await putMany(30);
  const ending = new AbortController();
  let sent = 0;
  await send(async () => {
    if ((sent += 1) === 15) ending.abort();
    return sent !== 3;
  }, ending.signal);
  expect(sent).toBe(20);
  expect(await numberOf("SELECT count(*) AS n FROM sandbox.events")).toBe(11);
  await app.clock.advance(3);
  await send(async () => (sent += 1) > 0);
  expect(sent).toBe(31);
});

test("events that come at the same moment read their attempts by one statement", async () => {
  await app.player().then(buy);
  const { rows } = await asOwner("SELECT id FROM payment_attempts");
  const ids = [...rows.map((row) => String(row["id"]).toUpperCase()), randomUUID(), randomUUID()];
  const statements: string[] = [];
  await hearStatements(app.db.pool, (text) => statements.push(text));
  const replies = await Promise.all(
    ids.map((attemptId) => {
      const payload = JSON.stringify({ id: `evt_${randomUUID()}`, event: { about: "attempt", attemptId } });
      const headers = {
        "content-type": "application/json",
        [SIGNATURE_HEADER]: signEvent(secret, payload, app.clock.now()),
      };
      return app.http.inject({ method: "POST", url: "/api/payments/webhook", payload, headers });
    }),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200));
  expect(statements.filter((text) => text.includes("payment_attempts"))).toHaveLength(1);
});
