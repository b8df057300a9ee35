/**
 * The addresses of the desk's screens in the browser. What is typed to find people and rows stands behind `#`: no server
 * gets this part, neither in an address nor as `Referer`, so it is in nobody's log. Screens read and write it as if it
 * were in the query.
 */
import { useCallback } from "react";
import { navigate, useLocationProperty, usePathname } from "wouter/use-browser-location";

/** The names of searches and of picked values; a list's own may begin with its name (`ui/table/state.ts`). */
const TYPED = /^(?:\w*q|search|person|activity|\w*is\d+)$/;

/** A path with its typed fields behind `#`; without any it stays as it is. */
export function behindHash(path: string): string {
  const [beside = "", hash] = path.split("#", 2);
  const [at = "", search = ""] = beside.split("?", 2);
  const fields = [...new URLSearchParams(search)];
  const typed = new URLSearchParams(fields.filter(([name]) => TYPED.test(name))).toString();
  if (typed === "") return path;
  const rest = new URLSearchParams(fields.filter(([name]) => !TYPED.test(name))).toString();
  return `${at}${rest === "" ? "" : `?${rest}`}#${typed}${hash === undefined ? "" : `&${hash}`}`;
}

/** The query of an address with the typed fields behind its `#`. */
export function wholeSearch({ search, hash }: Pick<Location, "search" | "hash">): string {
  const typed = [...new URLSearchParams(hash.slice(1))].filter(([name]) => TYPED.test(name));
  if (typed.length === 0) return search;
  const whole = new URLSearchParams(search);
  for (const [name, value] of typed) whole.set(name, value);
  return `?${whole.toString()}`;
}

/** The present address, with its typed fields in their place. */
export const searchNow = () => wholeSearch(location);

/** Where a server draws the page. It never gets the typed fields. */
interface Drawn {
  ssrPath?: string;
  ssrSearch?: string;
}

/** `useSearch` reads the typed fields, too. */
const useWholeSearch = ({ ssrSearch }: Drawn) => useLocationProperty(searchNow, () => ssrSearch ?? location.search);

/** Going somewhere puts the typed fields behind `#`. */
function useDeskLocation(drawn: Drawn): [string, (to: string, options?: Parameters<typeof navigate>[1]) => void] {
  const go = useCallback((to: string, options?: Parameters<typeof navigate>[1]) => {
    navigate(behindHash(to), options);
  }, []);
  return [usePathname(drawn), go];
}

/** What makes a router the desk's. */
export const deskRouting = { hook: useDeskLocation, searchHook: useWholeSearch, hrefs: behindHash };
