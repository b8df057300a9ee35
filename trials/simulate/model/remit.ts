/** Paying ranges and tax offices, and the counter-entries of such payments (books). */
import { held, post } from "./money.ts";
import {
  type Admin,
  type Entry,
  numberOf,
  type Owed,
  owedAccounts,
  type Remittance,
  type RemittanceWish,
} from "./months.ts";
import { monthsOf, periodEnd, periodStart } from "./periods.ts";
import { atOnce, dollars, type Expected, idOf, iso, type Play, refusal, type World } from "./world.ts";

/** The administrators' names. */
const names = { admin: "Alex Greenkeeper", second: "Sonja Second" } as const;

const accountOf = ({ of, course }: { of: Owed; course: number }) => `${owedAccounts[of]}:${course}`;

/** What an entry adds to what an account holds. */
function added({ debit, credit, cents }: Entry, account: string): number {
  return (credit === account ? cents : 0) - (debit === account ? cents : 0);
}

/** The sum of what entries add to an account, of those that are wanted. */
function total(world: World, account: string, isWanted: (entry: Entry) => boolean): number {
  return monthsOf(world).log.reduce((sum, entry) => sum + (isWanted(entry) ? added(entry, account) : 0), 0);
}

const withBank = ({ debit, credit }: Entry) => debit === "bank" || credit === "bank";

/** What is left to pay of what was owed at a month's end, and never more than is owed now. */
export function payable(world: World, wish: { of: Owed; course: number; month: string }): number {
  const end = periodEnd(world, wish.course, wish.month);
  const account = accountOf(wish);
  const owed = total(world, account, ({ at }) => at < end);
  const paidSince = total(world, account, (entry) => entry.at >= end && withBank(entry));
  return Math.max(0, Math.min(owed + paidSince, held(world, account)));
}

/** What single administrators have paid for a month, without what came back. */
function paidAlone(world: World, { of, course, month }: { of: Owed; course: number; month: string }): number {
  return monthsOf(world)
    .remittances.filter((made) => made.of === of && made.course === course && made.month === month)
    .filter(({ approvedBy, back }) => approvedBy === null && back === null)
    .reduce((sum, { amount }) => sum + amount, 0);
}

/** An administrator pays; what would take a month's payments by one administrator above the limit is proposed. */
export function remit(by: Admin, wish: RemittanceWish): Play {
  return atOnce((world) => {
    const months = monthsOf(world);
    const wrong = remitRefusal(world, wish);
    if (wrong) return wrong;
    if (paidAlone(world, wish) + wish.amount <= months.limit) {
      const made = bookRemittance(world, wish, by, null);
      return { status: 201, body: { payment: paymentView(made) } };
    }
    const proposal = { at: months.proposals.length, number: null, by, proposedAt: world.now } as const;
    const row = { ...proposal, deed: { remit: wish }, status: "open" as const };
    months.proposals.push(row);
    return { status: 202, body: { proposal: { id: numberOf(row), kind: "remit", status: "open" } } };
  });
}

export function remitRefusal(world: World, wish: RemittanceWish): Expected | undefined {
  if (periodStart(world, wish.course, wish.month) > world.now) return refusal(400, "books.future_month");
  return wish.amount > payable(world, wish) ? refusal(409, "books.not_owed") : undefined;
}

/** @param approvedBy the second administrator, if it took two */
export function bookRemittance(
  world: World,
  wish: RemittanceWish,
  paidBy: Admin,
  approvedBy: Admin | null,
): Remittance {
  const { remittances } = monthsOf(world);
  const made = { ...wish, at: remittances.length, id: null, paidAt: world.now, paidBy, approvedBy, back: null };
  remittances.push(made);
  post(world, wish.amount, accountOf(wish), "bank");
  return made;
}

/** A payment that came back is owed again, once. */
export function takeRemittanceBack(wish: { remittance: number; by: Admin; reason: string }): Play {
  return atOnce((world) => {
    const made = monthsOf(world).remittances[wish.remittance];
    if (!made) return refusal(404, "books.not_found");
    if (made.back) return refusal(409, "books.taken_back");
    made.back = { at: world.now, by: wish.by, reason: wish.reason };
    post(world, made.amount, "bank", accountOf(made));
    return { status: 200, body: { payment: paymentView(made) } };
  });
}

function paymentView(made: Remittance): object {
  const { month, amount, reference, paidAt, paidBy, approvedBy, back } = made;
  return {
    id: idOf(made),
    month,
    amount: dollars(amount),
    reference,
    paidAt: iso(paidAt),
    paidBy: names[paidBy],
    approvedBy: approvedBy && names[approvedBy],
    takenBack: back && { at: iso(back.at), by: names[back.by], reason: back.reason },
  };
}

/** The statement of a course's month. */
export function statement(wish: { of: Owed; course: number; month: string }): Play {
  return atOnce((world) => {
    const [from, to] = [periodStart(world, wish.course, wish.month), periodEnd(world, wish.course, wish.month)];
    const isWithin = (at: number) => at >= from && at < to;
    const account = accountOf(wish);
    /** What sales, refunds and so on added in the month, by the accounts on the other side. */
    const by = (isOf: (other: string, isAdded: boolean) => boolean) =>
      total(world, account, (entry) => {
        const isAdded = entry.credit === account;
        return isWithin(entry.at) && isOf((isAdded ? entry.debit : entry.credit).split(":")[0] ?? "", isAdded);
      });
    const owed = total(world, account, ({ at }) => at < to);
    const lines = [
      { key: "carried", cents: total(world, account, ({ at }) => at < from) },
      { key: "earned", cents: by((other) => other === "cash" || other === "deferred") },
      { key: "returned", cents: by((other) => other === "refunds") },
      { key: "paid", cents: by((other, isAdded) => other === "bank" && !isAdded) },
      { key: "takenBack", cents: by((other, isAdded) => other === "bank" && isAdded) },
      { key: "adjusted", cents: by((other) => other === "adjustment") },
      { key: "owed", cents: owed },
    ];
    const payments = monthsOf(world).remittances.filter(
      ({ of, course, month, paidAt, back }) =>
        of === wish.of &&
        course === wish.course &&
        (month === wish.month || isWithin(paidAt) || (back !== null && isWithin(back.at))),
    );
    const body = {
      month: wish.month,
      startsAt: iso(from),
      endsAt: iso(to),
      toDate: world.now < to,
      lines: lines.map(({ key, cents }) => ({ key, amount: dollars(cents) })),
      owed: dollars(owed),
      payable: dollars(payable(world, wish)),
      payments: payments.map(paymentView),
    };
    return { status: 200, body: { statement: body } };
  });
}
