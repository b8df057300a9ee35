/** What administrators, the metrics and the alert show of backups: from the first backup on, and of each trial. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { note } from "#platform/server/audit-trail.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

const HOUR = 3600;
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const shown = () => bodyOf(admin.call(dashboardRoutes.getBackups));
const metric = async (name: string) =>
  new RegExp(`\nacebay_backup_${name} (\\S+)\n`).exec(String((await app.browser().raw("GET", "/metrics")).body))?.[1];
const noted = (action: "backup.made" | "backup.proven" | "backup.not_proven", detail: Record<string, unknown> = {}) =>
  note(app.db, { actorId: null, action, subject: "backup", detail, at: app.clock.now() });

test("nothing is due where no backup is; a backup that nobody tries is due after a day and a half", async () => {
  expect(await shown()).toEqual({ drill: null, provenOf: null, lastMade: null, isDue: false });
  expect(await metric("first_age_seconds")).toBeUndefined();
  const first = app.clock.now().toISOString();
  await noted("backup.made");
  expect(await shown()).toEqual({ drill: null, provenOf: null, lastMade: first, isDue: false });
  await app.clock.advance(30 * HOUR);
  await noted("backup.made");
  await app.clock.advance(7 * HOUR);
  // Newer ones do not make the first one's age forgotten: none of them was tried.
  expect(await shown()).toMatchObject({ drill: null, isDue: true });
  expect(Number(await metric("first_age_seconds"))).toBe(37 * HOUR);
  expect(await metric("proven_age_seconds")).toBeUndefined();
});

test("a good trial is shown with its moment and its seconds, until it is old", async () => {
  const of = app.clock.now().toISOString();
  await app.clock.advance(60);
  await noted("backup.proven", { file: "f", of, rows: 12, seconds: 3.2 });
  const at = app.clock.now().toISOString();
  const drill = { at, holds: true, of, seconds: 3.2, reason: null };
  expect(await shown()).toMatchObject({ drill, provenOf: of, isDue: false });
  await app.clock.advance(37 * HOUR);
  expect(await shown()).toMatchObject({ drill, provenOf: of, isDue: true });
});

test("a failed trial is due at once, and says why; a good one after it ends that", async () => {
  const { provenOf } = await shown();
  await noted("backup.not_proven", { file: "f", of: "", rows: 0, seconds: 0.1, reason: "f is no backup" });
  expect(await shown()).toMatchObject({
    drill: { holds: false, of: null, seconds: 0.1, reason: "f is no backup" },
    provenOf,
    isDue: true,
  });
  expect(await metric("drill_well")).toBe("0");
  await noted("backup.proven", { file: "g", of: app.clock.now().toISOString(), rows: 12, seconds: 3 });
  expect(await shown()).toMatchObject({ drill: { holds: true }, isDue: false });
  expect(await metric("drill_well")).toBe("1");
});

test("nobody but administrators may ask", async () => {
  expect((await (await app.signIn("staff@acebay.test")).call(dashboardRoutes.getBackups)).status).toBe(403);
});
