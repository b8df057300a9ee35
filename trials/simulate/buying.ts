/** The purchases of golfers: packages alone and in groups, ahead and at once, the free shot. */
import { localTime } from "./model/calendar.ts";
import { startAhead } from "./model/ahead.ts";
import { freeShot } from "./model/play.ts";
import { priceAt } from "./model/money.ts";
import { pay, type Purchase } from "./model/purchase.ts";
import { shortName } from "./model/start.ts";
import { at, courseOf, type Course, type Group, type Pack } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { GatewayFault } from "./plan.ts";
import type { Act, Stage } from "./stage.ts";

const cards = {
  captured: ["4242 4242 4242 4242", "4111-1111-1111-1111", "5555555555554444"],
  declined: ["4000000000000002", "4000000000009995", "4000000000000069"],
  lost_after: ["4000000000060006"],
  lost_before: ["4000000000070005"],
} as const;
/** Cards that are charged and have another effect, too. */
const special = {
  challenge: ["4000000000003220", "4000002760003184"],
  disputed: ["4000000000000259"],
  comes_back: ["4000000000005126"],
} as const;

const CARDS = ["challenge", "challenge", "disputed", "comes_back"] as const;

/** One of a few bays of a course, so that golfers meet. */
function bayOf(stage: Stage, course: Course): number {
  if (stage.random.chance(0.01)) return course.bayCount + 1;
  return stage.random.int(1, Math.min(course.bayCount, 5));
}

function keyOf(stage: Stage): string | undefined {
  return stage.random.chance(0.8) ? stage.random.uuid() : undefined;
}

/** The package, course and players of a purchase. */
interface Choice {
  course: Course;
  pack: Pack;
  bay: number;
  group: ReturnType<typeof groupOf> | null;
  buyMore: boolean;
}

export function purchase(stage: Stage, cast: Cast, buyer: number): Act {
  const { random } = stage;
  const world = stage.world();
  const course = random.pick(world.courses);
  const pack = random.pick(world.packs);
  const buyMore = world.rows.some((row) => row.buyer === buyer) && random.chance(0.4);
  const group = random.chance(0.3) ? groupOf(stage, buyer, course, pack, buyMore) : null;
  const choice = { course, pack, bay: bayOf(stage, course), group, buyMore };
  const luck = random.next();
  const outcome = luck < 0.84 ? "captured" : luck < 0.92 ? "declined" : luck < 0.96 ? "lost_after" : "lost_before";
  const start = random.chance(0.8);
  const card = outcome === "captured" && random.chance(0.2) ? random.pick(CARDS) : "plain";
  const price = priceAt(pack.price, course.priceFactorBp);
  const amount = random.chance(0.03) ? price + random.int(1, 50) : price;
  const sound = buying(stage, cast, buyer, choice, { outcome, card, start, amount });
  const fault = outcome === "captured" && random.chance(0.08) ? random.pick(["lost", "broken"] as const) : undefined;
  if (!fault) return sound.act;
  const when = random.pick(["before", "after"] as const);
  const charge: GatewayFault = `${fault}_${when}`;
  const play = pay({ ...sound.wish, outcome: `lost_${when}` });
  return { ...sound.act, what: `${sound.act.what} (${charge})`, play, charge, sound: sound.act };
}

/** A purchase that is paid and started at once. */
export function simplePurchase(stage: Stage, cast: Cast, buyer: number, choice: Omit<Choice, "buyMore">): Act {
  const amount = priceAt(choice.pack.price, choice.course.priceFactorBp);
  const paid = { outcome: "captured", card: "plain", start: true, amount } as const;
  return buying(stage, cast, buyer, { ...choice, buyMore: false }, paid).act;
}

/** A purchase with a kind of card. */
export function cardPurchase(
  stage: Stage,
  cast: Cast,
  buyer: number,
  choice: Omit<Choice, "buyMore" | "group"> & Pick<Purchase, "card" | "start">,
): Act {
  const amount = priceAt(choice.pack.price, choice.course.priceFactorBp);
  const { card, start } = choice;
  const paid = { outcome: "captured", card, start, amount } as const;
  return buying(stage, cast, buyer, { ...choice, group: null, buyMore: false }, paid).act;
}

function buying(
  stage: Stage,
  cast: Cast,
  buyer: number,
  { course, pack, bay, group, buyMore }: Choice,
  { outcome, card: kind, start, amount }: Pick<Purchase, "outcome" | "card" | "start" | "amount">,
): { wish: Purchase; act: Act } {
  const { random } = stage;
  const wallet = outcome === "captured" && kind === "plain" && random.chance(0.1);
  const sessionData = {
    courseId: course.id,
    packageId: pack.id,
    ...(group ? { groupData: group.sent } : { bayNumber: bay }),
    ...(buyMore ? { purchaseContext: "buy_more_balls" } : {}),
  };
  const sold = { sessionData, amount: amount / 100, start };
  const wish: Purchase = {
    buyer,
    course: course.id,
    pack: pack.id,
    bay,
    group: group?.meant ?? null,
    sound: group?.sound ?? true,
    buyMore,
    amount,
    start,
    outcome,
    card: kind,
    key: keyOf(stage),
    fingerprint: JSON.stringify([wallet, sold]),
  };
  const cardNumber = random.pick<string>(kind === "plain" ? cards[outcome] : special[kind]);
  const card = { cardNumber, expiryDate: "12/30", cvv: "123", billingZip: "34119" };
  const paymentInfo = wallet ? { paymentMethod: "paypal" } : { paymentMethod: "card", ...card };
  const act: Act = {
    what: `${buyer} buys ${pack.id} at ${course.id}`,
    sent: {
      method: "POST",
      path: "/api/process-payment",
      body: { paymentInfo, ...sold },
      cookie: at(cast.cookies, buyer),
      key: wish.key,
    },
    play: pay(wish),
  };
  return { wish, act };
}

