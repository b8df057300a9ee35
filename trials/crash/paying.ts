/** Paying and starting, with and without an `Idempotency-Key`, while the server may die. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BallPackage, Course } from "#features/courses/contract.ts";
import { priceAt } from "#features/courses/rules.ts";
import { orderRoutes, type Order } from "#features/orders/contract.ts";
import { paymentRoutes, sandboxRoutes } from "#features/payments/contract.ts";
import { playRoutes, type Session } from "#features/play/contract.ts";
import { toCents, toDollars } from "#platform/shared/money.ts";
import { type Caller, isOpen } from "./caller.ts";
import type { Chance } from "./chance.ts";
import type { Answer } from "./log.ts";
import { count, type World } from "./world.ts";

export interface Golfer extends Caller {
  userId: string;
  chance: Chance;
}

/** Each is used as often as it is listed. Most cards work; the others open the gaps into which a crash could fall. */
const cards: readonly string[] = [
  ...Array.from({ length: 10 }, () => "4242424242424242"),
  "4000000000000002", // Declined.
  "4000000000060006", // Captured, but the reply is lost.
  "4000000000070005", // Lost before the capture.
  "4000000000050007", // Success after 4 seconds: time for a kill between the order and the capture.
  "paypal",
];

/** Refusals of a second try without a key, because the first one has arrived. */
const FIRST_ONE_ARRIVED: readonly string[] = [
  "payments.open_order",
  "payments.waiting_order",
  "play.active_session",
  "play.not_paid",
];

interface Purchase {
  course: Course;
  pack: BallPackage;
  bay: number;
}

/** Buys a package and starts it, at once or after paying ahead. @returns the running session, if any */
export async function buy(world: World, golfer: Golfer, bay: number): Promise<Session | undefined> {
  const { chance } = golfer;
  const course = chance.pick(world.courses);
  const pack = chance.pick(world.packages.filter(({ price }) => price > 0));
  const purchase = { course, pack, bay };
  const order = await pay(world, golfer, purchase);
  if (!order) return undefined;
  world.paidOrders.push({ orderId: order.id, cents: toCents(order.amount) });
  if (order.sessionId === null) return start(world, golfer, purchase, order);
  const { reply } = await golfer.persist(playRoutes.getSession, () => ({ params: { id: order.sessionId ?? "" } }));
  return reply.ok ? reply.body.session : undefined;
}

async function pay(world: World, golfer: Golfer, { course, pack, bay }: Purchase): Promise<Order | undefined> {
  const { chance, userId } = golfer;
  const cents = priceAt(toCents(pack.price), Math.round(course.priceFactor * 10_000));
  const key = chance.yes(0.6) ? randomUUID() : undefined;
  const startAtOnce = chance.yes(0.7);
  const card = chance.pick(cards);
  const paymentInfo = card === "paypal" ? { paymentMethod: "paypal" as const } : await detailsOf(golfer, card);
  const body = {
    paymentInfo,
    sessionData: { courseId: course.id, packageId: pack.id, bayNumber: bay },
    amount: toDollars(cents),
    start: startAtOnce,
  };
  const answer = await world.log.intend({
    kind: "payment",
    userId,
    bay,
    cents,
    key: key ?? null,
    start: startAtOnce,
    card,
  });
  for (let tries = 1; ; tries += 1) {
    const reply = await golfer.call(paymentRoutes.processPayment, { body, key });
    let order: Order | undefined;
    if (reply.ok) {
      if (reply.status === 402) {
        await answer({ result: "declined", tries });
        return undefined;
      }
      order = reply.status === 200 ? reply.body.order : await settledOrder(golfer, reply.body.orderId);
    } else if (isOpen(reply)) {
      world.tally.retries += 1;
      await sleep(chance.between(200, 800));
      continue;
    } else if (reply.code === "payments.given_back" || (tries > 1 && FIRST_ONE_ARRIVED.includes(reply.code))) {
      order = await ownOrder(golfer, bay);
    }
    if (!order) {
      const code = reply.ok ? "an order without a trace" : reply.code;
      count(world.tally.refusals, code);
      await answer({ result: "refused", tries, code });
      return undefined;
    }
    const told = { tries, orderId: order.id, cents: toCents(order.amount) };
    const result = resultOf(order);
    await answer(order.sessionId === null ? { result, ...told } : { result, ...told, sessionId: order.sessionId });
    return result === "acknowledged" ? order : undefined;
  }
}

