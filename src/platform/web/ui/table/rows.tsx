/** The table of every list: headings that sort, and rows of which only those near the window are drawn. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Fragment, memo, type ReactNode, useEffect, useMemo, useRef } from "react";
import { cx } from "../cx.ts";
import { listWords } from "../list-words.ts";
import { GROUP, useWindowedGroups } from "../windowed-groups.ts";
import { useWords } from "../../words.ts";
import { type Column, onlyNarrow, onlyWide } from "./column.ts";
import type { Sort } from "./state.ts";

const tones = { plain: "", marked: "bg-gold-tint font-bold", quiet: "text-ink-soft" } as const;
export type RowTone = keyof typeof tones;

interface TableRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The indexes of columns that somebody left out. */
  hidden?: ReadonlySet<number>;
  keyOf: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  /** A line below a row, over all columns: for what a row waits, and for steps that need much room. */
  renderBelow?: (row: Row) => ReactNode;
  /** How a row stands out: `marked` is what the table is about, `quiet` no longer counts. */
  toneOf?: ((row: Row) => RowTone) | undefined;
  sort: Sort | undefined;
  /** A press of a heading, by its column's index. Columns of `cannotSort` have none. */
  press: (column: number) => void;
  cannotSort?: ReadonlySet<number>;
  /** The number of all rows, if the server has more than this table. */
  of?: number;
  /** Called when the last rows come near the window. */
  onNearEnd?: () => void;
}

export function TableRows<Row>(props: TableRowsProps<Row>) {
  const { label, rows, columns, hidden, keyOf, renderActions, renderBelow, toneOf, onNearEnd } = props;
  const table = useRef<HTMLTableElement>(null);
  const { from, to, before, behind } = useWindowedGroups(table, rows.length);
  const isNearEnd = to * GROUP >= rows.length;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  });
  // The index of each is its place among all of them, by which they are sorted.
  const drawn = useMemo(
    () =>
      columns
        .map((column, index) => ({ ...column, index }))
        .filter(({ withoutColumn, index }) => !withoutColumn && !hidden?.has(index)),
    [columns, hidden],
  );
  // A row's name is its first column that is always shown.
  const naming = (drawn.find(({ wideOnly }) => !wideOnly) ?? drawn[0])?.index;
  const groups = Array.from({ length: to - from }, (_, n) => from + n);
  return (
    <table ref={table} aria-rowcount={rows.length + 1} className="w-full border-collapse print:text-sm">
      <caption className="sr-only">{label}</caption>
      <Headings {...props} drawn={drawn} />
      <Gap height={before} isStart />
      {groups.map((group) => (
        <Group key={group} {...{ group, rows, drawn, naming, keyOf, renderActions, renderBelow, toneOf }} />
      ))}
      <Gap height={behind} />
      <Totals {...{ rows, drawn, naming, renderActions }} />
    </table>
  );
}

interface GroupProps<Row> extends Pick<TableRowsProps<Row>, "rows" | "keyOf"> {
  /** Its number, from 0. */
  group: number;
  drawn: readonly (Column<Row> & { index: number })[];
  /** The index of the column that names a row. */
  naming: number | undefined;
  renderActions: TableRowsProps<Row>["renderActions"] | undefined;
  renderBelow: TableRowsProps<Row>["renderBelow"] | undefined;
  toneOf: TableRowsProps<Row>["toneOf"];
}

