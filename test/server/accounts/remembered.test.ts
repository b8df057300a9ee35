/** The process knows golfers who called a moment ago from memory, except those who were signed out. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { rememberCallers } from "#features/accounts/server/remembered.ts";
import type { FoundCaller } from "#features/accounts/server/caller-store.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { orderRoutes } from "#features/orders/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { crossProcesses } from "#platform/server/live/crossing.ts";
import { callerTopic, createHub } from "#platform/server/live/hub.ts";
import { type Browser, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { type Second, secondApp } from "#test/second.ts";
import { hearStatements } from "#test/statements.ts";
import { endConnections } from "#test/database.ts";

/** A message counts for a second; the rest of the time is for a slow machine. */
const SOON_MS = 1_500;

let app: TestApp;
let other: Second;
let admin: Player;
let lookUps = 0;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  await app.jobs.stop();
  other = await secondApp(app);
  admin = await app.signIn("admin@acebay.test");
  await hearStatements(app.db.pool, (text) => {
    if (text.includes("FROM sign_ins s JOIN users u")) lookUps += 1;
  });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const look = (person: Browser, id: string) => person.call(playRoutes.getSession, { params: { id } });

/** Calls until the process knows the golfer from memory, which begins when it has received its own message. */
async function untilRemembered(person: Browser, id: string): Promise<void> {
  await expect
    .poll(
      async () => {
        lookUps = 0;
        expect((await look(person, id)).status).toBe(200);
        return lookUps;
      },
      { interval: 5 },
    )
    .toBe(0);
}

/** Calls so often that the second process knows the golfer from memory. */
async function warm(person: Browser, id: string): Promise<void> {
  for (let n = 0; n < 20; n++) {
    expect((await look(person, id)).status).toBe(200);
    await sleep(5);
  }
}

test("calls in a row look a golfer up once, and none of them staff", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  await untilRemembered(golfer, id);
  lookUps = 0;
  for (let n = 0; n < 5; n++) await look(golfer, id);
  expect(lookUps).toBe(0);
  await admin.call(playRoutes.getSession, { params: { id } });
  await admin.call(playRoutes.getSession, { params: { id } });
  expect(lookUps).toBe(2);
});

const ok = (status: number) => expect(status).toBeLessThan(300);
const sql = (text: string, values: unknown[]) => app.owner.pool.query(text, values);
type Deed = (golfer: Player) => Promise<unknown>;
/** What ends a sign-in, by this process. */
const deeds: [string, Deed][] = [
  ["signs out", async (golfer) => ok((await golfer.call(accountRoutes.logout)).status)],
  ["forgets the device", async (golfer) => ok((await golfer.call(accountRoutes.forgetDevice)).status)],
  [
    "forgets this device in the list",
    async (golfer) => {
      const { devices } = await bodyOf(golfer.call(profileRoutes.listDevices));
      ok((await golfer.call(profileRoutes.forgetOneDevice, { params: { id: firstOf(devices).id } })).status);
    },
  ],
  [
    "signs in again in this browser",
    async (golfer) => ok((await golfer.call(accountRoutes.login, { body: { email: golfer.email } })).status),
  ],
  [
    "deletes the account",
    async (golfer) => {
      await app.clock.advance(1200);
      ok((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status);
    },
  ],
  [
    "is signed out by an administrator",
    async ({ id }) => {
      admin = await app.signIn("admin@acebay.test");
      ok((await admin.call(peopleRoutes.signPersonOut, { params: { id }, body: { reason: "Lost the phone" } })).status);
    },
  ],
];

describe.each(deeds)("a golfer who %s", (_, deed) => {
  test("is refused on every route at once here, and within a second elsewhere", async () => {
    const golfer = await app.player();
    const { id } = await play(golfer);
    // The cookie as a thief has it, because an answer may take the browser's away.
    const copy = app.browser();
    for (const [name, value] of golfer.cookies) copy.cookies.set(name, value);
    const far = other.browser(golfer);
    await untilRemembered(copy, id);
    await warm(far, id);
    await deed(golfer);
    const statuses = [
      (await look(copy, id)).status,
      (
        await copy.call(playRoutes.recordShot, {
          body: { sessionId: id, targetHole: "missed", prizeClaim: false, prizeAmount: 0 },
        })
      ).status,
      (await copy.call(playRoutes.listActiveSessions, { params: { id: golfer.userId } })).status,
      (await copy.call(playRoutes.completeSession, { params: { id } })).status,
      (await copy.call(orderRoutes.listOrders)).status,
      (await copy.call(paymentRoutes.checkOrder, { params: { id } })).status,
      (await copy.call(accountRoutes.me)).status,
    ];
    expect(new Set(statuses)).toEqual(new Set([401]));
    await expect.poll(async () => (await look(far, id)).status, { timeout: SOON_MS, interval: 20 }).toBe(401);
  });
});

const elsewhere: [string, string][] = [
  ["a sign-in that another process ends", "DELETE FROM sign_ins WHERE user_id = $1"],
  ["an account that another process deletes", "UPDATE users SET deleted_at = now() WHERE id = $1"],
];
test.each(elsewhere)("%s is refused within a second, although that process dies at its commit", async (_, change) => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  await untilRemembered(golfer, id);
  // A commit by a process that announces nothing afterwards, so only the transaction itself can have announced it.
  await sql(change, [golfer.id]);
  await expect.poll(async () => (await look(golfer, id)).status, { timeout: SOON_MS, interval: 20 }).toBe(401);
  await sql("UPDATE users SET deleted_at = NULL WHERE id = $1", [golfer.id]);
});

