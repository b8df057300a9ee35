/**
 * A call may be under way while an account is deleted: its caller was admitted before, and it writes after. By
 * construction: every call of the contracts that changes something is made by the golfer, or by an administrator about
 * the golfer, and the account is deleted in the moment after the caller was admitted.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { copyOf, type Player } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { makeWorld, type Operation, type World } from "../../crossing/fuzz-world.ts";

let world: World;
let tables: string[];
beforeAll(async () => {
  world = await makeWorld();
  const { rows } = await world.app.db.pool.query<{ table: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS "table" FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  tables = rows.map(({ table }) => table);
});
afterAll(() => world.app.close());

const name = "Quillon Latecomer";
const phone = "239 555 0199";

/** Every row with a text in it, in any table but the counts of calls. */
async function rowsWith(text: string): Promise<string[]> {
  const searched = tables.filter((table) => table !== "public.calls");
  const found = await world.app.db.pool.query<{ row: string }>(
    searched
      .map(
        (table) =>
          `SELECT '${table} ' || to_jsonb(t)::text AS row FROM ${table} AS t WHERE strpos(lower(to_jsonb(t)::text), lower($1)) > 0`,
      )
      .join(" UNION ALL "),
    [text],
  );
  return found.rows.map(({ row }) => row);
}

/** Does something in the moment after the next caller was found in the database, before the call goes on. */
function afterAdmission(work: () => Promise<void>): void {
  const { pool } = world.app.db;
  const query = pool.query.bind(pool);
  const isOfCaller = (statement: unknown) => JSON.stringify(statement).includes("FROM sign_ins s JOIN users u");
  pool.query = (async (...statement: [unknown]) => {
    const found = await (query as (...given: unknown[]) => Promise<unknown>)(...statement);
    if (isOfCaller(statement[0])) {
      pool.query = query;
      await work();
    }
    return found;
  }) as typeof query;
}

const isOwn = ({ contract }: Operation) => contract?.permission === "signedIn";

/** A good body, and for a change of one's own fields each of them alone. */
function bodiesOf(operation: Operation): Record<string, unknown>[] {
  const good = operation.body ?? {};
  const single = Object.entries(good).map(([field, value]) => ({ [field]: value }));
  return [good, ...(operation.method === "PATCH" && isOwn(operation) ? single : [])];
}

/** Makes a call while its golfer's account is deleted. @returns what is wrong afterwards */
async function callLate(operation: Operation, given: Record<string, unknown>): Promise<string[]> {
  const { app, people } = world;
  const from = people.player as Player; // `makeWorld` registers one.
  const golfer = await app.player(name, `quillon.${randomUUID()}@example.com`);
  // With this proof the account may be deleted. It is also the last that is remembered of the caller, who is looked up next.
  await golfer.call(stepUpRoutes.stepUp);
  await bodyOf(golfer.call(stepUpRoutes.stepUp, { body: { code: await app.mailedCode(golfer.email) } }), 200);
  const other = copyOf(app, golfer);
  const about = (text: string) =>
    text
      .replaceAll(from.id, golfer.id)
      .replaceAll(from.userId, golfer.userId)
      .replaceAll(from.email, `another.${golfer.email}`);
  const own = { ...("name" in given && { name }), ...("phone" in given && { phone }) };
  const body: unknown = JSON.parse(about(JSON.stringify({ ...given, ...(isOwn(operation) && own) })));
  let left: string[] | undefined;
  afterAdmission(async () => {
    expect((await other.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
    left = await rowsWith(golfer.id);
  });
  const { status } = await (isOwn(operation) ? golfer : people.admin).raw(
    operation.method,
    about(operation.path),
    body,
    {
      "idempotency-key": randomUUID(),
    },
  );
  const what = `${operation.method} ${operation.url} with ${Object.keys(given).join(", ")}: ${status}`;
  if (!left) return [`${what} was answered before its caller was looked up`];
  const kept = new Set(left);
  const added = (await rowsWith(golfer.id)).filter((row) => !kept.has(row));
  const told = isOwn(operation) ? [golfer.email, name, phone] : [];
  const traces = (await Promise.all(told.map(rowsWith))).flat();
  return [...(status < 500 ? [] : [what]), ...[...added, ...traces].map((row) => `${what} leaves ${row}`)];
}

test("a call that was admitted before its account was deleted writes nothing about the golfer afterwards", async () => {
  const { people, operations } = world;
  // A proof, which holds because the clock stands still.
  await people.admin.call(peopleRoutes.signPersonOut, { params: { id: randomUUID() }, body: { reason: "A proof" } });
  const changing = operations.filter(
    ({ method, contract }) => contract && method !== "GET" && contract.permission !== "public",
  );
  const found: string[] = [];
  let played = 0;
  for (const operation of changing)
    for (const body of bodiesOf(operation)) {
      found.push(...(await callLate(operation, body)));
      played += 1;
      await world.signInAgain();
    }
  expect(found).toEqual([]);
  expect(played).toBeGreaterThan(80);
}, 180_000);
