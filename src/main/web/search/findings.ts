/** What the desk's search finds: screens and courses at once, orders, claims and people as their own searches answer. */
import { useQuery } from "@tanstack/react-query";
import { type FoundPerson, peopleRoutes } from "#features/accounts/people-contract.ts";
import { type AdminClaim, claimRoutes } from "#features/claims/contract.ts";
import { statusOf } from "#features/orders/rules.ts";
import { type FoundOrder, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { deskMenu, isOpenTo } from "#platform/web/ui/desk-menu.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { momentText } from "#platform/web/ui/time.ts";

export interface Finding {
  label: string;
  /** What tells it from others of the same label. */
  detail?: string;
  href: Path;
}

export interface Findings {
  title: string;
  found: readonly Finding[];
}

/** Of each kind at most so many; the list behind it has all. */
const MOST = 5;

/**
 * @param q what was typed, trimmed
 * @param isAdmin staff find screens, and their own courses and claims
 */
export function useFindings(q: string, isAdmin: boolean) {
  const asks = q.length > 1;
  const courses = useQuery(queryFor(bayRoutes.listBayCourses));
  const orders = useQuery({
    ...queryFor(orderSearchRoutes.searchOrders, { query: { q } }),
    enabled: asks && isAdmin,
    staleTime: 0,
  });
  const claims = useQuery({
    ...queryFor(claimRoutes.listClaims, { query: { search: q, sort: "newest" } }),
    enabled: asks,
    staleTime: 0,
  });
  const people = useQuery({
    ...queryFor(peopleRoutes.findPeople, { query: { q } }),
    enabled: asks && isAdmin,
    staleTime: 0,
  });
  const groups: Findings[] = [
    { title: "Screens", found: screensFor(q, isAdmin) },
    { title: "Courses", found: coursesFor(q, isAdmin, courses.data?.courses ?? []) },
    { title: "People", found: (people.data?.people ?? []).slice(0, MOST).map(ofPerson) },
    {
      title: "Orders",
      found: (orders.data?.orders ?? []).slice(0, MOST).map((order) => ofOrder(order, orders.data?.timeZone ?? "UTC")),
    },
    { title: "Claims", found: (claims.data ?? []).slice(0, MOST).map(ofClaim) },
  ];
  return {
    groups: asks ? groups.filter(({ found }) => found.length > 0) : groups.slice(0, 1),
    busy: [courses, orders, claims, people].some(({ isFetching }) => isFetching),
    failed: courses.isError || orders.isError || claims.isError || people.isError,
  };
}

/** Whether a text has every word that was typed. */
function fits(text: string, q: string): boolean {
  const searched = text.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

function screensFor(q: string, isAdmin: boolean): Finding[] {
  const { bar, managed } = deskMenu("");
  // The bar's last link leads to the first of those below it.
  const links = [...bar.filter(({ href }) => !managed.some((below) => below.href === href)), ...managed];
  return links
    .filter((link) => isOpenTo(link, isAdmin ? "admin" : "staff") && fits(link.label, q))
    .map(({ href, label }) => ({ href, label }));
}

function coursesFor(q: string, isAdmin: boolean, courses: readonly { id: number; name: string }[]): Finding[] {
  const named = courses.filter(({ name }) => fits(name, q)).slice(0, MOST);
  return named.flatMap(({ id, name }) => [
    { label: name, detail: "Bays", href: deskPaths.bays({ course: id }) },
    { label: name, detail: "Report", href: deskPaths.courseReport({ courseId: id }) },
    ...(isAdmin ? [{ label: name, detail: "Settings", href: deskPaths.manageCourse({ id: String(id) }) }] : []),
  ]);
}

function ofPerson({ id, name, email, userId, role }: FoundPerson): Finding {
  const as = { player: "Player", staff: "Staff", admin: "Administrator" }[role];
  return { label: name, detail: `${as}, ${email}, ${userId}`, href: deskPaths.person({ id }) };
}

function ofOrder(order: FoundOrder, timeZone: string): Finding {
  const { number, player, courseName, amount, createdAt, id } = order;
  const detail = [player.name, potText(amount), courseName, momentText(createdAt, timeZone), statusOf(order).text];
  return { label: `Order ${number}`, detail: detail.join(", "), href: deskPaths.adminOrder({ orderId: id }) };
}

function ofClaim({
  id,
  playerName,
  prizeDescription,
  courseName,
  createdAt,
  timeZone,
  verificationStatus,
}: AdminClaim) {
  const detail = [prizeDescription, courseName, momentText(createdAt, timeZone), verificationStatus];
  const href = deskPaths.prizeVerification({ status: "all", search: playerName, claim: id });
  return { label: `${playerName}'s claim`, detail: detail.join(", "), href };
}
