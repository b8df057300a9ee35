/** Small scenes about banks: a challenge before the charge, disputes, and refunds that come back. */
import {
  answerTo,
  byHandOf,
  cancelOf,
  checkOf,
  decisionOn,
  disputeOf,
  releaseOf,
  retryOf,
  takenBackOf,
} from "./banking.ts";
import { ahead, cardPurchase, free, purchase } from "./buying.ts";
import { claimOn } from "./hitting.ts";
import { troubles } from "./looking.ts";
import { forgetKey } from "./model/keys.ts";
import { at, type Order, packOf } from "./model/world.ts";
import type { Cast } from "./people.ts";
import { idle } from "./scenes.ts";
import type { Act, Stage } from "./stage.ts";
import { refundOf, verdictOn } from "./working.ts";

/** Reads that show which of the possible worlds is the real one. */
type Learn = () => Promise<void>;

/** Buys with a kind of card. @returns the order, if there is one */
async function buyWith(stage: Stage, cast: Cast, card: "challenge" | "disputed" | "comes_back" | "plain") {
  const { random } = stage;
  const [buyer] = idle(stage);
  const pack = packOf(stage.world(), random.int(1, 6));
  if (buyer === undefined || !pack) return undefined;
  const course = random.pick(stage.world().courses);
  const choice = { course, pack, bay: random.int(1, course.bayCount), card, start: random.chance(0.7) };
  const before = stage.world().orders.length;
  const act = cardPurchase(stage, cast, buyer, choice);
  await stage.call(act);
  const order = stage.world().orders[before];
  return order && order.id !== null ? order.at : undefined;
}

/** The order in the present world. */
function now(stage: Stage, place: number): Order {
  return at(stage.world().orders, place);
}

/** Makes a call in which the process may die, or two calls at once. */
async function dare(stage: Stage, learn: Learn, act: Act | undefined, other?: Act): Promise<void> {
  const { random } = stage;
  if (!act) return;
  const luck = random.next();
  if (other && luck < 0.4) await stage.both([act, other]);
  else if (luck < 0.55) await stage.crash(act, { dieAt: random.int(3, 40) });
  else if (luck < 0.65) await stage.lost(act);
  else await stage.call(act);
  // Nobody sends a key again: whether the server has kept it changes no answer, but would double the worlds.
  for (const one of [act, other]) stage.change((world) => forgetKey(world, one?.sent.key));
  await learn();
}

/** The bank asks its customer, who answers and does something else meanwhile. */
export async function playChallenge(stage: Stage, cast: Cast, learn: Learn): Promise<void> {
  const { random } = stage;
  const place = await buyWith(stage, cast, "challenge");
  if (place === undefined || now(stage, place).status !== "created") return;
  const { buyer } = now(stage, place);
  stage.pass(random.int(1, 30_000));
  if (random.chance(0.3)) await dare(stage, learn, free(stage, cast, buyer));
  if (random.chance(0.3)) await dare(stage, learn, purchase(stage, cast, buyer));
  if (random.chance(0.2)) await dare(stage, learn, ahead(stage, cast, buyer));
  const order = now(stage, place);
  const answer = answerTo(cast, order, random.chance(0.8));
  const [look, stop] = [checkOf(cast, order), cancelOf(cast, order)];
  const luck = random.next();
  if (luck < 0.2) await dare(stage, learn, stop, answer);
  else if (luck < 0.3) await stage.jobs({ settle: "lost_before" });
  else if (luck < 0.9) await dare(stage, learn, answer, look);
  stage.pass(random.chance(0.3) ? random.pick([59_000, 60_000, 60_001, 899_000]) : random.int(1, 5_000));
  if (random.chance(0.5)) await dare(stage, learn, look, random.chance(0.5) ? stop : look);
  else await stage.jobs(random.chance(0.3) ? { events: "lost" } : random.chance(0.5) ? { repeat: true } : {});
  await learn();
}

