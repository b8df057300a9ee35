/** Every letter and notification in both languages, found by the files that write them: none leaves English in Spanish. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { News } from "#features/accounts/server/news.ts";
import * as account from "#features/accounts/server/letters.ts";
import * as proposal from "#features/accounts/server/proposal-letter.ts";
import { usualRejections } from "#features/claims/reason-rules.ts";
import * as claims from "#features/claims/server/letters.ts";
import * as invitation from "#features/courses/server/invitation-letter.ts";
import * as reasons from "#features/orders/reason-rules.ts";
import * as payments from "#features/payments/server/letters.ts";
import * as receipts from "#features/receipts/server/letter.ts";
import * as settlement from "#features/reports/server/settlement-letter.ts";
import { writeReceipt } from "#features/receipts/server/receipt-pdf.ts";
import { toReceipt } from "#features/receipts/server/view.ts";
import type { Letter } from "#platform/server/mail/letter.ts";
import type { Language } from "#platform/shared/language.ts";

const root = join(import.meta.dirname, "../../..");
const product = "Acebay";
/** Names stay as they are. The longer ones first. */
const NAMES = ["Palmetto Pines Driving Range", "4100 Pine Ridge Rd, Naples, FL 34109", "Robin Tester", "Li Guest"];
const [course = "", address = "", name = "", guest = ""] = NAMES;
const now = new Date("2026-11-21T17:00:00Z");
const publicUrl = "https://play.example.com";
const deps = { productName: product, publicUrl, contactEmail: "help@example.com" };

function reader(language: Language) {
  return { to: "r@example.com", email: "r@example.com", name, language, productName: product };
}

const ourReasons = [
  reasons.NOT_STARTED,
  reasons.AT_THE_GATEWAY,
  reasons.REVERSED,
  reasons.BOUGHT_AGAIN,
  reasons.COURSE_CLOSED,
  reasons.REST_OF_REFUND,
  reasons.notStartedWithin(30),
];
const order = { number: 1001, packageName: "Jackpot Ten", packageNameEs: "Premio Diez" };
const otherwise = { reference: "77", paidOn: "2026-11-21" };
const byCheck = { ...otherwise, method: "check" } as const;
const byTransfer = { ...otherwise, method: "transfer" } as const;

function receipt(language: Language): Parameters<typeof receipts.letterOf>[0] {
  const given = ourReasons.map((reason, index) => ({
    reason,
    amountCents: 10,
    status: index % 2 === 0 ? "settled" : "due",
    createdAt: now,
    settledAt: now,
    paidBy: index === 0 ? "check" : null,
    paidReference: index === 0 ? "77" : null,
    paidOn: index === 0 ? "2026-11-21" : null,
  }));
  return {
    receipt: {
      number: 7,
      paymentId: "",
      orderId: "o",
      operatorName: product,
      courseName: course,
      courseAddress: address,
      timeZone: "America/New_York",
      packageName: order.packageName,
      ballCount: 10,
      amountCents: 500,
      taxLabel: "IVU",
      taxRateMilli: 7500,
      taxCents: 35,
      method: "card",
      last4: "4242",
      paidAt: now,
      issuedAt: now,
    },
    order: { ...order, userId: "u" },
    player: { id: "u", ...reader(language) },
    // The letter reads no other columns.
    refunds: given as unknown as Parameters<typeof receipts.letterOf>[0]["refunds"],
  };
}

type ClaimRow = Parameters<typeof claims.claimNews>[0]["claim"];

function claimOf(change: object): Parameters<typeof claims.claimNews>[0] {
  const claim = {
    id: "c",
    bayNumber: 7,
    targetHole: "left",
    prizeType: "other",
    prizeAmountCents: 0,
    prizeDescription: "Fitted Wedge",
    prizeDescriptionEs: "Wedge a medida",
    rejectionReason: null,
    onGuestRow: false,
    playerName: guest,
    ...change,
  };
  return { claim: claim as unknown as ClaimRow, courseName: course }; // The letter reads no other columns.
}

function claimSamples(language: Language): News[] {
  const told = (event: claims.ClaimEvent, change: object = {}) =>
    claims.claimNews(claimOf(change), event, reader(language), deps);
  const money = { prizeType: "monetary", prizeAmountCents: 100_060, targetHole: "middle" };
  return [
    ...(["submitted", "verified", "rejected", "reversed"] as const).flatMap((event) => [
      told(event),
      told(event, money),
      told(event, { onGuestRow: true, targetHole: "right" }),
    ]),
    ...Object.values(usualRejections).flatMap(({ en, es }) => [
      told("rejected", { rejectionReason: en }),
      told("rejected", { rejectionReason: es }),
    ]),
  ];
}

type Sample = (language: Language) => readonly (Letter | News)[];

