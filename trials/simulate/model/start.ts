/** Starting sessions (rules, sections 6 and 7). */
import {
  at,
  courseOf,
  end,
  type Expected,
  type Group,
  packOf,
  type Person,
  refusal,
  type Row,
  type World,
} from "./world.ts";

const BALL_MS = 120_000;
const FREE_SHOT_MS = 300_000;

export interface Start {
  buyer: number;
  course: number;
  pack: number;
  balls: number;
  type: Row["type"];
  bay: number;
  group: Group | null;
  buyMore: boolean;
  free: boolean;
}

/** The reason why a session cannot start now, or nothing. */
export function startRefusal(world: World, start: Start): Expected | undefined {
  if (isPlaying(world, start.buyer)) return refusal(409, "play.active_session");
  const named = (start.group?.friends ?? []).flatMap(({ person }) => (person === null ? [] : [person]));
  if (new Set([start.buyer, ...named]).size !== named.length + 1) return refusal(400, "booking.group_invalid");
  if (!courseOf(world, start.course)?.exclusiveBays) return undefined;
  const taken = world.rows.some(
    (row) => row.course === start.course && row.status === "active" && baysOf(start).includes(row.bay),
  );
  return taken ? refusal(409, "play.bay_taken") : undefined;
}

/** Whether a player, or a friend in a group that the player bought, still has balls and time. */
export function isPlaying(world: World, person: number): boolean {
  return world.rows.some((row) => row.buyer === person && row.status === "active");
}

function baysOf(start: Start): number[] {
  if (!start.group) return [start.bay];
  return [start.group.mainPlayer, ...start.group.friends].map(({ bayNumber }) => bayNumber);
}

/** Starts a session that may start, and ends the one without balls before it. */
export function startRows(world: World, start: Start): Row {
  const { group } = start;
  for (const row of world.rows) if (row.buyer === start.buyer) end(row, world.now, "buy_more");
  const pack = packOf(world, start.pack);
  const shares = group ? [group.mainPlayer, ...group.friends].map(({ ballCount }) => ballCount) : [];
  const balls = group && start.buyMore ? Math.max(...shares) : (pack?.balls ?? start.balls);
  const buyer = at(world.people, start.buyer);
  const seat = (bay: number, left: number, change: Partial<Row>): Row => {
    const row: Row = {
      at: world.rows.length,
      id: null,
      main: null,
      friendIndex: null,
      person: start.buyer,
      buyer: start.buyer,
      name: buyer.name,
      course: start.course,
      pack: start.pack,
      type: start.type,
      bay,
      left,
      bought: left,
      status: left > 0 ? "active" : "balls_finished",
      endReason: null,
      startedAt: world.now,
      expiresAt: world.now + (start.free ? FREE_SHOT_MS : balls * BALL_MS),
      pausedUntil: null,
      endedAt: null,
      free: start.free,
      buyMore: start.buyMore,
      shots: 0,
      group: null,
      ...change,
    };
    world.rows.push(row);
    return row;
  };
  const main = seat(group?.mainPlayer.bayNumber ?? start.bay, group?.mainPlayer.ballCount ?? start.balls, {
    group: structuredClone(group),
  });
  for (const [friendIndex, friend] of (group?.friends ?? []).entries()) {
    const { person, name } = friend;
    seat(friend.bayNumber, friend.ballCount, { main: main.at, friendIndex, person, name });
  }
  return main;
}

/** First name and initial, as fellow players see each other. */
export function shortName({ name }: Person): string {
  const words = name.split(" ");
  return words.length > 1 ? `${words[0]} ${words.at(-1)?.[0]?.toUpperCase()}.` : name;
}
