/** The letter to every administrator at each step of what two of them must do, in the language of each. */
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, reasonLine, say } from "#platform/server/mail/say.ts";
import type { Language } from "#platform/shared/language.ts";

type Step = "proposed" | "approved" | "withdrawn";

interface Told {
  id: number;
  /** What will be done, in each language. */
  summary: string;
  spanish: string;
  /** As the administrator wrote it. */
  reason: string | null;
  step: Step;
  /** Null for the operator at the server. */
  actor: string | null;
}

const words = {
  en: {
    subject: { proposed: "was proposed", approved: "was approved", withdrawn: "was withdrawn" },
    hello: (name: string) => say`Hello ${name},`,
    done: { proposed: "proposed by", approved: "approved and done by", withdrawn: "withdrawn by" },
    said: (id: number, done: string, actor: string) => say`proposal ${id} was ${done} ${actor}.`,
    operator: "the operator, at the server",
    reason: (reason: string) => say`Reason: ${reasonLine(reason)}`,
    unexpected: say`If you did not expect this, look at Manage, Approvals at once.`,
  },
  es: {
    subject: { proposed: "se propuso", approved: "se aprobó", withdrawn: "se retiró" },
    hello: (name: string) => say`Hola, ${name}:`,
    done: { proposed: "La propuso", approved: "La aprobó e hizo", withdrawn: "La retiró" },
    said: (id: number, done: string, actor: string) => say`Propuesta ${id}. ${done}: ${actor}.`,
    operator: "el operador, en el servidor",
    reason: (reason: string) => say`Motivo: ${reasonLine(reason)}`,
    unexpected: say`Si no lo esperabas, mira de inmediato en Administrar, Aprobaciones.`,
  },
} as const;

/** How a subject begins. Who forgets a person finds the letters by it. */
const beginnings = { en: "proposal", es: "propuesta" } as const;

export function proposalLetter(
  reader: { email: string; name: string; language: Language },
  productName: string,
  { id, step, actor, reason, ...told }: Told,
): Letter {
  const { language, name } = reader;
  const { subject, hello, done, said, operator, reason: why, unexpected } = words[language];
  return writeLetter({
    to: reader.email,
    language,
    productName,
    subject: say`${ours(productName)}: ${beginnings[language]} ${id} ${ours(subject[step])}`,
    blocks: [
      hello(name),
      said(id, done[step], actor ?? operator),
      {
        lines: [reasonLine(language === "es" ? told.spanish : told.summary), ...(reason === null ? [] : [why(reason)])],
      },
      unexpected,
    ],
  });
}

/** Patterns of SQL's LIKE for the subjects of a proposal's letters. */
export function subjectsOf(id: number): string[] {
  return Object.values(beginnings).map((beginning) => `%: ${beginning} ${id} %`);
}
