/** The letter to every administrator at each step of a proposal, in the administrator's language. */
import { type Letter, writeLetter } from "#platform/server/mail/letter.ts";
import { ours, reasonLine, safe } from "#platform/server/mail/safe-text.ts";
import type { Language } from "#platform/shared/language.ts";

type Step = "proposed" | "approved" | "withdrawn";

interface ProposalStep {
  id: number;
  /** The proposed change, in each language. */
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
    hello: (name: string) => safe`Hello ${name},`,
    done: { proposed: "proposed by", approved: "approved and done by", withdrawn: "withdrawn by" },
    happened: (id: number, done: string, actor: string) => safe`proposal ${id} was ${done} ${actor}.`,
    operator: "the operator, at the server",
    reason: (reason: string) => safe`Reason: ${reasonLine(reason)}`,
    unexpected: safe`If you did not expect this, look at Manage, Approvals at once.`,
  },
  es: {
    subject: { proposed: "se propuso", approved: "se aprobó", withdrawn: "se retiró" },
    hello: (name: string) => safe`Hola, ${name}:`,
    done: { proposed: "La propuso", approved: "La aprobó e hizo", withdrawn: "La retiró" },
    happened: (id: number, done: string, actor: string) => safe`Propuesta ${id}. ${done}: ${actor}.`,
    operator: "el operador, en el servidor",
    reason: (reason: string) => safe`Motivo: ${reasonLine(reason)}`,
    unexpected: safe`Si no lo esperabas, mira de inmediato en Administrar, Aprobaciones.`,
  },
} as const;

/** The beginnings of the subjects. The deletion of an account finds the letters by them. */
const beginnings = { en: "proposal", es: "propuesta" } as const;

export function proposalLetter(
  reader: { email: string; name: string; language: Language },
  productName: string,
  { id, step, actor, reason, ...summaries }: ProposalStep,
): Letter {
  const { language, name } = reader;
  const { subject, hello, done, happened, operator, reason: why, unexpected } = words[language];
  return writeLetter({
    to: reader.email,
    language,
    productName,
    subject: safe`${ours(productName)}: ${beginnings[language]} ${id} ${ours(subject[step])}`,
    blocks: [
      hello(name),
      happened(id, done[step], actor ?? operator),
      {
        lines: [
          reasonLine(language === "es" ? summaries.spanish : summaries.summary),
          ...(reason === null ? [] : [why(reason)]),
        ],
      },
      unexpected,
    ],
  });
}

/** Patterns of SQL's LIKE for the subjects of a proposal's letters. */
export function subjectsOf(id: number): string[] {
  return Object.values(beginnings).map((beginning) => `%: ${beginning} ${id} %`);
}
