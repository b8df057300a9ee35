/** Adds or changes a package. Its balls and its type never change, because a price pays for them. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import { managePackageRoutes, type ManagedPackage } from "../../manage-contract.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { ManagedDialog } from "./managed-dialog.tsx";

export function PackageDialog({ offer, onClose }: { offer: ManagedPackage | undefined; onClose: () => void }) {
  const [isPopular, setPopular] = useState(offer?.isPopular ?? false);
  const [onSale, setOnSale] = useState(offer?.onSale ?? true);
  return (
    <ManagedDialog
      title={offer ? `Change ${offer.name}` : "Add a package"}
      action={offer ? "Save" : "Add package"}
      saved={offer ? "Package saved" : "Package added"}
      of={offer}
      create={managePackageRoutes.createPackage}
      change={managePackageRoutes.changePackage}
      lists={[managePackageRoutes.listManagedPackages, courseRoutes.listPackages]}
      also={{ isPopular, onSale }}
      refusals={{ "manage.price_too_low": "price" }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <TextField label="Name" {...field("name")} autoComplete="off" defaultValue={offer?.name} />
          <TextField
            label="Description"
            {...field("description")}
            autoComplete="off"
            defaultValue={offer?.description}
          />
          <TextField
            label="Price, dollars"
            {...field("price")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={offer?.price}
            hint={offer && "Who is about to pay the old price is shown the new one first."}
          />
          {offer ? (
            <p className="text-ink-soft">
              {offer.ballCount} {offer.ballCount === 1 ? "ball" : "balls"}, {offer.packageType}: these stay. For others,
              withdraw this package and add another one.
            </p>
          ) : (
            <>
              <TextField label="Balls" {...field("ballCount")} inputMode="numeric" autoComplete="off" />
              <SelectField label="Type" {...field("packageType")}>
                <option value="sponsored">Sponsored: left and right holes</option>
                <option value="jackpot">Jackpot: all three holes</option>
              </SelectField>
            </>
          )}
          <Switch label="Marked as most popular" checked={isPopular} onChange={setPopular} />
          <Switch
            label="On sale"
            hint="Switched off, nobody can buy it; what was bought stays."
            checked={onSale}
            onChange={setOnSale}
          />
        </>
      )}
    </ManagedDialog>
  );
}
