/** A list that is sorted by a tap on a heading, searched as one types, and saved as CSV as it stands. For admin screens. */
import { ArrowDown, ArrowUp, ChevronsUpDown, Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { BYTE_ORDER_MARK, csvLine } from "#platform/shared/csv.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { TextField } from "./field.tsx";
import { EmptyState } from "./states.tsx";

export interface Column<Row> {
  label: string;
  /** What is sorted by, searched and saved; and shown, unless `show` draws it. */
  value: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
  /** Left out where the window is narrow. */
  wideOnly?: true;
}

interface DataTableProps<Row> {
  /** What the list is of: 'Courses'. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** What can be done with a row. */
  renderActions?: (row: Row) => ReactNode;
  empty: { title: string; text: string };
}

/** @example <DataTable label="Packages" rows={packages} columns={columns} keyOf={({ id }) => id} empty={…} /> */
export function DataTable<Row>({ label, rows, columns, keyOf, renderActions, empty }: DataTableProps<Row>) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<{ by: number; down: boolean }>();
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) =>
    columns.some(({ value }) =>
      String(value(row) ?? "")
        .toLowerCase()
        .includes(wanted),
    ),
  );
  const column = sort && columns[sort.by];
  const shown = column
    ? found.toSorted((one, other) => compare(column.value(one), column.value(other)) * (sort.down ? -1 : 1))
    : found;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-[min(16rem,100%)] flex-1 sm:max-w-md">
          <TextField
            label={`Search ${label.toLowerCase()}`}
            type="search"
            autoComplete="off"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Button variant="secondary" size="small" className="min-h-14" onClick={() => download(label, columns, shown)}>
          <Download aria-hidden className="size-5" />
          CSV
        </Button>
        <p role="status" className="ml-auto text-ink-soft">
          {shown.length === rows.length ? `${rows.length} in all` : `${shown.length} of ${rows.length}`}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="Nothing fits">Search for a part of any field.</EmptyState>
      ) : (
        <div
          role="region"
          aria-label={label}
          // It scrolls within itself where a window is too narrow: a keyboard reaches that, too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="relative overflow-x-auto rounded-card bg-card shadow-card"
        >
          <table className="w-full border-collapse text-left">
            <thead>
              <tr className="border-b-2 border-line">
                {columns.map(({ label: heading, wideOnly }, index) => {
                  const isSorted = sort?.by === index;
                  const Arrow = isSorted ? (sort.down ? ArrowDown : ArrowUp) : ChevronsUpDown;
                  return (
                    <th
                      key={heading}
                      scope="col"
                      aria-sort={isSorted ? (sort.down ? "descending" : "ascending") : undefined}
                      className={cx("px-3 py-1 align-bottom lg:px-4", wideOnly && "max-lg:hidden")}
                    >
                      <button
                        type="button"
                        onClick={() => setSort({ by: index, down: isSorted ? !sort.down : false })}
                        className="-mx-2 flex min-h-11 items-center gap-1 rounded-lg px-2 text-left font-semibold hover:text-accent"
                      >
                        {heading}
                        <Arrow aria-hidden className={cx("size-4 shrink-0", !isSorted && "opacity-60")} />
                      </button>
                    </th>
                  );
                })}
                {renderActions && (
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={keyOf(row)} className="border-b border-line last:border-0">
                  {columns.map(({ label: heading, value, show, wideOnly }) => (
                    <td
                      key={heading}
                      className={cx(
                        "tabular px-3 py-3 wrap-break-word lg:px-4",
                        typeof value(row) === "string" ? "min-w-28 max-w-80" : "whitespace-nowrap",
                        wideOnly && "max-lg:hidden",
                      )}
                    >
                      {show ? show(row) : (value(row) ?? "–")}
                    </td>
                  ))}
                  {renderActions && (
                    <td className="px-3 py-2 lg:px-4 lg:whitespace-nowrap">
                      <div className="flex justify-end gap-2 max-lg:flex-wrap">{renderActions(row)}</div>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Empty cells last when going up; text as people order it. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}

function download<Row>(label: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const lines = rows.map((row) => csvLine(columns.map(({ value }) => value(row))));
  const text = BYTE_ORDER_MARK + csvLine(columns.map((column) => column.label)) + lines.join("");
  const href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = href;
  link.download = `${label.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.csv`;
  link.click();
  URL.revokeObjectURL(href);
}
