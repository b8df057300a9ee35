/** The letters and notifications about a claim. They do not say 'won' before the claim is verified. */
import type { News } from "#features/accounts/server/news.ts";
import { writeLetter } from "#platform/server/mail/letter.ts";
import { reasonLine, type SafeText, safe } from "#platform/server/mail/safe-text.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { type Language, named } from "#platform/shared/language.ts";
import { formatCents } from "#platform/shared/money.ts";
import { rejectionText } from "../reason-rules.ts";
import type { ClaimRow, ClaimView } from "./store.ts";

export type ClaimEvent = "submitted" | "verified" | "rejected" | "reversed";

interface Told {
  product: string;
  course: string;
  bay: number;
  /** The prize in words, with its amount. */
  prize: SafeText;
  reason: string;
  /** The guest on whose row of the reader's group it was hit; undefined for the reader's own. */
  guest: string | undefined;
}

interface Words {
  hello: (name: string) => SafeText;
  facts: (facts: Told & { hole: SafeText }) => SafeText[];
  holes: Readonly<Record<ClaimRow["targetHole"], SafeText>>;
  /** The words for a jackpot, with its amount. */
  jackpot: (amount: string) => SafeText;
  link: SafeText;
  subject: Readonly<Record<ClaimEvent, (facts: Told) => SafeText>>;
  body: Readonly<Record<ClaimEvent, (facts: Told) => SafeText[]>>;
  title: Readonly<Record<ClaimEvent, SafeText>>;
  short: Readonly<Record<ClaimEvent, (facts: Told) => SafeText>>;
  /** Of a guest's claim. */
  player: (guest: string) => SafeText;
  guestSubject: (guest: string, course: string, event: ClaimEvent) => SafeText;
}