/** The spec's card fields or, like our own client, a token for them. */
async function detailsOf(golfer: Golfer, cardNumber: string) {
  const fields = { cardNumber, expiryDate: "12/40", cvv: "123", billingZip: "34119" };
  if (golfer.chance.yes(0.5)) return { paymentMethod: "card" as const, ...fields };
  const { reply } = await golfer.persist(sandboxRoutes.makeToken, () => ({ body: fields }));
  if (!reply.ok) throw new Error(`The sandbox refused a test card: ${reply.code}`);
  return { paymentMethod: "card" as const, token: reply.body.token };
}

function resultOf({ status }: Order): Answer["result"] {
  if (status === "paid" || status === "fulfilled") return "acknowledged";
  return status === "declined" || status === "expired" ? "declined" : "given back";
}

const isChecking = ({ status }: Order) => status === "created" || status === "charging";

/** An order after the server knows the outcome of its payment. */
async function settledOrder(golfer: Golfer, orderId: string): Promise<Order | undefined> {
  for (;;) {
    const { reply } = await golfer.persist(orderRoutes.getOrder, () => ({ params: { id: orderId } }));
    if (!reply.ok) return undefined;
    if (!isChecking(reply.body.order)) return reply.body.order;
    await sleep(400);
  }
}

/** Finds the order of this purchase, for a golfer without a key who is told that there is one already. */
async function ownOrder(golfer: Golfer, bay: number): Promise<Order | undefined> {
  const { reply } = await golfer.persist(orderRoutes.listOrders, () => ({}));
  const order = reply.ok ? reply.body.orders.find(({ bayNumber }) => bayNumber === bay) : undefined;
  return order && isChecking(order) ? settledOrder(golfer, order.id) : order;
}

/** Starts an order that was paid ahead, or whose capture was learned too late to start by itself. */
async function start(
  world: World,
  golfer: Golfer,
  { course, pack, bay }: Purchase,
  order: Order,
): Promise<Session | undefined> {
  const { chance } = golfer;
  await sleep(chance.between(0, 300));
  const key = chance.yes(0.6) ? randomUUID() : undefined;
  const answer = await world.log.intend({ kind: "start", orderId: order.id, bay, key: key ?? null });
  const body = { courseId: course.id, packageId: pack.id, bayNumber: bay, orderId: order.id };
  for (let tries = 1; ; tries += 1) {
    const reply = await golfer.call(playRoutes.startSession, { body, key });
    if (isOpen(reply)) {
      world.tally.retries += 1;
      await sleep(chance.between(200, 800));
      continue;
    }
    let session = reply.ok ? reply.body.session : undefined;
    if (!reply.ok && tries > 1 && FIRST_ONE_ARRIVED.includes(reply.code)) session = await openSession(golfer, bay);
    if (session) {
      await answer({ result: "acknowledged", tries, sessionId: session.id });
      return session;
    }
    const code = reply.ok ? "" : reply.code;
    count(world.tally.refusals, code);
    await answer({ result: "refused", tries, code });
    return undefined;
  }
}

async function openSession(golfer: Golfer, bay: number): Promise<Session | undefined> {
  const { reply } = await golfer.persist(playRoutes.listActiveSessions, () => ({ params: { id: golfer.userId } }));
  return reply.ok ? reply.body.sessions.find(({ bayNumber }) => bayNumber === bay) : undefined;
}
