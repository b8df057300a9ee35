/**
 * Open game screens and golfers who play, in a process of its own: streams on raw sockets that are read as they come.
 * Slow screens read nothing after their first event.
 */
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ALIVE } from "#platform/shared/route.ts";
import { callOnce, open, quantile, requestOf } from "./load.ts";

type Golfer = { cookie: string; sessionId: string };

/** What the bench tells this process. */
export type WatchersOrder =
  | { kind: "open"; port: number; golfers: Golfer[]; busy: Golfer; slow: string; dead: string; odd: number }
  | { kind: "play"; perSecond: number; seconds: number }
  | { kind: "compare" };

/** What this process answers. */
export interface WatchersSaid {
  opened?: number;
  shots?: number;
  /** Milliseconds from the shot's answer, and from sending it, to the screen. */
  accepted?: { p50: number; p99: number };
  sent?: { p50: number; p99: number };
  /** Shots that no screen has shown. */
  unseen?: number;
  /** Screens that do not show what the session's view says, and those whose stream ended and was opened again. */
  wrong?: number;
  again?: number;
}

interface Screen {
  golfer: Golfer;
  balls: number;
  last: View | undefined;
  /** The ball counts that a screen waits for, with their moments. */
  waits: { balls: number; sentAt: number; acceptedAt?: number; seenAt?: number }[];
}

const OPENED_AT_ONCE = 40;
const SHOOTERS = 64;
const COMPARED_AT_ONCE = 16;
/** Shots a second of the golfer whose screens the slow and the dead clients are. */
const BUSY_A_SECOND = 40;
const SPREAD = 50;

type View = { session: { ballCount: number } };

/** Fields that change only with time are left out. */
const withoutClock = (view: View) => ({ ...view, serverNow: "", session: { ...view.session, timeRemaining: 0 } });

let port = 0;
let again = 0;
let busy: Golfer | undefined;
const screens: Screen[] = [];
const sockets: Socket[] = [];
const [accepted, sent]: [number[], number[]] = [[], []];

/** @returns after the first event */
function watch(golfer: Golfer, address: string, onEvent: (data: string) => void): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: "127.0.0.1", port, localAddress: address });
    sockets.push(socket);
    let text = "";
    socket.setEncoding("utf8").on("data", (part: unknown) => {
      text += String(part);
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        const event = text.slice(0, end);
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        text = text.slice(end + 2);
        // A sign of life carries no view.
        if (data === undefined || event.includes(`event: ${ALIVE}`)) continue;
        onEvent(data);
        done(socket);
      }
    });
    socket.on("error", fail).on("close", () => fail(new Error("A stream ended")));
    socket.write(requestOf("GET", `/api/sessions/${golfer.sessionId}/events`, { cookie: golfer.cookie }));
  });
}

async function openScreen(golfer: Golfer, number: number): Promise<void> {
  const screen: Screen = { golfer, balls: Number.NaN, last: undefined, waits: [] };
  screens.push(screen);
  const show = (data: string) => {
    const seenAt = performance.now();
    const view = JSON.parse(data) as View;
    [screen.balls, screen.last] = [view.session.ballCount, view];
    for (const wait of screen.waits) if (screen.balls <= wait.balls) wait.seenAt ??= seenAt;
    settle(screen);
  };
  const follow = async () => {
    const socket = await watch(golfer, `127.0.1.${1 + (number % SPREAD)}`, show);
    // As a browser does.
    socket.once("close", () => {
      again += 1;
      void sleep(1000)
        .then(follow)
        .catch(() => undefined);
    });
  };
  await follow();
}

function settle(screen: Screen): void {
  screen.waits = screen.waits.filter(({ sentAt, acceptedAt, seenAt }) => {
    if (acceptedAt === undefined || seenAt === undefined) return true;
    // The screen may get the shot before the golfer gets the answer.
    accepted.push(Math.max(0, seenAt - acceptedAt));
    sent.push(seenAt - sentAt);
    return false;
  });
}

