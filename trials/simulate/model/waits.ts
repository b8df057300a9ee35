/** What the payout of a verified claim waits for (rules, section 8). */
import { localDay } from "./calendar.ts";
import { holdOfRow } from "./hold.ts";
import { at, type Claim, type World } from "./world.ts";

/** By house policy, payouts of a player's year above this need the tax form. */
const TAX_FORM_ABOVE = 60_000;
/** The operator's time zone, whose calendar years count. */
const OPERATOR_ZONE = "America/New_York";

export function taxYear(instant: number): string {
  return localDay(instant, OPERATOR_ZONE).slice(0, 4);
}

export function waitsOf(world: World, claim: Claim): string[] {
  if (claim.payout !== "due") return [];
  const winner = at(world.people, claim.person);
  const year = taxYear(world.now);
  // A guest is not identified, so only what was confirmed for this claim counts.
  const known = !claim.guest;
  const paid = world.claims.filter(
    ({ person, guest, paidAt }) => person === claim.person && !guest && paidAt !== null && taxYear(paidAt) === year,
  );
  const hold = holdOfRow(world, claim.row);
  const worth = claim.amount + claim.value;
  const sum = worth + (known ? paid.reduce((total, { amount, value }) => total + amount + value, 0) : 0);
  return [
    ...(winner.proved ? [] : ["proved_address"]),
    ...(claim.hole !== "middle" || claim.age || (known && winner.adult) ? [] : ["age_18"]),
    ...(worth === 0 || sum <= TAX_FORM_ABOVE || claim.taxForm || (known && winner.taxYears.includes(year))
      ? []
      : ["tax_form"]),
    ...(claim.free && !claim.teeTime ? ["tee_time"] : []),
    ...(claim.amount > (world.months?.limit ?? Infinity) && claim.approvedBy === null ? ["approval"] : []),
    ...(hold === null ? [] : [hold === "refunded_at_gateway" ? "refund" : "dispute"]),
  ];
}
