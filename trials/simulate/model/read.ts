/** What the reads should show. */
import { WHOLE } from "./match.ts";
import { held } from "./money.ts";
import { adminClaimView, claimView, inAnyOrder, orderView, sessionView } from "./view.ts";
import { at, atOnce, courseOf, dollars, iso, type Play, refusal, type World } from "./world.ts";

const PAGE = 30;

function shows(body: (world: World) => object): Play {
  return atOnce((world) => {
    return { status: 200, body: body(world) };
  });
}

export function activeSessions(person: number): Play {
  return shows((world) => {
    const open = world.rows.filter((row) => row.person === person && row.status !== "completed");
    const show = (main: boolean) =>
      inAnyOrder(open.filter((row) => (row.main === null) === main).map((row) => sessionView(world, row)));
    return { sessions: show(true), groupSessions: show(false) };
  });
}

/** The first page of a player's sessions. */
export function history(person: number): Play {
  return shows((world) => {
    const played = world.rows.filter((row) => row.person === person).toReversed();
    const page = played.slice(0, PAGE).map((row) => sessionView(world, row));
    return { sessions: inAnyOrder(page), ...(played.length <= PAGE ? { nextCursor: null } : {}) };
  });
}

export function oneSession(person: number, row: number): Play {
  return atOnce((world) => {
    const found = at(world.rows, row);
    if (found.buyer !== person && found.person !== person) return refusal(404, "play.not_found");
    const friends = world.rows.filter(({ main }) => main === row);
    return {
      status: 200,
      body: {
        session: sessionView(world, found),
        serverNow: iso(world.now),
        friendSessions: friends.map((friend) => sessionView(world, friend)),
      },
    };
  });
}

/** A player's orders, newest first. */
export function orders(person: number): Play {
  return shows((world) => ({
    orders: world.orders
      .filter(({ buyer }) => buyer === person)
      .toReversed()
      .map((order) => orderView(world, order)),
  }));
}

export function claimsOf(person: number): Play {
  return shows((world) => ({
    claims: inAnyOrder(
      world.claims
        .filter((claim) => claim.person === person || claim.buyer === person)
        .map((claim) => claimView(world, claim, person)),
    ),
  }));
}

/** The queue of claims, for staff or an administrator. */
export function queue(role: "admin" | "staff", status: "pending" | "verified" | "rejected"): Play {
  return shows((world) => ({
    [WHOLE]: inAnyOrder(
      world.claims
        .filter((claim) => claim.status === status)
        .filter((claim) => role === "admin" || courseOf(world, claim.course)?.staffed)
        .map((claim) => adminClaimView(world, claim)),
    ),
  }));
}

/** A course's debts by its settlement of the present month: the balances of the model's books. */
export function settlement(id: number): Play {
  return shows((world) => {
    const sum = (accounts: readonly string[]) =>
      dollars(accounts.reduce((cents, account) => cents + held(world, account), 0));
    const claims = world.claims.filter((claim) => claim.course === id);
    const bought = world.orders.filter((order) => order.course === id);
    const owed = {
      deferred: sum([`deferred:${id}`]),
      pot: sum([`pot:${id}`]),
      reserved: sum(claims.map((claim) => `reserved:${claim.at}`)),
      prizePayable: sum(claims.map((claim) => `prize_payable:${claim.at}`)),
      refundsPayable: sum(bought.map((order) => `refunds:${order.at}`)),
      taxPayable: sum([`tax_payable:${id}`]),
      dueToRange: sum([`range_share:${id}`]),
    };
    return { settlement: { check: { addsUp: true, differences: [] }, liabilities: owed } };
  });
}

export function course(id: number): Play {
  return shows((world) => {
    const found = courseOf(world, id);
    const pending = world.claims.filter((claim) => claim.course === id && claim.status === "pending");
    return {
      course: {
        jackpotAmount: dollars(held(world, `pot:${id}`)),
        jackpotUnderReview: dollars(pending.reduce((sum, { amount }) => sum + amount, 0)),
        jackpotUpdatedAt: found && iso(found.potChangedAt),
        collectsTax: found !== undefined && found.taxRateMilli > 0,
      },
    };
  });
}
