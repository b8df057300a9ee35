/** Lists that refresh by themselves hold still while somebody points at them or works in them. */
import { useMemo, useState, type FocusEvent } from "react";

interface Row {
  id: string;
}

export interface Held<T> {
  rows: readonly T[];
  /** Rows that are no longer in the list: while it is held they stay where they were, as they were last seen. */
  gone: ReadonlySet<string>;
  /** New rows that are not shown yet. */
  waiting: number;
}

const nobody: ReadonlySet<string> = new Set();

/**
 * What a list shows. While it is held, the rows keep their places and only their contents change. New rows below the
 * last one move nothing, so they need not wait.
 */
export function holdRows<T extends Row>(shown: readonly T[] | undefined, fresh: readonly T[], held: boolean): Held<T> {
  // The same rows are no work: pointing at a list of thousands must not hold up what somebody presses there.
  if (!held || shown === undefined || shown === fresh) return { rows: fresh, gone: nobody, waiting: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  const last = fresh.findLastIndex(({ id }) => known.has(id));
  const below = last === -1 ? [] : fresh.slice(last + 1);
  return {
    rows: [...shown.map((row) => byId.get(row.id) ?? row), ...below],
    gone: new Set(shown.filter(({ id }) => !byId.has(id)).map(({ id }) => id)),
    waiting: fresh.filter(({ id }) => !known.has(id)).length - below.length,
  };
}

/**
 * @param fresh the latest answer; undefined before the first
 * @param key of the list: with another key, no rows are held
 * @param elsewhere holds the list too: it is scrolled, and new rows above the window would move what is read
 */
export function useHeldRows<T extends Row>(fresh: readonly T[] | undefined, key: string, elsewhere = false) {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [kept, setKept] = useState<{ key: string; fresh: readonly T[]; rows: readonly T[] }>();
  const held = pointer || focus || elsewhere;
  const known = kept?.key === key ? kept : undefined;
  const rowsBefore = known?.rows;
  const shown = useMemo(() => fresh && holdRows(rowsBefore, fresh, held), [rowsBefore, fresh, held]);
  if (fresh && shown && (known?.fresh !== fresh || (!held && known.rows !== fresh)))
    setKept({ key, fresh, rows: shown.rows });
  return {
    ...shown,
    showAll: () => fresh && setKept({ key, fresh, rows: fresh }),
    /** For the element around the list. A key moves the focus from row to row, and that alone must not render anything. */
    area: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocus(currentTarget.contains(relatedTarget)),
    },
  };
}
