/** Closing months: in order, an hour after their end, and not over what is open (books). */
import { isUnlearned } from "./gateway-balance.ts";
import type { Admin, Closed } from "./months.ts";
import { monthsOf, nextMonth, periodEnd, periodStart } from "./periods.ts";
import { figuresOf } from "./settled.ts";
import { atOnce, iso, type Order, type Play, refusal, type World } from "./world.ts";

const WAIT_MS = 3_600_000;
const names = { admin: "Alex Greenkeeper", second: "Sonja Second" } as const;

export function closedOf(world: World, course: number | null): Closed[] {
  return monthsOf(world).closed.filter((closed) => closed.course === course);
}

/** The month that a course closes next. */
export function nextToClose(world: World, course: number): string {
  const last = closedOf(world, course).at(-1);
  const found = monthsOf(world).courses.find(({ id }) => id === course);
  return last ? nextMonth(last.month) : (found?.firstMonth ?? "");
}

/** What stands against a closing, by kind, in any order. */
function obstaclesOf(world: World, course: number, month: string): string[] {
  const [from, to] = [periodStart(world, course, month), periodEnd(world, course, month)];
  const isWithin = (at: number | null) => at !== null && at >= from && at < to;
  const orders = world.orders.filter((order) => order.course === course);
  const isPaid = ({ attempt, gateway }: Order) => attempt === "settled" && gateway === "captured";
  const failed = orders.flatMap(({ refunds }) =>
    refunds.filter(({ state, createdAt }) => state === "failed" && isWithin(createdAt)),
  );
  return [
    ...orders.filter(({ attempt, createdAt }) => attempt !== "settled" && isWithin(createdAt)).map(() => "no outcome"),
    ...failed.map(() => "failed"),
    ...orders
      .filter((order) => isPaid(order) && isWithin(order.paidAt) && isUnlearned(world, order))
      .map(() => "not in the payment service's books"),
    ...((monthsOf(world).listReadAt ?? to) < to ? ["was not read"] : []),
  ].toSorted();
}

/** What an administrator reads before closing. */
export function closing(wish: { course: number; month: string }): Play {
  return atOnce((world) => {
    if (closedOf(world, wish.course).some(({ month }) => month === wish.month))
      return { status: 200, body: { closing: null } };
    const next = nextToClose(world, wish.course);
    const from = iso(periodEnd(world, wish.course, wish.month) + WAIT_MS);
    const first = next === wish.month ? null : next;
    const obstacles = sameObstacles(obstaclesOf(world, wish.course, wish.month));
    return { status: 200, body: { closing: { from, first, obstacles } } };
  });
}

function sameObstacles(expected: readonly string[]): (actual: unknown) => string | undefined {
  return (actual) => {
    const sentences = Array.isArray(actual) ? actual.map(String) : [];
    const kinds = ["no outcome", "failed", "not in the payment service's books", "was not read"];
    const found = sentences.map((sentence) => kinds.find((kind) => sentence.includes(kind)) ?? sentence).toSorted();
    return found.join() === expected.join() ? undefined : `the obstacles ${expected.join(", ") || "none"}`;
  };
}

export function closeMonth(wish: { course: number; month: string; by: Admin }): Play {
  const { course, month, by } = wish;
  return atOnce((world) => {
    const months = monthsOf(world);
    if (!closedOf(world, course).some((closed) => closed.month === month)) {
      if (nextToClose(world, course) !== month) return refusal(409, "reports.out_of_order");
      if (world.now < periodEnd(world, course, month) + WAIT_MS) return refusal(409, "reports.not_over");
      if (obstaclesOf(world, course, month).length > 0) return refusal(409, "reports.closing_blocked");
      months.closed.push({ course, month, by, at: world.now, hash: null });
      closeHouse(world, by);
    }
    return { status: 200, body: { settlement: settlementView(world, course, month) } };
  });
}

/** The house closes each month that all courses with books of it have closed. */
function closeHouse(world: World, by: Admin): void {
  const { courses, closed } = monthsOf(world);
  const last = closedOf(world, null).at(-1);
  const first = closed.map(({ month }) => month).toSorted()[0] ?? "";
  for (let month = last ? nextMonth(last.month) : first; ; month = nextMonth(month)) {
    const open = courses.filter(({ firstMonth }) => firstMonth <= month);
    const isDone = open.every(({ id }) => closedOf(world, id).some((one) => one.month === month));
    if (open.length === 0 || !isDone) return;
    closed.push({ course: null, month, by, at: world.now, hash: null });
  }
}

/** The settlement of a course's month, or of all courses' (null); a closed one with its mark. */
export function settlement(course: number | null, month: string): Play {
  return atOnce((world) => ({ status: 200, body: { settlement: settlementView(world, course, month) } }));
}

function settlementView(world: World, course: number | null, month: string): object {
  const own = closedOf(world, course);
  const place = own.findIndex((closed) => closed.month === month);
  const [before, kept] = [own[place - 1], own[place]];
  const span = course === null ? {} : spanView(world, course, month);
  return {
    month,
    ...span,
    generatedAt: iso(kept?.at ?? world.now),
    closed: kept
      ? { at: iso(kept.at), by: names[kept.by], previousHash: before ? hashOf(before) : null, hash: hashOf(kept) }
      : null,
    ...figuresOf(world, course, month),
  };
}

function spanView(world: World, course: number, month: string): object {
  const [from, to] = [periodStart(world, course, month), periodEnd(world, course, month)];
  return { startsAt: iso(from), endsAt: iso(to), toDate: world.now < to };
}

/** Learns a hash, and from then on expects it. */
function hashOf(kept: Closed): (actual: unknown) => string | undefined {
  return (actual) => {
    if (typeof actual !== "string" || !/^[0-9a-f]{64}$/.test(actual)) return "a hash";
    if (kept.hash !== null && kept.hash !== actual) return kept.hash;
    Object.assign(kept, { hash: actual });
    return undefined;
  };
}
