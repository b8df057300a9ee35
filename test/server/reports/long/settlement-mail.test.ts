/** Settlements of closed months go to whom an administrator chose: once, as they were kept, and to nobody else. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { monthRoutes } from "#features/reports/month-contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { mailedFrom, monthOf, nextMonth, monthSpan } from "#features/reports/rules.ts";
import { settlementMailRoutes } from "#features/reports/settlement-mail-contract.ts";
import type { Language } from "#platform/shared/language.ts";
import { buy, freshApp, type Json, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { setOpen } from "#test/closing.ts";
import { type Second, secondApp } from "#test/second.ts";
import { provedPlayer } from "#test/server/claims/payouts-people.ts";

const ZONE = "America/New_York";
const HOUR = 3600;
const DAY = 24 * HOUR;
let app: TestApp;
let other: Second;
let admin: Player;
let month: string;

const until = (moment: Date) => app.clock.advance((moment.getTime() - app.clock.now().getTime()) / 1000);
const rows = async (query: string, values: unknown[] = []): Promise<Json[]> =>
  (await app.db.pool.query(query, values)).rows;
/** Letters with settlements that the outbox has, by what their subject says. */
const lettersOf = (of: string) =>
  rows(
    "SELECT recipient, subject, body, files, about FROM mails WHERE about IS NOT NULL AND subject LIKE $1 ORDER BY id",
    [`%${of}%`],
  );
const both = () => Promise.all([app.jobs.runAll(), other.app.jobs.runAll()]);
const set = (
  courseId: number,
  emails: string,
  { language = "en", day = 3 }: { language?: Language; day?: number } = {},
) =>
  admin.call(settlementMailRoutes.setSettlementMail, { params: { courseId }, body: { month, emails, language, day } });
const mailOf = async (courseId: number, of = month) =>
  (await bodyOf(admin.call(settlementMailRoutes.getSettlementMail, { params: { courseId }, query: { month: of } })))
    .mail;
const send = (courseId: number, after?: string) =>
  admin.call(settlementMailRoutes.sendSettlement, { params: { courseId }, body: { month, ...(after && { after }) } });
const close = async (courseId: number, of = month) =>
  expect((await admin.call(monthRoutes.closeMonth, { params: { courseId }, body: { month: of } })).status).toBe(200);
const trailOf = async (action: string) =>
  (await bodyOf(admin.call(recordRoutes.listAudit, { query: { action } }))).entries.map(({ sentence }) =>
    sentence.map(({ text }) => text).join(""),
  );

beforeAll(async () => {
  app = await freshApp({ poolSize: 20 });
  other = await secondApp(app);
  month = monthOf(app.clock.now(), ZONE);
  expect((await buy(await app.player())).status).toBe(200);
  expect((await buy(await app.player(), { amount: 6, sessionData: { courseId: 2 } })).status).toBe(200);
  admin = await app.signIn("admin@acebay.test");
}, 60_000);
afterAll(async () => {
  await other.close();
  await app.close();
});

describe("choosing who gets a course's settlements", () => {
  test("is nobody at first, and takes what people type", async () => {
    expect(await mailOf(1)).toEqual({ recipients: null, emptiedAt: null, goesOutFrom: null, sendings: [] });
    const { mail } = await bodyOf(
      set(1, "Range@Example.com; books@example.com, range@example.com", { language: "es" }),
    );
    expect(mail).toMatchObject({
      recipients: { emails: ["Range@Example.com", "books@example.com"], language: "es", day: 3, fromMonth: month },
      goesOutFrom: mailedFrom(month, 3, ZONE).toISOString(),
    });
    expect(await mailOf(1)).toEqual(mail);
    expect((await mailOf(2)).recipients).toBeNull();
  });

  test("refuses what is no address, too many, days that a month may lack, and courses that there are not", async () => {
    const many = Array.from({ length: 11 }, (_, n) => `range-${n}@example.com`).join(",");
    for (const [emails, sentence] of [
      ["range@example.com, nobody", "'nobody' is not an email address"],
      [many, "Give at most 10 addresses"],
      ["x".repeat(3001), "Please keep this under 3000 characters"],
    ] as const) {
      const { status, body } = await set(1, emails);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
    }
    for (const day of [0, 29, 1.5]) expect((await set(1, "range@example.com", { day })).status).toBe(400);
    expect((await set(99, "range@example.com")).status).toBe(404);
    expect((await mailOf(1)).recipients?.emails).toEqual(["Range@Example.com", "books@example.com"]);
  });

  test("is for administrators alone, with a fresh proof, and nobody else reads the addresses", async () => {
    const staff = await app.signIn("staff@acebay.test");
    const of = { params: { courseId: 1 }, query: { month } };
    const body = { month, emails: "me@example.com", language: "en", day: 3 } as const;
    for (const person of [staff, await app.player()]) {
      expect((await person.call(settlementMailRoutes.getSettlementMail, of)).status).toBe(403);
      const sent = { params: of.params, body: { month } };
      expect((await person.call(settlementMailRoutes.sendSettlement, sent)).status).toBe(403);
      expect((await person.call(settlementMailRoutes.setSettlementMail, { params: of.params, body })).status).toBe(403);
    }
    const unproved = await app.signedIn("admin@acebay.test");
    await app.clock.advance(660);
    const { status, body: refusal } = await unproved.call(settlementMailRoutes.setSettlementMail, {
      params: of.params,
      body,
    });
    expect([status, refusal.error?.code]).toEqual([401, "accounts.step_up_needed"]);
  });
});

