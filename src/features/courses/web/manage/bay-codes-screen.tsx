/** `/admin/courses/{id}/codes`: a card with a QR code for each bay of a range, to print and put up there. */
import "./bay-codes.css";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useSearch } from "wouter";
import { manageCourseRoutes, type ManagedCourse } from "../../manage-contract.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { paths } from "#platform/web/paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, ButtonLink } from "#platform/web/ui/button.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { useStep } from "#platform/web/ui/filters/steps.ts";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { QrCode } from "#platform/web/ui/qr-code.tsx";
import { EmptyState, ErrorState } from "#platform/web/ui/states.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { useWords } from "#platform/web/words.ts";
import { managedCourseWords } from "./course-words.ts";

export function BayCodesScreen({ id }: { id: string }) {
  const words = useWords(managedCourseWords);
  const list = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  const course = list.data?.courses.find((one) => String(one.id) === id);
  return (
    <ManageShell
      title={course ? words.codesOf(course.name) : words.codes}
      lead={words.codesLead}
      actions={
        (course ?? !(list.data ?? list.error)) && (
          <Button size="small" disabled={!course} onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {words.print}
          </Button>
        )
      }
    >
      {list.data && course ? (
        <Codes course={course} publicUrl={list.data.publicUrl} />
      ) : list.data ? (
        <EmptyState
          title={words.noSuch}
          action={<ButtonLink href={deskPaths.manageCourses()}>{words.allCourses}</ButtonLink>}
        />
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.failed} />
      ) : (
        <ListSkeleton label={words.loading} />
      )}
    </ManageShell>
  );
}

function Codes({ course, publicUrl }: { course: ManagedCourse; publicUrl: string | null }) {
  const words = useWords(managedCourseWords);
  const search = new URLSearchParams(useSearch());
  const step = useStep();
  const from = bayOf(search.get("from"), 1, course.bayCount);
  const to = Math.max(from, bayOf(search.get("to"), Math.min(course.bayCount, from + 11), course.bayCount));
  const base = publicUrl ?? window.location.origin;
  const choose = (first: number, last: number) =>
    step(deskPaths.bayCodes({ id: course.id }, { from: first, to: last }));
  return (
    <>
      {publicUrl === null && <Banner tone="warning">{words.presentAddress(base)}</Banner>}
      <div className="flex flex-wrap items-end gap-4 print:hidden">
        <BayField
          label={words.fromBay}
          value={from}
          max={course.bayCount}
          onChange={(bay) => choose(bay, Math.max(bay, to))}
        />
        <BayField
          label={words.toBay}
          value={to}
          max={course.bayCount}
          onChange={(bay) => choose(Math.min(from, bay), bay)}
        />
        <Button variant="secondary" onClick={() => choose(1, course.bayCount)}>
          {words.all(course.bayCount)}
        </Button>
      </div>
      <ul data-bay-cards aria-label={words.cards} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {Array.from({ length: to - from + 1 }, (_, index) => (
          <BayCard key={from + index} course={course} bay={from + index} base={base} />
        ))}
      </ul>
    </>
  );
}

function BayField({
  label,
  value,
  max,
  onChange,
}: {
  label: string;
  value: number;
  max: number;
  onChange: (bay: number) => void;
}) {
  return (
    <div className="w-32">
      <TextField
        label={label}
        type="number"
        min={1}
        max={max}
        value={value}
        onChange={(event) => onChange(bayOf(event.target.value, value, max))}
      />
    </div>
  );
}

/** Black on white, for paper. */
function BayCard({ course, bay, base }: { course: ManagedCourse; bay: number; base: string }) {
  const words = useWords(managedCourseWords);
  const { productName } = useFrame();
  const address = base + paths.bay({ course: course.id, bay });
  return (
    <li className="flex flex-col items-center gap-1 rounded-card border-2 border-[#11241b] bg-[#ffffff] p-5 text-center text-[#11241b]">
      <span className="font-display text-xl font-extrabold">{productName}</span>
      <span className="wrap-anywhere">{course.name}</span>
      <QrCode text={address} label={words.codeOfBay(bay)} className="w-full max-w-60" />
      <span className="font-display text-4xl font-extrabold">{words.bay(bay)}</span>
      <span className="font-semibold">{words.scan}</span>
      <span className="text-sm wrap-anywhere">{address}</span>
    </li>
  );
}

function bayOf(text: string | null, otherwise: number, max: number): number {
  return text !== null && /^\d{1,4}$/.test(text) ? Math.min(max, Math.max(1, Number(text))) : otherwise;
}
