/** The list of what a cash payout still needs from its winner, each with its button. */
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { claimRoutes, type ListedClaim } from "#features/claims/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { proofGiven } from "#platform/web/step-up.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { winWords } from "./win-words.ts";

/** The tax office's page of the form, in the golfer's language. */
const formPages = {
  en: "https://www.irs.gov/forms-pubs/about-form-w-9",
  es: "https://www.irs.gov/es/forms-pubs/about-form-w-9",
} as const;

const linkLooks =
  "inline-flex min-h-11 items-center font-semibold text-accent underline decoration-2 underline-offset-4";

export function WinChecklist({ claim }: { claim: ListedClaim }) {
  const words = useWords(winWords);
  const [language] = useLanguage();
  const { contactEmail } = useFrame();
  // The mailed code that proves the person proves the address.
  const prove = useAction({ run: proofGiven, changes: [claimRoutes.listMyClaims] });
  const subject = encodeURIComponent(words.subject(potText(claim.prizeAmount), claim.courseName));
  const howTo = {
    proved_address: (
      <Button size="small" busy={prove.busy && words.checking} onClick={() => void prove.start()}>
        {words.sendCode}
      </Button>
    ),
    age_18: contactEmail !== "" && (
      <a href={`mailto:${contactEmail}?subject=${subject}`} className={linkLooks}>
        {words.write}
      </a>
    ),
    tax_form: (
      <a href={formPages[language]} target="_blank" rel="noreferrer" className={linkLooks}>
        {words.taxForm}
      </a>
    ),
  };
  if (claim.needs.length === 0) return null;
  return (
    <Card title={words.stillNeeded}>
      <p className="mb-4 text-ink-soft">{words.neededAbout}</p>
      <ul className="flex flex-col gap-5">
        {claim.needs.map(({ need, done }) => (
          <Need key={need} title={done ? words[`${need}Done`] : words[need]} about={words[`${need}About`]} done={done}>
            {howTo[need]}
          </Need>
        ))}
      </ul>
    </Card>
  );
}

interface NeedProps {
  title: string;
  about: string;
  done: boolean;
  children: ReactNode;
}

function Need({ title, about, done, children }: NeedProps) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={done ? "mt-0.5 size-6 shrink-0 text-accent" : "mt-0.5 size-6 shrink-0"} />
      <div role="status" className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className="font-bold">{title}</p>
        {!done && (
          <>
            <p className="text-ink-soft">{about}</p>
            {children}
          </>
        )}
      </div>
    </li>
  );
}
