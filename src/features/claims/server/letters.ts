/** What a player is told of a claim, as a letter and as a notification. Until it is verified, nothing is won. */
import type { News } from "#features/accounts/server/news.ts";
import { writeLetter } from "#platform/server/mail/letter.ts";
import type { Language } from "#platform/shared/language.ts";
import { formatCents } from "#platform/shared/money.ts";
import type { ClaimRow, ClaimView } from "./store.ts";

export type ClaimEvent = "submitted" | "verified" | "rejected";

interface Told {
  product: string;
  course: string;
  bay: number;
  /** The prize in words, its amount included. */
  prize: string;
  reason: string;
}

interface Words {
  hello: (name: string) => string;
  facts: (told: Told & { hole: string }) => string[];
  holes: Readonly<Record<ClaimRow["targetHole"], string>>;
  /** A jackpot's words, around its amount. */
  jackpot: (amount: string) => string;
  link: string;
  subject: Readonly<Record<ClaimEvent, (told: Told) => string>>;
  body: Readonly<Record<ClaimEvent, (told: Told) => string[]>>;
  title: Readonly<Record<ClaimEvent, string>>;
  short: Readonly<Record<ClaimEvent, (told: Told) => string>>;
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    hello: (name) => `Hello ${name},`,
    facts: ({ prize, hole, course, bay }) => [`Prize: ${prize}`, `Hole: ${hole}`, `${course}, bay ${bay}`],
    holes: { left: "left", middle: "middle", right: "right" },
    jackpot: (amount) => `Jackpot of ${amount}`,
    link: "See your claim",
    subject: {
      submitted: ({ course }) => `Your prize claim at ${course} is submitted`,
      verified: ({ course }) => `Your prize claim at ${course} is verified`,
      rejected: ({ course }) => `Your prize claim at ${course} was not confirmed`,
    },
    body: {
      submitted: () => [
        "we have your prize claim.",
        "It is being reviewed now. We will contact you within one full business day.",
      ],
      verified: () => [
        "congratulations: your prize claim is verified, and the prize is yours.",
        "We will contact you about how you get it. Cash prizes need age 18 or older, and larger ones a tax form.",
      ],
      rejected: ({ reason }) => [
        "we could not confirm your prize claim.",
        `Why: ${reason.replace(/[.\s]+$/, "")}.`,
        "If you think that this is wrong, ask the staff at the course.",
      ],
    },
    title: {
      submitted: "Prize claim submitted",
      verified: "Prize claim verified",
      rejected: "Prize claim not confirmed",
    },
    short: {
      submitted: ({ prize, course }) => `${prize}, ${course}. We will contact you within one full business day.`,
      verified: ({ prize, course }) => `${prize}, ${course}. Congratulations!`,
      rejected: ({ prize, course }) => `${prize}, ${course}. Open it to see why.`,
    },
  },
  es: {
    hello: (name) => `Hola, ${name}:`,
    facts: ({ prize, hole, course, bay }) => [`Premio: ${prize}`, `Hoyo: ${hole}`, `${course}, bahía ${bay}`],
    holes: { left: "izquierdo", middle: "central", right: "derecho" },
    jackpot: (amount) => `Premio mayor de ${amount}`,
    link: "Ver tu reclamo",
    subject: {
      submitted: ({ course }) => `Enviaste tu reclamo de premio en ${course}`,
      verified: ({ course }) => `Tu reclamo de premio en ${course} está verificado`,
      rejected: ({ course }) => `No se confirmó tu reclamo de premio en ${course}`,
    },
    body: {
      submitted: () => [
        "Recibimos tu reclamo de premio.",
        "Ya lo estamos revisando. Te contactaremos en un plazo de un día hábil completo.",
      ],
      verified: () => [
        "¡Felicidades! Tu reclamo está verificado y el premio es tuyo.",
        "Te contactaremos para contarte cómo recibirlo. Los premios en efectivo requieren tener 18 años o más y, si son grandes, un formulario de impuestos.",
      ],
      rejected: ({ reason }) => [
        "No pudimos confirmar tu reclamo de premio.",
        `Motivo: ${reason.replace(/[.\s]+$/, "")}.`,
        "Si crees que es un error, pregunta al personal del campo.",
      ],
    },
    title: {
      submitted: "Reclamo de premio enviado",
      verified: "Reclamo de premio verificado",
      rejected: "Reclamo de premio no confirmado",
    },
    short: {
      submitted: ({ prize, course }) => `${prize}, ${course}. Te contactaremos en un plazo de un día hábil completo.`,
      verified: ({ prize, course }) => `${prize}, ${course}. ¡Felicidades!`,
      rejected: ({ prize, course }) => `${prize}, ${course}. Ábrelo para ver el motivo.`,
    },
  },
};

/** Where a player sees what became of their claims (the web's `paths.claims()`). */
const PATH = "/claims";

export function claimNews(
  { claim, courseName }: Pick<ClaimView, "claim" | "courseName">,
  event: ClaimEvent,
  reader: { name: string; email: string; language: Language },
  deps: { productName: string; publicUrl: string | undefined },
): News {
  const { language } = reader;
  const said = words[language];
  const told = {
    product: deps.productName,
    course: courseName,
    bay: claim.bayNumber,
    prize: claim.prizeType === "monetary" ? said.jackpot(formatCents(claim.prizeAmountCents)) : claim.prizeDescription,
    reason: claim.rejectionReason ?? "",
  };
  return {
    letter: writeLetter({
      to: reader.email,
      language,
      subject: said.subject[event](told),
      blocks: [
        said.hello(reader.name),
        ...said.body[event](told),
        { lines: said.facts({ ...told, hole: said.holes[claim.targetHole] }) },
        ...(deps.publicUrl ? [{ link: said.link, url: `${deps.publicUrl}${PATH}` }] : []),
      ],
      productName: deps.productName,
    }),
    notice: {
      title: said.title[event],
      body: said.short[event](told),
      path: PATH,
      tag: `claim-${claim.id}`,
      language,
    },
  };
}