/** A group, as typed and as meant. */
function groupOf(stage: Stage, buyer: number, course: Course, pack: Pack, buyMore: boolean) {
  const { random } = stage;
  const world = stage.world();
  const others = world.people.filter((person) => person.at !== buyer);
  const seats = random.int(1, 3);
  // The balls are dealt one by one; in a first purchase everybody needs one.
  const balls = Array.from<number>({ length: seats + 1 }).fill(buyMore ? 0 : 1);
  for (let dealt = buyMore ? 0 : seats + 1; dealt < pack.balls; dealt++) {
    const to = random.int(0, seats);
    balls[to] = (balls[to] ?? 0) + 1;
  }
  const wrong = random.chance(0.04);
  const taken = new Set<number>();
  const friends = balls.slice(1).map((ballCount, index) => {
    const friend = others.length > 0 && random.chance(0.6) ? random.pick(others) : undefined;
    const known = friend && !taken.has(friend.at) ? friend : undefined;
    if (known) taken.add(known.at);
    const guest = random.chance(0.8) ? `Guest ${index + 1}` : undefined;
    const bayNumber = random.int(1, Math.min(course.bayCount, 5));
    const typed = known && (random.chance(0.5) ? known.playerId : known.playerId.replaceAll("-", "").toLowerCase());
    return { typed, known, guest, bayNumber, ballCount };
  });
  const mainPlayer = {
    bayNumber: random.int(1, Math.min(course.bayCount, 5)),
    ballCount: at(balls, 0) + (wrong ? 1 : 0),
  };
  const playing = friends.filter(({ ballCount }) => ballCount > 0);
  const meant: Group = {
    mainPlayer,
    friends: playing.map(({ known, guest, bayNumber, ballCount }, index) => ({
      person: known?.at ?? null,
      name: known ? shortName(known) : (guest ?? `Friend ${index + 1}`),
      bayNumber,
      ballCount,
    })),
  };
  const sent = {
    mainPlayer,
    friends: friends.map(({ typed, guest, bayNumber, ballCount }) => ({
      ...(typed ? { userId: typed } : guest ? { name: guest } : {}),
      bayNumber,
      ballCount,
    })),
  };
  return { sent, meant, sound: !wrong && pack.balls >= (buyMore ? 0 : seats + 1) };
}

export function free(stage: Stage, cast: Cast, person: number): Act {
  const { random } = stage;
  const course = random.pick(stage.world().courses);
  const bay = bayOf(stage, course);
  const key = keyOf(stage);
  const body = { courseId: course.id, bayNumber: bay, teeTime: random.chance(0.5) ? "14:30" : "9:05 PM" };
  const fingerprint = JSON.stringify(body);
  return {
    what: `${person} takes the free shot at ${course.id} (${localTime(stage.world().now, course.timeZone)} there)`,
    sent: { method: "POST", path: "/api/free-shot-session", body, cookie: at(cast.cookies, person), key },
    play: freeShot({ person, course: course.id, bay, ...(key === undefined ? {} : { key }), fingerprint }),
  };
}

/** Starts a paid order, or tries to start without one. */
export function ahead(stage: Stage, cast: Cast, person: number): Act | undefined {
  const { random } = stage;
  const world = stage.world();
  const waiting = world.orders.filter((order) => order.buyer === person && order.status === "paid" && order.id);
  const order = waiting.length > 0 ? random.pick(waiting) : undefined;
  if (!order && random.chance(0.8)) return undefined;
  const course = order ? courseOf(world, order.course) : random.pick(world.courses);
  if (!course) return undefined;
  const pack = order?.pack ?? random.pick(world.packs).id;
  const bay = random.int(1, Math.min(course.bayCount, 5));
  const named = order && random.chance(0.7) ? order : undefined;
  const key = keyOf(stage);
  const body = { courseId: course.id, packageId: pack, bayNumber: bay, ...(named ? { orderId: named.id } : {}) };
  const wish = { person, course: course.id, pack, bay, order: named?.at ?? null, key };
  return {
    what: `${person} starts what was paid ahead`,
    sent: { method: "POST", path: "/api/sessions", body, cookie: at(cast.cookies, person), key },
    play: startAhead({ ...wish, fingerprint: JSON.stringify(body) }),
  };
}
