/** A day at the courses: people do one thing after another, and sometimes something breaks. */
import { field } from "./model/match.ts";
import { playByHand, playChallenge, playComesBack, playDispute } from "./bank-scenes.ts";
import { aboutChallenge, aboutTrouble } from "./banking.ts";
import { dayStart, localDay, addDays } from "./model/calendar.ts";
import { ahead, free, purchase } from "./buying.ts";
import { finish, quit, shot, withdraw } from "./hitting.ts";
import * as looking from "./looking.ts";
import { at, type Row } from "./model/world.ts";
import { type Cast, proveAddress, register } from "./people.ts";
import { rush } from "./rushing.ts";
import { playBayTaken, playFamily, playHeir, playSharedBay } from "./scenes.ts";
import type { Act, Stage } from "./stage.ts";
import { reprice, tend } from "./tending.ts";
import { comingTurn } from "./turns.ts";
import { giveBack, payout, verdict } from "./working.ts";

const STEPS_A_DAY = 150;
const MOST_GOLFERS = 7;
const MORNING_MS = 8 * 3_600_000;
/** So many possible worlds cannot be held apart by looks alone. */
const MANY_WORLDS = 40;

export async function playDay(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  if (random.chance(0.3)) await playFamily(stage, cast);
  for (let step = 0; step < STEPS_A_DAY; step++) {
    if (random.chance(0.1)) {
      await playTurn(stage, cast);
      continue;
    }
    stage.pass(interval(stage));
    if (random.chance(0.06)) {
      await stage.jobs(jobFaults(stage));
      await learn(stage, cast);
    }
    if (random.chance(0.002)) await stage.restart();
    const golfers = stage.world().people.length;
    if (golfers < 2 || (golfers < MOST_GOLFERS && random.chance(0.05))) {
      await register(stage, cast, golfers > 0 && random.chance(0.4) ? random.int(0, golfers - 1) : undefined);
      continue;
    }
    if (random.chance(0.01)) {
      const unproved = stage.world().people.find(({ proved }) => !proved);
      if (unproved) await proveAddress(stage, cast, unproved.at);
      continue;
    }
    if (random.chance(0.03)) await random.pick([playBayTaken, playSharedBay, playHeir])(stage, cast);
    if (random.chance(0.03)) await playBank(stage, cast);
    if (random.chance(0.008)) await playDeadPayment(stage, cast);
    const pair = random.chance(0.06) ? rush(stage, cast) : undefined;
    const act = pair ? undefined : something(stage, cast);
    if (pair) {
      await stage.both(pair);
      await learn(stage, cast);
    }
    if (act) await perform(stage, cast, act);
  }
}

async function playTurn(stage: Stage, cast: Cast): Promise<void> {
  const turn = comingTurn(stage, cast);
  if (!turn) return;
  stage.pass(turn.wait);
  const act = turn.act?.();
  if (act) await stage.call(act);
  else {
    await stage.jobs();
    await learn(stage, cast);
  }
}

async function playBank(stage: Stage, cast: Cast): Promise<void> {
  await stage.random.pick([playChallenge, playDispute, playComesBack, playByHand])(stage, cast, () =>
    learn(stage, cast),
  );
}

/** The process dies during a payment; the golfer repeats the call under the same key. */
async function playDeadPayment(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const act = again(purchase(stage, cast, random.int(0, stage.world().people.length - 1)));
  const inGateway = random.chance(0.4);
  await stage.crash(
    act,
    inGateway ? { charge: random.pick(["dead_before", "dead_after"]) } : { dieAt: random.int(8, 60) },
  );
  await recover(stage, cast, act);
}

/** The night, until the next morning at the first course. */
export function sleep(stage: Stage): void {
  const { now, courses } = stage.world();
  const { timeZone } = at(courses, 0);
  stage.pass(dayStart(addDays(localDay(now, timeZone), 1), timeZone) + MORNING_MS - now);
}

function jobFaults(stage: Stage) {
  const { random } = stage;
  if (random.chance(0.7)) return {};
  if (random.chance(0.4))
    return random.pick([
      { repeat: true },
      { events: "lost" },
      { disputes: "lost_before" },
      { events: "lost", disputes: "lost_before" },
    ] as const);
  return random.chance(0.5)
    ? { settle: random.pick(["lost_before", "broken_before"] as const) }
    : { refund: random.pick(["lost_before", "lost_after", "broken_before", "broken_after"] as const) };
}

/** The time until the next call: mostly seconds, sometimes minutes. */
function interval(stage: Stage): number {
  const { random } = stage;
  if (random.chance(0.05)) return random.int(60_000, 900_000);
  return random.int(1, random.chance(0.5) ? 3_000 : 20_000);
}

