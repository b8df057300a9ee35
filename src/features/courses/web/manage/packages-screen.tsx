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

const columns: readonly Column<ManagedPackage>[] = [
  { label: "No.", value: ({ id }) => id, wideOnly: true },
  {
    label: "Name",
    value: ({ name, isPopular }) => (isPopular ? `${name} (popular)` : name),
    show: ({ name, isPopular, onSale, tooCheap }) => (
      <>
        {isPopular ? `${name} (popular)` : name}
        <NarrowNote>{!onSale && "Withdrawn"}</NarrowNote>
        {tooCheap.length > 0 && (
          <span className="block text-sm text-danger">Not sold at {tooCheap.join(", ")}: less than $0.50 there</span>
        )}
      </>
    ),
  },
  { label: "Description", value: ({ description }) => description, wideOnly: true },
  { label: "Price", align: "right", value: ({ price }) => price, show: ({ price }) => potText(price) },
  { label: "Balls", align: "right", value: ({ ballCount }) => ballCount, wideOnly: true },
  { label: "Type", value: ({ packageType }) => (packageType === "jackpot" ? "Jackpot" : "Sponsored"), wideOnly: true },
  { label: "State", value: ({ onSale }) => (onSale ? "On sale" : "Withdrawn"), wideOnly: true },
];

export function PackagesScreen() {
  const [open, setOpen] = useState<ManagedPackage | "new">();
  return (
    <ManageShell
      title="Packages"
      lead="Sold at every open course, at the price times its factor"
      actions={
        <Button size="small" onClick={() => setOpen("new")}>
          <Plus aria-hidden className="size-5" />
          Add a package
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
  const list = useQuery({ ...queryFor(managePackageRoutes.listManagedPackages), refetchOnMount: "always" });
  if (!list.data)
    return list.error ? (
      <ErrorState error={list.error} onRetry={() => void list.refetch()} title="We could not load the packages" />
    ) : (
      <ListSkeleton label="Loading the packages" />
    );
  return (
    <DataTable
      label="Packages"
      rows={list.data.packages}
      columns={columns}
      keyOf={({ id }) => id}
      renderActions={(offer) => (
        <Button variant="secondary" size="small" onClick={() => onOpen(offer)}>
          Change<span className="sr-only"> {offer.name}</span>
        </Button>
      )}
      empty={{ title: "No packages yet", text: "Without one nothing can be sold but the free shot." }}
    />
  );
}
