/** Settlements by mail when the mail server refuses, and when a process dies at its work. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { mailedFrom, monthOf } from "#features/reports/rules.ts";
import { settlementMailRoutes } from "#features/reports/settlement-mail-contract.ts";
import { createMailer } from "#platform/server/mail/mail.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** A real mail server, which can refuse an address, and can take a letter without saying so. */
const received: { to: string; id: string; text: string }[] = [];
let refused = "";
let unanswered: (() => void)[] | undefined;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) => done(address === refused ? new Error("no such mailbox") : undefined),
  onData: (stream, session, done) => {
    let text = "";
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    stream.on("end", () => {
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      received.push({ to, text, id: /^message-id: (.*)$/im.exec(text)?.[1]?.trim() ?? "" });
      if (unanswered) unanswered.push(done);
      else done();
    });
  },
});
const settlementsTo = (address: string) => received.filter(({ to }) => to === address);

const ZONE = "America/New_York";
let app: TestApp;
let admin: Player;
let smtpUrl: string;
let month: string;

/** The desk's sign-in ends in the night. */
const as = async (): Promise<void> => {
  admin = await app.signIn("admin@acebay.test");
};
const mailOf = async (courseId: number) =>
  (await bodyOf(admin.call(settlementMailRoutes.getSettlementMail, { params: { courseId }, query: { month } }))).mail;
const statesOf = async (courseId: number) =>
  (await mailOf(courseId)).sendings.map(({ letters }) => letters.map(({ state }) => state));
const needs = async () => {
  const { unsentSettlement } = await bodyOf(admin.call(dashboardRoutes.getAttention));
  return unsentSettlement;
};
const set = (courseId: number, emails: string) =>
  bodyOf(
    admin.call(settlementMailRoutes.setSettlementMail, {
      params: { courseId },
      body: { month, emails, language: "en", day: 2 },
    }),
  );

beforeAll(async () => {
  await once(smtp.listen(0, "127.0.0.1"), "listening");
  smtpUrl = `smtp://127.0.0.1:${(smtp.server.address() as { port: number }).port}`; // A TCP server's address.
  app = await freshApp({ env: { SMTP_URL: smtpUrl }, poolSize: 20 });
  month = monthOf(app.clock.now(), ZONE);
  for (const courseId of [1, 2])
    await buy(await app.player(), { amount: courseId === 1 ? 5 : 6, sessionData: { courseId } });
  await as();
  await set(1, "range@example.com, gone@example.com");
  await set(2, "bayshore@example.com");
  await app.clock.advance((mailedFrom(month, 1, ZONE).getTime() - app.clock.now().getTime()) / 1000);
  await app.jobs.runAll();
  await as();
  for (const courseId of [1, 2])
    await bodyOf(admin.call(monthRoutes.closeMonth, { params: { courseId }, body: { month } }));
}, 60_000);
afterAll(async () => {
  await app.close();
  await new Promise<void>((done) => smtp.close(() => done()));
});

test("a process that dies before it has noted the sending has sent nothing; the next look sends it", async () => {
  await app.clock.advance(86_400);
  await as();
  await app.owner.pool.query(`
    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$;
    CREATE TRIGGER die BEFORE INSERT ON audit_trail FOR EACH ROW WHEN (NEW.action = 'settlement.mailed') EXECUTE FUNCTION die()`);
  await app.jobs.runAll();
  expect([await statesOf(1), await statesOf(2)]).toEqual([[], []]);
  expect(await outbox()).toBe(0);
  await app.owner.pool.query("DROP TRIGGER die ON audit_trail; DROP FUNCTION die()");
  refused = "gone@example.com";
  await app.jobs.runAll();
  await app.jobs.runAll();
  await expect
    .poll(() => [settlementsTo("range@example.com").length, settlementsTo("bayshore@example.com").length])
    .toEqual([1, 1]);
});

test("a letter has its two files, and names no other reader and none of the house's people", async () => {
  const [letter] = settlementsTo("range@example.com");
  const text = letter?.text ?? "";
  expect(text.match(/^content-type: (?:application\/pdf|text\/csv);/gim)).toHaveLength(2);
  expect(text).toContain(`filename=Palmetto-Pines-Driving-Range-settlement-${month}.pdf`);
  expect(text).not.toMatch(/gone@example\.com|^b?cc:/im);
  const { name } = (await bodyOf(admin.call(accountRoutes.me))).user;
  const files = [...text.matchAll(/filename=\S+\s+([A-Za-z0-9+/=\r\n]{200,})/g)].map(([, base64 = ""]) =>
    Buffer.from(base64, "base64").toString("latin1"),
  );
  expect(files.map((file) => file.slice(0, 4))).toEqual(["%PDF", Buffer.from("\uFEFFC").toString("latin1")]);
  expect(files.join()).not.toContain(name);
  // Once it is sent the outbox keeps neither text nor files.
  await expect
    .poll(() => app.db.pool.query("SELECT 1 FROM mails WHERE sent_at IS NOT NULL AND (files <> '[]' OR body <> '')"))
    .toMatchObject({ rows: [] });
});