const guestEnds = {
  en: {
    submitted: safe`submitted`,
    verified: safe`verified`,
    rejected: safe`not confirmed`,
    reversed: safe`ended`,
  },
  es: {
    submitted: safe`enviado`,
    verified: safe`verificado`,
    rejected: safe`no confirmado`,
    reversed: safe`terminado`,
  },
} as const;

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => safe`Hello ${name},`,
    facts: ({ prize, hole, course, bay }) => [safe`Prize: ${prize}`, safe`Hole: ${hole}`, safe`${course}, bay ${bay}`],
    holes: { left: safe`left`, middle: safe`middle`, right: safe`right` },
    jackpot: (amount) => safe`Jackpot of ${amount}`,
    link: safe`See your claim`,
    subject: {
      submitted: ({ course }) => safe`Your prize claim at ${course} is submitted`,
      verified: ({ course }) => safe`Your prize claim at ${course} is verified`,
      rejected: ({ course }) => safe`Your prize claim at ${course} was not confirmed`,
      reversed: ({ course }) => safe`Your prize claim at ${course} has ended`,
    },
    body: {
      submitted: () => [
        safe`we have your prize claim.`,
        safe`It is being reviewed now. We will contact you within one full business day.`,
      ],
      verified: () => [
        safe`congratulations: your prize claim is verified, and the prize is yours.`,
        safe`We will contact you about how you get it. Cash prizes need age 18 or older, and larger ones a tax form.`,
      ],
      rejected: ({ reason }) => [
        safe`we could not confirm your prize claim.`,
        safe`Why: ${reasonLine(reason)}.`,
        safe`If you think that this is wrong, ask the staff at the course.`,
      ],
      reversed: () => [
        safe`your bank took back the payment that this prize claim was played with, so the prize is not paid.`,
        safe`If you think that this is wrong, ask your bank, or the staff at the course.`,
      ],
    },
    title: {
      submitted: safe`Prize claim submitted`,
      verified: safe`Prize claim verified`,
      rejected: safe`Prize claim not confirmed`,
      reversed: safe`Prize claim ended`,
    },
    short: {
      submitted: ({ prize, course }) => safe`${prize}, ${course}. We will contact you within one full business day.`,
      verified: ({ prize, course }) => safe`${prize}, ${course}. Congratulations!`,
      rejected: ({ prize, course }) => safe`${prize}, ${course}. Open it to see why.`,
      reversed: ({ prize, course }) => safe`${prize}, ${course}. The bank took the payment back.`,
    },
    player: (guest) => safe`Player: ${guest}`,
    guestSubject: (guest, course, event) => safe`${guest}'s prize claim at ${course}: ${guestEnds.en[event]}`,
  },
  es: {
    hello: (name) => safe`Hola, ${name}:`,
    facts: ({ prize, hole, course, bay }) => [
      safe`Premio: ${prize}`,
      safe`Hoyo: ${hole}`,
      safe`${course}, bahía ${bay}`,
    ],
    holes: { left: safe`izquierdo`, middle: safe`central`, right: safe`derecho` },
    jackpot: (amount) => safe`Premio mayor de ${amount}`,
    link: safe`Ver tu reclamo`,
    subject: {
      submitted: ({ course }) => safe`Enviaste tu reclamo de premio en ${course}`,
      verified: ({ course }) => safe`Tu reclamo de premio en ${course} está verificado`,
      rejected: ({ course }) => safe`No se confirmó tu reclamo de premio en ${course}`,
      reversed: ({ course }) => safe`Tu reclamo de premio en ${course} terminó`,
    },
    body: {
      submitted: () => [
        safe`Recibimos tu reclamo de premio.`,
        safe`Ya lo estamos revisando. Te contactaremos en un plazo de un día hábil completo.`,
      ],
      verified: () => [
        safe`¡Felicidades! Tu reclamo está verificado y el premio es tuyo.`,
        safe`Te contactaremos para contarte cómo recibirlo. Los premios en efectivo requieren tener 18 años o más y, si son grandes, un formulario de impuestos.`,
      ],
      rejected: ({ reason }) => [
        safe`No pudimos confirmar tu reclamo de premio.`,
        safe`Motivo: ${reasonLine(reason)}.`,
        safe`Si crees que es un error, pregunta al personal del campo.`,
      ],
      reversed: () => [
        safe`Tu banco recuperó el pago con el que se jugó este reclamo, así que el premio no se paga.`,
        safe`Si crees que es un error, pregunta a tu banco o al personal del campo.`,
      ],
    },
    title: {
      submitted: safe`Reclamo de premio enviado`,
      verified: safe`Reclamo de premio verificado`,
      rejected: safe`Reclamo de premio no confirmado`,
      reversed: safe`Reclamo de premio terminado`,
    },
    short: {
      submitted: ({ prize, course }) =>
        safe`${prize}, ${course}. Te contactaremos en un plazo de un día hábil completo.`,
      verified: ({ prize, course }) => safe`${prize}, ${course}. ¡Felicidades!`,
      rejected: ({ prize, course }) => safe`${prize}, ${course}. Ábrelo para ver el motivo.`,
      reversed: ({ prize, course }) => safe`${prize}, ${course}. El banco recuperó el pago.`,
    },
    player: (guest) => safe`Jugador: ${guest}`,
    guestSubject: (guest, course, event) => safe`Reclamo de premio de ${guest} en ${course}: ${guestEnds.es[event]}`,
  },
};

/** The page on which players see their claims. */
const PATH = playerAddresses.claims.path;

export function claimNews(
  { claim, courseName }: Pick<ClaimView, "claim" | "courseName">,
  event: ClaimEvent,
  reader: { name: string; email: string; language: Language },
  deps: { productName: string; publicUrl: string | undefined },
): News {
  const { language } = reader;
  const text = words[language];
  const values = {
    product: deps.productName,
    course: courseName,
    bay: claim.bayNumber,
    prize:
      claim.prizeType === "monetary"
        ? text.jackpot(formatCents(claim.prizeAmountCents))
        : safe`${named(language, claim.prizeDescription, claim.prizeDescriptionEs)}`,
    reason: rejectionText(claim.rejectionReason ?? "", language),
    guest: claim.onGuestRow ? claim.playerName : undefined,
  };
  const { course, guest } = values;
  const short = text.short[event](values);
  return {
    letter: writeLetter({
      to: reader.email,
      language,
      subject: guest === undefined ? text.subject[event](values) : text.guestSubject(guest, course, event),
      blocks: [
        text.hello(reader.name),
        ...text.body[event](values),
        {
          lines: [
            ...(guest === undefined ? [] : [text.player(guest)]),
            ...text.facts({ ...values, hole: text.holes[claim.targetHole] }),
          ],
        },
        ...(deps.publicUrl ? [{ link: text.link, url: `${deps.publicUrl}${PATH}` }] : []),
      ],
      productName: deps.productName,
    }),
    notice: {
      title: text.title[event],
      body: guest === undefined ? short : safe`${guest}: ${short}`,
      path: PATH,
      tag: `claim-${claim.id}`,
      language,
    },
  };
}