function something(stage: Stage, cast: Cast): Act | undefined {
  const { random } = stage;
  const world = stage.world();
  const person = random.int(0, world.people.length - 1);
  const lately = world.rows.filter(
    ({ id, endedAt }) => id !== null && (endedAt === null || endedAt > world.now - 700_000),
  );
  const playing = lately.filter(({ status }) => status === "active");
  const row: Row | undefined =
    playing.length > 0 && random.chance(0.75)
      ? random.pick(playing)
      : lately.length > 0
        ? random.pick(lately)
        : undefined;
  const luck = random.int(1, 100);
  if (luck <= 42) return row && shot(stage, cast, row, false);
  if (luck <= 52) return row && shot(stage, cast, row, true);
  if (luck <= 58) return row && withdraw(stage, cast, row);
  if (luck <= 60) return row && finish(stage, cast, row);
  if (luck <= 61) return row && quit(stage, cast, row);
  if (luck <= 63) return row && tend(stage, row);
  if (luck <= 64) return reprice(stage);
  if (luck <= 76) return purchase(stage, cast, person);
  if (luck <= 80) return free(stage, cast, person);
  if (luck <= 83) return ahead(stage, cast, person);
  if (luck <= 89) return verdict(stage);
  if (luck <= 92) return payout(stage);
  if (luck <= 94) return giveBack(stage, cast);
  if (luck <= 95) return aboutTrouble(stage);
  if (luck <= 97) return aboutChallenge(stage, cast);
  return looking.anything(stage, cast);
}

/** A call with the faults of networks and machines: sent once, twice, twice at once, unanswered, cut off by a death. */
async function perform(stage: Stage, cast: Cast, act: Act): Promise<void> {
  const { random } = stage;
  const luck = random.next();
  if (act.sent.method === "GET" || luck < 0.78) {
    await stage.call(act);
  } else if (luck < 0.84) {
    await stage.call(act);
    await stage.call(again(act));
  } else if (luck < 0.9) {
    await stage.lost(act);
    await recover(stage, cast, act);
  } else if (luck < 0.94 && !act.charge && !isUnnamed(act)) {
    await stage.both([act, act]);
    await learn(stage, cast);
  } else if (luck < 0.96 && !act.charge) {
    const other = something(stage, cast);
    if (!other || other.charge) await stage.call(act);
    else {
      await stage.both([act, other]);
      await learn(stage, cast);
    }
  } else if (luck < 0.974) {
    const paying = act.sent.path === "/api/process-payment";
    if (paying && random.chance(0.4))
      await stage.crash(again(act), { charge: random.pick(["dead_before", "dead_after"]) });
    else await stage.crash(again(act), { dieAt: random.int(1, paying ? 50 : 14) });
    await recover(stage, cast, act);
  } else {
    await stage.call(act);
  }
}

/** A claim without a key: of two at one moment nobody can tell which is which. */
function isUnnamed({ sent: { body } }: Act): boolean {
  return field(body, "prizeClaim") === true && field(body, "shotId") === undefined;
}

function again(act: Act): Act {
  return act.sound ?? act;
}

/** A client without an answer: looks, sends again, and waits if the first call may still run. */
async function recover(stage: Stage, cast: Cast, act: Act): Promise<void> {
  const { random } = stage;
  // Nobody asks again within the same millisecond: of two claims without a key, the moment tells which is which.
  stage.pass(1);
  if (random.chance(0.5)) await learn(stage, cast);
  if (random.chance(0.3)) stage.pass(random.int(1_000, 40_000));
  if (random.chance(0.3)) await stage.jobs();
  const reply = await stage.call(again(act));
  if (reply.status === 409 && JSON.stringify(reply.body).includes("request.in_progress")) {
    stage.pass(60_001);
    if (random.chance(0.5)) await stage.jobs();
    await stage.call(again(act));
  }
  await learn(stage, cast);
}

/** Reads that show which of the possible worlds is the real one, and the ids that no answer has given. */
export async function learn(stage: Stage, cast: Cast): Promise<void> {
  // Each refund under way doubles the possible worlds at every look; a run of the jobs pays them all.
  if (stage.possible > MANY_WORLDS) await stage.jobs();
  for (const { at: person } of stage.world().people) {
    const nameless = ({ id, buyer }: { id: string | null; buyer: number }) => id === null && buyer === person;
    const split = stage.possible > 1;
    const { rows, orders, claims } = stage.world();
    if (split || orders.some(nameless)) await stage.call(looking.orders(cast, person));
    if (split || rows.some(nameless)) await stage.call(looking.activeSessions(stage, cast, person));
    if (stage.world().rows.some(nameless)) await stage.call(looking.history(stage, cast, person));
    if (split || claims.some(nameless)) await stage.call(looking.claims(stage, cast, person));
  }
}
