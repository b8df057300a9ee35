/** Gives a person a role and courses, or changes them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { manageCourseRoutes } from "../../manage-contract.ts";
import { type StaffMember, staffRoutes } from "../../staff-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";

type Sending = typeof staffRoutes.addStaff | typeof staffRoutes.changeStaff;

const lists = [staffRoutes.listStaff];
const roles = [
  { value: "staff", label: "Staff" },
  { value: "admin", label: "Administrator" },
] as const;
/** One more choice for a person who has a role. */
const allRoles = [...roles, { value: "player", label: "No role" }] as const;
type Role = (typeof allRoles)[number]["value"];

/** Give it a key for its person, because its fields keep their values. */
export function StaffDialog({ member, onClose }: { member: StaffMember | undefined; onClose: () => void }) {
  const [role, setRole] = useState<Role>(member?.role ?? "staff");
  const [chosen, setChosen] = useState<readonly number[]>(member?.courses.map(({ id }) => id) ?? []);
  const [reading, setReading] = useState<readonly number[]>(
    member?.courses.flatMap(({ id, statements }) => (statements ? [id] : [])) ?? [],
  );
  const isLeaving = role === "player";
  const form = useContractForm<Sending>(member ? staffRoutes.changeStaff : staffRoutes.addStaff, {
    ...(member && { params: { id: member.id } }),
    also: { role, ...(role === "staff" && { courseIds: chosen, statementCourseIds: reading }) },
    refusals: { "staff.not_registered": "email", "staff.works_already": "email" },
    done: ({ body }) =>
      "proposal" in body
        ? { title: "Proposed", description: proposedText(body.proposal), duration: 5000 }
        : { title: member ? "Saved" : "Added", duration: 5000 },
    changes: lists,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={member ? `Change ${member.name}` : "Add a person"}
      action={isLeaving ? "Take the role away" : member ? "Save" : "Add person"}
      dangerous={isLeaving}
      onClose={onClose}
    >
      <RefusalBanner refusal={form.refusal} lists={lists} onClose={onClose} />
      {!member && (
        <TextField
          label="Email"
          {...form.field("email")}
          type="email"
          autoComplete="off"
          hint="Of the account that they have registered in the app."
        />
      )}
      <Segmented<Role> legend="Role" showLegend options={member ? allRoles : roles} value={role} onChange={setRole} />
      {role === "staff" && (
        <>
          <CourseSwitches legend="Courses" chosen={chosen} onChange={setChosen} />
          {chosen.length > 0 && (
            <CourseSwitches
              legend="May read the range's statement of"
              among={chosen}
              chosen={reading}
              onChange={setReading}
            />
          )}
        </>
      )}
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

interface CourseSwitchesProps {
  legend: string;
  /** Only these; without it, all courses. */
  among?: readonly number[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

function CourseSwitches({ legend, among, chosen, onChange }: CourseSwitchesProps) {
  const { data, error, refetch } = useQuery(queryFor(manageCourseRoutes.listManagedCourses));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title="We could not load the courses" />
    ) : (
      <Loading label="Loading the courses">
        <Skeleton className="h-32" />
      </Loading>
    );
  const listed = data.courses.filter(({ id }) => !among || among.includes(id));
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {listed.map(({ id, name }) => (
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
