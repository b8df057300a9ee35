/** Adds or changes a sponsored prize: the prize of a claim at a hole, and how many there are. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import type { ManagedCourse } from "../../manage-contract.ts";
import { manageSponsorRoutes, type ManagedPrize, type ManagedSponsor } from "../../sponsor-contract.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { inSpanish } from "./in-spanish.ts";
import { ManagedDialog } from "./managed-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { offerWords } from "./offer-words.ts";

interface PrizeDialogProps {
  prize: ManagedPrize | undefined;
  courses: readonly ManagedCourse[];
  sponsors: readonly ManagedSponsor[];
  onClose: () => void;
}

export function PrizeDialog({ prize, courses, sponsors, onClose }: PrizeDialogProps) {
  const words = useWords(offerWords);
  const manage = useWords(manageWords);
  const [isActive, setActive] = useState(prize?.isActive ?? true);
  const [chosen, setCourse] = useState(String(prize?.courseId ?? courses[0]?.id ?? ""));
  const here = sponsors.filter(({ courseId }) => String(courseId) === chosen);
  return (
    <ManagedDialog
      title={prize ? manage.changeOf(prize.prizeName) : words.addPrize}
      action={prize ? manage.save : words.prizeAction}
      saved={prize ? words.prizeSaved : words.prizeAdded}
      of={prize}
      create={manageSponsorRoutes.createPrize}
      change={manageSponsorRoutes.changePrize}
      lists={[manageSponsorRoutes.listManagedPrizes, courseRoutes.listSponsoredPrizes]}
      also={{ isActive }}
      refusals={{
        "manage.no_course": "courseId",
        "manage.sponsor_elsewhere": "sponsorId",
        "manage.stock_is_claimed": "stock",
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {prize ? (
            <p className="text-ink-soft">{manage.at(prize.courseName)}</p>
          ) : (
            <SelectField
              label={manage.course}
              {...field("courseId")}
              value={chosen}
              onChange={(event) => setCourse(event.target.value)}
            >
              {courses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <SelectField label={words.hole} {...field("hole")} defaultValue={prize?.hole}>
            <option value="left">{words.left}</option>
            <option value="right">{words.right}</option>
          </SelectField>
          <TextField
            label={words.prize}
            {...field("prizeName")}
            autoComplete="off"
            defaultValue={prize?.prizeName}
            hint={prize && words.keepName}
          />
          <TextField
            label={words.prizeInSpanish}
            {...field("prizeNameEs")}
            {...inSpanish}
            defaultValue={prize?.prizeNameEs ?? ""}
          />
          <TextField
            label={words.worthDollars}
            {...field("statedValue")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={prize?.statedValue}
            hint={prize && !prize.valueIsStated ? words.takenOver : words.stated}
          />
          <SelectField
            key={chosen}
            label={words.sponsor}
            {...field("sponsorId")}
            optional
            defaultValue={prize?.sponsorId ?? ""}
          >
            <option value="">{words.none}</option>
            {here.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={words.howMany}
            {...field("stock")}
            optional
            inputMode="numeric"
            autoComplete="off"
            defaultValue={prize?.stock ?? ""}
            hint={prize ? words.claimedOf(prize.claimed) : words.blank}
          />
          <Switch label={words.mayTake} checked={isActive} onChange={setActive} />
        </>
      )}
    </ManagedDialog>
  );
}
