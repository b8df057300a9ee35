/** Free shots, shots, claims, undo and the end (rules, section 6). */
import { dueAt, localDay } from "./calendar.ts";
import { underKey } from "./keys.ts";
import { held, post } from "./money.ts";
import { startRefusal, startRows } from "./start.ts";
import { deadlineOf, claimView, sessionView } from "./view.ts";
import {
  at,
  atOnce,
  type Claim,
  courseOf,
  dollars,
  end,
  type Expected,
  type Hole,
  idOf,
  iso,
  type Play,
  refusal,
  type Row,
  type Shot,
  type Target,
  type World,
} from "./world.ts";

const UPGRADE_MS = 60_000;
const UNDO_MS = 10_000;
const FREE_SHOTS_A_BROWSER = 3;

/** A session on which a person may act: as its buyer or its player. */
export function mayAct(row: Row | undefined, person: number): row is Row {
  return row !== undefined && (row.buyer === person || row.person === person);
}

export function freeShot(wish: {
  person: number;
  course: number;
  bay: number;
  key?: string;
  fingerprint: string;
}): Play {
  return (world) =>
    underKey(
      world,
      { person: wish.person, text: wish.key, fingerprint: wish.fingerprint },
      atOnce(() => {
        const course = courseOf(world, wish.course);
        if (!course) return refusal(404, "courses.not_found");
        if (wish.bay < 1 || wish.bay > course.bayCount) return refusal(400, "booking.bay_unknown");
        const day = localDay(world.now, course.timeZone);
        const { browser } = at(world.people, wish.person);
        const today = world.freeShots.filter((shot) => shot.day === day);
        if (
          today.some((shot) => shot.person === wish.person) ||
          today.filter((shot) => shot.browser === browser).length >= FREE_SHOTS_A_BROWSER
        )
          return refusal(429, "play.free_shot_used");
        const start = { ...wish, buyer: wish.person, pack: -1, balls: 1, type: "jackpot" as const, group: null };
        const cannot = startRefusal(world, { ...start, buyMore: false, free: true });
        if (cannot) return cannot;
        world.freeShots.push({ person: wish.person, browser, day });
        const row = startRows(world, { ...start, buyMore: false, free: true });
        return { status: 201, made: row.at, body: { session: sessionView(world, row) } };
      }),
      (row) => ({ status: 201, body: { session: sessionView(world, at(world.rows, row)) } }),
    );
}

export interface ShotWish {
  person: number;
  row: number;
  hole: Target;
  claim: boolean;
  shotId: string | null;
  missShotId?: string;
  secondsAgo: number;
}

export function shoot(wish: ShotWish): Play {
  return atOnce((world) => {
    const row = world.rows[wish.row];
    if (wish.claim && wish.hole === "missed") return refusal(400, "play.claim_without_hole");
    if (!mayAct(row, wish.person)) return refusal(404, "play.not_found");
    const first = world.shots.find(
      (shot) => wish.shotId !== null && shot.row === row.at && [shot.shotId, shot.claimShotId].includes(wish.shotId),
    );
    if (first) return { status: 200, body: shotView(world, first) };
    const cannot = wish.claim ? claimRefusal(world, row, wish) : shotRefusal(world, row, wish);
    if (cannot) return cannot;
    const shot = wish.claim ? claimShot(world, row, wish) : takeBall(world, row, wish);
    return { status: 201, body: shotView(world, shot) };
  });
}

function shotRefusal(world: World, row: Row, wish: ShotWish): Expected | undefined {
  const moment = momentOf(world, row, wish);
  const kept = wish.secondsAgo > 0 && moment >= row.startedAt && moment <= (row.endedAt ?? row.expiresAt);
  const wrong = [
    ...(isRefunded(world, row) ? ["play.refunded"] : []),
    ...(wish.hole === "middle" && row.type !== "jackpot" ? ["play.middle_needs_jackpot"] : []),
    ...(row.status === "completed" && !kept ? ["play.session_over"] : []),
    ...(row.status === "completed" && world.now > deadlineOf(row) ? ["play.claim_window_closed"] : []),
    ...(row.left === 0 ? ["play.no_balls"] : []),
    ...(moment < row.startedAt ? ["play.not_in_session"] : []),
  ];
  return wrong.length > 0 ? refusal(409, ...wrong) : undefined;
}

