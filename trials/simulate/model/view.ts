/** How answers should show the model's entities. */
import { holdOf, holdOfRow } from "./hold.ts";
import { difference } from "./match.ts";
import { waitsOf } from "./waits.ts";
import { at, type Claim, dollars, idOf, iso, type Order, type Row, type World } from "./world.ts";

const CLAIM_MS = 600_000;

export function deadlineOf(row: Row): number {
  return (row.endedAt ?? row.expiresAt) + CLAIM_MS;
}

/** Whether a session is paused. */
export function isHeld(world: World, row: Row): boolean {
  return row.status !== "completed" && row.pausedUntil !== null && row.pausedUntil > world.now;
}

export function sessionView(world: World, row: Row): object {
  const person = row.person === null ? null : at(world.people, row.person);
  return {
    userId: person === null ? null : idOf(person),
    courseId: row.course,
    packageId: row.pack,
    packageType: row.type,
    bayNumber: row.bay,
    ballCount: row.left,
    ballsBought: row.bought,
    timeRemaining:
      row.status === "completed" ? 0 : Math.ceil((row.expiresAt - Math.max(world.now, row.pausedUntil ?? 0)) / 1000),
    startedAt: iso(row.startedAt),
    expiresAt: iso(row.expiresAt),
    endedAt: row.endedAt === null ? null : iso(row.endedAt),
    pausedUntil: isHeld(world, row) && row.pausedUntil !== null ? iso(row.pausedUntil) : null,
    claimDeadline: iso(deadlineOf(row)),
    status: row.status,
    endReason: row.endReason,
    isFreeShot: row.free,
    purchaseContext: row.buyMore ? "buy_more_balls" : "initial",
    attempts: row.shots,
    groupData: row.group === null ? null : groupView(world, row),
    mainSessionId: row.main === null ? null : idOf(at(world.rows, row.main)),
    claims: inAnyOrder(world.claims.filter((claim) => claim.row === row.at).map((claim) => claimView(world, claim))),
    // Last, because an id is learned only from an answer that fits.
    id: idOf(row),
  };
}

function groupView(world: World, row: Row): object {
  const friends = world.rows.filter(({ main }) => main === row.at);
  return {
    // A copy of the present state: of two steps at once, the second must not change the first one's answer.
    mainPlayer: row.group && { ...row.group.mainPlayer },
    friends: row.group?.friends.map(({ person, name, bayNumber, ballCount }) => ({
      userId: person === null ? undefined : at(world.people, person).playerId,
      name,
      bayNumber,
      ballCount,
    })),
    friendSessionIds: friends.map(idOf),
  };
}

/** @param viewer the person whose list it is; undefined in a session's view */
export function claimView(world: World, claim: Claim, viewer?: number): object {
  const isWhole = claim.person === claim.buyer || claim.person === viewer;
  return {
    sessionId: idOf(at(world.rows, claim.row)),
    userId: claim.guest ? null : idOf(at(world.people, claim.person)),
    // A friend is shown to the buyer by first name and initial.
    playerName: isWhole ? claim.name : claim.name.replace(/ (\w)\w*$/, " $1."),
    bayNumber: claim.bay,
    targetHole: claim.hole,
    prizeType: claim.hole === "middle" ? "monetary" : "other",
    prizeAmount: dollars(claim.amount),
    ...(claim.hole === "middle" ? {} : { prizeDescription: prizeOf(world, claim) }),
    verificationStatus: claim.status,
    rejectionReason: claim.reason,
    createdAt: iso(claim.createdAt),
    dueAt: iso(claim.dueAt),
    verifiedAt: claim.decidedAt === null ? null : iso(claim.decidedAt),
    payoutStatus: claim.payout,
    held: holdOfRow(world, claim.row),
    id: idOf(claim),
  };
}

function prizeOf(world: World, claim: Claim): string | undefined {
  if (claim.hole === "middle") return undefined;
  return world.courses.find(({ id }) => id === claim.course)?.prizes[claim.hole];
}

/** The same claim for staff, with what its payout waits for. */
export function adminClaimView(world: World, claim: Claim): object {
  return {
    ...claimView(world, claim),
    playerName: claim.name,
    courseId: claim.course,
    freeShot: claim.free,
    waitsFor: waitsOf(world, claim),
  };
}

export function orderView(world: World, order: Order): object {
  return {
    courseId: order.course,
    packageId: order.pack,
    bayNumber: order.bay,
    amount: dollars(order.amount),
    status: statusOf(order),
    action: actionOf(order) ?? null,
    createdAt: iso(order.createdAt),
    sessionId: order.row === null ? null : idOf(at(world.rows, order.row)),
    held: holdOf(order),
    refunds: order.refunds
      .filter(({ state }) => state !== "dropped" && state !== "cancelled")
      .map(({ amount, createdAt }) => ({ amount: dollars(amount), createdAt: iso(createdAt) })),
    id: idOf(order),
  };
}

/** The golfer's next action for an order, if any. */
export function actionOf(order: Order): object | undefined {
  return order.status === "created" ? { kind: "sandbox_challenge", attemptId: idOf(order.charge) } : undefined;
}

/** A refund is paid in the background, so both states are right until it surely was. */
function statusOf(order: Order): unknown {
  if (order.status !== "refund_due" || order.refunds.every(({ state }) => state !== "due")) return order.status;
  return (actual: unknown) => (actual === "refund_due" || actual === "refunded" ? undefined : "refund_due or refunded");
}

/** A list in any order. */
export function inAnyOrder(expected: readonly object[]): unknown {
  return (actual: unknown) => {
    const wanted = `${expected.length} entries that fit`;
    if (!Array.isArray(actual) || actual.length !== expected.length) return wanted;
    const open = [...actual];
    let reason: string | undefined;
    for (const entry of expected) {
      const place = open.findIndex((candidate) => {
        const found = difference(entry, candidate);
        reason = found ?? reason;
        return found === undefined;
      });
      if (place < 0) return `${wanted} (${reason})`;
      open.splice(place, 1);
    }
    return undefined;
  };
}
