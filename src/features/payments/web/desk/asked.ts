/** What an administrator searches for, as the address keeps it. */
import { type OrderFilter, orderFilters, type OrderSort, orderSorts } from "#features/payments/order-contract.ts";
import { isDay } from "#platform/shared/days.ts";

/** Only the filters that are set. A type and not an interface, so that it can be used as a query. */
export type Asked = {
  readonly q?: string;
  readonly status?: OrderFilter;
  readonly courseId?: string;
  readonly packageId?: string;
  readonly from?: string;
  readonly to?: string;
  /** The order of the list; without it the newest orders come first. */
  readonly sort?: OrderSort;
};

/** Reads the address's query and leaves out what makes no sense. */
export function askedOf(search: string): Asked {
  const given = new URLSearchParams(search);
  return askedFrom((name) => given.get(name) ?? undefined);
}

/** Reads by name, from an address or a form. */
export function askedFrom(value: (name: string) => string | undefined): Asked {
  const q = value("q")?.trim().slice(0, 100);
  const status = orderFilters.find((known) => known === value("status"));
  const [courseId, packageId] = [value("courseId"), value("packageId")];
  const [from, to] = [value("from"), value("to")];
  const sort = orderSorts.find((known) => known === value("sort") && known !== "newest");
  return {
    ...(sort ? { sort } : {}),
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(courseId && /^\d{1,9}$/.test(courseId) ? { courseId } : {}),
    ...(from && isDay(from) ? { from } : {}),
    ...(to && isDay(to) ? { to } : {}),
    ...(packageId && /^\d{1,9}$/.test(packageId) ? { packageId } : {}),
  };
}
