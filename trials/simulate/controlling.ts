/** What administrators do about the books: payments on statements, corrections, prizes that come back, closings. */
import { addDays, localDay } from "./model/calendar.ts";
import { closeMonth, closing, nextToClose, settlement } from "./model/closing.ts";
import { returnPayout } from "./model/gateway-balance.ts";
import { OPEN_MS } from "./model/hold.ts";
import {
  adjustable,
  type Adjustment,
  type Admin,
  type Owed,
  type Proposal,
  type RemittanceWish,
} from "./model/months.ts";
import { proposeOtherwise } from "./model/otherwise.ts";
import { monthOf, monthsOf, nextMonth, periodEnd, zoneOf } from "./model/periods.ts";
import { adjust, approve, withdraw } from "./model/proposals.ts";
import { payable, remit, statement, takeRemittanceBack } from "./model/remit.ts";
import { approvePayout, comeBack, payOut } from "./model/verdict.ts";
import { at, type Claim, dollars } from "./model/world.ts";
import type { Act, Stage } from "./stage.ts";
import { ADMIN } from "./working.ts";

/** After the staff. */
const SECOND = -3;

export const either = (stage: Stage): Admin => stage.random.pick(["admin", "second"] as const);

/** A month that has begun at a course, mostly the last whole one. */
function someMonth(stage: Stage, course: number): string {
  const { random } = stage;
  const now = monthOf(stage.world().now, zoneOf(stage.world(), course));
  const before = monthOf(periodEnd(stage.world(), course, now) - 45 * 86_400_000, zoneOf(stage.world(), course));
  const luck = random.next();
  return luck < 0.7 ? before : luck < 0.97 ? now : nextMonth(now);
}

/** Pays a range or a tax office what is owed for a month, a part of it, or a cent too much. */
export function payment(stage: Stage): Act | undefined {
  const { random } = stage;
  const course = random.pick(stage.world().courses).id;
  const of: Owed = random.pick(["range", "tax"]);
  const month = someMonth(stage, course);
  const most = payable(stage.world(), { of, course, month });
  if (most === 0 && random.chance(0.9)) return undefined;
  const luck = random.next();
  const amount = luck < 0.6 ? Math.max(1, most) : luck < 0.9 ? random.int(1, Math.max(1, most)) : most + 1;
  return paymentOf(either(stage), { of, course, month, amount, reference: `T-${random.int(1, 999_999)}` });
}

export function paymentOf(by: Admin, wish: RemittanceWish): Act {
  const { of, course, month, amount, reference } = wish;
  return {
    what: `${by} pays ${amount} of the ${of} of course ${course} for ${month}`,
    sent: {
      method: "POST",
      path: `/api/admin/statements/${of}/${course}/payments`,
      body: { month, amount: dollars(amount), reference },
      desk: by,
    },
    play: remit(by, wish),
  };
}

export function paymentBack(stage: Stage): Act | undefined {
  const { random } = stage;
  const known = monthsOf(stage.world()).remittances.filter(({ id }) => id !== null);
  if (known.length === 0) return undefined;
  const made = random.pick(known);
  const [by, reason] = [either(stage), "The account was closed"];
  return {
    what: `${by} takes payment ${made.at} back`,
    sent: { method: "POST", path: `/api/admin/remittances/${made.id}/take-back`, body: { reason }, desk: by },
    play: takeRemittanceBack({ remittance: made.at, by, reason }),
  };
}

export function correction(stage: Stage): Act {
  const { random } = stage;
  const course = random.pick(stage.world().courses).id;
  const account = random.pick(adjustable);
  const amount = random.pick([-1, 1]) * random.pick([random.int(1, 500), random.int(1, 500), 150_000]);
  return correctionOf(either(stage), { course, account, amount });
}

export function correctionOf(by: Admin, wish: Adjustment): Act {
  const body = {
    courseId: wish.course,
    account: wish.account,
    amount: dollars(wish.amount),
    reason: "A figure of last year",
  };
  return {
    what: `${by} proposes ${wish.amount} on ${wish.account} of course ${wish.course}`,
    sent: { method: "POST", path: "/api/admin/adjustments", body, desk: by },
    play: adjust(by, wish),
  };
}

/** Says of a refused refund that it is paid by a check, on a day of these or too early. */
export function otherwise(stage: Stage): Act | undefined {
  const { random } = stage;
  const world = stage.world();
  const known = world.orders
    .filter(({ disputes }) => disputes.length === 0)
    .flatMap((order) => order.refunds.map((given, refund) => ({ order, refund, given })))
    .filter(({ given: { id, state } }) => id !== null && (state === "failed" || random.chance(0.02)));
  if (known.length === 0) return undefined;
  const { order, refund, given } = random.pick(known);
  const zone = zoneOf(world, order.course);
  const day = localDay(random.chance(0.5) ? world.now : given.createdAt, zone);
  const paidOn = random.chance(0.1) ? addDays(localDay(given.createdAt, zone), -1) : day;
  const by = either(stage);
  const body = { method: "check", reference: "No. 7", paidOn };
  return {
    what: `${by} says that refund ${refund} of order ${order.at} is paid by check on ${paidOn}`,
    sent: { method: "POST", path: `/api/admin/refunds/${given.id}/paid-otherwise`, body, desk: by },
    play: proposeOtherwise(by, { order: order.at, refund, tries: given.tries, paidOn }),
  };
}

