/** `/admin/staff`: the people with a role, and their courses. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { type StaffMember, staffRoutes } from "../../staff-contract.ts";
import { useCaller } from "#platform/web/caller.tsx";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { InvitationList } from "./invitation-list.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { StaffDialog } from "./staff-dialog.tsx";
import { type Language, useLanguage, useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { staffWords } from "./staff-words.ts";

function columnsIn(
  words: typeof staffWords.en,
  manage: typeof manageWords.en,
  language: Language,
  timeZone: string,
): readonly Column<StaffMember>[] {
  const coursesText = ({ role, courses }: StaffMember) =>
    role === "admin" ? words.allCourses : courses.map(({ name }) => name).join(", ");
  const roleText = ({ role }: StaffMember) => words[role];
  return [
    {
      label: manage.name,
      value: ({ name }) => name,
      show: (member) => (
        <>
          {member.name}
          <NarrowNote>{`${roleText(member)}: ${coursesText(member)}`}</NarrowNote>
        </>
      ),
    },
    { label: words.email, value: ({ email }) => email, wideOnly: true },
    { label: words.role, value: roleText, wideOnly: true, picks: true },
    { label: words.courses, value: coursesText, wideOnly: true },
    { label: words.passkeys, align: "right", value: ({ passkeys }) => passkeys, wideOnly: true },
    {
      label: words.lastSignIn,
      value: ({ lastSignInAt }) => lastSignInAt,
      show: ({ lastSignInAt }) => (lastSignInAt ? zonedText(lastSignInAt, timeZone, language) : words.never),
      wideOnly: true,
    },
  ];
}

export function StaffScreen() {
  const words = useWords(staffWords);
  const [open, setOpen] = useState<StaffMember | "new">();
  return (
    <ManageShell
      title={words.title}
      lead={words.lead}
      actions={
        <Button size="small" onClick={() => setOpen("new")}>
          <Plus aria-hidden className="size-5" />
          {words.addPerson}
        </Button>
      }
    >
      <StaffTable onOpen={setOpen} />
      <InvitationList />
      {open && (
        <StaffDialog
          key={open === "new" ? "new" : open.id}
          member={open === "new" ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ManageShell>
  );
}

function StaffTable({ onOpen }: { onOpen: (member: StaffMember) => void }) {
  const words = useWords(staffWords);
  const manage = useWords(manageWords);
  const [language] = useLanguage();
  const caller = useCaller();
  const list = useQuery({ ...queryFor(staffRoutes.listStaff), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
    ) : (
      <ListSkeleton label={words.loading} />
    );
  return (
    <DataTable
      label={words.title}
      rows={list.data.staff}
      columns={columnsIn(words, manage, language, list.data.timeZone)}
      keyOf={({ id }) => id}
      renderActions={(member) =>
        // Nobody changes their own role.
        member.id !== caller.id && (
          <Button variant="secondary" size="small" onClick={() => onOpen(member)}>
            {manage.change}
            <span className="sr-only"> {member.name}</span>
          </Button>
        )
      }
      empty={{ title: words.nobody, text: words.nobodyAbout }}
    />
  );
}
