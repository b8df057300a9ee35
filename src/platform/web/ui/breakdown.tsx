/** How packages sold and which holes were claimed: the same on the dashboard and in a course's report. */
import { Card } from "./card.tsx";
import { CardTable, type Column, NarrowNote } from "./data-table.tsx";
import { Explained } from "./explained.tsx";
import { type FlagHole, HoleFlag, holeFacts } from "./flag.tsx";
import { potText, priceText } from "./money.tsx";
import { percentText, ShareRows } from "./share-rows.tsx";
import type { ReactNode } from "react";

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

const columns: readonly Column<SoldPackage>[] = [
  {
    label: "Package",
    value: ({ name }) => name,
    show: ({ name, price, percentage }) => (
      <>
        {name}
        <NarrowNote>{`${priceText(price)}, ${percentText(percentage)} of all`}</NarrowNote>
      </>
    ),
  },
  {
    label: "Price",
    value: ({ price }) => price,
    show: ({ price }) => priceText(price),
    align: "right",
    wideOnly: true,
  },
  {
    label: "Purchases",
    value: ({ purchases }) => purchases,
    show: ({ purchases }) => count(purchases),
    align: "right",
  },
  {
    label: "Share",
    value: ({ percentage }) => percentage,
    show: (row) => percentText(row.percentage),
    align: "right",
    wideOnly: true,
  },
  { label: "Revenue", value: ({ revenue }) => revenue, show: ({ revenue }) => potText(revenue), align: "right" },
];

interface PackagesProps {
  about: string;
  packages: readonly SoldPackage[];
  className?: string;
  /** Shown over the table. */
  children?: ReactNode;
}

export function PackagesCard({ about, packages, className, children }: PackagesProps) {
  return (
    <Card title={<Explained text={about}>Package Popularity</Explained>} {...(className ? { className } : {})}>
      {children}
      {packages.length === 0 ? (
        <Nothing>No ball package data available</Nothing>
      ) : (
        <CardTable label="Packages as they sold" columns={columns} rows={packages} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

interface PrizesProps {
  about: string;
  claims: readonly { targetHole: FlagHole; claims: number; percentage: number }[];
}

export function PrizesCard({ about, claims: of }: PrizesProps) {
  return (
    <Card title={<Explained text={about}>Prize Distribution</Explained>}>
      <ShareRows
        shares={of.map(({ targetHole, claims, percentage }) => ({
          key: targetHole,
          label: (
            <span className="flex items-center gap-3">
              <HoleFlag hole={targetHole} size={36} />
              {holeFacts[targetHole].name}
            </span>
          ),
          value: `${count(claims)} ${claims === 1 ? "claim" : "claims"}`,
          percentage,
        }))}
      />
    </Card>
  );
}
