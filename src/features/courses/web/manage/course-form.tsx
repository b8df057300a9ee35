/** The form of a course. What is saved applies from then on: to orders that are made, and to the pot when it is next taken. */
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { courseRoutes } from "../../contract.ts";
import { manageCourseRoutes, type ManagedCourse } from "../../manage-contract.ts";
import type { Position } from "../map/surface.ts";
import { valuesOf } from "#platform/web/form.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { randomId } from "#platform/web/random-id.ts";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { PlacePicker } from "./place-picker.tsx";
import { RefusalBanner } from "./refusal-banner.tsx";
import { useSave } from "./use-save.ts";

const houseTerms = { baseJackpot: 1000, jackpotShare: 20, rangeShare: 0, priceFactor: 1 };

interface CourseFormProps {
  /** Undefined for one that is to be opened. */
  course: ManagedCourse | undefined;
  center: Position;
}

export function CourseForm({ course, center }: CourseFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const zones = useId();
  const [key] = useState(randomId);
  const [, go] = useLocation();
  const [exclusiveBays, setExclusive] = useState(course?.exclusiveBays ?? false);
  const [latitude, setLatitude] = useState(course?.latitude?.toString() ?? "");
  const [longitude, setLongitude] = useState(course?.longitude?.toString() ?? "");
  const { save, busy, problems, refusal, refresh } = useSave([
    manageCourseRoutes.listManagedCourses,
    courseRoutes.listCourses,
    courseRoutes.getCourse,
  ]);
  const terms = course ?? houseTerms;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = { ...valuesOf(event.currentTarget), exclusiveBays };
    const common = { form: form.current };
    if (course) {
      const body = { latitude: "", longitude: "", ...values, version: course.version };
      await save(manageCourseRoutes.changeCourse, {
        ...common,
        params: { id: course.id },
        body,
        saved: "Course saved",
      });
    } else if (
      await save(manageCourseRoutes.createCourse, {
        ...common,
        body: values,
        idempotencyKey: key,
        saved: "Course opened",
      })
    )
      go(deskPaths.manageCourses());
  }

  return (
    <form ref={form} noValidate className="flex flex-col gap-6" onSubmit={(event) => void submit(event)}>
      <RefusalBanner refusal={refusal} refresh={refresh} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="The range">
          <div className="flex flex-col gap-5">
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              defaultValue={course?.name}
              error={problems["name"]}
            />
            <TextField
              label="Address"
              name="address"
              autoComplete="off"
              defaultValue={course?.address}
              error={problems["address"]}
            />
            <TextField
              label="Time zone"
              name="timeZone"
              list={zones}
              autoComplete="off"
              defaultValue={course?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone}
              hint="Its days and settled months are counted in it: once the course was played at, it stays."
              error={problems["timeZone"]}
            />
            <datalist id={zones}>
              {Intl.supportedValuesOf("timeZone").map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </datalist>
            <TextField
              label="Bays"
              name="bayCount"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={course?.bayCount}
              error={problems["bayCount"]}
            />
            <Switch
              label="A bay for one purchase at a time"
              hint="Switched off, golfers may share bays."
              checked={exclusiveBays}
              onChange={setExclusive}
            />
          </div>
        </Card>
        <Card title="Its place on the map">
          <PlacePicker
            latitude={latitude}
            longitude={longitude}
            center={center}
            problems={problems}
            onChange={(north, east) => {
              setLatitude(north);
              setLongitude(east);
            }}
          />
        </Card>
      </div>
      <Card title="Terms">
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
          <Term
            label="Base jackpot, dollars"
            name="baseJackpot"
            value={terms.baseJackpot}
            hint={course ? "Applies when the pot is next taken." : "The house puts it into the pot at once."}
            error={problems["baseJackpot"]}
          />
          <Term
            label="To the pot, %"
            name="jackpotShare"
            value={terms.jackpotShare}
            hint="Of each order from now on."
            error={problems["jackpotShare"]}
          />
          <Term
            label="To the range, %"
            name="rangeShare"
            value={terms.rangeShare}
            hint="Of each order from now on."
            error={problems["rangeShare"]}
          />
          <Term
            label="Price factor"
            name="priceFactor"
            value={terms.priceFactor}
            hint="Every package’s price times this. Who is about to pay is shown the new price first."
            error={problems["priceFactor"]}
          />
        </div>
      </Card>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {course ? "Save course" : "Open course"}
        </Button>
        <ButtonLink href={deskPaths.manageCourses()} variant="secondary">
          {course ? "Back to all courses" : "Cancel"}
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
