/** Lists that refresh by themselves hold still while somebody points at them or works in them. */
import { useState, type FocusEvent } from "react";

interface Row {
  id: string;
}

export interface Held<T> {
  rows: readonly T[];
  /** Rows that are no longer in the list, and stay where they were while it is held. */
  gone: ReadonlySet<string>;
  /** New rows that wait. */
  waiting: number;
}

/** What a list shows. While it is held, the rows keep their places and only their contents change. */
export function holdRows<T extends Row>(shown: readonly T[] | undefined, fresh: readonly T[], held: boolean): Held<T> {
  if (!held || shown === undefined) return { rows: fresh, gone: new Set(), waiting: 0 };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(shown.map(({ id }) => id));
  return {
    rows: shown.map((row) => byId.get(row.id) ?? row),
    gone: new Set(shown.filter(({ id }) => !byId.has(id)).map(({ id }) => id)),
    waiting: fresh.filter(({ id }) => !known.has(id)).length,
  };
}

/**
 * @param fresh the latest answer; undefined before the first
 * @param key another key is another list, which nothing of the old one is held in
 */
export function useHeldRows<T extends Row>(fresh: readonly T[] | undefined, key: string) {
  const [by, setBy] = useState({ pointer: false, focus: false });
  const [kept, setKept] = useState<{ key: string; rows: readonly T[] }>();
  const held = by.pointer || by.focus;
  const sameList = kept?.key === key;
  const shown = fresh && holdRows(sameList ? kept.rows : undefined, fresh, held);
  if (fresh && !(held && sameList) && !(sameList && kept.rows === fresh)) setKept({ key, rows: fresh });
  return {
    ...shown,
    showAll: () => fresh && setKept({ key, rows: fresh }),
    /** For the element around the list. */
    area: {
      onPointerEnter: () => setBy((before) => ({ ...before, pointer: true })),
      onPointerLeave: () => setBy((before) => ({ ...before, pointer: false })),
      onFocus: () => setBy((before) => ({ ...before, focus: true })),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setBy((before) => ({ ...before, focus: currentTarget.contains(relatedTarget) })),
    },
  };
}
