/** Rules, section 2: what strangers typed goes into letters as one short line without addresses or links. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { claimNews } from "#features/claims/server/letters.ts";
import * as accountLetters from "#features/accounts/server/letters.ts";
import { proposalLetter } from "#features/accounts/server/proposal-letter.ts";
import { refundLetter } from "#features/payments/server/letters.ts";
import type { Letter } from "#platform/server/mail/letter.ts";
import { buy, claim, freshApp, play, type TestApp } from "#test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await freshApp({ env: { PUBLIC_URL: "https://play.acebay.test" } });
});
afterAll(() => app.close());

const hostile = [
  "Kim\n\nYour account is locked. Unlock: https://evil.example",
  "evil.example/unlock",
  "Kim <a href=https://evil.example>kim@evil.example</a>",
  "Kim\r\nBcc: kim@evil.example",
  "\u202Eelpmaxe.live\u202C evil\u3002example evil.\u200Bexample",
  `Kim ${"your account is locked ".repeat(20)}`,
];

/** What must stand in no letter: the host that somebody typed, as a link or as an address. */
const link = /evil[.\u3002]\u200B?example|@evil|https?:\/\/(?!play\.acebay\.test|www\.w3\.org)/iu;

function expectHarmless({ subject, text, html }: Pick<Letter, "subject" | "text" | "html">): void {
  const written = html.replace(/<(?:!doctype|\/?(?:html|head|meta|title|body|table|tr|td|p|a|br)\b)[^>]*>/gi, "\n");
  for (const part of [subject, text, written]) expect(part).not.toMatch(link);
  expect(subject).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(`${text}${html}`).not.toMatch(/\p{Cf}|[^\P{Cc}\n]/u);
  expect(text).not.toMatch(/^\s*Your account is locked/m);
  expect(text).not.toMatch(/^Bcc/m);
  expect(text).not.toContain("your account is locked ".repeat(4));
  expect(html).not.toMatch(/<a href=https/);
}

test.each(hostile)("%j is safe in every letter and notice, in both languages", (typed) => {
  for (const language of ["en", "es"] as const) {
    const reader = { to: "kim@example.com", email: "kim@example.com", name: typed, language, productName: "Acebay" };
    const refund = { amount: 500, order: { number: 7, packageName: typed, packageNameEs: typed }, reason: typed };
    const prize = { prizeType: "other", prizeDescription: typed, rejectionReason: typed, targetHole: "left" };
    // The fields of a claim that its letters read.
    const row = { id: "1", bayNumber: 7, prizeAmountCents: 0, ...prize } as Parameters<typeof claimNews>[0]["claim"];
    const news = (["submitted", "verified", "rejected"] as const).map((event) =>
      claimNews({ claim: row, courseName: typed }, event, reader, { productName: "Acebay", publicUrl: undefined }),
    );
    const { codeLetter, codesLockedLetter, changedEmailLetter, ownEmailLetter, signedOutLetter } = accountLetters;
    const { recoveredLetter, takenEmailLetter } = accountLetters;
    // What administrators write may be long.
    const proposal = { id: 7, summary: typed.slice(0, 60), spanish: typed.slice(0, 60), actor: typed };
    const steps = ["proposed", "approved", "withdrawn"] as const;
    const letters = [
      codeLetter(reader, "123456", "sign_in"),
      codeLetter(reader, "123456", "new_email"),
      codeLetter(reader, "123456", "step_up"),
      codesLockedLetter(reader, "device"),
      changedEmailLetter(reader, "kim@example.com"),
      ownEmailLetter(reader),
      signedOutLetter(reader, typed.slice(0, 60)),
      recoveredLetter(reader, typed.slice(0, 60)),
      takenEmailLetter(reader),
      ...steps.map((step) => proposalLetter(reader, "Acebay", { ...proposal, reason: typed.slice(0, 60), step })),
      proposalLetter(reader, "Acebay", { ...proposal, reason: null, step: "proposed" }),
      refundLetter(reader, refund, "Acebay"),
      ...news.map(({ letter }) => letter),
    ];
    for (const letter of letters) {
      // A reason of staff may be long.
      expectHarmless({ ...letter, text: letter.text.replace(/^(Why|Motivo): .*$/m, "") });
      expect(letter.text).not.toMatch(link);
    }
    for (const { notice } of news) expect(`${notice.title.text}${notice.body.text}`).not.toMatch(link);
  }
});

test("letters to a player with a hostile name, about a course with a hostile name, are safe as they are sent", async () => {
  const typed = hostile[0] ?? "";
  await app.db.pool.query("UPDATE courses SET name = $1 WHERE id = 1", [typed]);
  const person = await app.player(typed);
  const session = await play(person);
  await claim(person, session.id, "left");
  await person.raw("POST", `/api/sessions/${session.id}/complete`, {});
  await buy(person, { start: false });
  await app.browser().call(accountRoutes.login, { body: { email: person.email } });
  await app.jobs.runAll();
  const { rows } = await app.db.pool.query<Letter>(
    "SELECT subject, body AS text, html FROM mails WHERE recipient = $1",
    [person.email],
  );
  expect(rows).toHaveLength(4);
  for (const letter of rows) expectHarmless(letter);
});
