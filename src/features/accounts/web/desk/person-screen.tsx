/** `/admin/people/:id`: a person's account, devices and notes, and what they bought, played and claimed. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { peopleRoutes, type Person } from "#features/accounts/people-contract.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { Card, Facts } from "#platform/web/ui/card.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ErrorState, Loading, Skeleton, TextRoom } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";
import { PersonCard } from "./person-card.tsx";
import { PersonNotes } from "./person-notes.tsx";

interface PersonScreenProps {
  id: string;
  /** From the rooms to the right: what the person bought, played and claimed. */
  renderRecord: (person: Person) => ReactNode;
}

export function PersonScreen({ id, renderRecord }: PersonScreenProps) {
  const words = useWords(peopleWords);
  const { data, error, refetch } = useQuery({
    ...queryFor(peopleRoutes.getPerson, { params: { id } }),
    refetchOnMount: "always",
  });
  if (!data)
    return (
      <ManageShell title={words.person} lead={!error && <TextRoom />}>
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => void refetch()}
            title={words.failed}
            elsewhere={<ButtonLink href={deskPaths.people()}>{words.allPeople}</ButtonLink>}
          />
        ) : (
          <Loading label={words.loading}>
            <Skeleton className="h-72" />
            <Skeleton className="h-48" />
          </Loading>
        )}
      </ManageShell>
    );
  const { person, notes, timeZone } = data;
  const { userId, deletedAt } = person;
  return (
    <ManageShell
      title={deletedAt === null ? person.name : words.deletedAccount}
      lead={`${words[person.role]}, ${userId}`}
      actions={
        <ButtonLink variant="secondary" size="small" href={deskPaths.auditTrail({ person: userId })}>
          {words.trail}
        </ButtonLink>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[1fr_2fr]">
        <div className="flex min-w-0 flex-col gap-5">
          {deletedAt === null ? (
            <PersonCard person={person} timeZone={timeZone} />
          ) : (
            <Deleted person={person} at={deletedAt} timeZone={timeZone} />
          )}
          {deletedAt === null && <PersonNotes personId={person.id} notes={notes} timeZone={timeZone} />}
        </div>
        <div className="flex min-w-0 flex-col gap-5">{renderRecord(person)}</div>
      </div>
    </ManageShell>
  );
}

/** The account was deleted: only records that concern money are left. */
function Deleted({ person, at, timeZone }: { person: Person; at: string; timeZone: string }) {
  const words = useWords(peopleWords);
  const [language] = useLanguage();
  return (
    <Card title={words.account}>
      <Facts
        facts={[
          { label: words.playerId, value: person.userId },
          { label: words.registered, value: zonedText(person.createdAt, timeZone, language) },
          { label: words.deleted, value: zonedText(at, timeZone, language) },
        ]}
      />
    </Card>
  );
}