/** The moment of a shot. A moment less than 5 s before the start is the start. */
function momentOf(world: World, row: Row, wish: ShotWish): number {
  const moment = world.now - wish.secondsAgo * 1000;
  return moment > row.startedAt - 5000 ? Math.max(moment, row.startedAt) : moment;
}

/** Whether all of a session's price was refunded, so that it wins nothing any more. */
function isRefunded(world: World, row: Row): boolean {
  const order = world.orders.find((bought) => bought.row === (row.main ?? row.at));
  return order !== undefined && (order.status === "refund_due" || order.status === "refunded");
}

function claimRefusal(world: World, row: Row, wish: ShotWish): Expected | undefined {
  const pending = world.claims.some(
    (claim) => claim.hole === "middle" && claim.status === "pending" && claim.row === row.at,
  );
  const wrong = [
    ...(isRefunded(world, row) ? ["play.refunded"] : []),
    ...(wish.hole === "middle" && row.type !== "jackpot" ? ["play.middle_needs_jackpot"] : []),
    ...(world.now > deadlineOf(row) ? ["play.claim_window_closed"] : []),
    ...(momentOf(world, row, wish) < row.startedAt ? ["play.not_in_session"] : []),
    ...(claimed(world, row, wish) === undefined ? ["play.nothing_to_claim"] : []),
    ...(wish.hole === "middle" && pending ? ["play.claim_pending"] : []),
  ];
  return wrong.length > 0 ? refusal(409, ...wrong) : undefined;
}

/** Misses that are neither claimed nor withdrawn, the latest first. */
function openMisses(world: World, row: Row): Shot[] {
  return world.shots
    .filter((shot) => shot.row === row.at && shot.hole === "missed" && !shot.withdrawn)
    .toSorted((a, b) => b.takenAt - a.takenAt || b.recordedAt - a.recordedAt);
}

/** The shot of a claim: a miss that it upgrades, a new ball, or nothing. */
function claimed(world: World, row: Row, wish: ShotWish): Shot | "ball" | undefined {
  const misses = openMisses(world, row);
  if (wish.missShotId !== undefined) return misses.find(({ shotId }) => shotId === wish.missShotId);
  const moment = momentOf(world, row, wish);
  const recent = misses.find(({ takenAt }) => takenAt <= moment && takenAt >= moment - UPGRADE_MS);
  return recent ?? (row.left > 0 ? "ball" : misses[0]);
}

function takeBall(world: World, row: Row, wish: ShotWish): Shot {
  const shot: Shot = {
    at: world.shots.length,
    id: null,
    row: row.at,
    shotId: wish.shotId,
    claimShotId: null,
    hole: wish.hole,
    claim: null,
    takenAt: momentOf(world, row, wish),
    recordedAt: world.now,
    withdrawn: false,
  };
  world.shots.push(shot);
  row.left -= 1;
  row.shots += 1;
  if (row.status === "active" && row.left === 0) row.status = "balls_finished";
  return shot;
}

function claimShot(world: World, row: Row, wish: ShotWish): Shot {
  const meant = claimed(world, row, wish);
  const shot = meant === undefined || meant === "ball" ? takeBall(world, row, wish) : meant;
  if (shot === meant) shot.claimShotId = wish.shotId;
  shot.hole = wish.hole;
  shot.claim = submit(world, row, shot, wish.hole as Hole).at; // A claim without a hole was refused before.
  return shot;
}

