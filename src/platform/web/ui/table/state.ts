/** The choices in a list, as the address keeps them: search, order, picked values, hidden columns. */
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { searchNow } from "../../desk-address.ts";
import { useStep } from "../filters/steps.ts";

export interface Sort {
  /** The column's index. */
  by: number;
  down: boolean;
}

export interface TableState {
  search: string;
  sort: Sort | undefined;
  /** By the index of the column. */
  picked: ReadonlyMap<number, string>;
  hidden: ReadonlySet<number>;
}

/**
 * Reads an address. Columns are named by their place from 1: `q=rain&sort=-3&is4=Open&hide=2.5`.
 * @param of before each name, where a page has several lists
 */
export function readTableState(asked: URLSearchParams, of: string, columns: number): TableState {
  const indexOf = (text: string) => {
    const place = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
    return place >= 1 && place <= columns ? place - 1 : undefined;
  };
  const sort = asked.get(`${of}sort`) ?? "";
  const by = indexOf(sort.replace("-", ""));
  const picked = Array.from({ length: columns }, (_, at) => [at, asked.get(`${of}is${at + 1}`) ?? ""] as const);
  const hidden = (asked.get(`${of}hide`) ?? "").split(".").map(indexOf);
  return {
    search: asked.get(`${of}q`) ?? "",
    sort: by === undefined ? undefined : { by, down: sort.startsWith("-") },
    picked: new Map(picked.filter(([, value]) => value !== "")),
    hidden: new Set(hidden.filter((at) => at !== undefined)),
  };
}

/** An address with a changed state; its other parts stay. */
export function writeTableState(asked: URLSearchParams, of: string, state: TableState): URLSearchParams {
  const next = new URLSearchParams([...asked].filter(([name]) => !isOurs(name, of)));
  if (state.search !== "") next.set(`${of}q`, state.search);
  if (state.sort) next.set(`${of}sort`, `${state.sort.down ? "-" : ""}${state.sort.by + 1}`);
  for (const [at, value] of state.picked) next.set(`${of}is${at + 1}`, value);
  if (state.hidden.size > 0) next.set(`${of}hide`, hiddenText(state.hidden));
  return next;
}

const isOurs = (name: string, of: string) =>
  name.startsWith(of) && /^(?:q|sort|is\d+|hide)$/.test(name.slice(of.length));

/**
 * The state of a list in the address of its page, and how to change a part of it. A search, a pick and an order are steps
 * that Back undoes; columns are not.
 */
export function useTableState(of: string, columns: number) {
  const [path, go] = useLocation();
  const step = useStep();
  const state = readTableState(new URLSearchParams(useSearch()), of, columns);
  /** @param others what the screen itself keeps in the address, by its names; empty values leave it */
  const change = (part: Partial<TableState>, visit?: string, others: Readonly<Record<string, string>> = {}) => {
    // Read again: two lists of a page may change in one moment.
    const now = new URLSearchParams(searchNow());
    for (const [name, value] of Object.entries(others))
      if (value === "") now.delete(name);
      else now.set(name, value);
    const query = writeTableState(now, of, { ...readTableState(now, of, columns), ...part }).toString();
    const next = query === "" ? path : `${path}?${query}`;
    if (part.hidden) go(next, { replace: true });
    else step(next, visit);
  };
  return [state, change] as const;
}

/** The columns that somebody left out, alone: for a list whose search and order are its screen's. */
export function useHiddenColumns(columns: number) {
  const [path, go] = useLocation();
  const search = useSearch();
  // The same until the address says otherwise, because rows are drawn anew with another.
  const { hidden } = useMemo(() => readTableState(new URLSearchParams(search), "", columns), [search, columns]);
  const hide = (next: ReadonlySet<number>) => {
    const query = new URLSearchParams(searchNow());
    if (next.size > 0) query.set("hide", hiddenText(next));
    else query.delete("hide");
    go(query.size === 0 ? path : `${path}?${query.toString()}`, { replace: true });
  };
  return [hidden, hide] as const;
}

const hiddenText = (hidden: ReadonlySet<number>) => [...hidden].map((at) => at + 1).join(".");
