/** What the desk's search finds: screens and courses at once, orders, claims and people as their own searches answer. */
import { useQuery } from "@tanstack/react-query";
import { type FoundPerson, peopleRoutes } from "#features/accounts/people-contract.ts";
import { peopleWords } from "#features/accounts/web/desk/people-words.ts";
import { type AdminClaim, claimRoutes } from "#features/claims/contract.ts";
import { statusOf } from "#features/orders/rules.ts";
import { type FoundOrder, orderSearchRoutes } from "#features/payments/order-contract.ts";
import { bayRoutes } from "#features/play/bay-contract.ts";
import { receiptWords } from "#features/receipts/web/words.ts";
import type { Path } from "#platform/shared/addresses/address.ts";
import { deskPaths } from "#platform/web/desk-paths.ts";
import { queryFor } from "#platform/web/query.ts";
import { deskMenu, isOpenTo } from "#platform/web/ui/desk-menu.ts";
import { potText } from "#platform/web/ui/money.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { type Language, useLanguage } from "#platform/web/words.ts";
import { searchWords } from "./words.ts";

export interface SearchFinding {
  label: string;
  /** A text that distinguishes findings of the same label. */
  detail?: string;
  href: Path;
}

export interface Findings {
  title: string;
  found: readonly SearchFinding[];
}

/** The most findings of each kind; the list behind them has all. */
const MOST = 5;

/**
 * @param q what was typed, trimmed
 * @param isAdmin staff find screens, and their own courses and claims
 */
export function useFindings(q: string, isAdmin: boolean) {
  const [language] = useLanguage();
  const words = searchWords[language];
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
    { title: words.screens, found: screensFor(q, isAdmin, language) },
    { title: words.courses, found: coursesFor(q, isAdmin, courses.data?.courses ?? [], language) },
    {
      title: words.people,
      found: (people.data?.people ?? []).slice(0, MOST).map((person) => ofPerson(person, language)),
    },
    {
      title: words.orders,
      found: (orders.data?.orders ?? [])
        .slice(0, MOST)
        .map((order) => ofOrder(order, orders.data?.timeZone ?? "UTC", language)),
    },
    { title: words.claims, found: (claims.data ?? []).slice(0, MOST).map((claim) => ofClaim(claim, language)) },
  ];
  return {
    groups: asks ? groups.filter(({ found }) => found.length > 0) : groups.slice(0, 1),
    busy: [courses, orders, claims, people].some(({ isFetching }) => isFetching),
    failed: courses.isError || orders.isError || claims.isError || people.isError,
  };
}

/** Whether a text has every word that was typed, with its accents or without. */
function fits(text: string, q: string): boolean {
  const searched = plain(text);
  return plain(q)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function screensFor(q: string, isAdmin: boolean, language: Language): SearchFinding[] {
  const { bar, managed } = deskMenu("", language);
  // The bar's last link leads to the first of those below it.
  const links = [...bar.filter(({ href }) => !managed.some((below) => below.href === href)), ...managed];
  return links
    .filter((link) => isOpenTo(link, isAdmin ? "admin" : "staff") && fits(link.label, q))
    .map(({ href, label }) => ({ href, label }));
}

function coursesFor(
  q: string,
  isAdmin: boolean,
  courses: readonly { id: number; name: string }[],
  language: Language,
): SearchFinding[] {
  const words = searchWords[language];
  const named = courses.filter(({ name }) => fits(name, q)).slice(0, MOST);
  return named.flatMap(({ id, name }) => [
    { label: name, detail: words.bays, href: deskPaths.bays({ course: id }) },
    { label: name, detail: words.report, href: deskPaths.courseReport({ courseId: id }) },
    ...(isAdmin ? [{ label: name, detail: words.settings, href: deskPaths.manageCourse({ id: String(id) }) }] : []),
  ]);
}

function ofPerson({ id, name, email, userId, role }: FoundPerson, language: Language): SearchFinding {
  const as = peopleWords[language][role];
  return { label: name, detail: `${as}, ${email}, ${userId}`, href: deskPaths.person({ id }) };
}

function ofOrder(order: FoundOrder, timeZone: string, language: Language): SearchFinding {
  const { number, player, courseName, amount, createdAt, id } = order;
  const detail = [
    player.name,
    potText(amount),
    courseName,
    zonedText(createdAt, timeZone, language),
    statusOf(order, receiptWords[language]).text,
  ];
  return {
    label: searchWords[language].order(number),
    detail: detail.join(", "),
    href: deskPaths.adminOrder({ orderId: id }),
  };
}

function ofClaim(claim: AdminClaim, language: Language): SearchFinding {
  const { id, playerName, prizeDescription, courseName, createdAt, timeZone, verificationStatus } = claim;
  const words = searchWords[language];
  const moment = zonedText(createdAt, timeZone, language);
  const detail = [prizeDescription, courseName, moment, words[verificationStatus]];
  const href = deskPaths.prizeVerification({ status: "all", search: playerName, claim: id });
  return { label: words.claimOf(playerName), detail: detail.join(", "), href };
}