function submit(world: World, row: Row, shot: Shot, hole: Hole): Claim {
  const course = courseOf(world, row.course);
  const person = row.person ?? row.buyer;
  const middle = hole === "middle";
  const claim: Claim = {
    at: world.claims.length,
    id: null,
    row: row.at,
    shot: shot.at,
    course: row.course,
    person,
    buyer: row.buyer,
    guest: row.person === null,
    name: row.person === null ? row.name : at(world.people, row.person).name,
    bay: row.bay,
    hole,
    amount: middle ? held(world, `pot:${row.course}`) : 0,
    value: middle ? 0 : (course?.values[hole] ?? 0),
    reseed: middle ? (course?.base ?? 0) : 0,
    free: row.free,
    status: "pending",
    reason: null,
    createdAt: world.now,
    dueAt: dueAt(world.now, course?.timeZone ?? "UTC"),
    decidedAt: null,
    payout: "not_due",
    paidAt: null,
    age: false,
    taxForm: false,
    teeTime: false,
    approvedBy: null,
  };
  world.claims.push(claim);
  post(world, claim.amount, `pot:${row.course}`, `reserved:${claim.at}`);
  post(world, claim.reseed, "house_funding", `pot:${row.course}`);
  return claim;
}

function shotView(world: World, shot: Shot): object {
  const claim = shot.claim === null ? undefined : at(world.claims, shot.claim);
  return {
    attempt: {
      sessionId: idOf(at(world.rows, shot.row)),
      shotId: shot.shotId,
      targetHole: shot.hole,
      prizeClaim: claim !== undefined,
      prizeAmount: dollars(claim?.amount ?? 0),
      createdAt: iso(shot.takenAt),
      id: tied(world, shot),
    },
    session: sessionView(world, at(world.rows, shot.row)),
    claim: claim && claimView(world, claim),
  };
}

/** Of two misses at one moment either may be meant, so the model takes the server's choice. */
function tied(world: World, shot: Shot): (actual: unknown) => string | undefined {
  return (actual) => {
    const other = world.shots.find(({ id }) => id !== null && id === actual);
    if (shot.id !== null && other && other.at !== shot.at && isTie(shot, other)) {
      [shot.id, other.id] = [other.id, shot.id];
      [shot.shotId, other.shotId] = [other.shotId, shot.shotId];
    }
    return idOf(shot)(actual);
  };
}

function isTie(one: Shot, other: Shot): boolean {
  return one.row === other.row && one.takenAt === other.takenAt && one.recordedAt === other.recordedAt;
}

export function undo(wish: { person: number; shot: number }): Play {
  return atOnce((world) => {
    const shot = at(world.shots, wish.shot);
    const row = at(world.rows, shot.row);
    if (!mayAct(row, wish.person)) return refusal(404, "play.not_found");
    const latest = openMisses(world, row).toSorted((a, b) => b.recordedAt - a.recordedAt)[0];
    const reopened = row.status === "balls_finished" && courseOf(world, row.course)?.exclusiveBays;
    const rivals = world.rows.filter((other) => other.status === "active" && other.buyer !== row.buyer);
    const taken = reopened && rivals.some((other) => other.course === row.course && other.bay === row.bay);
    const wrong = [
      ...(row.status === "completed" ? ["play.session_over"] : []),
      ...(latest !== shot || world.now - shot.recordedAt > UNDO_MS ? ["play.undo_too_late"] : []),
      ...(taken ? ["play.bay_taken"] : []),
    ];
    if (wrong.length > 0) return refusal(409, ...wrong);
    shot.withdrawn = true;
    row.left += 1;
    row.shots -= 1;
    row.status = "active";
    return { status: 200, body: { session: sessionView(world, row) } };
  });
}

export function complete(wish: { person: number; row: number }): Play {
  return atOnce((world) => {
    const row = at(world.rows, wish.row);
    if (!mayAct(row, wish.person)) return refusal(404, "play.not_found");
    for (const own of world.rows) if (own.at === row.at || own.main === row.at) end(own, world.now, "player");
    return { status: 200, body: { session: sessionView(world, row) } };
  });
}

export function leave(wish: { person: number; row: number }): Play {
  return atOnce((world) => {
    const row = at(world.rows, wish.row);
    if (row.main === null || row.person !== wish.person) return refusal(404, "play.not_found");
    if (row.status === "completed") return refusal(409, "play.session_over");
    // A guest from now on, under a name that is not theirs.
    row.person = null;
    row.name = `Friend ${(row.friendIndex ?? 0) + 1}`;
    const friend = at(world.rows, row.main).group?.friends[row.friendIndex ?? -1];
    if (friend) Object.assign(friend, { person: null, name: row.name });
    return { status: 204 };
  });
}
