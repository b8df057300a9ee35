/** Adds or changes a sponsored prize: the prize of a claim at a hole, and how many there are. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import type { ManagedCourse } from "../../manage-contract.ts";
import { manageSponsorRoutes, type ManagedPrize, type ManagedSponsor } from "../../sponsor-contract.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { ManagedDialog } from "./managed-dialog.tsx";

interface PrizeDialogProps {
  prize: ManagedPrize | undefined;
  courses: readonly ManagedCourse[];
  sponsors: readonly ManagedSponsor[];
  onClose: () => void;
}

export function PrizeDialog({ prize, courses, sponsors, onClose }: PrizeDialogProps) {
  const [isActive, setActive] = useState(prize?.isActive ?? true);
  const [chosen, setCourse] = useState(String(prize?.courseId ?? courses[0]?.id ?? ""));
  const here = sponsors.filter(({ courseId }) => String(courseId) === chosen);
  return (
    <ManagedDialog
      title={prize ? `Change ${prize.prizeName}` : "Add a prize"}
      action={prize ? "Save" : "Add prize"}
      saved={prize ? "Prize saved" : "Prize added"}
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
            <p className="text-ink-soft">At {prize.courseName}</p>
          ) : (
            <SelectField
              label="Course"
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
          <SelectField label="Hole" {...field("hole")} defaultValue={prize?.hole}>
            <option value="left">Left</option>
            <option value="right">Right</option>
          </SelectField>
          <TextField
            label="Prize"
            {...field("prizeName")}
            autoComplete="off"
            defaultValue={prize?.prizeName}
            hint={prize && "Claims that were made keep the name that they were made for."}
          />
          <TextField
            label="What it is worth, dollars"
            {...field("statedValue")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={prize?.statedValue}
            hint={
              prize && !prize.valueIsStated
                ? "Taken over and not stated yet: check it, and save. Claims keep the value of their moment."
                : "Stated for the winner’s taxes. Claims keep the value of their moment."
            }
          />
          <SelectField
            key={chosen}
            label="Sponsor"
            {...field("sponsorId")}
            optional
            defaultValue={prize?.sponsorId ?? ""}
          >
            <option value="">None</option>
            {here.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            label="How many there are in all"
            {...field("stock")}
            optional
            inputMode="numeric"
            autoComplete="off"
            defaultValue={prize?.stock ?? ""}
            hint={prize ? `${prize.claimed} claimed. Blank is no end.` : "Blank is no end."}
          />
          <Switch label="Claims may take it" checked={isActive} onChange={setActive} />
        </>
      )}
    </ManagedDialog>
  );
}
