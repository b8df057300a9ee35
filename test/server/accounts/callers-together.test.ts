/** Callers that are looked up at the same moment, and calls that are counted then, share a statement. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { callsTogether } from "#platform/server/http/limits.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { hearStatements } from "#test/statements.ts";

let app: TestApp;
let sent: string[] = [];
beforeAll(async () => {
  app = await freshApp();
  await app.jobs.stop();
  await hearStatements(app.db.pool, (text) => sent.push(text));
});
afterAll(() => app.close());
beforeEach(() => (sent = []));

test("each is known by their own sign-in, and whose sign-in has ended is signed out", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => app.player()));
  const [out, over, deleted, unknown] = all;
  if (!out || !over || !deleted || !unknown) expect.fail();
  const asOwner = (text: string, id: string) => app.owner.pool.query(text, [id]);
  await asOwner("DELETE FROM sign_ins WHERE user_id = $1", out.id);
  await asOwner("UPDATE sign_ins SET created_at = '2000-01-01', expires_at = '2000-01-02' WHERE user_id = $1", over.id);
  await asOwner("UPDATE users SET deleted_at = now() WHERE id = $1", deleted.id);
  unknown.cookies.set("acebay_session", "nobody");
  const staff = await app.signIn("staff@acebay.test");
  sent = [];
  const answers = await Promise.all([...all, staff].map((one) => one.call(accountRoutes.me)));
  const known = answers.map(({ status, body }) => (status === 200 && "user" in body ? body.user.id : status));
  expect(known).toEqual([401, 401, 401, 401, all[4]?.id, all[5]?.id, staff.id]);
  expect(sent.filter((text) => text.includes("FROM sign_ins s JOIN users"))).toHaveLength(1);
  await asOwner("UPDATE users SET deleted_at = NULL WHERE id = $1", deleted.id);
});

test("every call is counted, for its own key, and only those above the limit wait", async () => {
  const count = callsTogether(app.db);
  const now = app.clock.now();
  const keys = ["one", "two", "one", "three", "one", "one"];
  const ask = (key: string) => count(key, { max: 2, seconds: 60 }, now);
  const waits = await Promise.all(keys.map(ask));
  const waiting = keys.filter((_, n) => waits[n] !== undefined);
  expect(waiting).toEqual(["one", "one"]);
  expect(waits.filter((wait) => wait !== undefined)).toEqual([60, 60]);
  // The first of each key share one; the others of a key are counted by themselves.
  expect(sent.filter((text) => text.includes("INSERT INTO calls"))).toHaveLength(4);
  const { rows } = await app.db.pool.query("SELECT key, calls FROM calls WHERE key = ANY($1) ORDER BY key", [keys]);
  expect(rows.map(({ key, calls }) => [key, calls])).toEqual([
    ["one", 4],
    ["three", 1],
    ["two", 1],
  ]);
  expect(await Promise.all([ask("two"), ask("three")])).toEqual([undefined, undefined]);
  expect(await Promise.all([ask("two"), ask("three")])).toEqual([60, 60]);
});
