/** The balance of the sandbox and its payouts to the bank (books): each day at 02:00 UTC, what it held then. */
import { post, priceAt } from "./money.ts";
import type { Entry, Part, Transaction } from "./months.ts";
import { monthsOf, periodEnd } from "./periods.ts";
import { type Order, atOnce, type Play, refusal, type World } from "./world.ts";

const DAY_MS = 86_400_000;
const PAYOUT_MS = 2 * 3_600_000;
const DISPUTE_FEE = 1500;

/** Enters what the gateway has done since the last call, which must be at the same moment. */
export function enterAll(world: World): void {
  const known = new Set(monthsOf(world).transactions.map(({ name }) => name));
  for (const order of world.orders) {
    for (const [name, amount, fee] of linesOf(order)) {
      if (!known.has(name)) enter(world, { name, amount, fee, parts: [{ course: order.course, cents: amount - fee }] });
    }
  }
}

/** What a payment has moved at the gateway so far: name, cents and fee. */
function linesOf({ at, amount, gateway, refunds, disputes }: Order): [string, number, number][] {
  if (gateway !== "captured") return [];
  return [
    [`charge ${at}`, amount, priceAt(amount, 290) + 30],
    ...refunds.flatMap((given, place): [string, number, number][] => {
      const name = `${at}/${place}/${given.tries}`;
      if (given.gateway === "none") return [];
      const out: [string, number, number] = [`refund ${name}`, -given.amount, 0];
      return given.gateway === "returned" ? [out, [`return ${name}`, given.amount, 0]] : [out];
    }),
    ...disputes.flatMap((one, place): [string, number, number][] => {
      const taken: [string, number, number] = [`dispute ${at}/${place}`, -one.amount, DISPUTE_FEE];
      return one.status === "won" ? [taken, [`won ${at}/${place}`, one.amount, -DISPUTE_FEE]] : [taken];
    }),
  ];
}

function enter(world: World, line: Pick<Transaction, "name" | "amount" | "fee" | "parts">): void {
  monthsOf(world).transactions.push({ ...line, at: world.now, isLearned: false, payout: null });
}

/** The gateway's part of a run of the jobs: it pays out, and the server learns what it has kept and paid. */
export function runBalance(world: World): void {
  enterAll(world);
  payOut(world);
  const months = monthsOf(world);
  if (world.orders.length > 0) months.listReadAt = world.now;
  // In which order a run does two things shows nowhere.
  const before = months.log.filter(({ at }) => at < world.now);
  months.log = [...before, ...months.log.slice(before.length).toSorted(byName)];
  for (const line of months.transactions.filter(({ isLearned }) => !isLearned)) {
    line.isLearned = true;
    const [part] = line.parts;
    if (line.fee === 0 || !part) continue;
    const isLate = line.at < closedUntil(world, part.course);
    post(world, line.fee, `fees:${part.course}`, `cash:${part.course}`, isLate ? line.at : null);
  }
  for (const payout of months.payouts) {
    if (payout.booked === "no") book(world, payout.parts, 1);
    if (payout.booked !== "back" && payout.status === "failed") book(world, payout.parts, -1);
    payout.booked = payout.status === "failed" ? "back" : "paid";
  }
}

function byName(one: Entry, other: Entry): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

function book(world: World, parts: readonly Part[], sign: 1 | -1): void {
  for (const { course, cents } of parts) post(world, sign * cents, "bank", `cash:${course}`);
}

/** The end of a course's last closed month. */
export function closedUntil(world: World, course: number): number {
  const months = monthsOf(world).closed.filter((closed) => closed.course === course);
  return Math.max(0, ...months.map(({ month }) => periodEnd(world, course, month)));
}

function payOut(world: World): void {
  const months = monthsOf(world);
  const day = Math.floor((world.now - PAYOUT_MS) / DAY_MS);
  const held = months.transactions.filter(({ payout, at }) => payout === null && at < day * DAY_MS + PAYOUT_MS);
  if (held.length === 0 || months.payouts.some((payout) => payout.day === day)) return;
  const parts = sumOf(held.flatMap((line) => line.parts));
  for (const line of held) line.payout = day;
  months.payouts.push({ day, parts, at: world.now, status: "sent", booked: "no" });
  const amount = -parts.reduce((sum, { cents }) => sum + cents, 0);
  const line = { name: `payout ${day}`, amount, fee: 0, parts: [], at: world.now, isLearned: true, payout: day };
  months.transactions.push(line);
}

function sumOf(parts: readonly Part[]): Part[] {
  const sums = new Map<number, number>();
  for (const { course, cents } of parts) sums.set(course, (sums.get(course) ?? 0) + cents);
  return [...sums].map(([course, cents]) => ({ course, cents }));
}

/** The bank sends a payout back. */
export function returnPayout(wish: { day: number }): Play {
  return atOnce((world) => {
    const months = monthsOf(world);
    const payout = months.payouts.find(({ day }) => day === wish.day);
    if (payout?.status !== "sent") return refusal(409, "payments.payout_over");
    payout.status = "failed";
    const amount = payout.parts.reduce((sum, { cents }) => sum + cents, 0);
    enter(world, { name: `payout returned ${payout.day}`, amount, fee: 0, parts: payout.parts });
    return { status: 200 };
  });
}

/** What the gateway holds. */
export function balanceOf(world: World): number {
  return monthsOf(world).transactions.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
}

/** An order whose charge the books do not have yet. */
export function isUnlearned(world: World, order: Order): boolean {
  const line = monthsOf(world).transactions.find(({ name }) => name === `charge ${order.at}`);
  return !line?.isLearned;
}
