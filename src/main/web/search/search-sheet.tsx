/** The search's dialog: a field and what it finds, by keyboard (arrows, Enter) or pointer. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Link } from "wouter";
import { useCaller } from "#platform/web/caller.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useWords } from "#platform/web/words.ts";
import { useFindings } from "./findings.ts";
import { searchWords } from "./words.ts";

/** The pause in typing after which the server is asked. */
const TYPED_MS = 200;

export function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const words = useWords(searchWords);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Sheet open={open} onClose={onClose} size="dialog" title={words.title} focusOn={field}>
      <SearchField field={field} onClose={onClose} />
    </Sheet>
  );
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

function SearchField({ field, onClose }: SearchFieldProps) {
  const words = useWords(searchWords);
  const id = useId();
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState(0);
  /** Enter came before the list of what is typed: it follows the first that is found. */
  const isAwaited = useRef(false);
  const isAdmin = useCaller().role === "admin";
  const { groups, busy, failed } = useFindings(q, isAdmin);
  const all = groups.flatMap(({ found }) => found);
  const current = all[chosen];
  const idOf = (index: number) => `${id}-${index}`;

  useEffect(() => {
    const timer = setTimeout(() => {
      setQ(typed.trim());
      setChosen(0);
    }, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  useEffect(() => {
    if (!isAwaited.current || busy || q !== typed.trim()) return;
    isAwaited.current = false;
    document.getElementById(`${id}-0`)?.click();
  }, [busy, q, typed, id]);

  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) choose((chosen + step + all.length) % all.length);
    else if (event.key !== "Enter") return;
    // A click, because forms that are not saved ask before a link is followed.
    else if (current && q === typed.trim()) document.getElementById(idOf(chosen))?.click();
    else {
      // What is listed belongs to what was typed before, or is still asked for.
      isAwaited.current = true;
      setQ(typed.trim());
      setChosen(0);
    }
    event.preventDefault();
  };

  const statusText = () => {
    if (busy) return words.searching;
    if (all.length === 0) return words.nothing(q);
    return q === "" ? "" : words.count(all.length);
  };

  return (
    <div className="flex flex-col gap-5">
      <TextField
        ref={field}
        label={isAdmin ? words.label : words.labelForStaff}
        hint={isAdmin ? words.hint : undefined}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && idOf(chosen)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          isAwaited.current = false;
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label={words.found} className="flex flex-col gap-4">
        {groups.map(({ title, found }) => (
          <div key={title} role="group" aria-label={title} className="flex flex-col">
            <p aria-hidden className="px-3 font-semibold text-ink-soft">
              {title}
            </p>
            {found.map((finding) => {
              const { label, detail, href } = finding;
              const index = all.indexOf(finding);
              return (
                <Link
                  key={`${href} ${label} ${detail}`}
                  id={idOf(index)}
                  href={href}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  onClick={onClose}
                  className="flex min-h-11 flex-col justify-center rounded-xl px-3 py-1.5 hover:bg-sunk aria-selected:bg-sunk aria-selected:ring-2 aria-selected:ring-accent"
                >
                  <span className="font-semibold wrap-anywhere">{label}</span>
                  {detail && <span className="text-base text-ink-soft wrap-anywhere">{detail}</span>}
                </Link>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className="text-ink-soft">
        {failed ? words.failed : statusText()}
      </p>
    </div>
  );
}
