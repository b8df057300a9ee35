/** The form of a course. Changes apply from then on: to new orders, and to the pot when it is next taken. */
import { useId, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { courseRoutes } from "../../contract.ts";
import { manageCourseRoutes, type ManagedCourse } from "../../manage-contract.ts";
import { houseTerms, shownTerms } from "../../terms-rules.ts";
import type { Position } from "../map/surface.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { useRefresh } from "#platform/web/query.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { PlacePicker } from "./place-picker.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useWords } from "#platform/web/words.ts";
import { managedCourseWords } from "./course-words.ts";
import { manageWords } from "./manage-words.ts";

type Sending = typeof manageCourseRoutes.changeCourse | typeof manageCourseRoutes.createCourse;

const lists = [manageCourseRoutes.listManagedCourses, courseRoutes.listCourses, courseRoutes.getCourse];

interface CourseFormProps {
  /** Undefined for a new course. */
  course: ManagedCourse | undefined;
  newTax: Pick<ManagedCourse, "taxRate" | "taxLabel">;
  center: Position;
}

export function CourseForm({ course, newTax, center }: CourseFormProps) {
  const words = useWords(managedCourseWords);
  const manage = useWords(manageWords);
  const zones = useId();
  const [, go] = useLocation();
  const [exclusiveBays, setExclusive] = useState(course?.exclusiveBays ?? false);
  const [latitude, setLatitude] = useState(course?.latitude?.toString() ?? "");
  const [longitude, setLongitude] = useState(course?.longitude?.toString() ?? "");
  const terms = course ?? { ...shownTerms(houseTerms), ...newTax };

  const refresh = useRefresh();
  const form = useContractForm<Sending>(course ? manageCourseRoutes.changeCourse : manageCourseRoutes.createCourse, {
    ...(course && { params: { id: course.id } }),
    also: { exclusiveBays, ...(course && { version: course.version }) },
    refusals: {
      "manage.half_a_place": latitude.trim() === "" ? "latitude" : "longitude",
      "manage.shares_too_high": "jackpotShare",
      "manage.price_too_low": "priceFactor",
      "manage.bay_in_play": "bayCount",
      "manage.zone_is_fixed": "timeZone",
    },
    done: course ? words.saved : words.opened,
    // After a refusal the form stays with the version for which it was filled in.
    onDone: async () => {
      await refresh(lists);
      if (!course) go(deskPaths.manageCourses());
    },
  });

  return (
    <form {...form.props} noValidate className="flex flex-col gap-6">
      <RefusalBanner refusal={form.refusal} lists={lists} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title={words.range}>
          <div className="flex flex-col gap-5">
            <TextField label={manage.name} {...form.field("name")} autoComplete="off" defaultValue={course?.name} />
            <TextField
              label={words.address}
              {...form.field("address")}
              autoComplete="off"
              defaultValue={course?.address}
            />
            <TextField
              label={words.timeZone}
              {...form.field("timeZone")}
              list={zones}
              autoComplete="off"
              defaultValue={course?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone}
              hint={words.timeZoneHint}
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf("timeZone").map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </datalist>
            <TextField
              label={words.bays}
              {...form.field("bayCount")}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={course?.bayCount}
            />
            <Switch
              label={words.exclusive}
              hint={words.exclusiveHint}
              checked={exclusiveBays}
              onChange={setExclusive}
            />
          </div>
        </Card>
        <Card title={words.place}>
          <PlacePicker
            latitude={latitude}
            longitude={longitude}
            center={center}
            field={form.field}
            onChange={(north, east) => {
              setLatitude(north);
              setLongitude(east);
            }}
          />
        </Card>
      </div>
      <Card title={words.terms}>
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
          <Term
            label={words.baseJackpot}
            {...form.field("baseJackpot")}
            value={terms.baseJackpot}
            hint={course ? words.baseLater : words.baseAtOnce}
          />
          <Term
            label={words.potShare}
            {...form.field("jackpotShare")}
            value={terms.jackpotShare}
            hint={words.afterTax}
          />
          <Term label={words.rangeShare} {...form.field("rangeShare")} value={terms.rangeShare} hint={words.afterTax} />
          <Term
            label={words.priceFactor}
            {...form.field("priceFactor")}
            value={terms.priceFactor}
            hint={words.factorHint}
          />
          <Term label={words.taxRate} {...form.field("taxRate")} value={terms.taxRate} hint={words.taxHint} />
          <TextField
            label={words.taxName}
            {...form.field("taxLabel")}
            autoComplete="off"
            defaultValue={terms.taxLabel}
            hint={words.taxNameHint}
          />
        </div>
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy}>
          {course ? words.saveCourse : words.openIt}
        </Button>
        <ButtonLink href={deskPaths.manageCourses()} variant="secondary">
          {course ? words.back : words.cancel}
        </ButtonLink>
      </div>
    </form>
  );
}

interface TermProps {
  label: string;
  name: string;
  value: number;
  hint: ReactNode;
  error: string | undefined;
}

function Term({ value, ...field }: TermProps) {
  return <TextField {...field} inputMode="decimal" autoComplete="off" defaultValue={value} />;
}
