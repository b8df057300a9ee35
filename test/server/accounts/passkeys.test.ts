/** Passkeys: who may ask for one, what is refused, and what is kept. Browsers make theirs in the journey. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { passkeyRoutes } from "#features/accounts/passkey-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { type Browser, freshApp, type Player, type Reply, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { atOnce } from "#test/at-once.ts";
import { type Authenticator, authenticator } from "#test/authenticator.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const named = { host: "localhost:3000" };
const made = (challenge: string, type = "webauthn.create") => ({
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  clientExtensionResults: {},
  response: {
    clientDataJSON: Buffer.from(JSON.stringify({ type, challenge, origin: "http://localhost:3000" })).toString(
      "base64url",
    ),
    attestationObject: "AAAA",
    authenticatorData: "AAAA",
    signature: "AAAA",
  },
});

test("staff and administrators can ask for a passkey, for the host that the browser shows", async () => {
  const body = await bodyOf(admin.call(passkeyRoutes.askForPasskey, { headers: named }), 200);

  expect(body.options).toMatchObject({
    rp: { id: "localhost", name: "Acebay" },
    user: { name: "admin@acebay.test" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const staff = await app.signIn("staff@acebay.test");
  expect((await staff.call(passkeyRoutes.askForPasskey, { headers: named })).status).toBe(200);
  const player = await app.player();
  expect((await player.call(passkeyRoutes.askForPasskey, { headers: named })).status).toBe(403);
  expect((await app.browser().call(passkeyRoutes.listPasskeys)).status).toBe(401);
});

test("a host that is an IP address can have no passkey", async () => {
  for (const host of ["127.0.0.1:3000", "[::1]:3000"]) {
    const reply = await admin.call(passkeyRoutes.askForPasskey, { headers: { host } });
    expect(reply.status).toBe(409);
    expect(reply.body.error?.code).toBe("passkeys.needs_name");
  }
});

test("a passkey that did not sign our challenge is not stored", async () => {
  const body = await bodyOf(admin.call(passkeyRoutes.askForPasskey, { headers: named }));
  for (const challenge of [body.options.challenge, "another"]) {
    const credential = made(challenge);
    const reply = await admin.call(passkeyRoutes.addPasskey, { body: { label: "Mine", credential }, headers: named });
    expect(reply.status).toBe(400);
    expect(reply.body.error?.code).toBe("passkeys.not_made");
  }
  expect((await admin.raw("POST", "/api/passkeys", { label: "Mine", credential: {} }, named)).status).toBe(400);
  expect((await bodyOf(admin.call(passkeyRoutes.listPasskeys))).passkeys).toEqual([]);
  expect((await admin.call(passkeyRoutes.removePasskey, { params: { id: "AAAA" } })).status).toBe(404);
});

test("nobody signs in by an unknown passkey", async () => {
  const stranger = app.browser();
  const body = await bodyOf(stranger.call(passkeyRoutes.askForPasskeySignIn, { headers: named }));
  const credential = made(body.options.challenge, "webauthn.get");
  const reply = await stranger.call(passkeyRoutes.signInByPasskey, { body: { credential }, headers: named });
  expect(reply.status).toBe(401);
  expect(reply.body.error?.message).toMatch(/mailed code/);
  expect(stranger.cookies.size).toBe(0);
});

/** Somebody new at course 1. */
async function hired(): Promise<Player> {
  const { email } = await app.player();
  const hiring = await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1] } });
  expect(hiring.status).toBe(201);
  return app.signIn(email);
}
const dismiss = async ({ id }: Player) =>
  expect((await admin.call(staffRoutes.changeStaff, { params: { id }, body: { role: "player" } })).status).toBe(200);
async function add(who: Player, key: Authenticator, transports?: unknown): Promise<Reply> {
  const body = await bodyOf(who.call(passkeyRoutes.askForPasskey, { headers: named }));
  const credential = key.made(body.options.challenge, transports);
  return who.raw("POST", "/api/passkeys", { label: "Mine", credential }, named);
}

describe("a passkey that a browser has made", () => {
  test.each([
    [undefined, []],
    ["usb", []],
    [5, []],
    [{}, []],
    [[{}, 1, ["a"], "pigeon"], []],
    [
      ["internal", "hybrid", "later"],
      ["internal", "hybrid"],
    ],
  ])("is stored, whatever it says about its transports: %j", async (said, kept) => {
    const key = authenticator();
    expect((await add(admin, key, said)).status).toBe(201);
    const { rows } = await app.owner.pool.query("SELECT transports FROM passkeys WHERE id = $1", [key.id]);
    expect(rows).toEqual([{ transports: kept }]);
    expect((await admin.call(passkeyRoutes.removePasskey, { params: { id: key.id } })).status).toBe(204);
  });

  test("belongs to one account, and is stored once", async () => {
    const key = authenticator();
    const staff = await hired();
    expect((await add(staff, key)).status).toBe(201);
    for (const who of [staff, admin])
      expect(await add(who, key)).toMatchObject({ status: 400, body: { error: { code: "passkeys.not_made" } } });
    expect((await bodyOf(admin.call(passkeyRoutes.listPasskeys))).passkeys).toEqual([]);
  });

  test("signs its owner in, unless the owner loses it at the same moment", async () => {
    const key = authenticator();
    const staff = await hired();
    await add(staff, key);
    const enter = async (browser: Browser) => {
      const body = await bodyOf(browser.call(passkeyRoutes.askForPasskeySignIn, { headers: named }));
      return browser.raw("POST", "/api/login/passkey", { credential: key.signed(body.options.challenge) }, named);
    };
    expect((await enter(app.browser())).status).toBe(200);
    const late = app.browser();
    let reply: Reply | undefined;
    await atOnce(
      app,
      "SELECT FROM passkeys FOR UPDATE",
      () => dismiss(staff),
      async () => (reply = await enter(late)),
    );
    expect(reply).toMatchObject({ status: 401, body: { error: { code: "passkeys.refused" } } });
    expect((await late.call(accountRoutes.me)).status).toBe(401);
  });

  test("is not added for somebody who loses the role at the same moment", async () => {
    const staff = await hired();
    const body = await bodyOf(staff.call(passkeyRoutes.askForPasskey, { headers: named }));
    const credential = authenticator().made(body.options.challenge);
    let reply: Reply | undefined;
    await atOnce(
      app,
      "LOCK TABLE passkeys IN EXCLUSIVE MODE",
      () => dismiss(staff),
      async () => (reply = await staff.raw("POST", "/api/passkeys", { label: "Mine", credential }, named)),
    );
    expect(reply).toMatchObject({ status: 401, body: { error: { code: "request.signed_out" } } });
    const { rows } = await app.owner.pool.query("SELECT FROM passkeys WHERE user_id = $1", [staff.id]);
    expect(rows).toEqual([]);
  });
});
