import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { commands } from "#main/server/admin-commands.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { claim, freshApp, type Json, type Player, play, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** A push service on this machine: keeps what it is sent, and answers as it is told to. */
const received: { path: string; headers: Record<string, unknown>; body: Buffer }[] = [];
let answer = 201;
const service = createServer((request, reply) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) });
    reply.writeHead(answer).end();
  });
});

let app: TestApp;
let origin: string;
let admin: Player;
beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  origin = `http://127.0.0.1:${(service.address() as { port: number }).port}`; // A TCP server's address.
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
beforeEach(() => {
  received.length = 0;
  answer = 201;
});
afterAll(async () => {
  await app.close();
  service.close();
});

/** The push side of a browser: its keys, and reading what was encrypted for it. */
function pushBrowser(path: string) {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${origin}/${path}`,
      keys: { p256dh: ecdh.getPublicKey().toString("base64url"), auth: auth.toString("base64url") },
    },
    /** Decrypts by RFC 8291 and RFC 8188: one record. */
    read(body: Buffer): Json {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + sender.length);
      const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
        const sum = createHmac("sha256", key);
        for (const part of parts) sum.update(part);
        return sum.digest();
      };
      const shared = hmac(auth, ecdh.computeSecret(sender));
      const material = hmac(shared, "WebPush: info\0", ecdh.getPublicKey(), sender, "\u0001");
      const secret = hmac(salt, material);
      const key = hmac(secret, "Content-Encoding: aes128gcm\0\u0001").subarray(0, 16);
      const nonce = hmac(secret, "Content-Encoding: nonce\0\u0001").subarray(0, 12);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

/** A player who takes notifications on this browser. */
async function subscribed(path: string) {
  const person = await app.player();
  const browser = pushBrowser(path);
  expect((await person.call(pushRoutes.subscribe, { body: browser.subscription })).status).toBe(204);
  return { person, browser };
}

async function claimLeft(person: Player): Promise<string> {
  const session = await play(person);
  return (await claim(person, session.id, "left")).body.claim.id;
}

const sentTo = (path: string) => received.filter((one) => one.path === `/${path}`);
const arrived = (path: string, n: number) => vi.waitFor(() => expect(sentTo(path)).toHaveLength(n));
const waiting = async () => (await app.db.pool.query("SELECT 1 FROM push_messages")).rows.length;
const kept = async (endpoint: string) =>
  (await app.db.pool.query("SELECT 1 FROM push_subscriptions WHERE endpoint = $1", [endpoint])).rows.length;

test("a claim's steps reach the browser encrypted for it and signed with the installation's key", async () => {
  const { person, browser } = await subscribed("robin");
  const key = await bodyOf(person.call(pushRoutes.pushKey));
  const id = await claimLeft(person);
  await arrived("robin", 1);
  const [first] = sentTo("robin");
  expect(first?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
  expect(browser.read(first?.body ?? Buffer.alloc(0))).toMatchObject({
    title: "Prize claim submitted",
    path: "/claims",
    tag: `claim-${id}`,
    language: "en",
  });

  // VAPID: a token for this service, by the key that the browser subscribed with (RFC 8292).
  const [, token = "", k = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(String(first?.headers["authorization"])) ?? [];
  expect(k).toBe(key.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key.publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const signer = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  expect(verify("sha256", Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({
    aud: origin,
    sub: expect.stringMatching(/^mailto:.+@/),
  });

  await admin.call(claimRoutes.verifyClaim, { params: { id } });
  await arrived("robin", 2);
  expect(browser.read(sentTo("robin")[1]?.body ?? Buffer.alloc(0)).title).toBe("Prize claim verified");
  await vi.waitFor(async () => expect(await waiting()).toBe(0));
});

test("a notification is in Spanish for a player who reads Spanish", async () => {
  const { person, browser } = await subscribed("lucia");
  await person.call(accountRoutes.updateUser, { params: { id: person.id }, body: { language: "es" } });
  await claimLeft(person);
  await arrived("lucia", 1);
  expect(browser.read(sentTo("lucia")[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    title: "Reclamo de premio enviado",
    language: "es",
  });
});

test.each([{ pushNotifications: false }, { prizeAlerts: false }])("nothing is sent with %o", async (switches) => {
  const path = Object.keys(switches).join();
  const { person } = await subscribed(path);
  await person.call(profileRoutes.updateNotifications, { params: { id: person.id }, body: switches });
  await claimLeft(person);
  await app.jobs.runAll();
  expect(sentTo(path)).toHaveLength(0);
});

test("nothing is sent after a logout, an unsubscription, or another player's subscription on the browser", async () => {
  const out = await subscribed("out");
  const session = await play(out.person);
  const { body } = await claim(out.person, session.id, "left");
  await arrived("out", 1);
  await out.person.call(accountRoutes.logout);
  await admin.call(claimRoutes.verifyClaim, { params: { id: body.claim.id } });

  const off = await subscribed("off");
  await off.person.call(pushRoutes.unsubscribe, { body: { endpoint: off.browser.subscription.endpoint } });
  await claimLeft(off.person);

  const before = await subscribed("shared");
  const after = await app.player();
  await after.call(pushRoutes.subscribe, { body: before.browser.subscription });
  await claimLeft(before.person);
  await app.jobs.runAll();
  expect([sentTo("out").length, sentTo("off").length, sentTo("shared").length]).toEqual([1, 0, 0]);
  await claimLeft(after);
  await arrived("shared", 1);
});

test("a service in trouble is asked again later; a browser that is gone is forgotten", async () => {
  const { person, browser } = await subscribed("later");
  answer = 503;
  await claimLeft(person);
  await arrived("later", 1);
  answer = 201;
  await app.jobs.runAll();
  expect(sentTo("later")).toHaveLength(1);
  await app.clock.advance(61);
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect(sentTo("later")).toHaveLength(2);
  expect(await kept(browser.subscription.endpoint)).toBe(1);

  for (const status of [404, 410]) {
    const gone = await subscribed(`gone-${status}`);
    answer = status;
    await claimLeft(gone.person);
    await vi.waitFor(async () => expect(await kept(gone.browser.subscription.endpoint)).toBe(0));
    expect(await waiting()).toBe(0);
  }
});

test("a notification that is a day old is not sent any more", async () => {
  const { person } = await subscribed("old");
  answer = 503;
  await claimLeft(person);
  await arrived("old", 1);
  answer = 201;
  await app.clock.advance(86_401);
  await app.jobs.runAll();
  expect(sentTo("old")).toHaveLength(1);
  expect(await waiting()).toBe(0);
});

test("new keys replace the old ones at once; a browser that switches notifications on again gets the new ones", async () => {
  const { person, browser } = await subscribed("renewed");
  const { publicKey: old } = await bodyOf(person.call(pushRoutes.pushKey));
  const { rows } = await app.db.pool.query<{ n: number }>("SELECT count(*) AS n FROM push_subscriptions");
  const deps = { db: app.db, clock: app.clock, config: app.config, hub: createHub(), mailer: app.mailer };
  expect(await commands.get("new-push-keys")?.run(deps, [])).toContain(`${rows[0]?.n} browser`);
  const { publicKey } = await bodyOf(person.call(pushRoutes.pushKey));
  expect(publicKey).not.toBe(old);
  const id = await claimLeft(person);
  expect(sentTo("renewed")).toEqual([]);
  await person.call(pushRoutes.subscribe, { body: browser.subscription });
  await admin.call(claimRoutes.verifyClaim, { params: { id } });
  await arrived("renewed", 1);
  expect(sentTo("renewed")[0]?.headers["authorization"]).toContain(`k=${publicKey}`);
  const { rows: noted } = await app.db.pool.query("SELECT detail FROM audit_trail WHERE action = 'push.keys_changed'");
  expect(noted).toEqual([{ detail: { subscriptions: rows[0]?.n } }]);
});

test("the server calls push services only", async () => {
  const person = await app.player();
  const { keys } = pushBrowser("any").subscription;
  const tried = async (endpoint: string, sent: object = keys) =>
    (await person.raw("POST", "/api/push/subscribe", { endpoint, keys: sent })).status;
  for (const endpoint of [
    "http://169.254.169.254/latest/meta-data",
    "http://localhost:5432/",
    "https://127.0.0.1/x",
    "https://example.com/push",
    "https://fcm.googleapis.com.example.com/x",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "http://fcm.googleapis.com/x",
    "not an address",
  ])
    expect([endpoint, await tried(endpoint)]).toEqual([endpoint, 400]);
  for (const endpoint of [
    "https://fcm.googleapis.com/fcm/send/x",
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://web.push.apple.com/x",
    "https://wns2-par02p.notify.windows.com/w/?token=x",
  ])
    expect([endpoint, await tried(endpoint)]).toEqual([endpoint, 204]);
  expect(await tried(`${origin}/x`, { ...keys, auth: "short" })).toBe(400);
  expect((await app.browser().call(pushRoutes.subscribe, { body: { endpoint: origin, keys } })).status).toBe(401);
});

test("a subscription whose keys are no point on the curve is removed, and nothing fails", async () => {
  const person = await app.player();
  const endpoint = `${origin}/no-point`;
  const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
  expect((await person.call(pushRoutes.subscribe, { body: { endpoint, keys } })).status).toBe(204);
  await claimLeft(person);
  await vi.waitFor(async () => expect(await kept(endpoint)).toBe(0));
  expect(sentTo("no-point")).toHaveLength(0);
});
