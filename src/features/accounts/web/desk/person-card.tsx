/** An account at the desk: who it is, where it is signed in, and ending that. */
import { useState } from "react";
import { peopleRoutes, type Person } from "#features/accounts/people-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { dayText } from "#platform/web/ui/day-text.ts";
import { TextField } from "#platform/web/ui/field.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** @param timeZone of all its times */
export function PersonCard({ person, timeZone }: { person: Person; timeZone: string }) {
  const words = useWords(peopleWords);
  const [language] = useLanguage();
  const { id } = useCaller();
  const [asking, setAsking] = useState<"sign-out" | "move" | "recover">();
  const isOther = person.id !== id;
  const actions = [
    { asks: "sign-out", label: words.signOut, offered: true },
    { asks: "move", label: words.move, offered: isOther },
    { asks: "recover", label: words.recover, offered: isOther && person.passkeys > 0 },
  ] as const;
  const close = () => setAsking(undefined);
  const facts = [
    [words.playerId, person.userId],
    [words.email, person.emailProved ? person.email : words.notProved(person.email)],
    [words.phone, person.phone ?? words.none],
    [words.role, words[person.role]],
    [words.passkeys, String(person.passkeys)],
    [words.registered, zonedText(person.createdAt, timeZone, language)],
    [words.terms, person.termsVersion === null ? words.termsNotKept : dayText(person.termsVersion, language)],
  ] as const;
  return (
    <Card title={words.account}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="mb-2 font-semibold wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-bold">{words.devices}</h3>
      {person.sessions.length === 0 ? (
        <p className="text-ink-soft">{words.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {person.sessions.map(({ device, startedAt, endsAt }, index) => (
            <li key={`${startedAt} ${index}`} className="py-2">
              <p className="font-semibold">{device === null ? words.unnamed : words.device(device)}</p>
              <p className="text-ink-soft">
                {words.signedIn(zonedText(startedAt, timeZone, language), zonedText(endsAt, timeZone, language))}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {actions.map(
          ({ asks, label, offered }) =>
            offered && (
              <Button key={asks} variant="secondary" size="small" onClick={() => setAsking(asks)}>
                {label}
              </Button>
            ),
        )}
      </div>
      {asking === "sign-out" && (
        <ReasonDialog
          route={peopleRoutes.signPersonOut}
          personId={person.id}
          title={words.signOutAsk(person.name)}
          about={words.signOutAbout}
          action={words.signOutNow}
          done={words.signedOut}
          onClose={close}
        />
      )}
      {asking === "recover" && (
        <ReasonDialog
          route={peopleRoutes.recoverPerson}
          personId={person.id}
          title={words.recoverAsk(person.name)}
          about={words.recoverAbout}
          action={words.propose}
          done={words.proposed}
          onClose={close}
        />
      )}
      {asking === "move" && (
        <ReasonDialog
          route={peopleRoutes.movePerson}
          personId={person.id}
          title={words.moveAsk(person.name)}
          about={person.role === "player" ? words.moveAbout : `${words.moveAbout} ${words.moveApproved}`}
          action={person.role === "player" ? words.moveNow : words.propose}
          done={words.moved}
          onClose={close}
        >
          {(field) => (
            <TextField label={words.newEmail} {...field("email")} type="email" autoComplete="off" maxLength={254} />
          )}
        </ReasonDialog>
      )}
    </Card>
  );
}
