/** What a payout of cash still needs from its winner, each with its button. */
import { CircleCheck, CircleDashed } from "lucide-react";
import { type ReactNode, useState } from "react";
import { accountRoutes } from "#features/accounts/contract.ts";
import type { Claim } from "#features/play/contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
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

/** What we have of the winner already. */
interface Known {
  address: boolean;
  age: boolean;
  tax: boolean;
}

export function WinChecklist({ claim }: { claim: Claim }) {
  const words = useWords(winWords);
  const [language] = useLanguage();
  const { id } = useCaller();
  const { contactEmail } = useFrame();
  const [known, setKnown] = useState<Known>({ address: false, age: false, tax: false });
  // Only one's own data says what we have; it needs the proof by a mailed code, which also proves the address.
  const check = useAction({
    run: () => call(accountRoutes.exportUser, { params: { id } }),
    onDone: ({ body: { account, records, exportedAt } }) =>
      setKnown({
        address: account.emailProvedAt !== null,
        age: (records["ageRecords"] ?? []).length > 0,
        tax: (records["taxForms"] ?? []).some(({ year }) => year === Number(exportedAt.slice(0, 4))),
      }),
    failed: words.notChecked,
  });
  const subject = encodeURIComponent(words.subject(potText(claim.prizeAmount), claim.courseName));
  return (
    <Card title={words.stillNeeded}>
      <p className="mb-4 text-ink-soft">{words.neededAbout}</p>
      <ul className="flex flex-col gap-5">
        <Need done={known.address && words.addressDone} title={words.address} about={words.addressAbout}>
          <Button size="small" busy={check.busy && words.checking} onClick={() => void check.start()}>
            {words.sendCode}
          </Button>
        </Need>
        <Need done={known.age && words.ageDone} title={words.age} about={words.ageAbout}>
          {contactEmail !== "" && (
            <a href={`mailto:${contactEmail}?subject=${subject}`} className={linkLooks}>
              {words.write}
            </a>
          )}
        </Need>
        <Need done={known.tax && words.taxDone} title={words.tax} about={words.taxAbout}>
          <a href={formPages[language]} target="_blank" rel="noreferrer" className={linkLooks}>
            {words.taxForm}
          </a>
        </Need>
      </ul>
    </Card>
  );
}

interface NeedProps {
  /** The sentence once it is there. */
  done: string | false;
  title: string;
  about: string;
  children: ReactNode;
}

function Need({ done, title, about, children }: NeedProps) {
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={done ? "mt-0.5 size-6 shrink-0 text-accent" : "mt-0.5 size-6 shrink-0"} />
      <div role="status" className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p className="font-bold">{done || title}</p>
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