test("an address that the mail server refuses is told at the desk, tried again, and told no more once it was sent", async () => {
  await expect.poll(() => statesOf(1)).toEqual([["failed", "sent"]]);
  expect(await needs()).toEqual({ count: 1, courseId: 1, month });
  const { months } = await bodyOf(admin.call(monthRoutes.listCourseMonths, { query: { month } }));
  expect(Object.fromEntries(months.map(({ course, mail }) => [course.id, mail]))).toEqual({
    1: "failed",
    2: "sent",
    3: null,
  });
  await app.clock.advance(61);
  await app.jobs.runAll();
  expect(await statesOf(1)).toEqual([["failed", "sent"]]);
  refused = "";
  await app.clock.advance(121);
  await app.jobs.runAll();
  await expect.poll(() => statesOf(1)).toEqual([["sent", "sent"]]);
  expect(await needs()).toBeNull();
  expect([settlementsTo("gone@example.com").length, settlementsTo("range@example.com").length]).toEqual([1, 1]);
});

test("a wrong address that is taken off the list is tried no more, and needs nobody", async () => {
  refused = "gone@example.com";
  const [latest] = (await mailOf(1)).sendings;
  const sent = { params: { courseId: 1 }, body: { month, after: latest?.id } };
  await bodyOf(admin.call(settlementMailRoutes.sendSettlement, sent));
  await expect.poll(() => needs()).toMatchObject({ count: 1 });
  await set(1, "range@example.com");
  await expect.poll(async () => (await statesOf(1))[0]).toEqual(["dropped", "sent"]);
  expect(await needs()).toBeNull();
  refused = "";
  await app.clock.advance(3600);
  await app.jobs.runAll();
  expect(settlementsTo("gone@example.com")).toHaveLength(1);
});

test("a letter that the outbox gave up after 30 days still needs somebody, until it is sent again", async () => {
  refused = "bayshore@example.com";
  const [latest] = (await mailOf(2)).sendings;
  const params = { courseId: 2 };
  await bodyOf(admin.call(settlementMailRoutes.sendSettlement, { params, body: { month, after: latest?.id } }));
  await expect.poll(() => needs()).toMatchObject({ count: 1 });
  await app.clock.advance(31 * 86_400);
  await app.jobs.runAll();
  await as();
  expect(await outbox()).toBe(0);
  expect(await needs()).toMatchObject({ count: 1 });
  expect((await statesOf(2)).map(([state]) => state)).toEqual(["failed", "sent"]);
  refused = "";
  const [failed] = (await mailOf(2)).sendings;
  await bodyOf(admin.call(settlementMailRoutes.sendSettlement, { params, body: { month, after: failed?.id } }));
  await expect.poll(async () => (await statesOf(2)).map(([state]) => state)).toEqual(["sent", "dropped", "sent"]);
  expect(await needs()).toBeNull();
});

test("a process that dies between the sending and its note sends the same letter, which mail programs recognise", async () => {
  const before = settlementsTo("bayshore@example.com").length;
  const [latest] = (await mailOf(2)).sendings;
  unanswered = [];
  await bodyOf(
    admin.call(settlementMailRoutes.sendSettlement, {
      params: { courseId: 2 },
      body: { month, after: latest?.id },
    }),
  );
  await expect.poll(() => unanswered?.length).toBe(1);
  const held = unanswered;
  unanswered = undefined;
  // What is left of a dead process: a lease that ends.
  await app.db.pool.query("UPDATE mails SET taken_until = now() WHERE sent_at IS NULL");
  await app.clock.advance(61);
  const survivor = createMailer({
    db: app.db,
    clock: app.clock,
    smtpUrl,
    productName: "Acebay",
    onFailure: () => undefined,
  });
  await survivor.deliver();
  const sent = settlementsTo("bayshore@example.com").slice(before);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect((await statesOf(2))[0]).toEqual(["sent"]);
  for (const done of held) done();
  await app.db.idle();
});

const outbox = async () =>
  (await app.db.pool.query("SELECT FROM mails WHERE about IS NOT NULL AND sent_at IS NULL")).rowCount;
