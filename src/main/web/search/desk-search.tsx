/**
 * The search of the desk: a button in the header, and Ctrl K or Cmd K everywhere. Its sheet comes with the desk: in a file
 * of its own it would come later than the first letters, which are keys of the screen below (a 'v' verifies a claim).
 */
import { Search } from "lucide-react";
import { useEffectEvent, useLayoutEffect } from "react";
import { IconButton } from "#platform/web/ui/button.tsx";
import { useOpening } from "#platform/web/ui/opening.ts";
import { useWords } from "#platform/web/words.ts";
import { SearchSheet } from "./search-sheet.tsx";
import { searchWords } from "./words.ts";

export function DeskSearch() {
  const words = useWords(searchWords);
  const search = useOpening();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    // A dialog may hold what was typed: it is not covered.
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    search.open(true);
  });
  // With the screen, not after it: the key may come in the same moment.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  return (
    <>
      <IconButton label={words.open} onClick={() => search.open(true)}>
        <Search aria-hidden className="size-6" />
      </IconButton>
      {search.times > 0 && <SearchSheet open={search.isOpen} onClose={search.close} />}
    </>
  );
}
