/** What takes two administrators: one proposes it, the other one approves it (rules, section 2). */
import { OPEN_MS } from "./hold.ts";
import { held, post } from "./money.ts";
import { type Adjustment, type Admin, numberOf, type Proposal } from "./months.ts";
import { askGateway, payOtherwise } from "./otherwise.ts";
import { monthsOf } from "./periods.ts";
import { bookRemittance, remitRefusal } from "./remit.ts";
import { atOnce, type Expected, type Play, refusal, type World } from "./world.ts";

/** A correction by hand is always proposed. */
export function adjust(by: Admin, wish: Adjustment): Play {
  return atOnce((world) => {
    const wrong = adjustRefusal(world, wish);
    if (wrong) return wrong;
    const { proposals } = monthsOf(world);
    const row: Proposal = {
      at: proposals.length,
      number: null,
      by,
      proposedAt: world.now,
      deed: { adjust: wish },
      status: "open",
    };
    proposals.push(row);
    return { status: 202, body: { proposal: { id: numberOf(row), kind: "adjust", status: "open" } } };
  });
}

function adjustRefusal(world: World, { account, course, amount }: Adjustment): Expected | undefined {
  const isTooMuch = account === "pot" && held(world, `pot:${course}`) + amount < 0;
  return isTooMuch ? refusal(409, "books.pot_below_zero") : undefined;
}

/** Why a proposal cannot be decided any more. */
function decided(world: World, { status, proposedAt }: Proposal): Expected | undefined {
  if (status !== "open") return refusal(409, "proposals.decided");
  return world.now >= proposedAt + OPEN_MS ? refusal(409, "proposals.expired") : undefined;
}

export function approve(wish: { proposal: number; by: Admin }): Play {
  return atOnce((world) => {
    const row = monthsOf(world).proposals[wish.proposal];
    if (!row) return refusal(404, "proposals.not_found");
    if (row.status === "open" && "otherwise" in row.deed) askGateway(world, row.deed.otherwise);
    const wrong = decided(world, row) ?? (row.by === wish.by ? refusal(403, "proposals.own") : undefined);
    const refused = wrong ?? perform(world, row, wish.by);
    if (refused) return refused;
    row.status = "done";
    return { status: 200, body: { proposal: { id: numberOf(row), status: "done" } } };
  });
}

function perform(world: World, { deed, by }: Proposal, approver: Admin): Expected | undefined {
  if ("otherwise" in deed) return payOtherwise(world, deed.otherwise);
  if ("remit" in deed) {
    const wrong = remitRefusal(world, deed.remit);
    if (!wrong) bookRemittance(world, deed.remit, by, approver);
    return wrong;
  }
  const { account, course, amount } = deed.adjust;
  const wrong = adjustRefusal(world, deed.adjust);
  // Fees grow by a debit, the others by a credit.
  const debit = account === "fees" ? amount : -amount;
  if (!wrong) post(world, debit, `${account}:${course}`, `adjustment:${course}`);
  return wrong;
}

/** The proposer takes it back, or the other one declines. */
export function withdraw(wish: { proposal: number }): Play {
  return atOnce((world) => {
    const row = monthsOf(world).proposals[wish.proposal];
    if (!row) return refusal(404, "proposals.not_found");
    const wrong = decided(world, row);
    if (wrong) return wrong;
    row.status = "withdrawn";
    return { status: 200, body: { proposal: { id: numberOf(row), status: "withdrawn" } } };
  });
}
