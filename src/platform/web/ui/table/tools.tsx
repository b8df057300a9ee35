/** The tools over a list: search, picked values, its file, print, the choice of columns, and the number of shown rows. */
import { Columns3, Download, Printer } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, FileLink } from "../button.tsx";
import { cx } from "../cx.ts";
import { listWords } from "../list-words.ts";
import { useWords } from "../../words.ts";
import type { Column } from "./column.ts";

interface TableToolsProps<Row> {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<number>;
  onHide: (hidden: ReadonlySet<number>) => void;
  /** Saves the shown rows as a file. */
  onSave: () => void;
  /** The address of the server's file, in place of `onSave`. */
  file?: string;
  /** While the file's rows are loaded. */
  saving?: boolean;
  /** How many rows there are. */
  count: string;
  /** Fields at the left. */
  children?: ReactNode;
}

export function TableTools<Row>(props: TableToolsProps<Row>) {
  const { columns, hidden, onHide, onSave, file, saving, count, children } = props;
  const words = useWords(listWords);
  const [isChoosing, setChoosing] = useState(false);
  const choices = columns.map(({ label, withoutColumn }, index) => ({ label, withoutColumn, index }));
  // The first column names a row.
  const open = choices.filter(({ withoutColumn, index }) => !withoutColumn && index > 0);
  const height = "min-h-14";
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="contents print:hidden">
          {children}
          {file === undefined ? (
            <Button
              variant="secondary"
              size="small"
              className={height}
              busy={saving ? words.loading : false}
              onClick={onSave}
            >
              <Download aria-hidden className="size-5" />
              CSV
            </Button>
          ) : (
            <FileLink variant="secondary" size="small" className={height} href={file}>
              CSV
            </FileLink>
          )}
          <Button variant="secondary" size="small" className={height} onClick={() => print()}>
            <Printer aria-hidden className="size-5" />
            {words.print}
          </Button>
          <Button
            variant="secondary"
            size="small"
            className={cx(height, "max-lg:hidden")}
            aria-expanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            <Columns3 aria-hidden className="size-5" />
            {words.columns}
          </Button>
        </div>
        <p role="status" className="ml-auto text-ink-soft">
          {count}
        </p>
      </div>
      {isChoosing && (
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
