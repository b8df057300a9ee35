/** The steps of staff at the bays: pause, resume, extend and move (rules, sections 6 and 7). */
import { underKey } from "./keys.ts";
import type { StaffRole } from "./verdict.ts";
import { isHeld, sessionView } from "./view.ts";
import { at, atOnce, courseOf, type Expected, type Play, refusal, type Row, type World } from "./world.ts";

const PAUSE_MS = 7_200_000;

export interface Step {
  role: StaffRole;
  /** The place of the person in the list of keys, after all golfers. */
  person: number;
  row: number;
  key: string | undefined;
}

type Take = (world: World, row: Row, main: Row) => Expected | undefined;

/** A step on a running session; staff only at their own courses. */
function step(wish: Step, fingerprint: string, take: Take): Play {
  return (world) =>
    underKey(
      world,
      { person: wish.person, text: wish.key, fingerprint: `${fingerprint} ${wish.row}` },
      atOnce(() => {
        const row = at(world.rows, wish.row);
        const main = at(world.rows, row.main ?? row.at);
        if (wish.role === "staff" && !courseOf(world, row.course)?.staffed) return refusal(404, "play.not_found");
        if (row.status === "completed" || main.status === "completed") return refusal(409, "play.session_over");
        return take(world, row, main) ?? { ...shown(world, row), made: row.at };
      }),
      (row) => shown(world, at(world.rows, row)),
    );
}

function shown(world: World, row: Row): Expected {
  return { status: 200, body: { session: sessionView(world, row) } };
}

/** Sets one clock for all open sessions of a purchase. */
function setClock(world: World, main: Row, clock: Pick<Row, "expiresAt" | "pausedUntil">): void {
  for (const row of world.rows)
    if ((row.at === main.at || row.main === main.at) && row.status !== "completed") Object.assign(row, clock);
}

export function pause(wish: Step): Play {
  return step(wish, "pause", (world, _, main) => {
    if (isHeld(world, main)) return refusal(409, "bays.paused");
    setClock(world, main, { expiresAt: main.expiresAt + PAUSE_MS, pausedUntil: world.now + PAUSE_MS });
    return undefined;
  });
}

export function resume(wish: Step): Play {
  return step(wish, "resume", (world, _, main) => {
    if (main.pausedUntil === null || !isHeld(world, main)) return refusal(409, "bays.not_paused");
    setClock(world, main, { expiresAt: main.expiresAt - (main.pausedUntil - world.now), pausedUntil: null });
    return undefined;
  });
}

/** @param shown the clock that the board showed at the decision */
export function extend(wish: Step & { minutes: number; shown: number | null }): Play {
  return step(wish, `extend ${wish.minutes} ${wish.shown}`, (world, _, main) => {
    if (wish.shown !== null && wish.shown !== main.expiresAt) return refusal(409, "bays.changed");
    setClock(world, main, { expiresAt: main.expiresAt + wish.minutes * 60_000, pausedUntil: main.pausedUntil });
    return undefined;
  });
}

export function move(wish: Step & { bay: number }): Play {
  return step(wish, `move ${wish.bay}`, (world, row, main) => {
    const course = courseOf(world, row.course);
    if (!course || wish.bay < 1 || wish.bay > course.bayCount) return refusal(400, "booking.bay_unknown");
    const rivals = world.rows.filter((other) => other.status === "active" && other.buyer !== row.buyer);
    if (course.exclusiveBays && rivals.some((other) => other.course === row.course && other.bay === wish.bay))
      return refusal(409, "play.bay_taken");
    row.bay = wish.bay;
    const seat = row.main === null ? main.group?.mainPlayer : main.group?.friends[row.friendIndex ?? -1];
    if (seat) seat.bayNumber = wish.bay;
    return undefined;
  });
}