describe("a month", () => {
  test("that is not closed is sent neither by the schedule nor by hand", async () => {
    await until(new Date(mailedFrom(month, 3, ZONE).getTime() + DAY * 1000));
    await both();
    admin = await app.signIn("admin@acebay.test");
    expect(await send(1)).toMatchObject({ status: 409, body: { error: { code: "mailing.not_closed" } } });
    expect(await lettersOf("")).toEqual([]);
  });

  test("that is closed late goes out then: once by two processes, a letter for each address, in Spanish, with its kept figures", async () => {
    await close(1);
    await both();
    await both();
    const letters = await lettersOf("Liquidación");
    expect(letters.map(({ recipient }) => recipient)).toEqual(["Range@Example.com", "books@example.com"]);
    for (const { recipient, subject, body, files } of letters) {
      expect(subject).toMatch(/^Liquidación de Palmetto Pines Driving Range, \w+ de \d{4}$/);
      const [elsewhere] = letters.filter((one) => one.recipient !== recipient);
      expect(body).not.toContain(elsewhere?.recipient);
      expect(files.map(({ name, type }: Json) => [name, type])).toEqual([
        [`Palmetto-Pines-Driving-Range-settlement-${month}.pdf`, "application/pdf"],
        [`Palmetto-Pines-Driving-Range-settlement-${month}.csv`, "text/csv"],
      ]);
      const [pdf, csv] = files.map(({ base64 }: Json) => Buffer.from(base64, "base64").toString());
      expect(pdf).toMatch(/^%PDF-1\.7/);
      expect(pdf).toContain("/Lang (es-US)");
      // As an administrator downloads it.
      const asked = { params: { courseId: 1 }, query: { month, language: "es" as const } };
      expect(csv).toBe(await bodyOf(admin.call(reportRoutes.downloadSettlementCsv, asked)));
    }
    const { months } = await bodyOf(admin.call(monthRoutes.listCourseMonths, { query: { month } }));
    expect(Object.fromEntries(months.map(({ course, mail }) => [course.id, mail]))).toEqual({
      1: "sent",
      2: null,
      3: null,
    });
    const { sendings } = await mailOf(1);
    expect(sendings).toMatchObject([
      {
        by: null,
        language: "es",
        letters: [
          { email: "Range@Example.com", state: "sent" },
          { email: "books@example.com", state: "sent" },
        ],
      },
    ]);
    expect(await trailOf("settlement.mailed")).toEqual([
      `The schedule mailed the settlement of Palmetto Pines Driving Range for ${monthText()} to 2 addresses, in Spanish`,
    ]);
    const { entries } = await bodyOf(admin.call(recordRoutes.listAudit, { query: { action: "settlement.mailed" } }));
    expect(entries[0]?.spanish?.map(({ text }) => text).join("")).toMatch(
      /^El calendario envió la liquidación de Palmetto Pines Driving Range de \w+ de \d{4} a 2 direcciones, en español$/,
    );
    expect(JSON.stringify(await rows("SELECT detail FROM audit_trail WHERE action LIKE 'settlement.%'"))).not.toContain(
      "@",
    );
  });

  test("that was mailed stays as it was mailed when something of it is learned later, and is not mailed again", async () => {
    await app.clock.advance(3 * DAY);
    admin = await app.signIn("admin@acebay.test");
    const [mailed] = await lettersOf("Liquidación");
    const [{ id }] = await rows("SELECT id FROM orders WHERE course_id = 1");
    await bodyOf(admin.call(paymentRoutes.refundOrder, { params: { id }, body: { reason: "It rained" } }));
    const asked = { params: { courseId: 1 }, query: { month, language: "es" as const } };
    const csv = await bodyOf(admin.call(reportRoutes.downloadSettlementCsv, asked));
    expect(Buffer.from(mailed?.files[1].base64, "base64").toString()).toBe(csv);
    await app.db.pool.query(
      "UPDATE settlement_recipients SET emails = emails || ARRAY['late@example.com'] WHERE course_id = 1",
    );
    await both();
    expect(await lettersOf("Liquidación")).toHaveLength(2);
  });

  test("is sent again by an administrator who knows of the latest sending, also to who came later", async () => {
    const [first] = (await mailOf(1)).sendings;
    expect(await send(1)).toMatchObject({ body: { error: { code: "mailing.sent_meanwhile" } } });
    const answers = await Promise.all([send(1, first?.id), send(1, first?.id)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    const { sendings } = await mailOf(1);
    expect(sendings.map(({ by, letters }) => [by, letters.length])).toEqual([
      [expect.any(String), 3],
      [null, 2],
    ]);
    expect(await lettersOf("Liquidación")).toHaveLength(5);
    expect((await trailOf("settlement.mailed"))[0]).toMatch(
      / mailed the settlement of .* again to 3 addresses, in Spanish$/,
    );
  });

  test("before the first one that is mailed by itself is sent by hand", async () => {
    await close(2);
    expect(await send(2)).toMatchObject({ status: 409, body: { error: { code: "mailing.nobody" } } });
    await bodyOf(set(2, "bayshore@example.com"));
    expect(await mailOf(2)).toMatchObject({ goesOutFrom: null, recipients: { fromMonth: nextMonth(month) } });
    await both();
    expect(await lettersOf("Bayshore")).toEqual([]);
    await bodyOf(send(2));
    const [letter] = await lettersOf("Bayshore");
    expect(letter).toMatchObject({
      recipient: "bayshore@example.com",
      subject: `Settlement of Bayshore Golf Park, ${monthText()}`,
    });
  });

  test("of a course that has closed goes out once, after the server slept through its day, and not before its hour", async () => {
    await setOpen(admin, 2, false);
    const next = nextMonth(month);
    await until(new Date(monthSpan(next, ZONE).to.getTime() + 2 * HOUR * 1000));
    await app.jobs.runAll();
    admin = await app.signIn("admin@acebay.test");
    await expect
      .poll(async () => {
        await app.jobs.runAll();
        return (await admin.call(monthRoutes.closeMonth, { params: { courseId: 2 }, body: { month: next } })).status;
      })
      .toBe(200);
    await until(new Date(mailedFrom(next, 3, ZONE).getTime() - 1000));
    await both();
    expect(await lettersOf("Bayshore")).toHaveLength(1);
    await app.clock.advance(3 * DAY);
    await both();
    await both();
    expect((await lettersOf("Bayshore")).map(({ subject }) => subject)).toHaveLength(2);
    admin = await app.signIn("admin@acebay.test");
    expect((await mailOf(2, next)).sendings).toMatchObject([{ by: null }]);
  });
});

describe("an address", () => {
  test("that is taken off the list gets nothing more, and without any nobody does", async () => {
    await bodyOf(set(2, ""));
    expect((await mailOf(2)).recipients).toBeNull();
    expect((await trailOf("settlement.mail_ended")).length).toBe(1);
    await bodyOf(set(2, ""));
    expect((await trailOf("settlement.mail_ended")).length).toBe(1);
  });

  test("of a deleted account goes from the list and from the letters, which stay without it", async () => {
    const golfer = await provedPlayer(app, "Gail Gone");
    await bodyOf(set(1, `books@example.com, ${golfer.email.toUpperCase()}`));
    await bodyOf(send(1, (await mailOf(1)).sendings[0]?.id));
    expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
    const { recipients, sendings } = await mailOf(1);
    expect(recipients?.emails).toEqual(["books@example.com"]);
    expect(sendings[0]?.letters.map(({ email, state }) => [email, state])).toEqual([
      ["books@example.com", "sent"],
      [null, "sent"],
    ]);
    expect(await rows("SELECT 1 FROM mails WHERE lower(recipient) = lower($1)", [golfer.email])).toEqual([]);
  });
});

function monthText(): string {
  return new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T00:00:00Z`),
  );
}
