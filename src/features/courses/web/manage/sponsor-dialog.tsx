/** Adds or changes a sponsor: the content of its card on the prizes page. */
import { useState } from "react";
import { courseRoutes, holes } from "../../contract.ts";
import type { ManagedCourse } from "../../manage-contract.ts";
import { manageSponsorRoutes, type ManagedSponsor } from "../../sponsor-contract.ts";
import { SelectField, TextArea, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { inSpanish } from "./in-spanish.ts";
import { ManagedDialog } from "./managed-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { offerWords } from "./offer-words.ts";

interface SponsorDialogProps {
  sponsor: ManagedSponsor | undefined;
  courses: readonly ManagedCourse[];
  onClose: () => void;
}

export function SponsorDialog({ sponsor, courses, onClose }: SponsorDialogProps) {
  const words = useWords(offerWords);
  const manage = useWords(manageWords);
  const [isActive, setActive] = useState(sponsor?.isActive ?? true);
  return (
    <ManagedDialog
      title={sponsor ? manage.changeOf(sponsor.name) : words.addSponsor}
      action={sponsor ? manage.save : words.sponsorAction}
      saved={sponsor ? words.sponsorSaved : words.sponsorAdded}
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
            <p className="text-ink-soft">{manage.at(sponsor.courseName)}</p>
          ) : (
            <SelectField label={manage.course} {...field("courseId")}>
              {courses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label={words.hole} {...field("hole")} defaultValue={sponsor?.hole}>
            {holes.map((hole) => (
              <option key={hole} value={hole}>
                {words[hole]}
              </option>
            ))}
          </SelectField>
          <TextField label={manage.name} {...field("name")} autoComplete="off" defaultValue={sponsor?.name} />
          <TextField
            label={words.website}
            {...field("website")}
            optional
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            defaultValue={sponsor?.website ?? ""}
          />
          <TextField
            label={words.phone}
            {...field("phone")}
            optional
            inputMode="tel"
            autoComplete="off"
            defaultValue={sponsor?.phone ?? ""}
          />
          <TextField label={words.prize} {...field("prizeName")} autoComplete="off" defaultValue={sponsor?.prizeName} />
          <TextArea
            label={words.prizeDescription}
            {...field("prizeDescription")}
            defaultValue={sponsor?.prizeDescription}
          />
          <TextField
            label={words.prizeInSpanish}
            {...field("prizeNameEs")}
            {...inSpanish}
            defaultValue={sponsor?.prizeNameEs ?? ""}
          />
          <TextArea
            label={words.descriptionInSpanish}
            {...field("prizeDescriptionEs")}
            {...inSpanish}
            defaultValue={sponsor?.prizeDescriptionEs ?? ""}
          />
          <TextField
            label={words.valueDollars}
            {...field("prizeValue")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={sponsor?.prizeValue}
          />
          <Switch label={words.shownToGolfers} hint={words.shownHint} checked={isActive} onChange={setActive} />
        </>
      )}
    </ManagedDialog>
  );
}