/** Drawn anew only when its rows or columns change, so that scrolling costs the rows that come into the window. */
const Group = memo(function Group<Row>(props: GroupProps<Row>) {
  const { group, rows, drawn, naming, keyOf, renderActions, renderBelow, toneOf } = props;
  return (
    <tbody data-group={group}>
      {rows.slice(group * GROUP, (group + 1) * GROUP).map((row, at) => (
        <Fragment key={keyOf(row)}>
          <tr
            aria-rowindex={group * GROUP + at + 2}
            className={cx(
              "break-inside-avoid",
              !renderBelow && "border-b border-line",
              tones[toneOf?.(row) ?? "plain"],
            )}
          >
            {drawn.map(({ label: heading, value, show, align, wideOnly, index }) => {
              const Cell = index === naming ? "th" : "td";
              return (
                <Cell
                  key={heading}
                  {...(index === naming && { scope: "row" })}
                  className={cx(
                    "tabular px-2 py-3 [font-weight:inherit] lg:px-3",
                    // A column is as wide as its longest word; an address or a key breaks anywhere.
                    index === naming || /\S{15}/.test(String(value(row))) ? "wrap-anywhere" : "wrap-break-word",
                    align ? "text-right whitespace-nowrap" : "max-w-80 text-left",
                    typeof value(row) === "string" &&
                      (index === naming ? "min-w-33 lg:min-w-36" : "min-w-18 lg:min-w-34"),
                    wideOnly && onlyWide,
                  )}
                >
                  {show ? show(row) : (value(row) ?? "–")}
                </Cell>
              );
            })}
            {renderActions && (
              <td className="px-2 py-2 lg:px-3 lg:whitespace-nowrap print:hidden">
                <div className="flex justify-end gap-2 max-lg:flex-wrap">{renderActions(row)}</div>
              </td>
            )}
          </tr>
          {renderBelow && (
            <tr className="break-inside-avoid border-b border-line">
              <td colSpan={drawn.length + (renderActions ? 1 : 0)} className="px-2 pb-2 lg:px-3">
                {renderBelow(row)}
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  );
}) as <Row>(props: GroupProps<Row>) => ReactNode;

interface HeadingsProps<Row> extends TableRowsProps<Row> {
  drawn: readonly (Column<Row> & { index: number })[];
}

function Headings<Row>({ drawn, sort, press, cannotSort, renderActions }: HeadingsProps<Row>) {
  const words = useWords(listWords);
  return (
    <thead>
      <tr className="border-b-2 border-line">
        {drawn.map(({ label, align, wideOnly, index }) => {
          const isSorted = sort?.by === index;
          const Arrow = isSorted ? (sort.down ? ArrowDown : ArrowUp) : ChevronsUpDown;
          // On paper, where the heading is repeated on each page, Chromium leaves out what is in the box of a button.
          const looks = "-mx-2 block min-h-11 rounded-lg px-2 [text-align:inherit] print:contents";
          const arrow = (
            <Arrow
              aria-hidden
              className={cx(
                "inline-block size-4 align-text-bottom print:hidden",
                !isSorted && "opacity-60 max-sm:hidden",
              )}
            />
          );
          return (
            <th
              key={label}
              scope="col"
              aria-sort={isSorted ? (sort.down ? "descending" : "ascending") : undefined}
              className={cx(
                "px-2 py-1 align-bottom font-semibold lg:px-3",
                align ? "text-right" : "text-left",
                wideOnly && onlyWide,
              )}
            >
              {cannotSort?.has(index) ? (
                <span className={cx(looks, "content-center")}>{label}</span>
              ) : (
                // The arrow stands beside the word, also where a name takes two lines.
                <button
                  type="button"
                  onClick={() => press(index)}
                  className={cx(looks, "hover:text-accent", align && "ml-auto")}
                >
                  <WithArrow label={label} arrow={arrow} isFirst={align !== undefined} />
                </button>
              )}
            </th>
          );
        })}
        {renderActions && (
          <th scope="col" className="print:hidden">
            <span className="sr-only">{words.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** A heading whose arrow stays in one line with the word beside it. */
function WithArrow({ label, arrow, isFirst }: { label: string; arrow: ReactNode; isFirst: boolean }) {
  const words = label.split(" ");
  const beside = isFirst ? words.shift() : words.pop();
  const rest = words.join(" ");
  return isFirst ? (
    <>
      <span className="whitespace-nowrap">
        {arrow} {beside}
      </span>{" "}
      {rest}
    </>
  ) : (
    <>
      {rest}{" "}
      <span className="whitespace-nowrap">
        {beside} {arrow}
      </span>
    </>
  );
}

type TotalsProps<Row> = Pick<GroupProps<Row>, "rows" | "drawn" | "naming" | "renderActions">;

/** The line of sums, if a column has one. */
function Totals<Row>({ rows, drawn, naming, renderActions }: TotalsProps<Row>) {
  const words = useWords(listWords);
  if (rows.length < 2 || !drawn.some(({ total }) => total)) return null;
  return (
    <tfoot>
      <tr className="border-t-2 border-line font-bold">
        {drawn.map(({ label, total, align, wideOnly, index }) =>
          index === naming ? (
            <th key={label} scope="row" className="px-2 py-3 text-left lg:px-3">
              {words.total(rows.length)}
              {drawn.map(
                (one) =>
                  one.total &&
                  one.wideOnly && (
                    <span key={one.label} className={cx("tabular", onlyNarrow)}>
                      {one.label}: {one.total(rows)}
                    </span>
                  ),
              )}
            </th>
          ) : (
            <td key={label} className={cx("tabular px-2 py-3 lg:px-3", align && "text-right", wideOnly && onlyWide)}>
              {total?.(rows)}
            </td>
          ),
        )}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- It is no control: nothing is added up there. */}
        {renderActions && <td className="print:hidden" />}
      </tr>
    </tfoot>
  );
}

/** The room of rows that are not drawn; the first one also says where the rows begin. */
function Gap({ height, isStart }: { height: number; isStart?: true }) {
  return (
    <tbody aria-hidden {...(isStart && { "data-start": "" })}>
      {height > 0 && (
        <tr>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- It is no control, and hidden. */}
          <td style={{ height }} className="p-0" />
        </tr>
      )}
    </tbody>
  );
}
