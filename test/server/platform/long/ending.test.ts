/** A process that is asked to end: its jobs stop between two items, and what they leave another process does. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { type Gateway, UnknownOutcome } from "#features/payments/server/gateway.ts";
import { buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import { buy, freshApp, SECRET, type TestApp } from "#test/app.ts";

const GOLFERS = 6;
/** As the mailer has them. */
const MOST_SENDERS = 5;

/** The mail server and the gateway of these tests: they do not answer until a test lets them. */
let away = true;
const letters: string[] = [];
const refunds: string[] = [];
let whenOne: () => void = () => undefined;

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onMailFrom: (_address, _session, done) => done(away ? new Error("not now") : undefined),
  onData: (stream, session, done) => {
    stream.resume().on("end", () => {
      letters.push(session.envelope.rcptTo.map(({ address }) => address).join());
      whenOne();
      done();
    });
  },
});
const gateway = (sandbox: Gateway): Gateway => ({
  ...sandbox,
  refund: async (wanted) => {
    if (away) throw new UnknownOutcome("away");
    refunds.push(wanted.refundId);
    whenOne();
    return sandbox.refund(wanted);
  },
});

let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { port: number }; // A TCP server's address.
  env = { SMTP_URL: `smtp://127.0.0.1:${port}` };
  app = await freshApp({ env, gateway });
});
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => smtp.close(done));
});

/** Another process on the same database, with its own end. */
async function another() {
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET, ...env });
  return buildApp({ config, db: app.db, clock: app.clock, gateway, logLevel: "silent" });
}

async function unsent(): Promise<number> {
  return (await app.db.pool.query("SELECT FROM mails WHERE sent_at IS NULL")).rowCount ?? 0;
}

test("a job ends between two letters or two refunds; no run begins after that, and the next process does the rest", async () => {
  const admin = await app.signIn("admin@acebay.test");
  for (let n = 0; n < GOLFERS; n++) {
    const golfer = await app.player();
    const { body } = await buy(golfer, { start: false });
    for (let devices = 0; devices < 3; devices++)
      await app.browser().call(accountRoutes.login, { body: { email: golfer.email } });
    await admin.call(paymentRoutes.refundOrder, { params: { id: body.order.id }, body: { reason: "Rain" } });
  }
  await app.jobs.runAll();
  expect([letters, refunds]).toEqual([[], []]);

  // From here on only the others work: this one's senders have ended before anything is due again.
  await app.jobs.stop();
  await app.db.idle();
  await app.clock.advance(3_600);
  const ending = await another();
  away = false;
  whenOne = () => ending.drain.begin();
  await ending.jobs.runAll();
  const [sent, paid] = [letters.length, refunds.length];
  expect(sent + paid).toBeGreaterThan(0);
  // Refunds go one by one; letters by a few senders at once, each of which had one under way.
  expect(paid).toBeLessThanOrEqual(2);
  expect(sent).toBeLessThanOrEqual(MOST_SENDERS);
  expect(await unsent()).toBeGreaterThan(0);
  await ending.jobs.runAll();
  expect([letters.length, refunds.length]).toEqual([sent, paid]);
  await ending.close();

  whenOne = () => undefined;
  const next = await another();
  const left = async () => {
    await next.jobs.runAll();
    return unsent();
  };
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
  await next.close();
  expect(new Set(refunds).size).toBe(GOLFERS);
  expect(refunds).toHaveLength(GOLFERS);
});
