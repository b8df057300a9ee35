/** The queue as a table that draws only the rows in the window. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef } from "react";
import type { AdminClaim, ClaimSort } from "#features/claims/contract.ts";
import { cx } from "#platform/web/ui/cx.ts";
import { useWindowedRows } from "#platform/web/ui/windowed-rows.ts";
import { useWords } from "#platform/web/words.ts";
import { mayJoinOthers } from "./claim-signals.ts";
import { pathOf, type QueueFilter } from "./queue-filter.ts";
import { QueueRow } from "./queue-row.tsx";
import { queueWords } from "./queue-words.ts";
import type { InSight } from "./use-claim-queue.ts";

/** The next page is loaded so many rows before the last loaded one. */
const AHEAD = 60;

interface QueueTableProps {
  claims: readonly AdminClaim[];
  gone: ReadonlySet<string>;
  filter: QueueFilter;
  /** The id of the open claim. */
  open: string | undefined;
  /** The open claim, when it must be brought into the window, with the focus or without. */
  wantedRef: RefObject<"shown" | "focused" | undefined>;
  ticked: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now: number;
  onOpen: (id: string) => void;
  onTick: (ids: readonly string[], on: boolean) => void;
  onSort: (sort: ClaimSort) => void;
  onNearEnd: () => void;
  /** Called when other rows are drawn. */
  onSight: (sight: InSight) => void;
}

export function QueueTable(props: QueueTableProps) {
  const { claims, gone, filter, open, wantedRef, ticked, now, onOpen, onTick, onSort, onNearEnd, onSight } = props;
  const words = useWords(queueWords);
  const body = useRef<HTMLTableSectionElement>(null);
  const { from, to, before, behind, isScrolled, scrollTo } = useWindowedRows(body, claims.length);
  useEffect(() => {
    if (claims.length - to < AHEAD) onNearEnd();
  });
  const [first, last] = [claims[from]?.id, claims[to - 1]?.id];
  useEffect(() => {
    const ids = [first, last].filter((id) => id !== undefined);
    onSight({ ids, isScrolled });
  }, [first, last, isScrolled, onSight]);
  useEffect(() => {
    if (!wantedRef.current || open === undefined) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(open)}"]`);
    if (!row) {
      const index = claims.findIndex(({ id }) => id === open);
      if (index >= 0) scrollTo(index);
      return;
    }
    if (wantedRef.current === "focused") row.querySelector<HTMLElement>("[data-open]")?.focus({ preventScroll: true });
    wantedRef.current = undefined;
    row.scrollIntoView({ block: "nearest" });
  });
  // One listener for all rows. The keyboard has each row's link and its checkbox.
  const press = ({ target, defaultPrevented }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const tick = target.closest<HTMLInputElement>("[data-tick]");
    const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
    if (tick) onTick([tick.dataset["tick"] ?? ""], !ticked.has(tick.dataset["tick"] ?? ""));
    // The link alone would do nothing while the address has not followed the list: a claim was closed, or passed by keys.
    else if (row !== undefined && (target.closest("a") ? defaultPrevented : !target.closest("label"))) onOpen(row);
  };
  // Kept, because a key renders this and none of the rows has changed.
  const joinable = useMemo(
    () => claims.filter((claim) => mayJoinOthers(claim) && !gone.has(claim.id)).map(({ id }) => id),
    [claims, gone],
  );
  const allTicked = ticked.size > 0 && joinable.length > 0 && joinable.every((id) => ticked.has(id));
  const heading = { sort: filter.sort, onSort };
  return (
    <table
      aria-rowcount={claims.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 rounded-card bg-card shadow-card"
    >
      <caption className="sr-only">{words.table}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={cx(headLooks, "w-12 rounded-tl-card px-0.5 text-center")}>
            {joinable.length > 0 ? (
              <label className="print:hidden flex size-11 cursor-pointer items-center justify-center">
                <input
                  type="checkbox"
                  aria-label={words.chooseAll}
                  checked={allTicked}
                  onChange={() => onTick(joinable, !allTicked)}
                  className="size-5 accent-accent"
                />
              </label>
            ) : (
              <span className="sr-only">{words.chosenColumn}</span>
            )}
          </th>
          <Heading {...heading} label={words.player} by={["player"]} />
          <Heading {...heading} label={words.prize} by={["largest"]} />
          <Heading {...heading} label={words.claimed} by={["oldest", "newest"]} className="max-sm:hidden" />
          <th
            scope="col"
            className={cx(
              headLooks,
              "w-[25%] lg:w-[20%] rounded-tr-card px-3 text-left font-semibold max-sm:w-[26%] max-sm:px-1",
            )}
          >
            {words.state}
          </th>
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- as above */}
      <tbody ref={body} onClick={press}>
        <Gap height={before} />
        {claims.slice(from, to).map((claim, at) => (
          <QueueRow
            key={claim.id}
            claim={claim}
            index={from + at}
            href={pathOf(filter, claim.id)}
            isOpen={claim.id === open}
            isTicked={ticked.has(claim.id)}
            isGone={gone.has(claim.id)}
            isOverdue={now > Date.parse(claim.dueAt)}
          />
        ))}
        <Gap height={behind} />
      </tbody>
    </table>
  );
}

const headLooks = "sticky top-0 z-10 border-b-2 border-line bg-card py-1";

interface HeadingProps {
  label: string;
  /** The orders of a heading: a press takes the first, or the one after the present. */
  by: readonly ClaimSort[];
  sort: ClaimSort;
  onSort: (sort: ClaimSort) => void;
  className?: string;
}

const descending: readonly ClaimSort[] = ["newest", "largest"];

function Heading({ label, by, sort, onSort, className }: HeadingProps) {
  const at = by.indexOf(sort);
  const isDown = descending.includes(sort);
  const Arrow = at < 0 ? ChevronsUpDown : isDown ? ArrowDown : ArrowUp;
  const next = by[(at + 1) % by.length] ?? sort;
  return (
    <th
      scope="col"
      aria-sort={at < 0 ? undefined : isDown ? "descending" : "ascending"}
      className={cx(headLooks, "px-3 text-left max-sm:px-1", className)}
    >
      <button
        type="button"
        onClick={() => onSort(next)}
        // As in the kit's table: on paper no box of a button.
        className="-mx-2 flex min-h-11 items-center gap-1 rounded-lg px-2 text-left font-semibold hover:text-accent print:contents"
      >
        {label}
        <Arrow aria-hidden className={cx("size-4 shrink-0 print:hidden", at < 0 && "opacity-60")} />
      </button>
    </th>
  );
}

/** The room of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- It is no control, and hidden. */}
      <td style={{ height }} />
    </tr>
  ) : null;
}
