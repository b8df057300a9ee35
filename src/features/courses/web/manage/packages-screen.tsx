/** `/admin/packages`: the packages with their prices before a course's factor. */
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { managePackageRoutes, type ManagedPackage } from "../../manage-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { type Column, DataTable, NarrowNote } from "#platform/web/ui/data-table.tsx";
import { ManageShell } from "#platform/web/ui/manage-shell.tsx";
import { potText } from "#platform/web/ui/money.tsx";
import { ErrorState } from "#platform/web/ui/states.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { PackageDialog } from "./package-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { offerWords } from "./offer-words.ts";

const columnsIn = (words: typeof offerWords.en, manage: typeof manageWords.en): readonly Column<ManagedPackage>[] => [
  { label: manage.number, value: ({ id }) => id, wideOnly: true },
  {
    label: manage.name,
    value: ({ name, isPopular }) => (isPopular ? words.popular(name) : name),
    show: ({ name, isPopular, onSale, tooCheap, ballCount, packageType, description }) => (
      <>
        {isPopular ? words.popular(name) : name}
        <NarrowNote>{`${words.balls}: ${ballCount}; ${words[packageType]}`}</NarrowNote>
        <NarrowNote>{description}</NarrowNote>
        <NarrowNote>{!onSale && words.withdrawn}</NarrowNote>
        {tooCheap.length > 0 && (
          <span className="block text-sm text-danger">{words.notSoldAt(tooCheap.join(", "))}</span>
        )}
      </>
    ),
  },
  { label: manage.description, value: ({ description }) => description, wideOnly: true },
  { label: words.price, align: "right", value: ({ price }) => price, show: ({ price }) => potText(price) },
  { label: words.balls, align: "right", value: ({ ballCount }) => ballCount, wideOnly: true },
  { label: words.type, value: ({ packageType }) => words[packageType], wideOnly: true, picks: true },
  {
    label: manage.state,
    value: ({ onSale }) => (onSale ? words.onSale : words.withdrawn),
    wideOnly: true,
    picks: true,
  },
];

export function PackagesScreen() {
  const words = useWords(offerWords);
  const [open, setOpen] = useState<ManagedPackage | "new">();
  return (
    <ManageShell
      title={words.packages}
      lead={words.packagesLead}
      actions={
        <Button size="small" onClick={() => setOpen("new")}>
          <Plus aria-hidden className="size-5" />
          {words.addPackage}
        </Button>
      }
    >
      <PackageTable onOpen={setOpen} />
      {open && (
        <PackageDialog
          key={open === "new" ? "new" : open.id}
          offer={open === "new" ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ManageShell>
  );
}

function PackageTable({ onOpen }: { onOpen: (offer: ManagedPackage) => void }) {
  const words = useWords(offerWords);
  const manage = useWords(manageWords);
  const list = useQuery({ ...queryFor(managePackageRoutes.listManagedPackages), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title={words.packagesFailed} />
    ) : (
      <ListSkeleton label={words.packagesLoading} />
    );
  return (
    <DataTable
      label={words.packages}
      rows={list.data.packages}
      columns={columnsIn(words, manage)}
      keyOf={({ id }) => id}
      renderActions={(offer) => (
        <Button variant="secondary" size="small" onClick={() => onOpen(offer)}>
          {manage.change}
          <span className="sr-only"> {offer.name}</span>
        </Button>
      )}
      empty={{ title: words.noPackages, text: words.noPackagesAbout }}
    />
  );
}
