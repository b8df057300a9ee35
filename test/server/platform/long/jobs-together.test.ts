/** The jobs of two processes on one database: nothing is done twice, and what a dead one had taken is done by another. */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { pushRoutes } from "#features/accounts/push-contract.ts";
import { movableClock } from "#platform/server/clock.ts";
import { createJobs } from "#platform/server/jobs.ts";
import { createMailer, type Mailer } from "#platform/server/mail/mail.ts";
import { createPusher } from "#platform/server/push/push.ts";
import { buy, freshApp, type Player, play, type TestApp } from "#test/app.ts";
import { freshDatabase } from "#test/database.ts";
import { faultyGateway } from "#test/faulty-gateway.ts";
import { type Second, secondApp } from "#test/second.ts";
import { clockOf } from "#test/demo.ts";

/** A mail server that takes its time, and says whom it was sent what under which id. */
const letters: { to: string; id: string }[] = [];
let slowness = 0;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, session, done) => {
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    stream.on("end", () => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      letters.push({ to, id: /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? "" });
      setTimeout(done, slowness);
    });
  },
});
/** A push service that answers slowly, too. */
const pushed: string[] = [];
const service = createServer((request, reply) => {
  pushed.push(request.url ?? "");
  request.resume();
  setTimeout(() => reply.writeHead(201).end(), slowness);
});

/** One push service for both processes, because either may send. */
const gateway = faultyGateway();
let app: TestApp;
let other: Second;
let smtpUrl: string;
let pushUrl: string;
beforeAll(async () => {
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  smtpUrl = `smtp://127.0.0.1:${(listening.address() as { port: number }).port}`; // A TCP server's address.
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  pushUrl = `http://127.0.0.1:${(service.address() as { port: number }).port}`; // As above.
  app = await freshApp({ env: { SMTP_URL: smtpUrl }, poolSize: 20, gateway: gateway.wrap });
  other = await secondApp(app, { env: { SMTP_URL: smtpUrl }, gateway: gateway.wrap });
});
beforeEach(() => {
  letters.length = 0;
  pushed.length = 0;
  slowness = 0;
});
afterAll(async () => {
  await other.close();
  await app.close();
  await new Promise<void>((done) => smtp.close(() => done()));
  service.close();
});

describe("letters", () => {
  const mailer = (lease?: number): Mailer =>
    createMailer({
      db: app.db,
      clock: app.clock,
      smtpUrl,
      productName: "Acebay",
      onFailure: () => undefined,
      ...(lease === undefined ? {} : { lease }),
    });
  /** Letters in the outbox, which nobody has begun to send. */
  const written = async (tag: string, count: number): Promise<void> => {
    const golfer = await app.player();
    const silent = { ...app.db, afterCommit: () => undefined };
    const letter = (n: number) => ({ to: `${tag}-${n}@example.com`, subject: "Hello", text: "Hello", html: "" });
    for (let n = 0; n < count; n++) await mailer().post(silent, letter(n), golfer.id);
  };
  const times = (tag: string): number[] => {
    const to = letters.map((letter) => letter.to).filter((address) => address.startsWith(tag));
    return [...new Set(to)].map((one) => to.filter((address) => address === one).length);
  };

  test("are sent once by a slow mail server, even if many fall due again meanwhile", async () => {
    await app.jobs.stop();
    await other.app.jobs.stop();
    await written("slow", 30);
    slowness = 150;
    const [one, two] = [mailer(), mailer()];
    const sending = [one.deliver(), sleep(200).then(() => two.deliver())];
    for (let minutes = 0; minutes < 5; minutes++) {
      await sleep(100);
      // Longer than a letter is taken for; the next try of each is due.
      await app.clock.advance(600);
      sending.push(two.deliver(), one.deliver());
    }
    await Promise.all(sending);
    await vi.waitFor(() => expect(times("slow")).toEqual(Array<number>(30).fill(1)), { timeout: 10_000 });
    expect(new Set(letters.map(({ id }) => id)).size).toBe(30);
  });

  test("are held for as long as one of them takes", async () => {
    await written("held", 1);
    slowness = 2_500;
    const sending = mailer(0.6).deliver();
    await expect.poll(() => letters.length).toBe(1);
    await app.clock.advance(3600);
    const two = mailer(0.6);
    for (let tries = 0; tries < 20; tries++) {
      await sleep(100);
      await two.deliver();
    }
    await sending;
    await two.deliver();
    expect(times("held")).toEqual([1]);
  });

  test("that a dead process had taken are sent by another process once the lease has expired", async () => {
    await written("orphan", 1);
    await app.db.pool.query("UPDATE mails SET tries = 1, taken_until = now() + interval '1 s' WHERE sent_at IS NULL");
    const two = mailer();
    await two.deliver();
    expect(times("orphan")).toEqual([]);
    await sleep(1_100);
    await two.deliver();
    expect(times("orphan")).toEqual([1]);
  });

  test("that the mail server refused are free for the next try at once", async () => {
    await written("refused", 1);
    const nobody = createMailer({
      db: app.db,
      clock: app.clock,
      smtpUrl: "smtp://127.0.0.1:1",
      productName: "Acebay",
      onFailure: () => undefined,
    });
    await nobody.deliver();
    await mailer().deliver();
    expect(times("refused")).toEqual([]);
    await app.clock.advance(61);
    await mailer().deliver();
    expect(times("refused")).toEqual([1]);
  });
});

