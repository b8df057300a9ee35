/** The verdict on claims and their payouts (rules, sections 5 and 8). */
import { underKey } from "./keys.ts";
import type { Admin } from "./months.ts";
import { holdOfRow } from "./hold.ts";
import { post } from "./money.ts";
import { adminClaimView } from "./view.ts";
import { taxYear, waitsOf } from "./waits.ts";
import { at, atOnce, type Claim, courseOf, type Expected, type Play, refusal, type World } from "./world.ts";

export type StaffRole = "admin" | "staff";

const refusals = {
  dispute_open: "claims.disputed",
  dispute_lost: "claims.reversed",
  refunded_at_gateway: "claims.refunded",
};

interface Wish {
  role: StaffRole;
  claim: number;
}

/** A claim that the caller may see: staff see those of their courses. */
function reach(world: World, { role, claim }: Wish): Claim | undefined {
  const found = world.claims[claim];
  return role === "staff" && found && !courseOf(world, found.course)?.staffed ? undefined : found;
}

function shown(world: World, claim: Claim): Expected {
  return { status: 200, body: { claim: adminClaimView(world, claim) } };
}

export function decide(wish: Wish & { verdict: "verified" | "rejected"; reason: string }): Play {
  return atOnce((world) => {
    const claim = reach(world, wish);
    if (!claim) return refusal(404, "claims.not_found");
    if (claim.status !== "pending") return refusal(409, "claims.already_decided");
    const hold = wish.verdict === "verified" ? holdOfRow(world, claim.row) : null;
    if (hold) return refusal(409, refusals[hold]);
    claim.status = wish.verdict;
    claim.decidedAt = world.now;
    if (wish.verdict === "verified") {
      claim.payout = "due";
      post(world, claim.amount, `reserved:${claim.at}`, `prize_payable:${claim.at}`);
    } else {
      claim.reason = wish.reason;
      release(world, claim);
    }
    return shown(world, claim);
  });
}

/** The money of a rejected jackpot goes where it would be without the claim. */
export function release(world: World, claim: Claim): void {
  const toHouse = Math.min(claim.amount, claim.reseed);
  const rest = claim.amount - toHouse;
  const heir = world.claims.find(
    (later) =>
      later.at > claim.at && later.course === claim.course && later.hole === "middle" && later.status === "pending",
  );
  post(world, toHouse, `reserved:${claim.at}`, "house_funding");
  if (claim.hole !== "middle") return;
  post(world, rest, `reserved:${claim.at}`, heir ? `reserved:${heir.at}` : `pot:${claim.course}`);
  if (heir) heir.amount += rest;
}

export function confirm(wish: Wish & { what: "age_18" | "tax_form" | "tee_time" }): Play {
  return atOnce((world) => {
    if (wish.role === "staff" && wish.what !== "tee_time") return refusal(403, "claims.admin_only");
    const claim = reach(world, wish);
    if (!claim) return refusal(404, "claims.not_found");
    if (claim.status === "rejected") return refusal(409, "claims.already_decided");
    const seen = ({ age_18: "age", tax_form: "taxForm", tee_time: "teeTime" } as const)[wish.what];
    // A second confirmation is not recorded.
    if (!claim[seen] && !claim.guest) note(world, claim, seen);
    claim[seen] = true;
    return shown(world, claim);
  });
}

/** The age counts for all of a player's claims, the tax form for those of the year. */
function note(world: World, claim: Claim, seen: "age" | "taxForm" | "teeTime"): void {
  const player = at(world.people, claim.person);
  if (seen === "age") player.adult = true;
  if (seen === "taxForm") player.taxYears.push(taxYear(world.now));
}

/** Pays or forfeits a verified prize; only for administrators. */
export function payOut(wish: Wish & { how: "paid" | "forfeited"; admin: number; by?: Admin; key?: string }): Play {
  return (world) =>
    underKey(
      world,
      { person: wish.admin, text: wish.key, fingerprint: `${wish.how} ${wish.claim}` },
      atOnce(() => {
        if (wish.role === "staff") return refusal(403, "request.forbidden");
        const claim = world.claims[wish.claim];
        if (!claim) return refusal(404, "claims.not_found");
        if (claim.payout !== "due") return refusal(409, "claims.not_due");
        if (wish.how === "paid" && claim.approvedBy === (wish.by ?? "admin")) return refusal(403, "payouts.same_admin");
        if (wish.how === "paid" && waitsOf(world, claim).length > 0) return refusal(409, "claims.waits");
        claim.payout = wish.how;
        if (wish.how === "paid") claim.paidAt = world.now;
        if (wish.how === "paid" && claim.taxForm && !claim.guest) note(world, claim, "taxForm");
        const to = wish.how === "paid" ? "bank" : `pot:${claim.course}`;
        post(world, claim.amount, `prize_payable:${claim.at}`, to);
        return { ...shown(world, claim), made: claim.at };
      }),
      (claim) => shown(world, at(world.claims, claim)),
    );
}

/** Approves a payout above the limit, which the other administrator then pays. */
export function approvePayout(wish: { by: Admin; claim: number }): Play {
  return atOnce((world) => {
    const claim = at(world.claims, wish.claim);
    if (claim.payout !== "due") return refusal(409, "claims.not_due");
    if (claim.approvedBy !== null) return refusal(409, "payouts.approved");
    if (!waitsOf(world, claim).includes("approval")) return refusal(409, "payouts.no_approval");
    claim.approvedBy = wish.by;
    return shown(world, claim);
  });
}

/** A paid cash prize comes back: it is due again, without its approval. */
export function comeBack(wish: { claim: number }): Play {
  return atOnce((world) => {
    const claim = at(world.claims, wish.claim);
    if (claim.payout !== "paid" || claim.hole !== "middle") return refusal(409, "payouts.not_paid");
    Object.assign(claim, { payout: "due", paidAt: null, approvedBy: null });
    post(world, claim.amount, "bank", `prize_payable:${claim.at}`);
    // Like every prize that was not paid when the bank took the payment back.
    if (holdOfRow(world, claim.row) === "dispute_lost") {
      claim.payout = "forfeited";
      post(world, claim.amount, `prize_payable:${claim.at}`, `pot:${claim.course}`);
    }
    return shown(world, claim);
  });
}
