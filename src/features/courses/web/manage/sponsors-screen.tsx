/** `/admin/sponsors`: the sponsors on the prizes page, and the prizes for claims with their stock. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { manageCourseRoutes } from "../../manage-contract.ts";
import { manageSponsorRoutes, type ManagedPrize, type ManagedSponsor } from "../../sponsor-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { holeNames } from "./hole-names.ts";
import { ListSkeleton } from "./list-skeleton.tsx";
import { LogoDialog } from "./logo-dialog.tsx";
import { PrizeDialog } from "./prize-dialog.tsx";
import { SponsorDialog } from "./sponsor-dialog.tsx";

const sponsorColumns: readonly Column<ManagedSponsor>[] = [
  {
    label: "Sponsor",
    value: ({ name }) => name,
    show: ({ name, logo, isActive }) => (
      <span className="flex gap-x-3 max-lg:flex-col lg:items-center">
        {logo && <img src={logo} alt="" className="size-11 rounded-lg bg-[#ffffff] object-contain" />}
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <NarrowNote>{!isActive && "Hidden"}</NarrowNote>
        </span>
      </span>
    ),
  },
  { label: "Course", value: ({ courseName }) => courseName, wideOnly: true },
  { label: "Hole", value: ({ hole }) => holeNames[hole] },
  { label: "Prize", value: ({ prizeName }) => prizeName, wideOnly: true },
  {
    label: "Value",
    align: "right",
    value: ({ prizeValue }) => prizeValue,
    show: ({ prizeValue }) => potText(prizeValue),
    wideOnly: true,
  },
  { label: "Website", value: ({ website }) => website, wideOnly: true },
  { label: "State", value: ({ isActive }) => (isActive ? "Shown" : "Hidden"), wideOnly: true },
];

const prizeColumns: readonly Column<ManagedPrize>[] = [
  {
    label: "Prize",
    value: ({ prizeName }) => prizeName,
    show: (prize) => (
      <>
        {prize.prizeName}
        <NarrowNote>{stateOf(prize) !== "On" && stateOf(prize)}</NarrowNote>
      </>
    ),
  },
  { label: "Course", value: ({ courseName }) => courseName, wideOnly: true },
  { label: "Hole", value: ({ hole }) => holeNames[hole], wideOnly: true },
  { label: "Sponsor", value: ({ sponsorName }) => sponsorName, wideOnly: true },
  {
    label: "Worth",
    align: "right",
    value: ({ statedValue }) => statedValue,
    show: ({ statedValue, valueIsStated }) =>
      valueIsStated ? potText(statedValue) : `${potText(statedValue)}, not stated yet`,
    wideOnly: true,
  },
  {
    label: "Stock",
    align: "right",
    value: ({ stock }) => stock,
    show: ({ stock }) => stock ?? "No end",
    wideOnly: true,
  },
  { label: "Claimed", align: "right", value: ({ claimed }) => claimed, wideOnly: true },
  {
    label: "Left",
    align: "right",
    value: ({ stock, claimed }) => (stock === null ? null : stock - claimed),
    show: ({ stock, claimed }) => (stock === null ? "–" : stock - claimed),
  },
  { label: "State", value: stateOf, wideOnly: true },
];

function stateOf({ isActive, stock, claimed }: ManagedPrize): string {
  if (!isActive) return "Off";
  return stock !== null && claimed >= stock ? "Out of stock" : "On";
}

type Dialog =
  | { of: "sponsor"; sponsor: ManagedSponsor | undefined }
  | { of: "logo"; sponsor: ManagedSponsor }
  | { of: "prize"; prize: ManagedPrize | undefined };

export function SponsorsScreen() {
  return (
    <ManageShell
      title="Sponsors and prizes"
      lead="A sponsor is shown on the prizes page; a prize is what a claim takes"
    >
      <Lists />
    </ManageShell>
  );
}

function Lists() {
  const [dialog, setDialog] = useState<Dialog>();
  const sponsors = useQuery({ ...queryFor(manageSponsorRoutes.listManagedSponsors), refetchOnMount: "always" });
  const prizes = useQuery({ ...queryFor(manageSponsorRoutes.listManagedPrizes), refetchOnMount: "always" });
  const courses = useQuery({ ...queryFor(manageCourseRoutes.listManagedCourses), refetchOnMount: "always" });
  const failed = sponsors.error ?? prizes.error ?? courses.error;
  if (!sponsors.data || !prizes.data || !courses.data)
    return failed ? (
      <ErrorState
        error={failed}
        onRetry={() => {
          for (const list of [sponsors, prizes, courses]) void list.refetch();
        }}
        title="We could not load the sponsors"
      />
    ) : (
      <ListSkeleton label="Loading the sponsors" />
    );
  const close = () => setDialog(undefined);
  const courseChoices = courses.data.courses.filter(({ closedAt }) => closedAt === null);
  const choices = { courses: courseChoices, sponsors: sponsors.data.sponsors };
  return (
    <>
      <Heading title="Sponsors" add="Add a sponsor" onAdd={() => setDialog({ of: "sponsor", sponsor: undefined })} />
      <DataTable
        label="Sponsors"
        rows={sponsors.data.sponsors}
        columns={sponsorColumns}
        keyOf={({ id }) => id}
        renderActions={(sponsor) => (
          <>
            <Button variant="secondary" size="small" onClick={() => setDialog({ of: "logo", sponsor })}>
              Logo<span className="sr-only"> of {sponsor.name}</span>
            </Button>
            <Button variant="secondary" size="small" onClick={() => setDialog({ of: "sponsor", sponsor })}>
              Change<span className="sr-only"> {sponsor.name}</span>
            </Button>
          </>
        )}
        empty={{ title: "No sponsors yet", text: "Their names and logos stand on a course’s prizes page." }}
      />
      <Heading title="Prizes" add="Add a prize" onAdd={() => setDialog({ of: "prize", prize: undefined })} />
      <p className="-mt-4 max-w-prose text-ink-soft">
        A claim takes the hole’s first prize in this list that is on and not out of stock, else the hole’s default. A
        rejected claim gives it back.
      </p>
      <DataTable
        label="Prizes"
        rows={prizes.data.prizes}
        columns={prizeColumns}
        keyOf={({ id }) => id}
        renderActions={(prize) => (
          <Button variant="secondary" size="small" onClick={() => setDialog({ of: "prize", prize })}>
            Change<span className="sr-only"> {prize.prizeName}</span>
          </Button>
        )}
        empty={{ title: "No prizes yet", text: "Claims get the hole’s default until there is one." }}
      />
      {dialog?.of === "sponsor" && <SponsorDialog sponsor={dialog.sponsor} courses={choices.courses} onClose={close} />}
      {dialog?.of === "logo" && <LogoDialog sponsor={dialog.sponsor} onClose={close} />}
      {dialog?.of === "prize" && <PrizeDialog prize={dialog.prize} {...choices} onClose={close} />}
    </>
  );
}

function Heading({ title, add, onAdd }: { title: string; add: string; onAdd: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-2xl font-bold tracking-tight">{title}</h2>
      <Button size="small" onClick={onAdd}>
        <Plus aria-hidden className="size-5" />
        {add}
      </Button>
    </div>
  );
}
