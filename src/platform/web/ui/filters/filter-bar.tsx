/**
 * What stands over every list of the desk: its search and filters, below them how many rows were found, and at the same
 * place the button that clears them. A list narrower than its fields folds all but the search.
 */
import { ChevronDown, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useWords } from "../../words.ts";
import { Button } from "../button.tsx";
import { cx } from "../cx.ts";
import { listWords } from "../list-words.ts";
import {
  ChoiceInput,
  DaysInput,
  type FilterField,
  type FilterValues,
  type OnFilter,
  SearchInput,
} from "./filter-fields.tsx";

/** So many fields beside the search are not folded. */
const FEW = 2;

export interface Filters<Name extends string> {
  /** A search that comes first stays in sight where the others are folded. */
  fields: readonly FilterField<Name>[];
  values: FilterValues<Name>;
  onChange: OnFilter<Name>;
}

/** Whether a filter leaves out rows. */
export function isNarrowed<Name extends string>({ fields, values }: Omit<Filters<Name>, "onChange">): boolean {
  return fields.flatMap(namesOf).some((name) => (values[name] ?? "") !== "");
}

interface FilterBarProps<Name extends string> extends Filters<Name> {
  /** How many rows there are; undefined until it is known. */
  found: string | undefined;
  /** At the right: the list's file, print, columns. */
  children?: ReactNode;
}

/** @example <FilterBar fields={[{ kind: "search", name: "q", label: "Search orders" }]} values={asked} onChange={ask} found="12 in all" /> */
export function FilterBar<Name extends string>({ fields, values, onChange, found, children }: FilterBarProps<Name>) {
  const words = useWords(listWords);
  const count = useRef<HTMLParagraphElement>(null);
  const [search, others] = fields[0]?.kind === "search" ? [fields[0], fields.slice(1)] : [undefined, fields];
  const isSet = (name: Name) => (values[name] ?? "") !== "";
  const hidden = others.flatMap(namesOf).filter(isSet).length;
  const folds = search !== undefined && others.flatMap(namesOf).length > FEW;
  const [isOpen, setOpen] = useState(hidden > 0);
  const clear = () => {
    onChange(Object.fromEntries(fields.flatMap(namesOf).map((name) => [name, ""])) as FilterValues<Name>);
    // The button goes, so the focus goes to what it changed.
    count.current?.focus();
  };
  return (
    <form role="search" className="@container flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
      {fields.length > 0 && (
        <div className="flex flex-col gap-3 @3xl:flex-row @3xl:flex-wrap print:hidden">
          {search && (
            <div className="flex items-end gap-3 @3xl:min-w-72 @3xl:flex-1">
              <div className="min-w-0 flex-1">
                <SearchInput field={search} {...{ values, onChange }} />
              </div>
              {folds && (
                <Button
                  variant="secondary"
                  className="@3xl:hidden"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  {hidden > 0 ? words.filtersOn(hidden) : words.filters}
                  <ChevronDown aria-hidden className={cx("size-5 transition-transform", isOpen && "rotate-180")} />
                </Button>
              )}
            </div>
          )}
          <div
            className={cx(
              "grid grid-cols-2 items-start gap-3 *:min-w-0 @3xl:contents @3xl:*:w-40 @3xl:*:has-[input[type=date]]:w-44",
              folds && !isOpen && "@max-3xl:hidden",
            )}
          >
            {others.map((field) => (
              <OtherField key={namesOf(field)[0]} {...{ field, values, onChange }} />
            ))}
          </div>
        </div>
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <p ref={count} role="status" tabIndex={-1} className="tabular text-ink-soft focus:outline-none">
          {found}
        </p>
        {isNarrowed({ fields, values }) && (
          <Button variant="quiet" size="small" className="-mx-4 print:hidden" onClick={clear}>
            <X aria-hidden className="size-5" />
            {words.clearFilters}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap gap-2 print:hidden">{children}</div>
      </div>
    </form>
  );
}

interface OtherFieldProps<Name extends string> extends Omit<Filters<Name>, "fields"> {
  field: FilterField<Name>;
}

function OtherField<Name extends string>({ field, ...rest }: OtherFieldProps<Name>) {
  if (field.kind === "search") return <SearchInput field={field} {...rest} />;
  if (field.kind === "choice") return <ChoiceInput field={field} {...rest} />;
  return <DaysInput field={field} {...rest} />;
}

function namesOf<Name extends string>(field: FilterField<Name>): Name[] {
  return field.kind === "days" ? [field.from, field.to] : [field.name];
}
