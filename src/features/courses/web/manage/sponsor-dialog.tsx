/** A sponsor, new or to be changed: what stands on its card on the prizes page. */
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
      emptied={["website", "phone"]}
      also={{ isActive }}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {sponsor ? (
            <p className="text-ink-soft">At {sponsor.courseName}</p>
          ) : (
            <SelectField label="Course" name="courseId" error={problems["courseId"]}>
              {courses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label="Hole" name="hole" defaultValue={sponsor?.hole} error={problems["hole"]}>
            {holes.map((hole) => (
              <option key={hole} value={hole}>
                {holeNames[hole]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            defaultValue={sponsor?.name}
            error={problems["name"]}
          />
          <TextField
            label="Website"
            name="website"
            optional
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            defaultValue={sponsor?.website ?? ""}
            error={problems["website"]}
          />
          <TextField
            label="Phone"
            name="phone"
            optional
            inputMode="tel"
            autoComplete="off"
            defaultValue={sponsor?.phone ?? ""}
            error={problems["phone"]}
          />
          <TextField
            label="Prize"
            name="prizeName"
            autoComplete="off"
            defaultValue={sponsor?.prizeName}
            error={problems["prizeName"]}
          />
          <TextArea
            label="Description of the prize"
            name="prizeDescription"
            defaultValue={sponsor?.prizeDescription}
            error={problems["prizeDescription"]}
          />
          <TextField
            label="Value, dollars"
            name="prizeValue"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={sponsor?.prizeValue}
            error={problems["prizeValue"]}
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
