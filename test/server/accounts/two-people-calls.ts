/** The calls by which administrators decide about each other, for the tests. */
import { commands } from "#main/server/admin-commands.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { readConfig } from "#platform/server/config.ts";
import { freshApp, type Player, type Reply, SECRET, type TestApp } from "#test/app.ts";
import { provedPlayer } from "#test/server/claims/payouts-people.ts";

/** An app with two administrators. */
export async function twoAdministrators(): Promise<{ app: TestApp; one: Player; other: Player }> {
  const app = await freshApp();
  return { app, one: await app.signIn("admin@acebay.test"), other: await administrator(app, "Sonja Second") };
}

/** Somebody whom the operator made an administrator long ago, without another administrator. */
export async function administrator(app: TestApp, name: string): Promise<Player> {
  const person = await provedPlayer(app, name);
  await app.db.pool.query("UPDATE users SET role = 'admin' WHERE id = $1", [person.id]);
  return app.signIn(person.email);
}

/** Takes the role from an administrator; the trail says so, for the audit asks it who had which role when. */
export const demote = (app: TestApp, person: Player) =>
  app.db.pool.query(
    `WITH gone AS (UPDATE users SET role = 'player' WHERE id = $1::uuid)
     INSERT INTO audit_trail (action, subject, detail, created_at) VALUES ('staff.changed', $1::text, '{"before": {"role": "admin"}}', $2)`,
    [person.id, app.clock.now()],
  );
export const roleOf = async (app: TestApp, person: Player) =>
  (await app.db.pool.query("SELECT role FROM users WHERE id = $1", [person.id])).rows[0].role;

export const approve = (by: Player, { body }: Reply) =>
  by.raw("POST", `/api/admin/proposals/${body.proposal.id}/approve`);
export const withdraw = (by: Player, { body }: Reply) =>
  by.raw("POST", `/api/admin/proposals/${body.proposal.id}/withdraw`);
export const grant = (by: Player, person: Player) =>
  by.raw("POST", "/api/admin/staff", { email: person.email, role: "admin" });
export const codeOf = ({ body }: Reply) => body.error?.code;

/** `npm run admin -- ...` */
export async function operator(app: TestApp, name: string, ...words: string[]): Promise<string | undefined> {
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
  const deps = { db: app.db, clock: app.clock, config, hub: createHub(), mailer: app.mailer };
  return commands.get(name)?.run(deps, words);
}
