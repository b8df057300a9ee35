/** An account at the desk: who it is, where it is signed in, and ending that. */
import { useState } from "react";
import { peopleRoutes, type Person } from "#features/accounts/people-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

export const roles = { player: "Player", staff: "Staff", admin: "Administrator" } as const;

/** @param timeZone of all its times */
export function PersonCard({ person, timeZone }: { person: Person; timeZone: string }) {
  const { id } = useCaller();
  const [asking, setAsking] = useState<"sign-out" | "move" | "recover">();
  const isOther = person.id !== id;
  const actions = [
    { asks: "sign-out", label: "Sign out everywhere", offered: true },
    { asks: "move", label: "Move to another email", offered: isOther },
    { asks: "recover", label: "Take passkeys off", offered: isOther && person.passkeys > 0 },
  ] as const;
  const close = () => setAsking(undefined);
  const facts = [
    ["Player ID", person.userId],
    ["Email", `${person.email}${person.emailProved ? "" : " (not proved yet)"}`],
    ["Phone", person.phone ?? "None"],
    ["Role", roles[person.role]],
    ["Passkeys", String(person.passkeys)],
    ["Registered", momentText(person.createdAt, timeZone)],
  ] as const;
  return (
    <Card title="Account">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="mb-2 font-semibold wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-bold">Devices signed in</h3>
      {person.sessions.length === 0 ? (
        <p className="text-ink-soft">None</p>
      ) : (
        <ul className="divide-y divide-line">
          {person.sessions.map(({ device, startedAt, endsAt }, index) => (
            <li key={`${startedAt} ${index}`} className="py-2">
              <p className="font-semibold">{device ?? "Unnamed device"}</p>
              <p className="text-ink-soft">
                Since {momentText(startedAt, timeZone)}, until {momentText(endsAt, timeZone)} without a call
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
          title={`Sign ${person.name} out everywhere?`}
          about="Every session ends at once and no device is known any more. The person reads your reason in a letter."
          action="Sign out"
          done="Signed out everywhere"
          onClose={close}
        />
      )}
      {asking === "recover" && (
        <ReasonDialog
          route={peopleRoutes.recoverPerson}
          personId={person.id}
          title={`Take the passkeys of ${person.name} off?`}
          about="You propose it, and another administrator approves it. From then on a mailed code admits them again."
          action="Propose"
          done="Proposed"
          onClose={close}
        />
      )}
      {asking === "move" && (
        <ReasonDialog
          route={peopleRoutes.movePerson}
          personId={person.id}
          title={`Move ${person.name} to another email?`}
          about={`Only for somebody who has lost the mailbox, and whom you have seen. They are signed out everywhere, the old address is told, and no prize is paid for 72 hours.${person.role === "player" ? "" : " Another administrator approves it."}`}
          action={person.role === "player" ? "Move" : "Propose"}
          done="Moved"
          onClose={close}
        >
          {(field) => (
            <TextField label="New email" {...field("email")} type="email" autoComplete="off" maxLength={254} />
          )}
        </ReasonDialog>
      )}
    </Card>
  );
}
