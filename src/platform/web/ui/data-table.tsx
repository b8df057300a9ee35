/** A list that is here as a whole: sorted by its headings, searched while typing, filtered, saved and printed as shown. */
import { Download } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useSearch } from "wouter";
import { useLanguage, useWords } from "../words.ts";
import { Button } from "./button.tsx";
import type { ChoiceFilter, FilterField, FilterValues } from "./filters/filter-fields.tsx";
import type { Filters } from "./filters/filter-bar.tsx";
import { cx } from "./cx.ts";
import { listWords } from "./list-words.ts";
import { Scrolls } from "./scrolls.tsx";
import { EmptyState } from "./states.tsx";
import { type Column, compareCells, onlyNarrow, saveCsv } from "./table/column.ts";
import { type RowTone, TableRows } from "./table/rows.tsx";
import { type Sort, type TableState, useTableState } from "./table/state.ts";
import { type PagedFile, TableTools } from "./table/tools.tsx";

export type { Column } from "./table/column.ts";

interface DataTableProps<Row> {
  /** The list's name: 'Courses'. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** The actions of a row. */
  renderActions?: (row: Row) => ReactNode;
  /** A line of its own below a row. */
  renderBelow?: (row: Row) => ReactNode;
  empty: { title: string; text: string };
  /** Begins the list's names in the address, on a page with several. */
  of?: string;
  /** Further fields of the bar, by which the screen chooses the rows. The address keeps them under their own names. */
  also?: readonly ChoiceFilter<string>[];
  /** Shown in the rows' place while there are none yet: loading, or failed. The bar stays. */
  instead?: ReactNode;
  /** The server's file of all rows, in place of the one of the rows that are here, as long as nothing is left out. */
  file?: PagedFile;
}

/** @example <DataTable label="Packages" rows={packages} columns={columns} keyOf={({ id }) => id} empty={…} /> */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, keyOf, renderActions, renderBelow, empty, of = "", also = [], instead, file } = props;
  const asked = new URLSearchParams(useSearch());
  const words = useWords(listWords);
  const [state, change] = useTableState(of, columns.length);
  const { search, sort, picked, hidden } = state;
  const wanted = search.trim().toLowerCase();
  const found = rows.filter(
    (row) =>
      [...picked].every(([at, value]) => columns[at]?.value(row) === value) &&
      columns.some(({ value }) =>
        String(value(row) ?? "")
          .toLowerCase()
          .includes(wanted),
      ),
  );
  const shown = useSorted(found, columns, sort);
  if (rows.length === 0 && also.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  const own = Object.fromEntries(also.map(({ name }) => [name, asked.get(name) ?? ""]));
  const filters: Filters<string> = {
    fields: [
      { kind: "search", name: "q", label: words.search(label.toLowerCase()) },
      ...also,
      ...columns.flatMap((column, at) => pickOf(rows, column, at, words.every, picked.get(at))),
    ],
    values: { q: search, ...own, ...Object.fromEntries([...picked].map(([at, value]) => [String(at), value])) },
    onChange: (changed, visit) => {
      const names = Object.keys(changed);
      const others = Object.fromEntries(names.flatMap((name) => (name in own ? [[name, changed[name] ?? ""]] : [])));
      const ours = Object.fromEntries(names.flatMap((name) => (name in own ? [] : [[name, changed[name]]])));
      change(changeOf(ours, picked), visit, others);
    },
  };
  return (
    <div className="flex flex-col gap-4">
      <TableTools
        {...{ filters, columns, hidden }}
        isEmpty={shown.length === 0}
        {...(file && shown.length === rows.length && !sort && hidden.size === 0 && { file })}
        onHide={(next) => change({ hidden: next })}
        onSave={() =>
          saveCsv(
            label,
            columns.filter((_, at) => !hidden.has(at)),
            shown,
          )
        }
        found={
          instead
            ? undefined
            : shown.length === rows.length
              ? words.inAll(rows.length)
              : words.shownOf(shown.length, rows.length)
        }
      />
      {instead ??
        (rows.length === 0 ? (
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        ) : shown.length === 0 ? (
          <EmptyState title={words.nothingFits}>{words.nothingFitsAbout}</EmptyState>
        ) : (
          <Scrolls
            label={label}
            className="rounded-card bg-card px-2 shadow-card print:overflow-visible print:shadow-none"
          >
            <TableRows
              {...{ label, columns, keyOf, hidden, sort, rows: shown }}
              {...(renderActions && { renderActions })}
              {...(renderBelow && { renderBelow })}
              press={(by) => change({ sort: pressed(by, sort, columns) })}
            />
          </Scrolls>
        ))}
    </div>
  );
}

