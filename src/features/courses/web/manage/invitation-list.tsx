/** Who is invited to work here and has not signed in yet. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "#platform/web/action.ts";
import { call } from "#platform/web/api.ts";
import { queryFor } from "#platform/web/query.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { type Invitation, invitationRoutes } from "../../invitation-contract.ts";
import { manageWords } from "./manage-words.ts";
import { RefusalBanner } from "./refusal-banner.tsx";
import { staffWords } from "./staff-words.ts";

const lists = [invitationRoutes.listInvitations];

/** Shows nothing while nobody is invited. */
export function InvitationList() {
  const words = useWords(staffWords);
  const manage = useWords(manageWords);
  const [language] = useLanguage();
  const [leaving, setLeaving] = useState<Invitation>();
  const list = useQuery({ ...queryFor(invitationRoutes.listInvitations), refetchOnMount: "always" });
  const again = useAction({
    run: ({ id }: Invitation) => call(invitationRoutes.sendInvitationAgain, { params: { id } }),
    done: ({ body }) => ({ title: words.sentAgain, description: words.invitedAbout(body.invitation.email) }),
    changes: lists,
  });
  const back = useAction({
    run: ({ id }: Invitation) => call(invitationRoutes.takeInvitationBack, { params: { id } }),
    onDone: () => setLeaving(undefined),
    done: words.takenBack,
    changes: lists,
  });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.invitationsFailed} />
    ) : null;
  if (list.data.invitations.length === 0) return null;
  return (
    <section aria-labelledby="invited" className="flex flex-col gap-4">
      <h2 id="invited" className="text-2xl font-bold tracking-tight">
        {words.invitedTitle}
      </h2>
      <RefusalBanner refusal={again.error} lists={lists} />
      <DataTable
        label={words.invitedTitle}
        rows={list.data.invitations}
        columns={columnsIn(words, manage, language, list.data.timeZone)}
        keyOf={({ id }) => id}
        renderActions={(invitation) => (
          <>
            <Button variant="secondary" size="small" disabled={again.busy} onClick={() => void again.start(invitation)}>
              {words.sendAgain}
              <span className="sr-only"> {invitation.name}</span>
            </Button>
            <Button variant="secondary" size="small" onClick={() => setLeaving(invitation)}>
              {words.takeBack}
              <span className="sr-only"> {invitation.name}</span>
            </Button>
          </>
        )}
        empty={{ title: words.nobody, text: words.nobodyAbout }}
      />
      {leaving && (
        <ActionDialog
          open
          title={words.takeBackAsk(leaving.name)}
          action={words.takeBack}
          dangerous
          busy={back.busy}
          onClose={() => setLeaving(undefined)}
          onAct={() => void back.start(leaving)}
        >
          <RefusalBanner refusal={back.error} lists={lists} onClose={() => setLeaving(undefined)} />
          <p>{words.takeBackAbout}</p>
        </ActionDialog>
      )}
    </section>
  );
}

function columnsIn(
  words: typeof staffWords.en,
  manage: typeof manageWords.en,
  language: Language,
  timeZone: string,
): readonly Column<Invitation>[] {
  const coursesText = ({ role, courses }: Invitation) =>
    role === "admin" ? words.allCourses : courses.map(({ name }) => name).join(", ");
  const endText = ({ isOpen, expiresAt }: Invitation) =>
    isOpen ? zonedText(expiresAt, timeZone, language) : words.expired;
  return [
    {
      label: manage.name,
      value: ({ name }) => name,
      show: (invitation) => (
        <>
          {invitation.name}
          <NarrowNote>{invitation.email}</NarrowNote>
          <NarrowNote>{`${words[invitation.role]}: ${coursesText(invitation)}`}</NarrowNote>
          <NarrowNote>{`${words.expires}: ${endText(invitation)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.email, value: ({ email }) => email, wideOnly: true },
    { label: words.role, value: ({ role }) => words[role], wideOnly: true },
    { label: words.courses, value: coursesText, wideOnly: true },
    { label: words.invitedBy, value: ({ invitedBy }) => invitedBy, wideOnly: true },
    { label: words.expires, value: endText, wideOnly: true },
  ];
}