/** By the name of the function that writes it. A function without samples fails the first test. */
const samples: Readonly<Record<string, Sample>> = {
  codeLetter: (language) =>
    (["sign_in", "new_email", "step_up"] as const).map((purpose) =>
      account.codeLetter(reader(language), "123456", purpose),
    ),
  signedOutLetter: (language) => [account.signedOutLetter(reader(language), "77")],
  changedEmailLetter: (language) => [
    account.changedEmailLetter(reader(language), undefined),
    account.changedEmailLetter(reader(language), "new@example.com"),
  ],
  ownEmailLetter: (language) => [account.ownEmailLetter(reader(language))],
  recoveredLetter: (language) => [account.recoveredLetter(reader(language), "77")],
  takenEmailLetter: (language) => [account.takenEmailLetter(reader(language))],
  codesLockedLetter: (language) =>
    (["new_browsers", "device"] as const).map((of) => account.codesLockedLetter(reader(language), of)),
  proposalLetter: (language) =>
    (["proposed", "approved", "withdrawn"] as const).flatMap((step) =>
      [null, name].map((actor) =>
        proposal.proposalLetter(reader(language), product, {
          id: 3,
          summary: "Make Robin an administrator",
          spanish: "Hacer a Robin administrador",
          reason: "77",
          step,
          actor,
        }),
      ),
    ),
  invitationLetter: (language) =>
    (["staff", "admin"] as const).map((role) => {
      const listed = {
        id: "i",
        email: "r@example.com",
        name,
        role,
        courses: [{ id: 1, name: course, statements: true }],
      };
      const at = { invitedAt: now.toISOString(), expiresAt: now.toISOString() };
      const row = { ...listed, language } as unknown as Parameters<typeof invitation.invitationLetter>[0]; // As above.
      return invitation.invitationLetter(row, { ...listed, ...at, invitedBy: guest, isOpen: true }, deps);
    }),
  settlementLetter: (language) => [
    settlement.settlementLetter("r@example.com", "a", { course, month: "2026-10", language, files: [] }, deps),
  ],
  refundLetter: (language) =>
    ourReasons.map((reason) => payments.refundLetter(reader(language), { amount: 300, order, reason }, product)),
  otherwiseLetter: (language) =>
    [byCheck, byTransfer].map((paid) =>
      payments.otherwiseLetter(reader(language), { amount: 300, order, ...paid }, product),
    ),
  cancelledLetter: (language) => [payments.cancelledLetter(reader(language), { amount: 300, order }, product)],
  letterOf: (language) => [receipts.letterOf(receipt(language), deps)],
  claimNews: claimSamples,
};

/** What a Spanish sentence may share with the English one: words that are the same. */
const SAME = new Set(["Total"]);

/** The sentences of a text without names, numbers and addresses. */
function sentencesOf(text: string): string[] {
  const plain = [...NAMES, product].reduce((rest, word) => rest.replaceAll(word, "_"), text);
  return plain
    .replaceAll(/https?:\S+|\S+@\S+|[\d$.,]*\d/g, "_")
    .split(/[.!?:;()\n]+/)
    .map((sentence) => sentence.replaceAll(/[_\s,%-]+/g, " ").trim())
    .filter((sentence) => /\p{L}{3}/u.test(sentence) && !SAME.has(sentence));
}

/** All that a person reads of a letter, and of the notification that goes with it. */
function wordsOf(sample: Letter | News): string {
  if (!("letter" in sample)) return `${sample.subject}\n${sample.text}`;
  const { title, body } = sample.notice;
  return [sample.letter.subject, sample.letter.text, title.text, body.text].join("\n");
}

function shared(english: string, spanish: string): string[] {
  const known = new Set(sentencesOf(english));
  return sentencesOf(spanish).filter((sentence) => known.has(sentence));
}

test("each function that writes a letter has samples here", () => {
  const written = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts") && file !== "src/platform/server/mail/letter.ts")
    .map((file) => readFileSync(join(root, file), "utf8"))
    .filter((source) => source.includes("writeLetter("))
    .flatMap((source) =>
      [...source.matchAll(/^export function (\w*(?:[Ll]etter|News)\w*)/gm)].map(([, made]) => String(made)),
    );
  expect(written.length).toBeGreaterThan(10);
  expect(Object.keys(samples).toSorted()).toEqual(written.toSorted());
});

test.each(Object.entries(samples))("%s has no sentence in Spanish that is the English one", (_, sample) => {
  const [english, spanish] = [sample("en").map(wordsOf), sample("es").map(wordsOf)];
  expect(english.length).toBeGreaterThan(0);
  for (const [index, text] of spanish.entries()) {
    expect(shared(english[index] ?? "", text)).toEqual([]);
    expect(text).not.toMatch(/undefined|null|NaN|\[object|\{|\$\{/);
  }
});

/** The words of a receipt's file. */
function fileOf(language: Language): string {
  const texts: string[] = [];
  const nothing = () => undefined;
  writeReceipt(
    {
      heading: (text) => texts.push(text),
      paragraph: (text) => texts.push(text),
      facts: (rows) => texts.push(...rows.flat()),
      figures: nothing,
      charts: nothing,
      shares: nothing,
      table: (columns, rows) =>
        texts.push(...columns.map(({ label }) => label), ...rows.flatMap(({ cells }) => cells.filter(Boolean))),
      plate: nothing,
      name: (text) => text,
      end: async () => Buffer.of(),
    },
    toReceipt(receipt(language)),
    language,
  );
  return texts.join("\n");
}

test("a receipt's file has no sentence in Spanish that is the English one, and its clock is the course's", () => {
  expect(shared(fileOf("en"), fileOf("es"))).toEqual([]);
  for (const file of [fileOf("en"), fileOf("es")]) expect(file).toMatch(/12:00\s(PM|p\.m\.) EST/);
});

test("the clock of a receipt's letter is the course's, with its zone", () => {
  for (const language of ["en", "es"] as const) {
    const [letter] = samples["letterOf"]?.(language) ?? [];
    expect(letter && wordsOf(letter)).toMatch(/12:00\s(PM|p\.m\.) EST/);
  }
});
