/** The search box and its filters. Filters apply at once, the text on Enter or Search. */
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import type { FormEvent } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { statusText } from "#features/orders/rules.ts";
import { type OrderFilter, orderFilters } from "#features/payments/order-contract.ts";
import { valuesOf } from "#platform/web/form.ts";
import { queryFor } from "#platform/web/query.ts";
import { Button } from "#platform/web/ui/button.tsx";
import { SelectField, TextField } from "#platform/web/ui/field.tsx";
import { type Asked, askedFrom } from "./asked.ts";
import { useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";
import { orderStateWords } from "./order-state-words.ts";

interface OrderFiltersProps {
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

/** Give it a new key when what is asked changes: its fields then show that. */
export function OrderFilters({ asked, onAsk }: OrderFiltersProps) {
  const words = useWords(orderListWords);
  const states = useWords(orderStateWords);
  const courses = useQuery(queryFor(courseRoutes.listCourses));
  const read = (form: HTMLFormElement) => {
    const values = valuesOf(form);
    onAsk(askedFrom((name) => values[name]));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    read(event.currentTarget);
  };
  const change = (event: FormEvent<HTMLFormElement>) => {
    // A search for each letter of the text would be too many; a choice or a whole day is one search.
    if (event.target instanceof HTMLInputElement && event.target.type === "search") return;
    if (event.target instanceof HTMLInputElement && event.target.value === "" && event.target.validity.badInput) return;
    read(event.currentTarget);
  };
  return (
    <form role="search" onSubmit={submit} onChange={change} className="flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-[min(20rem,100%)] flex-1">
          <TextField
            label={words.searchOrders}
            name="q"
            type="search"
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={words.placeholder}
            defaultValue={asked.q}
          />
        </div>
        <Button type="submit">
          <Search aria-hidden className="size-5" />
          {words.search}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <SelectField label={words.status} name="status" defaultValue={asked.status ?? ""}>
          <option value="">{words.all}</option>
          {orderFilters.map((status) => (
            <option key={status} value={status}>
              {filterText(status, states)}
            </option>
          ))}
        </SelectField>
        <SelectField
          key={courses.data ? "courses" : "loading"}
          label={words.course}
          name="courseId"
          defaultValue={asked.courseId ?? ""}
        >
          <option value="">{words.all}</option>
          {courses.data?.courses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!courses.data && asked.courseId && (
            <option value={asked.courseId}>{words.courseNumber(asked.courseId)}</option>
          )}
        </SelectField>
        <TextField label={words.from} name="from" type="date" defaultValue={asked.from} max={asked.to} />
        <TextField label={words.to} name="to" type="date" defaultValue={asked.to} min={asked.from} />
      </div>
    </form>
  );
}

function filterText(filter: OrderFilter, states: typeof orderStateWords.en): string {
  if (filter === "disputed") return states.disputed;
  return filter === "refund_refused" ? states.refused : statusText(filter, states);
}
