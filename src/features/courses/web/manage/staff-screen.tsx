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
import { momentText } from "#platform/web/ui/time.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { StaffDialog } from "./staff-dialog.tsx";

const coursesText = ({ role, courses }: StaffMember) =>
  role === "admin" ? "All courses" : courses.map(({ name }) => name).join(", ");
const roleText = ({ role }: StaffMember) => (role === "admin" ? "Administrator" : "Staff");

const columns: readonly Column<StaffMember>[] = [
  {
    label: "Name",
    value: ({ name }) => name,
    show: (member) => (
      <>
        {member.name}
        <NarrowNote>{`${roleText(member)}: ${coursesText(member)}`}</NarrowNote>
      </>
    ),
  },
  { label: "Email", value: ({ email }) => email, wideOnly: true },
  { label: "Role", value: roleText, wideOnly: true },
  { label: "Courses", value: coursesText, wideOnly: true },
  { label: "Passkeys", align: "right", value: ({ passkeys }) => passkeys, wideOnly: true },
  {
    label: "Last sign-in",
    value: ({ lastSignInAt }) => lastSignInAt,
    show: ({ lastSignInAt }) => (lastSignInAt ? momentText(lastSignInAt) : "Never"),
    wideOnly: true,
  },
];

export function StaffScreen() {
  const [open, setOpen] = useState<StaffMember | "new">();
  return (
    <ManageShell
      title="Staff"
      lead="Staff work the bay board, the claims and the report of their courses, and read the range's statement where it is granted; administrators everything"
      actions={
        <Button size="small" onClick={() => setOpen("new")}>
          <Plus aria-hidden className="size-5" />
          Add a person
        </Button>
      }
    >
      <StaffTable onOpen={setOpen} />
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
  const caller = useCaller();
  const list = useQuery({ ...queryFor(staffRoutes.listStaff), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title="We could not load the staff" />
    ) : (
      <ListSkeleton label="Loading the staff" />
    );
  return (
    <DataTable
      label="Staff"
      rows={list.data.staff}
      columns={columns}
      keyOf={({ id }) => id}
      renderActions={(member) =>
        // Nobody changes their own role.
        member.id !== caller.id && (
          <Button variant="secondary" size="small" onClick={() => onOpen(member)}>
            Change<span className="sr-only"> {member.name}</span>
          </Button>
        )
      }
      empty={{ title: "Nobody yet", text: "Add the people who work at the courses." }}
    />
  );
}
