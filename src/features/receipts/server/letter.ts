/** A receipt as a letter. It is always sent, because money was taken. */
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { type SafeText, safe } from "#platform/server/mail/safe-text.ts";
import { pathsOf } from "#platform/shared/addresses/paths.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { type Language, locales } from "#platform/shared/language.ts";
import { formatCents, toCents } from "#platform/shared/money.ts";
import type { Receipt } from "../contract.ts";
import { receiptNumberText } from "../rules.ts";
import { receiptWords } from "./words.ts";
import type { ReceiptView } from "./store.ts";
import { toReceipt } from "./view.ts";

const paths = pathsOf(playerAddresses);

/** The letter with a receipt, to the player's present address and in the present language. */
export function letterOf(view: ReceiptView, deps: { productName: string; publicUrl: string | undefined }): Letter {
  const receipt = toReceipt(view);
  const { email, language } = view.player;
  const words = receiptWords[language];
  const number = receiptNumberText(receipt.number);
  return writeLetter({
    to: email,
    language,
    subject: words.subject(number, deps.productName),
    blocks: [
      words.hello(receipt.playerName),
      words.thanks,
      {
        lines: [
          words.receipt(number, receipt.orderNumber),
          words.paid(zonedMomentText(receipt.paidAt, receipt.course.timeZone, language)),
          words.bought(receipt),
          safe`${receipt.course.name}`,
          safe`${receipt.course.address}`,
        ],
      },
      { lines: [...sumLines(receipt, language), words.paidBy(receipt.payment)] },
      words.policy,
      ...(deps.publicUrl ? [{ link: words.link, url: deps.publicUrl + paths.receipt(receipt) }] : []),
    ],
    productName: deps.productName,
  });
}

function sumLines({ amount, tax, refunds, net }: Receipt, language: Language): SafeText[] {
  const words = receiptWords[language];
  return [
    words.total(money(amount)),
    ...(tax ? [words.includes(tax.label, tax.rate, money(tax.amount))] : []),
    ...refunds.map((refund) => words.refund(refund, money(refund.amount))),
    ...(refunds.length > 0 ? [words.left(money(net))] : []),
    ...(refunds.length > 0 && tax ? [words.leftIncludes(tax.label, money(tax.left))] : []),
  ];
}

function money(dollars: number): string {
  return formatCents(toCents(dollars));
}

/** An instant by the course's clock, with its zone: `Nov 21, 2026, 12:00 PM EST`. */
export function zonedMomentText(instant: string, timeZone: string, language: Language = "en"): string {
  return formatOf(timeZone, language).format(new Date(instant)).replaceAll("\u202F", " ");
}

/** Making a format takes a quarter of a millisecond, and each zone of a course and language needs one. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, language: Language): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locales[language], {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
  formats.set(key, made);
  return made;
}
