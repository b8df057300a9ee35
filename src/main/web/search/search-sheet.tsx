/** The search's dialog: a field and what it finds, by keyboard (arrows, Enter) or pointer. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Link } from "wouter";
import { useCaller } from "#platform/web/caller.tsx";
import { TextField } from "#platform/web/ui/field.tsx";
import { Sheet } from "#platform/web/ui/sheet.tsx";
import { useFindings } from "./findings.ts";

/** The server is asked when nothing was typed for so long. */
const TYPED_MS = 200;

export function SearchSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Sheet open={open} onClose={onClose} size="dialog" title="Search" focusOn={field}>
      <SearchField field={field} onClose={onClose} />
    </Sheet>
  );
}

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

function SearchField({ field, onClose }: SearchFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState(0);
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

  const choose = (index: number) => {
    setChosen(index);
    document.getElementById(idOf(index))?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) choose((chosen + step + all.length) % all.length);
    // What is listed belongs to what is typed. A click, because forms that are not saved ask before a link is followed.
    else if (event.key === "Enter" && q === typed.trim()) document.getElementById(idOf(chosen))?.click();
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-5">
      <TextField
        ref={field}
        label={isAdmin ? "Player, order, claim, course or screen" : "Player, course or screen"}
        hint={
          isAdmin ? "A name, an email address, a player ID, an order's number, a card's last four digits" : undefined
        }
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current && idOf(chosen)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="flex flex-col gap-4">
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
        {failed ? "A part of the search did not answer. Type again to try again." : said(all.length, busy, q)}
      </p>
    </div>
  );
}

function said(count: number, busy: boolean, q: string): string {
  if (busy) return "Searching";
  if (count === 0) return `Nothing is found for '${q}'`;
  return q === "" ? "" : `${count} found`;
}
