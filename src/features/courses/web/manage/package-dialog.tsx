/** Adds or changes a package. Its balls and its type never change, because a price pays for them. */
import { useState } from "react";
import { courseRoutes } from "../../contract.ts";
import { managePackageRoutes, type ManagedPackage } from "../../manage-contract.ts";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import { inSpanish } from "./in-spanish.ts";
import { ManagedDialog } from "./managed-dialog.tsx";
import { useWords } from "#platform/web/words.ts";
import { manageWords } from "./manage-words.ts";
import { offerWords } from "./offer-words.ts";

export function PackageDialog({ offer, onClose }: { offer: ManagedPackage | undefined; onClose: () => void }) {
  const words = useWords(offerWords);
  const manage = useWords(manageWords);
  const [isPopular, setPopular] = useState(offer?.isPopular ?? false);
  const [onSale, setOnSale] = useState(offer?.onSale ?? true);
  return (
    <ManagedDialog
      title={offer ? manage.changeOf(offer.name) : words.addPackage}
      action={offer ? manage.save : words.packageAction}
      saved={offer ? words.packageSaved : words.packageAdded}
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
          <TextField label={manage.name} {...field("name")} autoComplete="off" defaultValue={offer?.name} />
          <TextField
            label={manage.description}
            {...field("description")}
            autoComplete="off"
            defaultValue={offer?.description}
          />
          <TextField
            label={words.nameInSpanish}
            {...field("nameEs")}
            {...inSpanish}
            defaultValue={offer?.nameEs ?? ""}
          />
          <TextField
            label={words.descriptionInSpanish}
            {...field("descriptionEs")}
            {...inSpanish}
            defaultValue={offer?.descriptionEs ?? ""}
          />
          <TextField
            label={words.priceDollars}
            {...field("price")}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={offer?.price}
            hint={offer && words.priceHint}
          />
          {offer ? (
            <p className="text-ink-soft">{words.stays(offer.ballCount, offer.packageType)}</p>
          ) : (
            <>
              <TextField label={words.balls} {...field("ballCount")} inputMode="numeric" autoComplete="off" />
              <SelectField label={words.type} {...field("packageType")}>
                <option value="sponsored">{words.typeSponsored}</option>
                <option value="jackpot">{words.typeJackpot}</option>
              </SelectField>
            </>
          )}
          <Switch label={words.mostPopular} checked={isPopular} onChange={setPopular} />
          <Switch label={words.onSale} hint={words.onSaleHint} checked={onSale} onChange={setOnSale} />
        </>
      )}
    </ManagedDialog>
  );
}
