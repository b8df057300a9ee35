/** An account at the desk: who it is, where it is signed in, and ending that. */
import { useState } from "react";
import { peopleRoutes, type Person } from "#features/accounts/people-contract.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { momentText } from "#platform/web/ui/time.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const roles = { player: "Player", staff: "Staff", admin: "Administrator" } as const;

export function PersonCard({ person }: { person: Person }) {
  const [asking, setAsking] = useState<"sign-out">();
  const close = () => setAsking(undefined);
  const facts = [
    ["Player ID", person.userId],
    ["Email", `${person.email}${person.emailProved ? "" : " (not proved yet)"}`],
    ["Role", roles[person.role]],
    ["Passkeys", String(person.passkeys)],
    ["Registered", momentText(person.createdAt)],
  ] as const;
  return (
    <Card title={person.name}>
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="mb-2 font-semibold wrap-anywhere sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-2 font-bold">Signed in</h3>
      {person.sessions.length === 0 ? (
        <p className="text-ink-soft">Nowhere</p>
      ) : (
        <ul className="divide-y divide-line">
          {person.sessions.map(({ device, startedAt, endsAt }, index) => (
            <li key={`${startedAt} ${index}`} className="py-2">
              <p className="font-semibold">{device ?? "Unnamed device"}</p>
              <p className="text-ink-soft">
                Since {momentText(startedAt)}, until {momentText(endsAt)} without a call
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={() => setAsking("sign-out")}>
          Sign out everywhere
        </Button>
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
    </Card>
  );
}
