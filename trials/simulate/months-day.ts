/** The days of a simulation of months: a few calls on some of them, the nightly payout, and the ends of months. */
import { aboutChallenge, byHandOf, decisionOn, disputeOf, releaseOf, retryOf, takenBackOf } from "./banking.ts";
import { ahead, free, purchase, simplePurchase } from "./buying.ts";
import * as controlling from "./controlling.ts";
import { learn } from "./day.ts";
import { claimOn, finish, shot } from "./hitting.ts";
import { troubles } from "./looking.ts";
import { addDays } from "./model/calendar.ts";
import { nextToClose } from "./model/closing.ts";
import { enterAll, runBalance } from "./model/gateway-balance.ts";
import { isProposed } from "./model/hold.ts";
import { monthsOf, nextMonth } from "./model/periods.ts";
import { waitsOf } from "./model/waits.ts";
import { type Order, packOf } from "./model/world.ts";
import { type Cast, proveAddress } from "./people.ts";
import { idle } from "./scenes.ts";
import type { Act, Stage } from "./stage.ts";
import { reprice } from "./tending.ts";
import { confirmationOf, payout, refundOf, verdict, verdictOn } from "./working.ts";

const HOUR_MS = 3_600_000;

/** A call, and all that it starts, at one moment. */
async function call(stage: Stage, cast: Cast, act: Act | undefined): Promise<void> {
  if (!act) return;
  await stage.call(act);
  await stage.rest();
  stage.change(enterAll);
  await learn(stage, cast);
}

/** The jobs, after the gateway has paid out what it held at 02:00 UTC. */
export async function playNight(stage: Stage, cast: Cast): Promise<void> {
  await stage.jobs();
  stage.change(runBalance);
  await stage.rest();
  await learn(stage, cast);
}

/** A few calls within some hours. */
export async function playDay(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  for (let step = random.int(3, 12); step > 0; step--) {
    await playStep(stage, cast);
    stage.pass(random.int(60_000, 3_000_000));
    if (random.chance(0.08)) await playNight(stage, cast);
  }
}

async function playStep(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const person = random.int(0, stage.world().people.length - 1);
  const luck = random.int(1, 100);
  if (luck <= 22) return playRound(stage, cast, () => purchase(stage, cast, person));
  if (luck <= 25) return playRound(stage, cast, () => free(stage, cast, person));
  if (luck <= 29) return playRound(stage, cast, () => ahead(stage, cast, person));
  if (luck <= 30) return proveSomebody(stage, cast);
  if (luck <= 44) return playPrize(stage, cast);
  await call(stage, cast, something(stage, cast, luck));
  // Somebody decides what was proposed, mostly at once.
  if (random.chance(0.6)) await call(stage, cast, controlling.decision(stage));
}

function something(stage: Stage, cast: Cast, luck: number): Act | undefined {
  if (luck <= 50) return verdict(stage);
  if (luck <= 53) return payout(stage);
  if (luck <= 57) return controlling.prizeBack(stage);
  if (luck <= 66) return refund(stage, cast);
  if (luck <= 79) return trouble(stage);
  if (luck <= 86) return controlling.payment(stage);
  if (luck <= 88) return controlling.paymentBack(stage);
  if (luck <= 90) return controlling.otherwise(stage);
  if (luck <= 94) return controlling.correction(stage);
  if (luck <= 95) return controlling.payoutBack(stage);
  if (luck <= 97) return aboutChallenge(stage, cast);
  return reprice(stage);
}

/** A jackpot on its way to the winner: it is claimed, verified, waits, is paid, and sometimes comes back. */
async function playPrize(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const known = () => stage.world().claims.filter(({ id, hole }) => id !== null && hole === "middle");
  const due = known().filter(({ payout: state }) => state === "due");
  const pending = known().filter(({ status }) => status === "pending");
  if (due.length === 0 && pending.length === 0) return playJackpot(stage, cast);
  const claim = random.pick(due.length > 0 ? due : pending);
  if (due.length === 0) return call(stage, cast, verdictOn(stage, claim, random.chance(0.85)));
  const waits = waitsOf(stage.world(), claim);
  if (waits.includes("proved_address")) await proveAddress(stage, cast, claim.person);
  for (const what of ["age_18", "tax_form", "tee_time"] as const)
    if (waits.includes(what)) await call(stage, cast, confirmationOf("admin", claim, what));
  const [one, other] = random.chance(0.5) ? (["admin", "second"] as const) : (["second", "admin"] as const);
  if (waits.includes("approval")) await call(stage, cast, controlling.payoutApproval(one, claim));
  await call(stage, cast, controlling.prizeOf(random.chance(0.9) ? other : one, claim));
  stage.pass(random.int(1_000, 50_000_000));
  if (random.chance(0.4)) await call(stage, cast, controlling.prizeBack(stage));
}

/** A golfer buys balls for the jackpot, and claims it. */
async function playJackpot(stage: Stage, cast: Cast): Promise<void> {
  const { random } = stage;
  const [buyer] = idle(stage);
  const pack = packOf(stage.world(), random.pick([4, 5, 6]));
  if (buyer === undefined || !pack) return;
  const course = random.pick(stage.world().courses);
  const choice = { course, pack, bay: random.int(1, course.bayCount), group: null };
  const before = stage.world().rows.length;
  await call(stage, cast, simplePurchase(stage, cast, buyer, choice));
  const row = stage.world().rows[before];
  if (row?.id) await call(stage, cast, claimOn(stage, cast, row, "middle"));
}