/** The choice of a column's value. Fields are named by the index of their column. */
function pickOf<Row>(
  rows: readonly Row[],
  column: Column<Row>,
  at: number,
  every: string,
  picked: string | undefined,
): FilterField<string>[] {
  if (!column.picks) return [];
  const options = valuesOf(rows, column, picked).map((value) => ({ value, label: value }));
  return [{ kind: "choice", name: String(at), label: column.label, every, options }];
}

function changeOf({ q, ...picks }: FilterValues<string>, picked: ReadonlyMap<number, string>): Partial<TableState> {
  const changed = Object.entries(picks).map(([at, value]) => [Number(at), value ?? ""] as const);
  return {
    ...(q !== undefined && { search: q }),
    ...(changed.length > 0 && { picked: new Map([...picked, ...changed].filter(([, value]) => value !== "")) }),
  };
}

interface CardTableProps<Row> extends Omit<
  DataTableProps<Row>,
  "renderBelow" | "empty" | "of" | "also" | "instead" | "file"
> {
  /** Its greatest height. */
  className?: string;
  /** How a row stands out. */
  toneOf?: (row: Row) => RowTone;
  /** With a button that saves the rows as shown, where no other file has them. */
  saves?: true;
}

/** The same table in a card, for few rows, without a search. */
export function CardTable<Row>(props: CardTableProps<Row>) {
  const { label, rows, columns, keyOf, renderActions, toneOf, className, saves } = props;
  const [sort, setSort] = useState<Sort>();
  const shown = useSorted(rows, columns, sort);
  return (
    <>
      <Scrolls label={label} className={cx("@container/card -mx-2 lg:-mx-3 print:overflow-visible", className)}>
        <TableRows
          {...{ label, columns, keyOf, sort, toneOf, rows: shown, ...(renderActions && { renderActions }) }}
          press={(by) => setSort(pressed(by, sort, columns))}
        />
      </Scrolls>
      {saves && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2 -ml-4 print:hidden"
          onClick={() => saveCsv(label, columns, shown)}
        >
          <Download aria-hidden className="size-5" />
          CSV
          <span className="sr-only"> {label}</span>
        </Button>
      )}
    </>
  );
}

/** The value of a column that a narrow window or card leaves out, in the cell that names the row. */
export function NarrowNote({ children }: { children: ReactNode }) {
  return children && <span className={cx("text-ink-soft", onlyNarrow)}>{children}</span>;
}

/** A press of a heading turns its order; figures begin with the largest. */
function pressed<Row>(by: number, sort: Sort | undefined, columns: readonly Column<Row>[]): Sort {
  return { by, down: sort?.by === by ? !sort.down : columns[by]?.align === "right" };
}

function useSorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const [language] = useLanguage();
  const column = sort && columns[sort.by];
  return column
    ? rows.toSorted(
        (one, other) => compareCells(column.value(one), column.value(other), language) * (sort.down ? -1 : 1),
      )
    : rows;
}

/** The values of a column in order, and the one that is picked, which no row may have any more. */
function valuesOf<Row>(rows: readonly Row[], { value }: Column<Row>, picked: string | undefined): string[] {
  const all = new Set(rows.map((row) => String(value(row) ?? "")).filter((text) => text !== ""));
  if (picked !== undefined) all.add(picked);
  return [...all].toSorted((one, other) => compareCells(one, other));
}
