/** Adds or changes a sponsor: the content of its card on the prizes page. */
import { useState } from "react";
import { courseRoutes, holes } from "../../contract.ts";
import type { ManagedCourse } from "../../manage-contract.ts";
import { manageSponsorRoutes, type ManagedSponsor } from "../../sponsor-contract.ts";
import { SelectField, TextArea, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { holeNames } from "./hole-names.ts";
import { ManagedDialog } from "./managed-dialog.tsx";

interface SponsorDialogProps {
  sponsor: ManagedSponsor | undefined;
  courses: readonly ManagedCourse[];
  onClose: () => void;
}

export function SponsorDialog({ sponsor, courses, onClose }: SponsorDialogProps) {
  const [isActive, setActive] = useState(sponsor?.isActive ?? true);
  return (
    <ManagedDialog
      title={sponsor ? `Change ${sponsor.name}` : "Add a sponsor"}
      action={sponsor ? "Save" : "Add sponsor"}
      saved={sponsor ? "Sponsor saved" : "Sponsor added"}
      of={sponsor}
      create={manageSponsorRoutes.createSponsor}
      change={manageSponsorRoutes.changeSponsor}
      lists={[manageSponsorRoutes.listManagedSponsors, courseRoutes.listSponsors]}
      also={{ isActive }}
      refusals={{ "manage.no_course": "courseId" }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {sponsor ? (
            <p className="text-ink-soft">At {sponsor.courseName}</p>
          ) : (
            <SelectField label="Course" {...field("courseId")}>
              {courses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label="Hole" {...field("hole")} defaultValue={sponsor?.hole}>
            {holes.map((hole) => (
              <option key={hole} value={hole}>
                {holeNames[hole]}
              </option>
            ))}
          </SelectField>
          <TextField label="Name" {...field("name")} autoComplete="off" defaultValue={sponsor?.name} />
          <TextField
            label="Website"
            {...field("website")}
            optional
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            defaultValue={sponsor?.website ?? ""}
          />
          <TextField
            label="Phone"
            {...field("phone")}
            optional
            inputMode="tel"
            autoComplete="off"
            defaultValue={sponsor?.phone ?? ""}
          />
          <TextField label="Prize" {...field("prizeName")} autoComplete="off" defaultValue={sponsor?.prizeName} />
          <TextArea
            label="Description of the prize"
            {...field("prizeDescription")}
            defaultValue={sponsor?.prizeDescription}
          />
          <TextField
            label="Value, dollars"
            {...field("prizeValue")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={sponsor?.prizeValue}
          />
          <Switch
            label="Shown to golfers"
            hint="Its prizes are switched on and off on their own."
            checked={isActive}
            onChange={setActive}
          />
        </>
      )}
    </ManagedDialog>
  );
}
