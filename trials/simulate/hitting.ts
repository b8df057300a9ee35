/** The actions of golfers in the bays: shots, claims, undo, the end. */
import { complete, leave, shoot, type ShotWish, undo } from "./model/play.ts";
import { at, type Hole, type Row, type Shot, type Target } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";

/** Somebody who acts on a session: mostly its buyer or player, sometimes anybody. */
function actor(stage: Stage, row: Row): number {
  const { random } = stage;
  if (random.chance(0.03)) return random.int(0, stage.world().people.length - 1);
  return row.person !== null && random.chance(0.5) ? row.person : row.buyer;
}

export function shot(stage: Stage, cast: Cast, row: Row, claim: boolean): Act | undefined {
  const { random } = stage;
  const world = stage.world();
  const person = actor(stage, row);
  const holes: Target[] = claim
    ? ["left", "right", "middle", "middle", ...(random.chance(0.02) ? (["missed"] as const) : [])]
    : ["missed", "missed", "missed", "missed", "left", "middle"];
  const hole = random.pick(holes);
  const misses = world.shots.filter((taken) => taken.row === row.at && taken.shotId !== null);
  const named = claim && misses.length > 0 && random.chance(0.15) ? random.pick(misses).shotId : null;
  const secondsAgo = random.chance(0.15) ? random.pick([1, 10, 59, 60, 61, 200, 700]) : 0;
  const shotId = random.chance(0.9) ? random.uuid() : null;
  const group = row.main !== null && random.chance(0.7);
  const main = group ? at(world.rows, row.main ?? row.at) : row;
  if (main.id === null) return undefined;
  const wish: ShotWish = {
    person,
    row: row.at,
    hole,
    claim,
    shotId,
    ...(named === null ? {} : { missShotId: named }),
    secondsAgo,
  };
  const body = {
    ...(group ? { mainSessionId: main.id, friendIndex: row.friendIndex } : { sessionId: row.id }),
    targetHole: hole,
    prizeClaim: claim,
    prizeAmount: 1_000_000,
    ...(shotId ? { shotId } : {}),
    ...(named ? { missShotId: named } : {}),
    ...(secondsAgo ? { secondsAgo } : {}),
  };
  const path = group ? "/api/group-attempts" : "/api/attempts";
  return {
    what: `${person} ${claim ? `claims ${hole}` : `shoots ${hole}`} on row ${row.at}`,
    sent: { method: "POST", path, body, cookie: at(cast.cookies, person) },
    play: shoot(wish),
  };
}

/** The buyer records a miss on a session. */
export function shotAt(stage: Stage, cast: Cast, row: Row): Act {
  const shotId = stage.random.uuid();
  const body = { sessionId: row.id, targetHole: "missed", prizeClaim: false, prizeAmount: 0, shotId };
  return {
    what: `${row.buyer} shoots missed on row ${row.at}`,
    sent: { method: "POST", path: "/api/attempts", body, cookie: at(cast.cookies, row.buyer) },
    play: shoot({ person: row.buyer, row: row.at, hole: "missed", claim: false, shotId, secondsAgo: 0 }),
  };
}

/** The buyer claims a hole on a session, with a ball or for a miss. */
export function claimOn(stage: Stage, cast: Cast, row: Row, hole: Hole): Act {
  const shotId = stage.random.uuid();
  const wish: ShotWish = { person: row.buyer, row: row.at, hole, claim: true, shotId, secondsAgo: 0 };
  const body = { sessionId: row.id, targetHole: hole, prizeClaim: true, prizeAmount: 0, shotId };
  return {
    what: `${row.buyer} claims ${hole} on row ${row.at}`,
    sent: { method: "POST", path: "/api/attempts", body, cookie: at(cast.cookies, row.buyer) },
    play: shoot(wish),
  };
}

export function withdraw(stage: Stage, cast: Cast, row: Row): Act | undefined {
  const shots = stage.world().shots.filter((taken) => taken.row === row.at && taken.id !== null);
  const latest = stage.random.chance(0.8) ? shots.at(-1) : shots[stage.random.int(0, Math.max(0, shots.length - 1))];
  if (!latest) return undefined;
  return takeBack(stage, cast, actor(stage, row), latest);
}

/** Undefined for one of two shots at once, because only the server knows which was the latest. */
export function takeBack(stage: Stage, cast: Cast, person: number, taken: Shot): Act | undefined {
  const { shots } = stage.world();
  const { row, recordedAt } = taken;
  if (shots.some((other) => other.at !== taken.at && other.row === row && other.recordedAt === recordedAt))
    return undefined;
  return {
    what: `${person} takes shot ${taken.at} back`,
    sent: { method: "POST", path: `/api/attempts/${taken.id}/undo`, cookie: at(cast.cookies, person) },
    play: undo({ person, shot: taken.at }),
  };
}

export function finish(stage: Stage, cast: Cast, row: Row): Act | undefined {
  const person = actor(stage, row);
  return {
    what: `${person} ends row ${row.at}`,
    sent: { method: "POST", path: `/api/sessions/${row.id}/complete`, cookie: at(cast.cookies, person) },
    play: complete({ person, row: row.at }),
  };
}

export function quit(stage: Stage, cast: Cast, row: Row): Act | undefined {
  const person = actor(stage, row);
  return {
    what: `${person} leaves row ${row.at}`,
    sent: { method: "POST", path: `/api/sessions/${row.id}/leave`, cookie: at(cast.cookies, person) },
    play: leave({ person, row: row.at }),
  };
}
