/** A golfer whose screens are open on several processes, each of which opens its stream again as a browser does. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { accountRoutes } from "#features/accounts/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { type Followed, followStream } from "#test/stream.ts";
import { makeCaller, type Tally } from "../crash/caller.ts";
import { chanceOf } from "../crash/chance.ts";

/** Through a proxy that takes its servers in turn, these are on both. */
const SCREENS = 4;
const REOPEN_MS = 1_000;
const PATIENCE_MS = 60_000;

export interface Screens {
  /** Hits a ball. @returns milliseconds until every screen shows it */
  show(): Promise<number>;
  close(): Promise<void>;
}

/** @param url of the proxy in front of the servers @param bay nobody else plays on it */
export async function openScreens(url: string, bay: number): Promise<Screens> {
  const tally: Tally = { retries: 0, faults: new Map(), refusals: new Map() };
  const caller = makeCaller(url, chanceOf(bay, "screens"), tally);
  const email = `${randomUUID()}@example.com`;
  const person = await caller.persist(accountRoutes.register, () => ({
    body: { name: "Robin Screens", email, phone: "555 010 0100" },
  }));
  const key = randomUUID();
  const bought = await caller.persist(paymentRoutes.processPayment, () => ({
    key,
    body: {
      paymentInfo: {
        paymentMethod: "card" as const,
        cardNumber: "4242424242424242",
        expiryDate: "12/40",
        cvv: "123",
        billingZip: "34119",
      },
      sessionData: { courseId: 1, packageId: 4, bayNumber: bay },
      amount: 5,
    },
  }));
  if (!person.reply.ok || !bought.reply.ok || bought.reply.status !== 200)
    throw new Error("A golfer with screens could not buy");
  const sessionId = bought.reply.body.session?.id ?? "";
  let over = false;
  const open: (Followed | undefined)[] = [];
  const follow = async (n: number) => {
    while (!over) {
      open[n] = await followStream(url, `/api/sessions/${sessionId}/events`, caller).catch(() => undefined);
      await open[n]?.ended;
      await sleep(REOPEN_MS);
    }
  };
  const following = Array.from({ length: SCREENS }, (_, n) => follow(n));
  const shows = (balls: number) => (one: Followed | undefined) =>
    one?.events.some(({ data }) => data.session.ballCount === balls) ?? false;
  const untilAll = async (balls: number) => {
    const since = performance.now();
    while (open.length < SCREENS || !open.every(shows(balls))) {
      if (performance.now() - since > PATIENCE_MS)
        throw new Error(`A screen did not show a shot within ${PATIENCE_MS / 1000} s`);
      await sleep(20);
    }
    return performance.now() - since;
  };
  const screens: Screens = {
    show: async () => {
      const shot = { sessionId, shotId: randomUUID(), targetHole: "missed" as const, prizeClaim: false };
      const { reply } = await caller.persist(playRoutes.recordShot, () => ({ body: shot }));
      if (!reply.ok) throw new Error(`A shot was refused: ${reply.code}`);
      return untilAll(reply.body.session.ballCount);
    },
    close: async () => {
      over = true;
      for (const one of open) one?.end();
      await Promise.all(following);
    },
  };
  await screens.show();
  return screens;
}
