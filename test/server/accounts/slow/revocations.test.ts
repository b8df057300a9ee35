/** Somebody who is signed out, or who loses a role or a course, at once gets nothing more on any process. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { peopleRoutes } from "#features/accounts/people-contract.ts";
import { staffRoutes } from "#features/courses/staff-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { commands } from "#main/server/admin-commands.ts";
import { createHub } from "#platform/server/live/hub.ts";
import { readConfig } from "#platform/server/config.ts";
import { type Browser, freshApp, play, type Player, SECRET, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { type Second, secondApp } from "#test/second.ts";
import { type Followed, followStream } from "#test/stream.ts";

/** A stream checks by itself only after 15 seconds. */
const AT_ONCE_MS = 3_000;

let app: TestApp;
let other: Second;
let servers: string[];
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  other = await secondApp(app);
  servers = [`http://127.0.0.1:${await app.listen()}`, await other.listen()];
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Follows a stream on each process. */
async function everywhere(path: string, person: Browser): Promise<Followed[]> {
  const streams = await Promise.all(servers.map((url) => followStream(url, path, person)));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  return streams;
}

const isOver = async ({ ended }: Followed, ms: number) =>
  Promise.race([ended.then(() => true), new Promise<boolean>((done) => setTimeout(done, ms, false))]);
/** Whether each of them is ended at once. */
const ended = async (streams: Followed[]) => Promise.all(streams.map((stream) => isOver(stream, AT_ONCE_MS)));
/** Whether each of them is ended a moment later. */
const endedSoon = async (streams: Followed[]) => Promise.all(streams.map((stream) => isOver(stream, 300)));

/** The same person in a browser of their own. */
const elsewhere = ({ email }: Player) => app.signedIn(email);

const ok = (status: number) => expect(status).toBeLessThan(300);
type Deed = (golfer: Player) => Promise<void>;
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
  ["signs in by a first code elsewhere", async (golfer) => void (await elsewhere(golfer))],
  [
    "changes the email address elsewhere",
    async (golfer) => {
      const browser = await elsewhere(golfer);
      const change = (code?: string) =>
        browser.call(accountRoutes.updateUser, {
          params: { id: golfer.id },
          body: { email: `new-${golfer.email}`, code },
        });
      expect((await change()).status).toBe(202);
      ok((await change(await app.mailedCode(`new-${golfer.email}`))).status);
    },
  ],
  [
    "deletes the account",
    async (golfer) => {
      // Until then a claim could still come in.
      await app.clock.advance(1200);
      ok((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status);
    },
  ],
  [
    "is signed out by an administrator",
    async ({ id }) =>
      ok((await admin.call(peopleRoutes.signPersonOut, { params: { id }, body: { reason: "Lost the phone" } })).status),
  ],
  [
    "is signed out at the server",
    async ({ email }) => {
      const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET });
      const deps = { db: app.db, clock: app.clock, config, hub: createHub(), mailer: app.mailer };
      await commands.get("sign-out")?.run(deps, [email, "Lost", "the", "phone"]);
    },
  ],
  [
    "is given a role",
    async ({ email }) =>
      ok((await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1] } })).status),
  ],
  [
    "has the sign-in deleted by whatever",
    async ({ id }) => void (await app.owner.pool.query("DELETE FROM sign_ins WHERE user_id = $1", [id])),
  ],
];

describe.each(deeds)("the streams of a golfer who %s", (_name, deed) => {
  test("end on both processes, and nobody else's do", async () => {
    const [golfer, neighbour] = [await app.player(), await app.player()];
    const [one, two] = [await play(golfer), await play(neighbour)];
    // An account with something unfinished cannot be deleted.
    await golfer.call(playRoutes.completeSession, { params: { id: one.id } });
    const own = await everywhere(`/api/sessions/${one.id}/events`, golfer);
    const others = await everywhere(`/api/sessions/${two.id}/events`, neighbour);
    await deed(golfer);
    expect(await ended(own)).toEqual([true, true]);
    expect(await endedSoon(others)).toEqual([false, false]);
  });
});

describe("the streams of somebody who works at two courses", () => {
  const bays = "/api/admin/courses/1/bays/events";
  async function hired() {
    const { id, email } = await app.player();
    ok((await admin.call(staffRoutes.addStaff, { body: { email, role: "staff", courseIds: [1, 2] } })).status);
    return { id, streams: await everywhere(bays, await elsewhere({ email } as Player)) };
  }
  const change = async (id: string, body: object) =>
    ok((await admin.call(staffRoutes.changeStaff, { params: { id }, body })).status);

  test("end on both processes when a course is taken away, and stay when nothing changes", async () => {
    const { id, streams } = await hired();
    await change(id, { courseIds: [2, 1] });
    expect(await endedSoon(streams)).toEqual([false, false]);
    await change(id, { courseIds: [1] });
    expect(await ended(streams)).toEqual([true, true]);
  });

  test("end on both processes when the role is taken away", async () => {
    const { id, streams } = await hired();
    await change(id, { role: "player" });
    expect(await ended(streams)).toEqual([true, true]);
  });
});

test("a browser that ends all other sessions keeps its stream", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  // The first code ends what there was before.
  const here = await elsewhere(golfer);
  const own = await everywhere(`/api/sessions/${session.id}/events`, here);
  const away = await everywhere(`/api/sessions/${session.id}/events`, await elsewhere(golfer));
  ok((await here.call(profileRoutes.endOtherSessions, { body: {} })).status);
  expect(await ended(away)).toEqual([true, true]);
  expect(await endedSoon(own)).toEqual([false, false]);
});

test("a person who is signed out while a stream is being opened gets no stream", async () => {
  const golfer = await app.player();
  const session = await play(golfer);
  await app.jobs.stop();
  const holding = await app.owner.pool.connect();
  try {
    // The stream waits for its place: by then the server has looked up the caller, and does not follow the caller's
    // topic yet.
    await holding.query("BEGIN; LOCK TABLE open_streams");
    const opening = followStream(servers[1] ?? "", `/api/sessions/${session.id}/events`, golfer);
    // The streams of earlier tests return their places, and wait for the lock as well.
    const taking =
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO open_streams%'";
    const waiting = async () => (await app.owner.pool.query(`${taking} AND datname = current_database()`)).rowCount;
    await expect.poll(waiting, { interval: 5 }).toBe(1);
    const before = other.browser(golfer);
    ok((await golfer.call(accountRoutes.logout)).status);
    // The hint has come to the stream's process, and nobody follows its topic there. A later one would end the stream.
    await expect.poll(async () => (await before.call(accountRoutes.me)).status, { interval: 5 }).toBe(401);
    await holding.query("COMMIT");
    expect((await opening).status).toBe(401);
  } finally {
    holding.release();
  }
});
