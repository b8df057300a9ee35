/** How packages sold and which holes were claimed: the same on the dashboard and in a course's report. */
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";
import { Card } from "./card.tsx";
import { CardTable, type Column, NarrowNote } from "./data-table.tsx";
import { Explained } from "./explained.tsx";
import { type FlagHole, HoleFlag, useHoleFacts } from "./flag.tsx";
import { potText, priceText } from "./money.tsx";
import { percentText, ShareRows } from "./share-rows.tsx";
import type { ReactNode } from "react";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

const count = (value: number) => value.toLocaleString("en-US");

/** A section with nothing to show. */
export function Nothing({ children }: { children: string }) {
  return <p className="py-6 text-center text-ink-soft">{children}</p>;
}

interface SoldPackage {
  id: number;
  name: string;
  /** Dollars. */
  price: number;
  purchases: number;
  percentage: number;
  /** Dollars. */
  revenue: number;
}

const columnsIn = (
  words: typeof listWords.en,
  hrefOf: ((id: number) => Path) | undefined,
): readonly Column<SoldPackage>[] => [
  {
    label: words.package,
    value: ({ name }) => name,
    show: ({ id, name, price, percentage }) => (
      <>
        {hrefOf ? (
          <Link href={hrefOf(id)} className="underline decoration-edge underline-offset-4 hover:text-accent">
            {name}
          </Link>
        ) : (
          name
        )}
        <NarrowNote>{words.ofAll(priceText(price), percentText(percentage))}</NarrowNote>
      </>
    ),
  },
  {
    label: words.price,
    value: ({ price }) => price,
    show: ({ price }) => priceText(price),
    align: "right",
    wideOnly: true,
  },
  {
    label: words.purchases,
    value: ({ purchases }) => purchases,
    show: ({ purchases }) => count(purchases),
    align: "right",
  },
  {
    label: words.share,
    value: ({ percentage }) => percentage,
    show: (row) => percentText(row.percentage),
    align: "right",
    wideOnly: true,
  },
  { label: words.revenue, value: ({ revenue }) => revenue, show: ({ revenue }) => potText(revenue), align: "right" },
];

interface PackagesProps {
  about: string;
  packages: readonly SoldPackage[];
  className?: string;
  /** The list of a package's orders. */
  hrefOf?: ((id: number) => Path) | undefined;
  /** Shown over the table. */
  children?: ReactNode;
}

export function PackagesCard({ about, packages, className, hrefOf, children }: PackagesProps) {
  const words = useWords(listWords);
  return (
    <Card title={<Explained text={about}>{words.popularity}</Explained>} {...(className ? { className } : {})}>
      {children}
      {packages.length === 0 ? (
        <Nothing>{words.noPackages}</Nothing>
      ) : (
        <CardTable label={words.asSold} columns={columnsIn(words, hrefOf)} rows={packages} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

interface PrizesProps {
  about: string;
  claims: readonly { targetHole: FlagHole; claims: number; percentage: number }[];
  /** The list of a hole's claims. */
  hrefOf?: (hole: FlagHole) => Path;
}

export function PrizesCard({ about, claims: of, hrefOf }: PrizesProps) {
  const words = useWords(listWords);
  const holes = useHoleFacts();
  return (
    <Card title={<Explained text={about}>{words.prizes}</Explained>}>
      <ShareRows
        shares={of.map(({ targetHole, claims, percentage }) => ({
          key: targetHole,
          label: (
            <span className="flex items-center gap-3">
              <HoleFlag hole={targetHole} size={36} />
              {holes[targetHole].name}
            </span>
          ),
          value: words.claims(claims, count(claims)),
          percentage,
          href: hrefOf?.(targetHole),
        }))}
      />
    </Card>
  );
}
