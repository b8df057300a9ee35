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
import { ListSkeleton } from "./list-skeleton.tsx";
import { LogoDialog } from "./logo-dialog.tsx";
import { PrizeDialog } from "./prize-dialog.tsx";
import { SponsorDialog } from "./sponsor-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { offerWords } from "./offer-words.ts";

type Words = typeof offerWords.en;
type Manage = typeof manageWords.en;

const sponsorColumns = (words: Words, manage: Manage): readonly Column<ManagedSponsor>[] => [
  {
    label: words.sponsor,
    value: ({ name }) => name,
    show: ({ name, logo, isActive, courseName, prizeName }) => (
      <span className="flex gap-x-3 max-lg:flex-col lg:items-center">
        {logo && <img src={logo} alt="" className="size-11 rounded-lg bg-[#ffffff] object-contain" />}
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>
          <NarrowNote>{`${courseName}; ${prizeName}`}</NarrowNote>
          <NarrowNote>{!isActive && words.hidden}</NarrowNote>
        </span>
      </span>
    ),
  },
  { label: manage.course, value: ({ courseName }) => courseName, wideOnly: true, picks: true },
  { label: words.hole, value: ({ hole }) => words[hole] },
  { label: words.prize, value: ({ prizeName }) => prizeName, wideOnly: true },
  {
    label: words.value,
    align: "right",
    value: ({ prizeValue }) => prizeValue,
    show: ({ prizeValue }) => potText(prizeValue),
    wideOnly: true,
  },
  { label: words.website, value: ({ website }) => website, wideOnly: true },
  {
    label: manage.state,
    value: ({ isActive }) => (isActive ? words.shown : words.hidden),
    wideOnly: true,
    picks: true,
  },
];

const prizeColumns = (words: Words, manage: Manage): readonly Column<ManagedPrize>[] => [
  {
    label: words.prize,
    value: ({ prizeName }) => prizeName,
    show: (prize) => (
      <>
        {prize.prizeName}
        <NarrowNote>{[prize.courseName, words[prize.hole], prize.sponsorName].filter(Boolean).join("; ")}</NarrowNote>
        <NarrowNote>{stateOf(prize) !== "on" && words[stateOf(prize)]}</NarrowNote>
      </>
    ),
  },
  { label: manage.course, value: ({ courseName }) => courseName, wideOnly: true, picks: true },
  { label: words.hole, value: ({ hole }) => words[hole], wideOnly: true },
  { label: words.sponsor, value: ({ sponsorName }) => sponsorName, wideOnly: true },
  {
    label: words.worth,
    align: "right",
    value: ({ statedValue }) => statedValue,
    show: ({ statedValue, valueIsStated }) =>
      valueIsStated ? potText(statedValue) : words.notStated(potText(statedValue)),
    wideOnly: true,
  },
  {
    label: words.stock,
    align: "right",
    value: ({ stock }) => stock,
    show: ({ stock }) => stock ?? words.noEnd,
    wideOnly: true,
  },
  { label: words.claimed, align: "right", value: ({ claimed }) => claimed, wideOnly: true },
  {
    label: words.remaining,
    align: "right",
    value: ({ stock, claimed }) => (stock === null ? null : stock - claimed),
    show: ({ stock, claimed }) => (stock === null ? "–" : stock - claimed),
  },
  { label: manage.state, value: (prize) => words[stateOf(prize)], wideOnly: true, picks: true },
];

function stateOf({ isActive, stock, claimed }: ManagedPrize): "on" | "off" | "outOfStock" {
  if (!isActive) return "off";
  return stock !== null && claimed >= stock ? "outOfStock" : "on";
}

type Dialog =
  | { of: "sponsor"; sponsor: ManagedSponsor | undefined }
  | { of: "logo"; sponsor: ManagedSponsor }
  | { of: "prize"; prize: ManagedPrize | undefined };

export function SponsorsScreen() {
  const words = useWords(offerWords);
  return (
    <ManageShell title={words.title} lead={words.lead}>
      <Lists />
    </ManageShell>
  );
}

function Lists() {
  const words = useWords(offerWords);
  const manage = useWords(manageWords);
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
        title={words.failed}
      />
    ) : (
      <ListSkeleton label={words.loading} />
    );
  const close = () => setDialog(undefined);
  const courseChoices = courses.data.courses.filter(({ closedAt }) => closedAt === null);
  const choices = { courses: courseChoices, sponsors: sponsors.data.sponsors };
  return (
    <>
      <Heading
        title={words.sponsors}
        add={words.addSponsor}
        onAdd={() => setDialog({ of: "sponsor", sponsor: undefined })}
      />
      <DataTable
        label={words.sponsors}
        rows={sponsors.data.sponsors}
        columns={sponsorColumns(words, manage)}
        keyOf={({ id }) => id}
        renderActions={(sponsor) => (
          <>
            <Button variant="secondary" size="small" onClick={() => setDialog({ of: "logo", sponsor })}>
              {words.logo}
              <span className="sr-only">{words.of(sponsor.name)}</span>
            </Button>
            <Button variant="secondary" size="small" onClick={() => setDialog({ of: "sponsor", sponsor })}>
              {manage.change}
              <span className="sr-only"> {sponsor.name}</span>
            </Button>
          </>
        )}
        empty={{ title: words.noSponsors, text: words.noSponsorsAbout }}
      />
      <Heading title={words.prizes} add={words.addPrize} onAdd={() => setDialog({ of: "prize", prize: undefined })} />
      <p className="-mt-4 max-w-prose text-ink-soft">{words.prizesAbout}</p>
      <DataTable
        label={words.prizes}
        of="prizes-"
        rows={prizes.data.prizes}
        columns={prizeColumns(words, manage)}
        keyOf={({ id }) => id}
        renderActions={(prize) => (
          <Button variant="secondary" size="small" onClick={() => setDialog({ of: "prize", prize })}>
            {manage.change}
            <span className="sr-only"> {prize.prizeName}</span>
          </Button>
        )}
        empty={{ title: words.noPrizes, text: words.noPrizesAbout }}
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
