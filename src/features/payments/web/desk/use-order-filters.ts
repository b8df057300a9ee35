/** The filters of the list of orders. */
import { useQuery } from "@tanstack/react-query";
import { courseRoutes } from "#features/courses/contract.ts";
import { statusText } from "#features/orders/rules.ts";
import { type OrderFilter, orderFilters } from "#features/payments/order-contract.ts";
import { queryFor } from "#platform/web/query.ts";
import type { Filters } from "#platform/web/ui/filters/filter-bar.tsx";
import type { OnFilter } from "#platform/web/ui/filters/filter-fields.tsx";
import type { Asked } from "./asked.ts";
import { useWords } from "#platform/web/words.ts";
import { orderListWords } from "./order-list-words.ts";
import { orderStateWords } from "./order-state-words.ts";

type Name = Exclude<keyof Asked, "sort">;

export function useOrderFilters(asked: Asked, onChange: OnFilter<Name>): Filters<Name> {
  const words = useWords(orderListWords);
  const states = useWords(orderStateWords);
  const courses = useQuery(queryFor(courseRoutes.listCourses)).data?.courses ?? [];
  const asCourse = asked.courseId ?? "";
  const known = courses.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = asCourse === "" || known.some(({ value }) => value === asCourse);
  return {
    fields: [
      { kind: "search", name: "q", label: words.searchOrders, placeholder: words.placeholder },
      {
        kind: "choice",
        name: "status",
        label: words.status,
        every: words.all,
        options: orderFilters.map((value) => ({ value, label: filterText(value, states) })),
      },
      {
        kind: "choice",
        name: "courseId",
        label: words.course,
        every: words.all,
        options: isKnown ? known : [...known, { value: asCourse, label: words.courseNumber(asCourse) }],
      },
      { kind: "days", from: "from", to: "to" },
    ],
    values: asked,
    onChange,
  };
}

function filterText(filter: OrderFilter, states: typeof orderStateWords.en): string {
  if (filter === "disputed") return states.disputed;
  return filter === "refund_refused" ? states.refused : statusText(filter, states);
}