const inLots = (count: number, of: number, work: (n: number) => Promise<void>) => {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  return Promise.all(Array.from({ length: of }, worker));
};

const shotOf = ({ cookie, sessionId }: Golfer) =>
  requestOf(
    "POST",
    "/api/attempts",
    { cookie },
    { sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0, shotId: randomUUID() },
  );

/** Shots come at a fixed rate, whatever the answers do. */
async function playAt(perSecond: number, seconds: number): Promise<number> {
  const free = await Promise.all(Array.from({ length: SHOOTERS }, () => open(port)));
  const queue: (() => void)[] = [];
  const underway = new Set<Promise<void>>();
  let failure: unknown;
  const shoot = async (golfer: Golfer, screen?: Screen) => {
    const sentAt = performance.now();
    if (free.length === 0) await new Promise<void>((go) => queue.push(go));
    // Takes the connection that has been idle longest, because the server closes connections that are idle for a
    // minute.
    const line = free.shift();
    if (!line) throw new Error("A connection was taken twice");
    const wait: Screen["waits"][number] = { balls: (screen?.waits.at(-1)?.balls ?? screen?.balls ?? 0) - 1, sentAt };
    screen?.waits.push(wait);
    const status = await line.ask(shotOf(golfer));
    if (status !== 201) throw new Error(`A shot answered ${status}`);
    wait.acceptedAt = performance.now();
    free.push(line);
    queue.shift()?.();
    if (screen) settle(screen);
  };
  const add = (work: Promise<void>) => {
    underway.add(work);
    void work.catch((error: unknown) => (failure ??= error)).finally(() => underway.delete(work));
  };
  const began = performance.now();
  let [n, extra] = [0, 0];
  while (n < perSecond * seconds && failure === undefined) {
    const past = (performance.now() - began) / 1000;
    for (; n < perSecond * Math.min(past, seconds); n++) {
      const screen = screens[(n * 7919) % screens.length];
      if (screen) add(shoot(screen.golfer, screen));
    }
    for (; busy && extra < BUSY_A_SECOND * past; extra++) add(shoot(busy));
    await sleep(2);
  }
  // A connection whose shot failed is not returned, and others would wait for it.
  if (failure !== undefined) throw failure;
  await Promise.all(underway);
  for (const line of free) line.close();
  return n;
}

async function compare(): Promise<number> {
  let wrong = 0;
  await inLots(screens.length, COMPARED_AT_ONCE, async (n) => {
    const { golfer, last } = screens[n] as Screen; // It counts them.
    const { body } = await callOnce(
      port,
      requestOf("GET", `/api/sessions/${golfer.sessionId}`, { cookie: golfer.cookie }),
    );
    const view = JSON.parse(body) as View;
    if (!last || !isDeepStrictEqual(withoutClock(view), withoutClock(last))) wrong += 1;
  });
  return wrong;
}

const both = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
};

async function obey(order: WatchersOrder): Promise<WatchersSaid> {
  if (order.kind === "open") {
    ({ port, busy } = order);
    const { golfers, slow, dead, odd } = order;
    await inLots(golfers.length, OPENED_AT_ONCE, async (n) => {
      const golfer = golfers[n];
      if (golfer) await openScreen(golfer, n);
    });
    for (const address of [slow, dead])
      for (let n = 0; n < odd; n++) {
        const socket = await watch(order.busy, address, () => undefined);
        socket.on("error", () => undefined);
        if (address === slow) socket.pause();
      }
    return { opened: sockets.length };
  }
  if (order.kind === "compare") return { wrong: await compare(), again };
  const shots = await playAt(order.perSecond, order.seconds);
  await sleep(2_000);
  const unseen = screens.reduce((sum, { waits }) => sum + waits.length, 0);
  return { shots, accepted: both(accepted), sent: both(sent), unseen };
}

process.on("message", (order: WatchersOrder) => {
  void obey(order).then(
    (said) => process.send?.(said),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit());
