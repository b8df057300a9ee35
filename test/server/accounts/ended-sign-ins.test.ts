/**
 * Ending an account's sign-ins also ends a sign-in that began before: if both come at the same moment, in either order,
 * a call that read the account before the end does nothing after it (rules, section 2).
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { commands } from "#main/server/admin-commands.ts";
import { readConfig } from "#platform/server/config.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { type Browser, copyOf, freshApp, type Player, type Reply, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { atOnce } from "#test/at-once.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const devicesOf = ({ id }: { id: string }) => `SELECT FROM devices WHERE user_id = '${id}' FOR UPDATE`;
const ok = (reply: Reply) => expect(reply.status).toBeLessThan(300);

interface Scene {
  id: string;
  email: string;
  /** A browser of the owner's, who has proved the address. */
  owner: Browser;
  /** A device of somebody else, who may hold a session or a cookie of the account. */
  device: [string, string];
}

/** An account that is signed in in two browsers. */
async function twoBrowsers(): Promise<Scene> {
  const { id, email } = await app.player();
  const [owner, other] = [await app.signedIn(email), await app.signedIn(email)];
  return { id, email, owner, device: ["acebay_device", other.cookies.get("acebay_device") ?? ""] };
}

const reason = "Lost the phone";
const endings: [string, (scene: Scene) => Promise<() => Promise<unknown>>][] = [
  [
    "an administrator's sign-out",
    async ({ id }) =>
      async () =>
        ok(await signOut(id)),
  ],
  [
    "an operator's sign-out at the server",
    async ({ email }) => {
      const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
      const deps = { db: app.db, clock: app.clock, config, hub: createHub(), mailer: app.mailer };
      return async () => commands.get("sign-out")?.run(deps, [email, reason]);
    },
  ],
  [
    "a move to another address",
    async ({ id, email }) =>
      async () =>
        ok(await admin.call(peopleRoutes.movePerson, { params: { id }, body: { email: `moved-${email}`, reason } })),
  ],
  [
    "a role",
    async ({ email }) =>
      async () =>
        ok(await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1] } })),
  ],
  [
    "a changed address",
    async ({ id, email, owner }) => {
      const changed = { email: `new-${email}` };
      ok(await owner.call(accountRoutes.updateUser, { params: { id }, body: changed }));
      const code = await app.mailedCode(changed.email);
      return async () => ok(await owner.call(accountRoutes.updateUser, { params: { id }, body: { ...changed, code } }));
    },
  ],
  [
    "forgetting all other devices",
    async ({ owner }) =>
      async () =>
        ok(await owner.call(profileRoutes.endOtherSessions, { body: { forget: true } })),
  ],
  [
    "forgetting that device in the list",
    async ({ owner }) => {
      const { devices } = await bodyOf(owner.call(profileRoutes.listDevices));
      const { id } = firstOf(devices.filter(({ isCurrent }) => !isCurrent));
      return async () => ok(await owner.call(profileRoutes.forgetOneDevice, { params: { id } }));
    },
  ],
  [
    "the first proof of the address",
    async ({ id, email }) => {
      await app.owner.pool.query("UPDATE users SET email_proved_at = NULL WHERE id = $1", [id]);
      const owner = app.browser();
      await owner.call(accountRoutes.login, { body: { email } });
      const code = await app.mailedCode(email);
      return async () => ok(await owner.call(accountRoutes.login, { body: { email, code } }));
    },
  ],
];

const signOut = (id: string) => admin.call(peopleRoutes.signPersonOut, { params: { id }, body: { reason } });

describe.each(endings)("%s", (_name, prepare) => {
  test.each(["before", "after"])("that begins %s a sign-in on a known device ends it", async (when) => {
    const scene = await twoBrowsers();
    const end = await prepare(scene);
    const stranger = app.browser();
    stranger.cookies.set(...scene.device);
    const enter = async () => stranger.call(accountRoutes.login, { body: { email: scene.email } });
    await atOnce(app, devicesOf(scene), ...(when === "before" ? [end, enter] : [enter, end]));
    expect((await stranger.call(accountRoutes.me)).status).toBe(401);
  });
});

/** Changes that a session must not make while it is being ended. Each gets a session that may make it. */
const deeds: [string, (scene: Scene, held: Browser) => Promise<() => Promise<Reply>>][] = [
  [
    "change the address",
    async ({ id, email }, held) => {
      const changed = { email: `theirs-${email}` };
      ok(await held.call(accountRoutes.updateUser, { params: { id }, body: changed }));
      const code = await app.mailedCode(changed.email);
      return () => held.call(accountRoutes.updateUser, { params: { id }, body: { ...changed, code } });
    },
  ],
  [
    "step up",
    async ({ email }, held) => {
      ok(await held.call(stepUpRoutes.stepUp));
      const code = await app.mailedCode(email);
      return () => held.call(stepUpRoutes.stepUp, { body: { code } });
    },
  ],
  [
    "delete the account",
    async ({ id }, held) =>
      () =>
        held.call(profileRoutes.deleteUser, { params: { id } }),
  ],
  ["end the other sessions", async (_scene, held) => () => held.call(profileRoutes.endOtherSessions, { body: {} })],
  [
    "forget a device",
    async (_scene, held) => {
      const { devices } = await bodyOf(held.call(profileRoutes.listDevices));
      return () => held.call(profileRoutes.forgetOneDevice, { params: { id: firstOf(devices).id } });
    },
  ],
];

test.each(deeds)("a session that is ended cannot %s any more", async (_name, prepare) => {
  const scene = await twoBrowsers();
  const held = copyOf(app, scene.owner);
  const act = await prepare(scene, held);
  let reply: Reply | undefined;
  await atOnce(
    app,
    devicesOf(scene),
    async () => ok(await signOut(scene.id)),
    async () => (reply = await act()),
  );
  expect(reply).toMatchObject({ status: 401, body: { error: { code: "request.signed_out" } } });
});