/** A bank disputes a payment, with refunds before, meanwhile and after. */
export async function playDispute(stage: Stage, cast: Cast, learn: Learn): Promise<void> {
  const { random } = stage;
  const place = await buyWith(stage, cast, random.pick(["plain", "plain", "disputed", "comes_back"]));
  if (place === undefined) return;
  const part = () => (random.chance(0.5) ? null : random.int(1, now(stage, place).amount));
  const give = () => refundOf(stage, cast, now(stage, place), part());
  const run = () =>
    stage.jobs(
      random.pick([
        {},
        {},
        { repeat: true },
        { events: "lost" },
        { disputes: "lost_before" },
        { events: "lost", disputes: "lost_before" },
        { refund: "lost_before" },
        { refund: "lost_after" },
      ] as const),
    );
  stage.pass(random.int(1, 60_000));
  for (const work of [give, () => disputeOf(now(stage, place)), give, () => decide(), give]) {
    if (random.chance(0.35)) continue;
    await dare(stage, learn, work());
    stage.pass(random.int(1, 60_000));
    if (random.chance(0.5)) await run();
    await learn();
  }
  function decide() {
    return decisionOn(now(stage, place ?? 0), random.pick(["won", "lost"]));
  }
}

/** Refunds at the gateway, in part or in full, while claims are open and our own refunds are under way. */
export async function playByHand(stage: Stage, cast: Cast, learn: Learn): Promise<void> {
  const { random } = stage;
  const place = await buyWith(stage, cast, random.pick(["plain", "plain", "comes_back"]));
  if (place === undefined) return;
  const order = () => now(stage, place);
  const part = () => (random.chance(0.5) ? null : random.int(1, order().amount));
  const hit = () => {
    const row = stage.world().rows.find(({ at: of, status }) => of === order().row && status === "active");
    return row && claimOn(stage, cast, row, random.pick(["left", "middle"] as const));
  };
  const judge = () => {
    const claims = stage.world().claims.filter(({ id, row }) => id !== null && row === order().row);
    return claims.length > 0 ? verdictOn(stage, random.pick(claims), random.chance(0.7)) : undefined;
  };
  const hand = () => byHandOf(order(), part());
  const release = () => releaseOf(stage, order());
  const give = () => refundOf(stage, cast, order(), part());
  // Sometimes there is nothing to cancel.
  const isMade = () => order().refunds.some(({ byHand, gateway }) => byHand && gateway === "paid");
  const undo = () => (isMade() || random.chance(0.1) ? takenBackOf(order()) : undefined);
  const again = () => ahead(stage, cast, order().buyer);
  for (const work of [hit, give, hand, judge, again, undo, give, hand, release, judge, again, undo, give]) {
    if (random.chance(0.3)) continue;
    stage.pass(random.int(1, 30_000));
    // Due refunds are paid first, because each one under way would double the possible worlds.
    if (work === undo) await stage.jobs();
    const act = work();
    if (act && work === release && random.chance(0.3)) await stage.both([act, releaseOf(stage, order()) ?? act]);
    else if (act) await stage.call(act);
    if (random.chance(0.3)) await stage.jobs(random.pick([{}, { repeat: true }, { refund: "lost_after" }] as const));
    if (random.chance(0.1)) await stage.restart();
    await learn();
  }
  await stage.call(troubles());
}

/** A refund comes back from a closed account and is tried again. */
export async function playComesBack(stage: Stage, cast: Cast, learn: Learn): Promise<void> {
  const { random } = stage;
  const place = await buyWith(stage, cast, "comes_back");
  if (place === undefined) return;
  stage.pass(random.int(1, 60_000));
  for (let round = 0; round < 2; round++) {
    const amount = random.chance(0.5) ? null : random.int(1, now(stage, place).amount);
    await dare(stage, learn, refundOf(stage, cast, now(stage, place), amount));
    stage.pass(random.int(1, 60_000));
    await stage.jobs(
      random.pick([{}, {}, {}, { repeat: true }, { refund: "lost_after" }, { refund: "lost_before" }] as const),
    );
    await stage.call(troubles());
    if (random.chance(0.8)) await dare(stage, learn, retryOf(stage, now(stage, place)), again());
  }
  await learn();
  function again() {
    return retryOf(stage, now(stage, place ?? 0));
  }
}
