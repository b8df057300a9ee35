/** A list for admin screens: sorted by a tap on a heading, searched while typing, saved as CSV as shown. */
import { ArrowDown, ArrowUp, ChevronsUpDown, Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { BYTE_ORDER_MARK, csvLine } from "#platform/shared/csv.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { TextField } from "./field.tsx";
import { Scrolls } from "./scrolls.tsx";
import { EmptyState } from "./states.tsx";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

export interface Column<Row> {
  label: string;
  /** The value for sorting, searching and the CSV; also shown, unless `show` draws it. */
  value: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
  /** For figures, which are sorted from the largest first. */
  align?: "right";
  /** Left out in a narrow window. */
  wideOnly?: true;
  /** Searched, and in the CSV; another column shows it below its own value. */
  withoutColumn?: true;
}

interface DataTableProps<Row> {
  /** The list's name: 'Courses'. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The actions of a row. */
  renderActions?: (row: Row) => ReactNode;
  empty: { title: string; text: string };
}

/** @example <DataTable label="Packages" rows={packages} columns={columns} keyOf={({ id }) => id} empty={…} /> */
export function DataTable<Row>({ label, rows, columns, keyOf, renderActions, empty }: DataTableProps<Row>) {
  const words = useWords(listWords);
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = rows.filter((row) =>
    columns.some(({ value }) =>
      String(value(row) ?? "")
        .toLowerCase()
        .includes(wanted),
    ),
  );
  const { shown, sort, press } = useSorted(found, columns);
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-[min(16rem,100%)] flex-1 sm:max-w-md">
          <TextField
            label={words.search(label.toLowerCase())}
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
          {shown.length === rows.length ? words.inAll(rows.length) : words.shownOf(shown.length, rows.length)}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState title={words.nothingFits}>{words.nothingFitsAbout}</EmptyState>
      ) : (
        <Scrolls label={label} className="rounded-card bg-card px-2 shadow-card">
          <Rows {...{ label, columns, keyOf, sort, press, rows: shown, ...(renderActions && { renderActions }) }} />
        </Scrolls>
      )}
    </div>
  );
}

/** The same table in a card, for few rows, without a search. */
export function CardTable<Row>({ label, rows, columns, keyOf }: Omit<DataTableProps<Row>, "renderActions" | "empty">) {
  const { shown, sort, press } = useSorted(rows, columns);
  return (
    <Scrolls label={label} className="-mx-2 lg:-mx-3">
      <Rows {...{ label, columns, keyOf, sort, press, rows: shown }} />
    </Scrolls>
  );
}

/** The value of a column that a narrow window leaves out, in the cell that names the row. */
export function NarrowNote({ children }: { children: string | false }) {
  return children && <span className="block text-ink-soft lg:hidden">{children}</span>;
}

interface Sort {
  /** The column's index. */
  by: number;
  down: boolean;
}

function useSorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[]) {
  const [sort, setSort] = useState<Sort>();
  const column = sort && columns[sort.by];
  const shown = column
    ? rows.toSorted((one, other) => compare(column.value(one), column.value(other)) * (sort.down ? -1 : 1))
    : rows;
  const press = (by: number) => setSort({ by, down: sort?.by === by ? !sort.down : columns[by]?.align === "right" });
  return { shown, sort, press };
}

interface RowsProps<Row> extends Omit<DataTableProps<Row>, "empty"> {
  sort: Sort | undefined;
  press: (column: number) => void;
}

function Rows<Row>({ label, rows, columns, keyOf, renderActions, sort, press }: RowsProps<Row>) {
  const words = useWords(listWords);
  // The index of each is its place among all of them, by which they are sorted.
  const drawn = columns.map((column, index) => ({ ...column, index })).filter(({ withoutColumn }) => !withoutColumn);
  // A row's name is its first column that is always shown.
  const naming = drawn.find(({ wideOnly }) => !wideOnly)?.index;
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b-2 border-line">
          {drawn.map(({ label: heading, align, wideOnly, index }) => {
            const isSorted = sort?.by === index;
            const Arrow = isSorted ? (sort.down ? ArrowDown : ArrowUp) : ChevronsUpDown;
            return (
              <th
                key={heading}
                scope="col"
                aria-sort={isSorted ? (sort.down ? "descending" : "ascending") : undefined}
                className={cx("px-2 py-1 align-bottom lg:px-3", wideOnly && "max-lg:hidden")}
              >
                <button
                  type="button"
                  onClick={() => press(index)}
                  className={cx(
                    "-mx-2 flex min-h-11 items-center gap-1 rounded-lg px-2 text-left font-semibold hover:text-accent",
                    align && "-mr-2 ml-auto flex-row-reverse text-right",
                  )}
                >
                  {heading}
                  <Arrow aria-hidden className={cx("size-4 shrink-0", !isSorted && "opacity-60 max-sm:hidden")} />
                </button>
              </th>
            );
          })}
          {renderActions && (
            <th scope="col">
              <span className="sr-only">{words.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-b border-line last:border-0">
            {drawn.map(({ label: heading, value, show, align, wideOnly, index }) => {
              const Cell = index === naming ? "th" : "td";
              return (
                <Cell
                  key={heading}
                  {...(index === naming && { scope: "row" })}
                  className={cx(
                    "tabular px-2 py-3 font-normal wrap-anywhere lg:px-3",
                    align ? "text-right whitespace-nowrap" : "max-w-80 text-left",
                    typeof value(row) === "string" &&
                      (index === naming ? "min-w-33 lg:min-w-36" : "min-w-18 lg:min-w-34"),
                    wideOnly && "max-lg:hidden",
                  )}
                >
                  {show ? show(row) : (value(row) ?? "–")}
                </Cell>
              );
            })}
            {renderActions && (
              <td className="px-2 py-2 lg:px-3 lg:whitespace-nowrap">
                <div className="flex justify-end gap-2 max-lg:flex-wrap">{renderActions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Ascending order puts empty cells last; text is compared as people sort it. */
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
  link.download = `${label.toLowerCase().replaceAll(/[^\p{L}]+/gu, "-")}.csv`;
  link.click();
  URL.revokeObjectURL(href);
}