test("a golfer who becomes an administrator is looked up, also where another process made them one", async () => {
  const golfer = await app.player();
  const { id } = await play(golfer);
  await untilRemembered(golfer, id);
  await sql("UPDATE users SET role = 'admin' WHERE id = $1", [golfer.id]);
  await expect
    .poll(
      async () => {
        lookUps = 0;
        await look(golfer, id);
        await look(golfer, id);
        return lookUps;
      },
      { timeout: SOON_MS, interval: 20 },
    )
    .toBe(2);
});

describe("memory", () => {
  const found = (id: string, role: "player" | "staff" = "player"): FoundCaller => ({
    caller: { id, playerId: id, role, courseIds: [], browserId: null, provedAt: null, hasPasskey: false },
    startedAt: new Date(0),
    endsAt: new Date(1_000),
    device: undefined,
    isReplaced: false,
  });
  const hash = (text: string) => Buffer.from(text);
  const now = new Date(0);

  test("keeps nothing that was read while something changed, and nothing while it receives no messages", async () => {
    const hub = createHub();
    let isCurrent = true;
    const memory = rememberCallers(hub, () => isCurrent);
    const keep = (key: string, id: string, meanwhile?: () => void) =>
      memory.lookUp(hash(key), async () => {
        meanwhile?.();
        return found(id);
      });
    await keep("a", "1", () => hub.announce(callerTopic("1")));
    expect(memory.find(hash("a"), now)).toBeUndefined();
    await keep("a", "1", () => hub.wake(null));
    expect(memory.find(hash("a"), now)).toBeUndefined();
    await keep("a", "1");
    await keep("b", "1");
    await keep("c", "2");
    expect(memory.find(hash("a"), now)?.caller.id).toBe("1");
    isCurrent = false;
    expect(memory.find(hash("a"), now)).toBeUndefined();
    await keep("d", "3");
    isCurrent = true;
    expect(memory.find(hash("d"), now)).toBeUndefined();
    hub.wake([callerTopic("1")]);
    for (const key of ["a", "b"]) expect(memory.find(hash(key), now)).toBeUndefined();
    expect(memory.find(hash("c"), now)?.caller.id).toBe("2");
    hub.wake(null);
    expect(memory.find(hash("c"), now)).toBeUndefined();
  });

  test("keeps only golfers, and only until their session ends", async () => {
    const memory = rememberCallers(createHub(), () => true);
    await memory.lookUp(hash("a"), async () => found("1", "staff"));
    await memory.lookUp(hash("b"), async () => found("2"));
    expect(memory.find(hash("a"), now)).toBeUndefined();
    expect(memory.find(hash("b"), new Date(999))).toBeDefined();
    expect(memory.find(hash("b"), new Date(1_000))).toBeUndefined();
  });
});

test("a process that receives nothing counts as current for at most a second, and without a connection not at all", async () => {
  const crossing = crossProcesses(createHub(), app.connection, () => undefined);
  const isCurrent = () => crossing.isCurrent();
  await expect.poll(isCurrent, { interval: 5 }).toBe(true);
  // No call comes meanwhile, so the process sends no message.
  await sleep(1_100);
  expect(isCurrent()).toBe(false);
  await expect.poll(isCurrent, { interval: 5 }).toBe(true);
  await endConnections(app.owner, "application_name = 'acebay hints'");
  await expect.poll(isCurrent, { interval: 1, timeout: 500 }).toBe(false);
  await expect.poll(isCurrent, { interval: 5, timeout: 5_000 }).toBe(true);
  await crossing.close();
});
