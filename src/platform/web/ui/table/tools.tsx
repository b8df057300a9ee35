/** What stands over a table: its filters, how many rows are shown, its file, print, and the choice of columns. */
import { Columns3, Download, Printer } from "lucide-react";
import { useState } from "react";
import type { RouteDef, Scalars } from "#platform/shared/route.ts";
import { AskedFile } from "../asked-file.tsx";
import { Button } from "../button.tsx";
import { FilterBar, type Filters } from "../filters/filter-bar.tsx";
import { listWords } from "../list-words.ts";
import { useWords } from "../../words.ts";
import type { Column } from "./column.ts";

/** A route that answers with a file, and what is asked of it. */
export interface PagedFile {
  route: RouteDef;
  query: Scalars;
}

interface TableToolsProps<Row, Name extends string> {
  filters: Filters<Name>;
  /** How many rows there are; undefined until it is known. */
  found: string | undefined;
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<number>;
  onHide: (hidden: ReadonlySet<number>) => void;
  /** Saves the shown rows as a file. */
  onSave: () => void;
  /** The server's file, in place of `onSave`. */
  file?: PagedFile;
  /** While the file's rows are loaded. */
  saving?: boolean;
  /** Nothing is there to be saved or printed. */
  isEmpty: boolean;
}

export function TableTools<Row, Name extends string>(props: TableToolsProps<Row, Name>) {
  const { filters, found, columns, hidden, onHide, onSave, file, saving, isEmpty } = props;
  const words = useWords(listWords);
  const [isChoosing, setChoosing] = useState(false);
  const choices = columns.map(({ label, withoutColumn }, index) => ({ label, withoutColumn, index }));
  // The first column names a row.
  const open = choices.filter(({ withoutColumn, index }) => !withoutColumn && index > 0);
  return (
    <div className="flex flex-col gap-3">
      <FilterBar {...filters} found={found}>
        {!isEmpty && (
          <>
            {file === undefined ? (
              <Button variant="secondary" size="small" busy={saving ? words.loading : false} onClick={onSave}>
                <Download aria-hidden className="size-5" />
                CSV
              </Button>
            ) : (
              <AskedFile {...file}>CSV</AskedFile>
            )}
            <Button variant="secondary" size="small" onClick={() => print()}>
              <Printer aria-hidden className="size-5" />
              {words.print}
            </Button>
            <Button
              variant="secondary"
              size="small"
              className="max-lg:hidden"
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            >
              <Columns3 aria-hidden className="size-5" />
              {words.columns}
            </Button>
          </>
        )}
      </FilterBar>
      {isChoosing && !isEmpty && (
        <fieldset className="flex flex-wrap gap-x-6 rounded-card bg-card px-5 py-2 shadow-card max-lg:hidden print:hidden">
          <legend className="sr-only">{words.columns}</legend>
          {open.map(({ label, index }) => (
            <label key={index} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={!hidden.has(index)}
                onChange={() =>
                  onHide(new Set(hidden.has(index) ? [...hidden].filter((at) => at !== index) : [...hidden, index]))
                }
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
