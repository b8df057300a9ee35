/** How packages sold and which holes were claimed: the same on the dashboard and in a course's report. */
import { Card } from "./card.tsx";
import { Explained } from "./explained.tsx";
import { type FlagHole, HoleFlag, holeFacts } from "./flag.tsx";
import { potText, priceText } from "./money.tsx";
import { percentText, ShareRows } from "./share-rows.tsx";
import { type Column, SortedTable } from "./sorted-table.tsx";
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

const columns: readonly [Column<SoldPackage>, ...Column<SoldPackage>[]] = [
  { label: "Package", by: ({ name }) => name },
  { label: "Price", by: ({ price }) => price, show: ({ price }) => priceText(price), align: "right" },
  { label: "Purchases", by: ({ purchases }) => purchases, show: ({ purchases }) => count(purchases), align: "right" },
  { label: "Share", by: ({ percentage }) => percentage, show: (row) => percentText(row.percentage), align: "right" },
  { label: "Revenue", by: ({ revenue }) => revenue, show: ({ revenue }) => potText(revenue), align: "right" },
];

interface PackagesProps {
  about: string;
  packages: readonly SoldPackage[];
  className?: string;
  /** Over the table. */
  children?: ReactNode;
}

export function PackagesCard({ about, packages, className, children }: PackagesProps) {
  return (
    <Card title={<Explained text={about}>Package Popularity</Explained>} {...(className ? { className } : {})}>
      {children}
      {packages.length === 0 ? (
        <Nothing>No ball package data available</Nothing>
      ) : (
        <SortedTable caption="Packages as they sold" columns={columns} rows={packages} keyOf={({ id }) => id} />
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
