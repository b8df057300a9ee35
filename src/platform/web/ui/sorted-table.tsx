/** A table whose columns sort. On a phone it scrolls within itself. */
import { ArrowDown, ArrowUp } from "lucide-react";
import { useState, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { Scrolls } from "./scrolls.tsx";

export interface Column<T> {
  label: string;
  /** What the rows are sorted by. */
  by: (row: T) => number | string;
  /** What stands in the cell; without it what is sorted by. */
  show?: (row: T) => ReactNode;
  align?: "right";
}

interface SortedTableProps<T> {
  /** Read out before the table. */
  caption: string;
  columns: readonly [Column<T>, ...Column<T>[]];
  rows: readonly T[];
  keyOf: (row: T) => string | number;
}

export function SortedTable<T>({ caption, columns, rows, keyOf }: SortedTableProps<T>) {
  const [sort, setSort] = useState<{ label: string; down: boolean }>();
  const sorted = columns.find(({ label }) => label === sort?.label);
  const turn = sort?.down ? -1 : 1;
  const ordered = sorted ? rows.toSorted((one, other) => turn * compare(sorted.by(one), sorted.by(other))) : rows;
  // Figures are looked at from the largest on.
  const press = ({ label, align }: Column<T>) =>
    setSort(sort?.label === label ? { label, down: !sort.down } : { label, down: align === "right" });
  const [first, ...others] = columns;
  return (
    <Scrolls label={caption}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={sort?.label !== column.label ? "none" : sort.down ? "descending" : "ascending"}
                className={cx("pb-2 font-semibold text-ink-soft", column.align ? "pl-4 text-right" : "text-left")}
              >
                <button
                  type="button"
                  onClick={() => press(column)}
                  className="inline-flex min-h-8 items-center gap-1 whitespace-nowrap hover:text-ink"
                >
                  {column.label}
                  {sort?.label === column.label &&
                    (sort.down ? (
                      <ArrowDown aria-hidden className="size-4" />
                    ) : (
                      <ArrowUp aria-hidden className="size-4" />
                    ))}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {ordered.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" className="min-w-36 py-2 text-left font-normal wrap-anywhere">
                {cellOf(first, row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.label}
                  className={cx("tabular py-2 pl-4", column.align && "text-right font-semibold whitespace-nowrap")}
                >
                  {cellOf(column, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function cellOf<T>(column: Column<T>, row: T): ReactNode {
  return column.show ? column.show(row) : column.by(row);
}

function compare(one: number | string, other: number | string): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : String(one).localeCompare(String(other), "en-US", { numeric: true });
}
