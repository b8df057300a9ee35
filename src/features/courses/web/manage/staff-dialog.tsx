/** A person's role and courses, new or to be changed. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { proposal, proposedText } from "#features/accounts/proposal-contract.ts";
import { manageCourseRoutes } from "../../manage-contract.ts";
import { type StaffMember, staffRoutes } from "../../staff-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useSave } from "./use-save.ts";

const roles = [
  { value: "staff", label: "Staff" },
  { value: "admin", label: "Administrator" },
] as const;
/** One more for who works here already. */
const allRoles = [...roles, { value: "player", label: "No role" }] as const;
type Role = (typeof allRoles)[number]["value"];

/** Give it a key for whom it is of: it keeps what stands in its fields. */
export function StaffDialog({ member, onClose }: { member: StaffMember | undefined; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member?.role ?? "staff");
  const [chosen, setChosen] = useState<readonly number[]>(member?.courses.map(({ id }) => id) ?? []);
  const { save, busy, problems, refusal, refresh } = useSave([staffRoutes.listStaff]);
  const isLeaving = role === "player";
  async function submit(values: Record<string, string>, form: HTMLFormElement) {
    const body = { ...values, role, ...(role === "staff" && { courseIds: chosen }) };
    const common = { form, body, saved: toldOf(member ? "Saved" : "Added") };
    const done = member
      ? await save(staffRoutes.changeStaff, { ...common, params: { id: member.id } })
      : await save(staffRoutes.addStaff, common);
    if (done) onClose();
  }
  return (
    <FormDialog
      open
      title={member ? `Change ${member.name}` : "Add a person"}
      action={isLeaving ? "Take the role away" : member ? "Save" : "Add person"}
      dangerous={isLeaving}
      busy={busy}
      onClose={onClose}
      onSubmit={(values, form) => void submit(values, form)}
    >
      <RefusalBanner refusal={refusal} refresh={refresh} onClose={onClose} />
      {!member && (
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          hint="Of the account that they have registered in the app."
          error={problems["email"]}
        />
      )}
      <Segmented<Role> legend="Role" showLegend options={member ? allRoles : roles} value={role} onChange={setRole} />
      {role === "staff" && <CourseSwitches chosen={chosen} onChange={setChosen} />}
      {role !== member?.role && (
        <p className="text-ink-soft">
          {isLeaving
            ? "They stay registered as a player, are signed out everywhere, and their passkeys are removed."
            : role === "admin"
              ? "You propose it, and another administrator approves it. Then they are signed out everywhere, and sign in with a mailed code or a passkey."
              : "They are signed out everywhere, and sign in with a mailed code or a passkey from now on."}
        </p>
      )}
    </FormDialog>
  );
}

/** What a toast says: an administrator is proposed, and made by another one. */
const toldOf = (saved: string) => (reply: { status: number; body: unknown }) => {
  const proposed = z.safeParse(z.object({ proposal }), reply.body);
  return proposed.success ? { title: "Proposed", description: proposedText(proposed.data.proposal) } : { title: saved };
};

function CourseSwitches(props: { chosen: readonly number[]; onChange: (chosen: readonly number[]) => void }) {
  const { chosen, onChange } = props;
  const { data, error, refetch } = useQuery(queryFor(manageCourseRoutes.listManagedCourses));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the courses" />
    ) : (
      <Loading label="Loading the courses">
        <Skeleton className="h-32" />
      </Loading>
    );
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-2 font-semibold">Courses</legend>
      {data.courses.map(({ id, name }) => (
        <Switch
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}
