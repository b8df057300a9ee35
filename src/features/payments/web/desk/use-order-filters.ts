/** The filters of the list of orders. */
import { useQuery } from "@tanstack/react-query";
import { courseRoutes } from "#features/courses/contract.ts";
import { managePackageRoutes } from "#features/courses/manage-contract.ts";
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
  const courses = useQuery(queryFor(courseRoutes.listCourses)).data?.courses;
  const packages = useQuery(queryFor(managePackageRoutes.listManagedPackages)).data?.packages;
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
        options: choicesOf(courses, asked.courseId, words.courseNumber),
      },
      {
        kind: "choice",
        name: "packageId",
        label: words.package,
        every: words.all,
        options: choicesOf(packages, asked.packageId, words.packageNumber),
      },
      { kind: "days", from: "from", to: "to" },
    ],
    values: asked,
    onChange,
  };
}

/** Things by their names, and the one that is asked for, of which only the number may be known. */
function choicesOf(
  things: readonly { id: number; name: string }[] = [],
  asked = "",
  numbered: (number: string) => string,
) {
  const known = things.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = asked === "" || known.some(({ value }) => value === asked);
  return isKnown ? known : [...known, { value: asked, label: numbered(asked) }];
}

function filterText(filter: OrderFilter, states: typeof orderStateWords.en): string {
  if (filter === "disputed") return states.disputed;
  return filter === "refund_refused" ? states.refused : statusText(filter, states);
}