test("notifications to a slow service are sent once, even if they fall due again meanwhile", async () => {
  const golfer = await app.player();
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const sub = { endpoint: `${pushUrl}/phone`, keys };
  expect((await golfer.call(pushRoutes.subscribe, { body: sub })).status).toBe(204);
  const { rows } = await app.db.pool.query("SELECT id FROM push_subscriptions");
  for (let n = 0; n < 10; n++)
    await app.db.pool.query(
      "INSERT INTO push_messages (subscription_id, payload, created_at, next_try_at) VALUES ($1, '{}', $2, $2)",
      [rows[0].id, app.clock.now()],
    );
  slowness = 600;
  const deps = {
    db: app.db,
    clock: app.clock,
    production: false,
    contact: "mailto:a@example.com",
    onFailure: () => undefined,
  };
  const [one, two] = [createPusher(deps), createPusher(deps)];
  const sending = one.deliver();
  await expect.poll(() => pushed.length).toBe(10);
  await app.clock.advance(600);
  await two.deliver();
  await sending;
  expect(pushed).toHaveLength(10);
  expect((await app.db.pool.query("SELECT FROM push_messages")).rowCount).toBe(0);
});

test("when two processes run all jobs at the same moment, captures, receipts, refunds, ends and letters come once", async () => {
  const golfers: Player[] = [];
  for (let n = 0; n < 12; n++) golfers.push(await app.player());
  const [paidAhead, playing, lost] = [golfers.slice(0, 4), golfers.slice(4, 8), golfers.slice(8)];
  for (const golfer of paidAhead) expect((await buy(golfer, { start: false })).status).toBe(200);
  for (const golfer of playing) await play(golfer);
  gateway.fail("charge", ...lost.map(() => "lost_after" as const));
  for (const golfer of lost) expect((await buy(golfer, { start: false })).status).toBe(202);
  gateway.fail("refund", "lost_after", "lost_before", "lost_after");
  const both = () => Promise.all([app.jobs.runAll(), other.app.jobs.runAll(), app.jobs.runAll()]);
  for (const seconds of [0, 40, 31 * 86_400, 0, 3600, 86_400]) {
    await app.clock.advance(seconds);
    await both();
  }
  const read = async (sql: string) => (await app.db.pool.query(sql)).rows;
  const numbers = (await read("SELECT number FROM receipts ORDER BY number")).map(({ number }) => number);
  expect(numbers).toEqual(golfers.map((_, index) => index + 1));
  expect(await read("SELECT status, count(*)::int AS n FROM sandbox.payments GROUP BY 1")).toEqual([
    { status: "captured", n: 12 },
  ]);
  expect(await read("SELECT status, count(*)::int AS n FROM refunds GROUP BY 1")).toEqual([
    { status: "settled", n: 8 },
  ]);
  expect(await read("SELECT count(*)::int AS n FROM sandbox.refunds")).toEqual([{ n: 8 }]);
  expect(await read("SELECT end_reason, count(*)::int AS n FROM sessions GROUP BY 1")).toEqual([
    { end_reason: "time", n: 4 },
  ]);
  await vi.waitFor(async () => {
    const waiting = await read("SELECT count(*)::int AS n FROM mails WHERE sent_at IS NULL");
    expect(waiting).toEqual([{ n: 0 }]);
  });
  const ids = letters.map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(golfers.length);
  expect(new Set(ids).size).toBe(ids.length);
});

test("processes take turns at rare jobs, and another one takes over the turn of a dead process", async () => {
  const database = await freshDatabase();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const ran: string[] = [];
  const process = (name: string) => {
    const jobs = [
      { name: "seldom", every: 60, run: async () => void ran.push(`${name} seldom`) },
      { name: "often", every: 1, run: async () => void ran.push(`${name} often`) },
    ];
    const { signal } = new AbortController();
    return createJobs(jobs, () => undefined, { db: database.db, clock: app.clock }, signal);
  };
  const all = [process("one"), process("two"), process("three")];
  const seldom = () => ran.filter((job) => job.endsWith("seldom")).length;
  try {
    vi.advanceTimersByTime(60_000);
    expect(ran).toEqual([]);
    for (const jobs of all) jobs.start();
    vi.advanceTimersByTime(60_000);
    await expect.poll(seldom).toBe(1);
    expect(new Set(ran.filter((job) => job.endsWith("often"))).size).toBe(3);
    // The process that had the turn is dead, and its lease has expired.
    const [had] = ran.filter((job) => job.endsWith("seldom"));
    const index = ["one seldom", "two seldom", "three seldom"].indexOf(had ?? "");
    await all[index]?.stop();
    await database.db.pool.query("UPDATE job_turns SET taken_until = now()");
    vi.advanceTimersByTime(60_000);
    await expect.poll(seldom).toBe(2);
    expect(ran.filter((job) => job.endsWith("seldom"))[1]).not.toBe(had);
    // A caller that runs all jobs runs this one as well, whoever has the turn.
    await Promise.all(all.map((jobs) => jobs.runAll()));
    expect(seldom()).toBe(5);
  } finally {
    for (const jobs of all) await jobs.stop();
    vi.useRealTimers();
    await database.drop();
  }
});

test("the demo's clock moves on both processes", async () => {
  const database = await freshDatabase();
  const open = async () =>
    secondApp({ connection: database.connection, clock: app.clock }, { clock: await movableClock(database.db) });
  const [one, two] = [await open(), await open()];
  try {
    const hour = async (on: Second) => Date.parse(await clockOf(on.browser()));
    const before = await hour(two);
    expect((await one.browser().raw("POST", "/dev/clock", { advanceSeconds: 86_400 })).status).toBe(200);
    await expect.poll(async () => (await hour(two)) - before, { timeout: 5_000 }).toBeGreaterThan(86_000_000);
  } finally {
    await one.close();
    await two.close();
    await database.drop();
  }
});
