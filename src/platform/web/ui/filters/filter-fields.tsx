/** The fields of a filter bar. What is typed is shown at once and handed on a moment later. */
import { useRef, useState } from "react";
import { randomId } from "../../random-id.ts";
import { useAhead } from "../../ahead.ts";
import { useWords } from "../../words.ts";
import { SelectField, TextField } from "../field.tsx";
import { listWords } from "../list-words.ts";

/** The pause in typing after which the address follows. */
const TYPED_MS = 300;

export interface SearchFilter<Name extends string> {
  kind: "search";
  name: Name;
  label: string;
  placeholder?: string;
  maxLength?: number;
}

export interface ChoiceFilter<Name extends string> {
  kind: "choice";
  name: Name;
  label: string;
  /** The text of the choice that leaves out nothing. */
  every: string;
  options: readonly { value: string; label: string }[];
  /** The language of the options, where it is not the reader's. */
  lang?: "en";
}

export interface DaysFilter<Name extends string> {
  kind: "days";
  from: Name;
  to: Name;
}

export type FilterField<Name extends string> = SearchFilter<Name> | ChoiceFilter<Name> | DaysFilter<Name>;

/** What is in force. Empty is the same as missing. */
export type FilterValues<Name extends string> = { readonly [N in Name]?: string | undefined };

/** Told of a change; empty values are those that were cleared. @param visit see `useStep` */
export type OnFilter<Name extends string> = (change: FilterValues<Name>, visit?: string) => void;

interface Props<Field, Name extends string> {
  field: Field;
  values: FilterValues<Name>;
  onChange: OnFilter<Name>;
}

/** A change of one name; its type says so, which the language cannot see. */
const changed = <Name extends string>(name: Name, value: string) => ({ [name]: value }) as FilterValues<Name>;

/** A new name for each visit of a field. */
function useVisit() {
  const visit = useRef("");
  return [visit, { onFocus: () => (visit.current = randomId()) }] as const;
}

export function SearchInput<Name extends string>({ field, values, onChange }: Props<SearchFilter<Name>, Name>) {
  const { name, label, placeholder, maxLength = 100 } = field;
  const [visit, noted] = useVisit();
  const [typed, type] = useAhead(values[name] ?? "", (text) => onChange(changed(name, text), visit.current), TYPED_MS);
  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      maxLength={maxLength}
      {...(placeholder !== undefined && { placeholder })}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      {...noted}
    />
  );
}

export function ChoiceInput<Name extends string>({ field, values, onChange }: Props<ChoiceFilter<Name>, Name>) {
  const { name, label, every, options, lang } = field;
  const value = values[name] ?? "";
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(changed(name, currentTarget.value))}
    >
      <option value="">{every}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value} lang={lang}>
          {option.label}
        </option>
      ))}
      {/* Of an old link, or until the choices are loaded. */}
      {value !== "" && !options.some((option) => option.value === value) && <option value={value}>{value}</option>}
    </SelectField>
  );
}

/** Days the wrong way round are told, and filter nothing until one of them is changed. */
export function DaysInput<Name extends string>({ field, values, onChange }: Props<DaysFilter<Name>, Name>) {
  const words = useWords(listWords);
  const [visit, noted] = useVisit();
  const inForce = { from: values[field.from] ?? "", to: values[field.to] ?? "" };
  const key = `${inForce.from} ${inForce.to}`;
  const [wrong, setWrong] = useState<{ from: string; to: string; key: string }>();
  // Cleared, or gone back: what was wrong is no longer meant.
  const isWrong = wrong?.key === key;
  const { from, to } = isWrong ? wrong : inForce;
  const set = (next: { from: string; to: string }) => {
    const isWrongNow = next.from !== "" && next.to !== "" && next.to < next.from;
    setWrong(isWrongNow ? { ...next, key } : undefined);
    if (!isWrongNow) onChange({ ...changed(field.from, next.from), ...changed(field.to, next.to) }, visit.current);
  };
  return (
    <>
      <TextField
        label={words.from}
        type="date"
        value={from}
        onChange={({ currentTarget }) => set({ from: currentTarget.value, to })}
        {...noted}
      />
      <TextField
        label={words.to}
        type="date"
        value={to}
        error={isWrong ? words.lastBeforeFirst : undefined}
        onChange={({ currentTarget }) => set({ from, to: currentTarget.value })}
        {...noted}
      />
    </>
  );
}
