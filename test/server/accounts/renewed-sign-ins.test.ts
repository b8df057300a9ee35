/** After a proof a session goes on by a new token: whoever knew the old one has neither the proof nor the session. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { stepUpRoutes } from "#features/accounts/step-up-contract.ts";
import { type Browser, copyOf, freshApp, type TestApp } from "#test/app.ts";
import { authenticator } from "#test/authenticator.ts";
import { bodyOf } from "#test/calls.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp();
});
afterAll(() => app.close());

/** The proof of the sign-in is out of date when a test begins. */
const OLD = 601;
/** For how long the old token is good for calls that are under way. */
const UNDER_WAY = 60;
/** Passkeys are for a host with a name. */
const named = { host: "localhost:3000" };
const token = (browser: Browser) => browser.cookies.get("acebay_session");

let email: string;
let owner: Browser;
/** Somebody with a copy of the owner's cookies, from before the proof. */
let thief: Browser;
beforeEach(async () => {
  email = `${randomUUID()}@example.com`;
  const body = { name: "Robin", email, phone: "555 010 0100" };
  expect((await app.browser().call(accountRoutes.register, { body })).status).toBe(201);
  owner = await app.signedIn(email);
  await app.clock.advance(OLD);
  thief = copyOf(app, owner);
});

async function prove(who: Browser): Promise<void> {
  expect((await who.call(stepUpRoutes.stepUp)).status).toBe(202);
  const proved = await who.call(stepUpRoutes.stepUp, { body: { code: await app.mailedCode(email) } });
  expect(proved.status).toBe(200);
}
const statusOf = async (who: Browser) => (await who.call(accountRoutes.me)).status;
const sensitive = async (who: Browser) => (await who.call(profileRoutes.endOtherSessions)).status;

test("by a mailed code: the old token has no proof, and ends after a minute however it is used", async () => {
  await prove(owner);
  expect(token(owner)).not.toBe(token(thief));
  expect(await sensitive(thief)).toBe(401);
  await app.clock.advance(UNDER_WAY - 1);
  expect([await statusOf(thief), await statusOf(owner)]).toEqual([200, 200]);
  await app.clock.advance(1);
  expect([await statusOf(thief), await statusOf(owner)]).toEqual([401, 200]);
  expect(await sensitive(owner)).toBe(200);
});

test("by the code to a new address", async () => {
  await prove(owner);
  thief = copyOf(app, owner);
  const { user } = await bodyOf(owner.call(accountRoutes.me));
  const next = `${randomUUID()}@example.com`;
  const change = (code?: string) =>
    owner.call(accountRoutes.updateUser, { params: { id: user.id }, body: { email: next, ...(code && { code }) } });
  expect((await change()).status).toBe(202);
  expect((await change(await app.mailedCode(next))).status).toBe(200);
  expect(token(owner)).not.toBe(token(thief));
  expect([await sensitive(thief), await sensitive(owner)]).toEqual([401, 200]);
});

test("by a passkey", async () => {
  const admin = await app.signedIn("admin@acebay.test");
  const key = authenticator();
  const { options } = await bodyOf(admin.call(passkeyRoutes.askForPasskey, { headers: named }));
  const added = { label: "Mine", credential: key.made(options.challenge) };
  expect((await admin.raw("POST", "/api/passkeys", added, named)).status).toBe(201);
  await app.clock.advance(OLD);
  thief = copyOf(app, admin);
  const asked = (await admin.raw("POST", "/api/step-up", {}, named)).body;
  const passkey = key.signed(asked.passkey.options.challenge);
  expect((await admin.raw("POST", "/api/step-up", { passkey }, named)).status).toBe(200);
  expect(token(admin)).not.toBe(token(thief));
  expect([await sensitive(thief), await sensitive(admin)]).toEqual([401, 200]);
  expect((await admin.call(passkeyRoutes.removePasskey, { params: { id: key.id } })).status).toBe(204);
});

test("both tokens are one session: administrators see one, and it ends by either", async () => {
  const admin = await app.signedIn("admin@acebay.test");
  const { user } = await bodyOf(owner.call(accountRoutes.me));
  for (const isByTheOld of [false, true]) {
    const other = await app.signedIn(email);
    await app.clock.advance(OLD);
    const before = copyOf(app, other);
    await prove(other);
    const { person } = await bodyOf(admin.call(peopleRoutes.getPerson, { params: { id: user.id } }));
    expect(person.sessions).toHaveLength(2);
    expect((await (isByTheOld ? before : other).call(accountRoutes.logout)).status).toBe(204);
    expect([await statusOf(other), await statusOf(before), await statusOf(owner)]).toEqual([401, 401, 200]);
  }
});

test("ending other sessions leaves this one, whose old token is not counted as another", async () => {
  await prove(owner);
  expect(await bodyOf(owner.call(profileRoutes.endOtherSessions))).toEqual({ ended: 0 });
  const other = await app.signedIn(email);
  expect(await bodyOf(other.call(profileRoutes.endOtherSessions))).toEqual({ ended: 1 });
  expect([await statusOf(owner), await statusOf(thief), await statusOf(other)]).toEqual([401, 401, 200]);
});

test("when the answer was lost, the old token gives another proof, and the session that nobody has ends with it", async () => {
  const lost = copyOf(app, owner);
  await prove(lost);
  await prove(owner);
  expect(await sensitive(owner)).toBe(200);
  expect(await sensitive(lost)).toBe(401);
  await app.clock.advance(UNDER_WAY);
  expect([await statusOf(owner), await statusOf(lost), await statusOf(thief)]).toEqual([200, 401, 401]);
});

test("a player's session ends after 180 days, however it is used", async () => {
  for (let day = 0; day < 180; day += 29) {
    expect(await statusOf(owner)).toBe(200);
    await app.clock.advance(29 * 86_400);
  }
  expect(await statusOf(owner)).toBe(401);
});