/** A purchase, and what its golfers hit. */
async function playRound(stage: Stage, cast: Cast, begin: () => Act | undefined): Promise<void> {
  const { random } = stage;
  const before = stage.world().rows.length;
  await call(stage, cast, begin());
  for (let ball = random.int(0, 3); ball > 0; ball--) {
    stage.pass(random.int(1_000, 20_000));
    const rows = stage.world().rows.slice(before);
    if (rows.length > 0) await call(stage, cast, shot(stage, cast, random.pick(rows), random.chance(0.4)));
  }
  const main = stage.world().rows[before];
  if (main && random.chance(0.7)) await call(stage, cast, finish(stage, cast, main));
}

async function proveSomebody(stage: Stage, cast: Cast): Promise<void> {
  const unproved = stage.world().people.find(({ proved }) => !proved);
  if (unproved) await proveAddress(stage, cast, unproved.at);
}

/** An order that was captured, of any month, and no part of which is paid back from the bank. */
function anyOrder(stage: Stage): Order | undefined {
  const world = stage.world();
  const isOurs = ({ at, refunds }: Order) =>
    refunds.every(({ state }, place) => state !== "otherwise" && !isProposed(world, at, place));
  const captured = world.orders.filter(({ id, gateway }) => id !== null && gateway === "captured");
  const known = captured.filter(isOurs);
  return known.length > 0 ? stage.random.pick(known) : undefined;
}

/** A refund, in full or in part, that the gateway makes at once. */
function refund(stage: Stage, cast: Cast): Act | undefined {
  // Mostly one whose golfer's bank sends it back, as long as there is one.
  const fragile = stage.world().orders.filter(({ id, comesBack, refunds }) => id && comesBack && refunds.length === 0);
  const order = fragile.length > 0 && stage.random.chance(0.6) ? stage.random.pick(fragile) : anyOrder(stage);
  const amount = order && stage.random.chance(0.5) ? stage.random.int(1, order.amount) : null;
  const act = order && refundOf(stage, cast, order, amount);
  return act && { ...act, refund: undefined };
}

/** What banks do, and what people do about it. */
function trouble(stage: Stage): Act | undefined {
  const { random } = stage;
  const order = anyOrder(stage);
  if (!order) return undefined;
  const { orders } = stage.world();
  const disputed = orders.filter(({ disputes }) => disputes.some(({ status }) => status === "open"));
  const failed = orders.filter(({ refunds }) => refunds.some(({ state }) => state === "failed"));
  const luck = random.int(1, 10);
  if (luck <= 3) return disputeOf(order);
  if (luck <= 5)
    return disputed.length > 0 ? decisionOn(random.pick(disputed), random.pick(["won", "lost"])) : undefined;
  if (luck <= 7) return failed.length > 0 ? retryOf(stage, random.pick(failed)) : undefined;
  if (luck <= 8) return byHandOf(order, random.chance(0.5) ? null : random.int(1, order.amount));
  return random.chance(0.5) ? takenBackOf(order) : releaseOf(stage, order);
}

/** The last minutes of a course's month, the first ones of the next, and tries to close it. */
export async function playMonthEnd(stage: Stage, cast: Cast, course: number, end: number): Promise<void> {
  const { random } = stage;
  for (let step = random.int(0, 3); step > 0; step--) await playStep(stage, cast);
  const order = anyOrder(stage);
  if (order && random.chance(0.4)) await call(stage, cast, disputeOf(order));
  // To the last millisecond, sometimes.
  if (random.chance(0.3)) {
    stage.pass(Math.max(0, end - 1 - stage.world().now));
    await playStep(stage, cast);
  }
  stage.pass(Math.max(0, end + random.pick([0, random.int(0, HOUR_MS - 1), HOUR_MS - 1]) - stage.world().now));
  if (random.chance(0.5)) await playStep(stage, cast);
  await tryToClose(stage, course);
  stage.pass(Math.max(0, end + HOUR_MS - stage.world().now));
  if (random.chance(0.6)) await tryToClose(stage, course);
}

async function tryToClose(stage: Stage, course: number): Promise<void> {
  const { random } = stage;
  const next = nextToClose(stage.world(), course);
  // The month after, or one of the past: closed already, or before the course's books.
  const month = random.chance(0.2) ? random.pick([nextMonth(next), addDays(`${next}-01`, -40).slice(0, 7)]) : next;
  if (random.chance(0.5)) await stage.call(controlling.closingOf(stage, course));
  await stage.call(controlling.closeOf(controlling.either(stage), course, month));
}

/** Administrators come to closing on some days, and mend what stands against it. */
export async function closeOverdue(stage: Stage): Promise<void> {
  const { random } = stage;
  for (let tries = 0; tries < 12 && random.chance(0.8); tries++) {
    const course = controlling.overdue(stage);
    if (course === undefined) return;
    await mend(stage, course);
    await tryToClose(stage, course);
  }
  const { closed } = monthsOf(stage.world());
  // The same again changes nothing.
  if (closed.length === 0 || random.chance(0.9)) return;
  const known = closed.flatMap(({ course, month }) => (course === null ? [] : [{ course, month }]));
  const { course, month } = random.pick(known);
  await stage.call(controlling.closeOf(controlling.either(stage), course, month));
}

/** Has failed refunds of a course tried again. */
async function mend(stage: Stage, course: number): Promise<void> {
  await stage.call(troubles());
  for (const order of stage.world().orders.filter((one) => one.course === course)) {
    if (!order.refunds.some(({ state, id }) => state === "failed" && id !== null)) continue;
    const act = stage.random.chance(0.7) ? retryOf(stage, order) : controlling.otherwise(stage);
    if (!act) continue;
    await stage.call(act);
    await stage.rest();
    stage.change(enterAll);
  }
}
