/** Gives a person a role and courses, or changes them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { proposedText } from "#features/accounts/proposal-contract.ts";
import { manageCourseRoutes } from "../../manage-contract.ts";
import { invitationRoutes } from "../../invitation-contract.ts";
import { type StaffMember, staffRoutes } from "../../staff-contract.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Segmented } from "#platform/web/ui/choice.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { FormDialog } from "#platform/web/ui/form-dialog.tsx";
import { ErrorState, Loading, Skeleton } from "#platform/web/ui/states.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { type Language, languageNames, languages, useLanguage, useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { staffWords } from "./staff-words.ts";

type Sending = typeof staffRoutes.addStaff | typeof staffRoutes.changeStaff;

const lists = [staffRoutes.listStaff, invitationRoutes.listInvitations];
/** `player` is one more choice for a person who has a role. */
type Role = "staff" | "admin" | "player";

/** Give it a key for its person, because its fields keep their values. */
export function StaffDialog({ member, onClose }: { member: StaffMember | undefined; onClose: () => void }) {
  const words = useWords(staffWords);
  const manage = useWords(manageWords);
  const [language] = useLanguage();
  const [role, setRole] = useState<Role>(member?.role ?? "staff");
  const [chosen, setChosen] = useState<readonly number[]>(member?.courses.map(({ id }) => id) ?? []);
  const [reading, setReading] = useState<readonly number[]>(
    member?.courses.flatMap(({ id, statements }) => (statements ? [id] : [])) ?? [],
  );
  const [letterIn, setLetterIn] = useState(language);
  const isLeaving = role === "player";
  const form = useContractForm<Sending>(member ? staffRoutes.changeStaff : staffRoutes.addStaff, {
    ...(member && { params: { id: member.id } }),
    also: {
      role,
      ...(!member && { language: letterIn }),
      ...(role === "staff" && { courseIds: chosen, statementCourseIds: reading }),
    },
    refusals: { "staff.not_registered": "name", "staff.invited_already": "email", "staff.works_already": "email" },
    done: ({ body }) =>
      "proposal" in body
        ? { title: manage.proposed, description: proposedText(body.proposal, language), duration: 5000 }
        : "invitation" in body
          ? { title: words.invited, description: words.invitedAbout(body.invitation.email), duration: 5000 }
          : { title: member ? words.saved : words.added, duration: 5000 },
    changes: lists,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      open
      title={member ? manage.changeOf(member.name) : words.addPerson}
      action={isLeaving ? words.takeRole : member ? manage.save : words.addAction}
      dangerous={isLeaving}
      onClose={onClose}
    >
      <RefusalBanner refusal={form.refusal} lists={lists} onClose={onClose} />
      {!member && (
        <TextField
          label={words.email}
          {...form.field("email")}
          type="email"
          autoComplete="off"
          hint={words.emailHint}
        />
      )}
      {!member && (
        <TextField label={words.personName} {...form.field("name")} autoComplete="off" hint={words.nameHint} optional />
      )}
      <Segmented<Role>
        legend={words.role}
        showLegend
        options={[
          { value: "staff", label: words.staff },
          { value: "admin", label: words.admin },
          ...(member ? [{ value: "player", label: words.noRole } as const] : []),
        ]}
        value={role}
        onChange={setRole}
      />
      {role === "staff" && (
        <>
          <CourseSwitches legend={words.courses} chosen={chosen} onChange={setChosen} />
          {chosen.length > 0 && (
            <CourseSwitches legend={words.mayRead} among={chosen} chosen={reading} onChange={setReading} />
          )}
        </>
      )}
      {!member && (
        <Segmented<Language>
          legend={words.letterIn}
          showLegend
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          value={letterIn}
          onChange={setLetterIn}
        />
      )}
      {role !== member?.role && (
        <p className="text-ink-soft">{isLeaving ? words.leaving : role === "admin" ? words.toAdmin : words.toStaff}</p>
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
  const words = useWords(staffWords);
  const { data, error, refetch } = useQuery(queryFor(manageCourseRoutes.listManagedCourses));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={words.coursesFailed} />
    ) : (
      <Loading label={words.coursesLoading}>
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