/** A second administrator decides a proposal, or somebody who may not. */
export function decision(stage: Stage): Act | undefined {
  const { random } = stage;
  const { now } = stage.world();
  const isOpen = ({ status, proposedAt }: Proposal) => status === "open" && now < proposedAt + OPEN_MS;
  const { proposals } = monthsOf(stage.world());
  const known = proposals.filter((one) => one.number !== null && (isOpen(one) || random.chance(0.03)));
  if (known.length === 0) return undefined;
  const { number, at: proposal, by: proposer } = random.pick(known);
  const by: Admin = random.chance(0.85) ? (proposer === "admin" ? "second" : "admin") : proposer;
  const isApproved = random.chance(0.8);
  const verb = isApproved ? "approve" : "withdraw";
  return {
    what: `${by} does ${verb} proposal ${proposal}`,
    sent: { method: "POST", path: `/api/admin/proposals/${number}/${verb}`, desk: by },
    play: isApproved ? approve({ proposal, by }) : withdraw({ proposal }),
  };
}

export function payoutApproval(by: Admin, claim: Claim): Act {
  return {
    what: `${by} approves the payout of claim ${claim.at}`,
    sent: { method: "POST", path: `/api/admin/prize-claims/${claim.id}/approve`, desk: by },
    play: approvePayout({ by, claim: claim.at }),
  };
}

export function prizeOf(by: Admin, claim: Claim): Act {
  return {
    what: `${by} pays claim ${claim.at}`,
    sent: { method: "POST", path: `/api/admin/prize-claims/${claim.id}/pay`, desk: by },
    play: payOut({ role: "admin", claim: claim.at, how: "paid", admin: by === "admin" ? ADMIN : SECOND, by }),
  };
}

/** A paid prize comes back from the winner's bank; one that was handed over cannot. */
export function prizeBack(stage: Stage): Act | undefined {
  const { random } = stage;
  const isPaid = ({ hole, payout }: Claim) => payout === "paid" && (hole === "middle" || random.chance(0.1));
  const paid = stage.world().claims.filter((claim) => claim.id !== null && isPaid(claim));
  if (paid.length === 0) return undefined;
  const claim = random.pick(paid);
  const by = either(stage);
  const body = { reason: "The check came back" };
  return {
    what: `${by} has the prize of claim ${claim.at} back`,
    sent: { method: "POST", path: `/api/admin/prize-claims/${claim.id}/came-back`, body, desk: by },
    play: comeBack({ claim: claim.at }),
  };
}

/** The operator's bank sends a payout back. */
export function payoutBack(stage: Stage): Act | undefined {
  const { now } = stage.world();
  const lately = monthsOf(stage.world()).payouts.filter((payout) => payout.at > now - 5 * 86_400_000);
  if (lately.length === 0) return undefined;
  const { day } = stage.random.pick(lately);
  const name = new Date(day * 86_400_000).toISOString().slice(0, 10);
  return {
    what: `the bank sends the payout of ${name} back`,
    sent: { method: "POST", path: `/simulate/bank/return/po_${name}` },
    play: returnPayout({ day }),
  };
}

export function closeOf(by: Admin, course: number, month: string): Act {
  return {
    what: `${by} closes ${month} of course ${course}`,
    sent: { method: "POST", path: `/api/admin/settlements/${course}/close`, body: { month }, desk: by },
    play: closeMonth({ course, month, by }),
  };
}

export function closingOf(stage: Stage, course: number): Act {
  const month = nextToClose(stage.world(), course);
  return {
    what: `an administrator looks whether ${month} of course ${course} can be closed`,
    sent: { method: "GET", path: `/api/admin/settlements/${course}/closing?month=${month}`, desk: either(stage) },
    play: closing({ course, month }),
  };
}

/** @param course null is all */
export function settlementOf(course: number | null, month: string): Act {
  return {
    what: `admin looks at ${month} of course ${course ?? "all"}`,
    sent: { method: "GET", path: `/api/admin/settlements/${course ?? "all"}?month=${month}`, desk: "admin" },
    play: settlement(course, month),
  };
}

export function statementOf(of: Owed, course: number, month: string): Act {
  return {
    what: `admin looks at the ${of} statement of course ${course} for ${month}`,
    sent: { method: "GET", path: `/api/admin/statements/${of}/${course}?month=${month}`, desk: "admin" },
    play: statement({ of, course, month }),
  };
}

/** Sets the limit above which it takes two, before anything is paid. */
export async function setLimit(stage: Stage, cents: number): Promise<void> {
  const sent = { method: "POST", path: "/api/admin/payout-approval-limit", desk: "admin" } as const;
  const { status } = await stage.ask({ ...sent, body: { amount: dollars(cents) } });
  if (status !== 200) throw new Error(`The limit was not set: ${status}`);
  stage.change((world) => {
    monthsOf(world).limit = cents;
  });
}

/** A course whose next month is over. */
export function overdue(stage: Stage): number | undefined {
  const world = stage.world();
  const courses = monthsOf(world).courses.map(({ id }) => id);
  const over = courses.filter((id) => periodEnd(world, id, nextToClose(world, id)) + 3_600_000 <= world.now);
  return over.length > 0 ? at(over, stage.random.int(0, over.length - 1)) : undefined;
}
