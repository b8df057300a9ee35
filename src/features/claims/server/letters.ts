/** The letters and notifications about a claim. They do not say 'won' before the claim is verified. */
import type { News } from "#features/accounts/server/news.ts";
import { writeLetter } from "#platform/server/mail/letter.ts";
import { reasonLine, type SafeText, say } from "#platform/server/mail/say.ts";
import { playerAddresses } from "#platform/shared/addresses/players.ts";
import { type Language, named } from "#platform/shared/language.ts";
import { formatCents } from "#platform/shared/money.ts";
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
  facts: (told: Told & { hole: SafeText }) => SafeText[];
  holes: Readonly<Record<ClaimRow["targetHole"], SafeText>>;
  /** The words for a jackpot, with its amount. */
  jackpot: (amount: string) => SafeText;
  link: SafeText;
  subject: Readonly<Record<ClaimEvent, (told: Told) => SafeText>>;
  body: Readonly<Record<ClaimEvent, (told: Told) => SafeText[]>>;
  title: Readonly<Record<ClaimEvent, SafeText>>;
  short: Readonly<Record<ClaimEvent, (told: Told) => SafeText>>;
  /** Of a guest's claim. */
  player: (guest: string) => SafeText;
  guestSubject: (guest: string, course: string, event: ClaimEvent) => SafeText;
}

const guestEnds = {
  en: {
    submitted: say`submitted`,
    verified: say`verified`,
    rejected: say`not confirmed`,
    reversed: say`ended`,
  },
  es: {
    submitted: say`enviado`,
    verified: say`verificado`,
    rejected: say`no confirmado`,
    reversed: say`terminado`,
  },
} as const;

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => say`Hello ${name},`,
    facts: ({ prize, hole, course, bay }) => [say`Prize: ${prize}`, say`Hole: ${hole}`, say`${course}, bay ${bay}`],
    holes: { left: say`left`, middle: say`middle`, right: say`right` },
    jackpot: (amount) => say`Jackpot of ${amount}`,
    link: say`See your claim`,
    subject: {
      submitted: ({ course }) => say`Your prize claim at ${course} is submitted`,
      verified: ({ course }) => say`Your prize claim at ${course} is verified`,
      rejected: ({ course }) => say`Your prize claim at ${course} was not confirmed`,
      reversed: ({ course }) => say`Your prize claim at ${course} has ended`,
    },
    body: {
      submitted: () => [
        say`we have your prize claim.`,
        say`It is being reviewed now. We will contact you within one full business day.`,
      ],
      verified: () => [
        say`congratulations: your prize claim is verified, and the prize is yours.`,
        say`We will contact you about how you get it. Cash prizes need age 18 or older, and larger ones a tax form.`,
      ],
      rejected: ({ reason }) => [
        say`we could not confirm your prize claim.`,
        say`Why: ${reasonLine(reason)}.`,
        say`If you think that this is wrong, ask the staff at the course.`,
      ],
      reversed: () => [
        say`your bank took back the payment that this prize claim was played with, so the prize is not paid.`,
        say`If you think that this is wrong, ask your bank, or the staff at the course.`,
      ],
    },
    title: {
      submitted: say`Prize claim submitted`,
      verified: say`Prize claim verified`,
      rejected: say`Prize claim not confirmed`,
      reversed: say`Prize claim ended`,
    },
    short: {
      submitted: ({ prize, course }) => say`${prize}, ${course}. We will contact you within one full business day.`,
      verified: ({ prize, course }) => say`${prize}, ${course}. Congratulations!`,
      rejected: ({ prize, course }) => say`${prize}, ${course}. Open it to see why.`,
      reversed: ({ prize, course }) => say`${prize}, ${course}. The bank took the payment back.`,
    },
    player: (guest) => say`Player: ${guest}`,
    guestSubject: (guest, course, event) => say`${guest}'s prize claim at ${course}: ${guestEnds.en[event]}`,
  },
  es: {
    hello: (name) => say`Hola, ${name}:`,
    facts: ({ prize, hole, course, bay }) => [say`Premio: ${prize}`, say`Hoyo: ${hole}`, say`${course}, bahía ${bay}`],
    holes: { left: say`izquierdo`, middle: say`central`, right: say`derecho` },
    jackpot: (amount) => say`Premio mayor de ${amount}`,
    link: say`Ver tu reclamo`,
    subject: {
      submitted: ({ course }) => say`Enviaste tu reclamo de premio en ${course}`,
      verified: ({ course }) => say`Tu reclamo de premio en ${course} está verificado`,
      rejected: ({ course }) => say`No se confirmó tu reclamo de premio en ${course}`,
      reversed: ({ course }) => say`Tu reclamo de premio en ${course} terminó`,
    },
    body: {
      submitted: () => [
        say`Recibimos tu reclamo de premio.`,
        say`Ya lo estamos revisando. Te contactaremos en un plazo de un día hábil completo.`,
      ],
      verified: () => [
        say`¡Felicidades! Tu reclamo está verificado y el premio es tuyo.`,
        say`Te contactaremos para contarte cómo recibirlo. Los premios en efectivo requieren tener 18 años o más y, si son grandes, un formulario de impuestos.`,
      ],
      rejected: ({ reason }) => [
        say`No pudimos confirmar tu reclamo de premio.`,
        say`Motivo: ${reasonLine(reason)}.`,
        say`Si crees que es un error, pregunta al personal del campo.`,
      ],
      reversed: () => [
        say`Tu banco recuperó el pago con el que se jugó este reclamo, así que el premio no se paga.`,
        say`Si crees que es un error, pregunta a tu banco o al personal del campo.`,
      ],
    },
    title: {
      submitted: say`Reclamo de premio enviado`,
      verified: say`Reclamo de premio verificado`,
      rejected: say`Reclamo de premio no confirmado`,
      reversed: say`Reclamo de premio terminado`,
    },
    short: {
      submitted: ({ prize, course }) =>
        say`${prize}, ${course}. Te contactaremos en un plazo de un día hábil completo.`,
      verified: ({ prize, course }) => say`${prize}, ${course}. ¡Felicidades!`,
      rejected: ({ prize, course }) => say`${prize}, ${course}. Ábrelo para ver el motivo.`,
      reversed: ({ prize, course }) => say`${prize}, ${course}. El banco recuperó el pago.`,
    },
    player: (guest) => say`Jugador: ${guest}`,
    guestSubject: (guest, course, event) => say`Reclamo de premio de ${guest} en ${course}: ${guestEnds.es[event]}`,
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
        : say`${named(language, claim.prizeDescription, claim.prizeDescriptionEs)}`,
    reason: claim.rejectionReason ?? "",
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
      body: guest === undefined ? short : say`${guest}: ${short}`,
      path: PATH,
      tag: `claim-${claim.id}`,
      language,
    },
  };
}
