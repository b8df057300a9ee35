/** Passkeys: who may ask for one, and what is refused. Real signatures are made in the browser's journey. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshApp, type Player, type TestApp } from "../app.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
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

test("staff and administrators ask for one, for the host that the browser shows", async () => {
  const { status, body } = await admin.call("POST", "/api/passkeys/options", undefined, named);
  expect(status).toBe(200);
  expect(body.options).toMatchObject({
    rp: { id: "localhost", name: "Acebay" },
    user: { name: "admin@acebay.test" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const staff = await app.signIn("staff@acebay.test");
  expect((await staff.call("POST", "/api/passkeys/options", undefined, named)).status).toBe(200);
  const player = await app.player();
  expect((await player.call("POST", "/api/passkeys/options", undefined, named)).status).toBe(403);
  expect((await app.browser().call("GET", "/api/passkeys")).status).toBe(401);
});

test("an address that is a number can have none", async () => {
  for (const host of ["127.0.0.1:3000", "[::1]:3000"]) {
    const reply = await admin.call("POST", "/api/passkeys/options", undefined, { host });
    expect(reply.status).toBe(409);
    expect(reply.body.error.code).toBe("passkeys.needs_name");
  }
});

test("what was not signed for our question is not kept", async () => {
  const { body } = await admin.call("POST", "/api/passkeys/options", undefined, named);
  for (const challenge of [body.options.challenge, "another"]) {
    const credential = made(challenge);
    const reply = await admin.call("POST", "/api/passkeys", { label: "Mine", credential }, named);
    expect(reply.status).toBe(400);
    expect(reply.body.error.code).toBe("passkeys.not_made");
  }
  expect((await admin.call("POST", "/api/passkeys", { label: "Mine", credential: {} }, named)).status).toBe(400);
  expect((await admin.call("GET", "/api/passkeys")).body.passkeys).toEqual([]);
  expect((await admin.call("POST", "/api/passkeys/AAAA/remove")).status).toBe(404);
});

test("nobody signs in by a passkey that is not known", async () => {
  const stranger = app.browser();
  const { body } = await stranger.call("POST", "/api/login/passkey/options", undefined, named);
  const credential = made(body.options.challenge, "webauthn.get");
  const reply = await stranger.call("POST", "/api/login/passkey", { credential }, named);
  expect(reply.status).toBe(401);
  expect(reply.body.error.message).toMatch(/mailed code/);
  expect(stranger.cookies.size).toBe(0);
});
