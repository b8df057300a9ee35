/** Plays a seed: each call goes to the server and to the model, and both must agree. */
import { createDesk } from "./desk.ts";
import { field } from "./model/match.ts";
import { type Answer, cutShort, interleaved, misfit, played } from "./model/possible.ts";
import { jobs, ways } from "./model/jobs.ts";
import { inMotion, LEASE_MS, orphaned, payAll } from "./model/pay-back.ts";
import { passTime, type Play, type World } from "./model/world.ts";
import type { GatewayFault, Plan } from "./plan.ts";
import type { Reply, Sent, Server } from "./process.ts";
import type { Random } from "./random.ts";

/** The calls to the gateway in the background. */
const asked = ["settle", "refund"] as const;
/** How often a run of the jobs asks the gateway about one thing. */
const ASKS_IN_A_RUN = 3;

/** Milliseconds without a question about one thing, after this many failed ones. */
function restAfter(asks: number): number {
  return asks < 3 ? 0 : Math.min(3_600_000, 20_000 * 2 ** (asks - 3));
}

/** Two calls at once, of which each pays several refunds, can end in hundreds; the looks after them leave a few. */
const MOST_WORLDS = 2_000;

/** The server and the model disagree. */
export class Violation extends Error {}

/** A call, and its effect in the model. */
export interface Act {
  /** A description for the log. */
  what: string;
  sent: Sent;
  play: Play;
  /** A fault of the gateway during the call. */
  charge?: GatewayFault | undefined;
  /** A fault of the gateway in the refunds in the background, until the next call. */
  refund?: GatewayFault | undefined;
  /** The same call without that fault. */
  sound?: Act;
  /** The order whose refunds in the background this call shows. */
  stirs?: number;
}

export interface Counts {
  calls: number;
  faults: number;
  restarts: number;
}

export interface Stage {
  readonly random: Random;
  readonly counts: Counts;
  /** The calls so far, one on each line. */
  readonly log: string[];
  /** The world, or the first of the possible ones. */
  world(): World;
  readonly possible: number;
  /** Moves the clock by milliseconds. */
  pass(milliseconds: number): void;
  /** A call with an answer. */
  call(act: Act): Promise<Reply>;
  /** A call whose answer is lost after it was handled. */
  lost(act: Act): Promise<void>;
  /** A call in which the process dies: right before a statement, or in the gateway. A new process follows. */
  crash(act: Act, plan: Plan): Promise<void>;
  /** Two calls at the same moment. */
  both(acts: readonly [Act, Act]): Promise<void>;
  /** Runs the jobs once. */
  jobs(faults?: Pick<Plan, "settle" | "refund" | "events" | "disputes" | "repeat">): Promise<void>;
  restart(): Promise<void>;
  /** Waits for the work behind the replies, so that all of it has the moment of its call. */
  rest(): Promise<void>;
  /** A call that the model does not know. */
  ask(sent: Sent): Promise<Reply>;
  /** Changes the model after an `ask`. */
  change(work: (world: World) => void): void;
  /** Keeps the worlds that a check agrees with. @throws Violation if it throws one for each of them */
  agree(check: (world: World) => void): void;
}

/** @param servers processes on one database; each call goes to a random one */
export function createStage(servers: readonly Server[], random: Random, start: World): Stage {
  let worlds = [start];
  const counts: Counts = { calls: 0, faults: 0, restarts: 0 };
  const log: string[] = [];
  const first = () => {
    const [world] = worlds;
    if (!world) throw new Error("No world is left");
    return world;
  };
  let now = start.now;
  /** For each: the failed questions since the last successful run, and the end of the rest that they allow. */
  const vain = { settle: { asks: 0, until: 0 }, refund: { asks: 0, until: 0 } };
  const inVain = (what: keyof typeof vain, asks: number) => {
    vain[what].asks += asks;
    vain[what].until = now + restAfter(vain[what].asks);
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    for (const world of worlds) passTime(world, now);
  };

  const send = async (sent: Sent, plan: Plan = {}, server = random.pick(servers)): Promise<Reply | undefined> => {
    counts.calls += 1;
    return server.send(await ready(sent), { now, ...plan });
  };
  const desk = createDesk((sent) => ask(sent));
  /** The call for the wire, with the cookie of its person at the desk. */
  const ready = async (sent: Sent): Promise<Sent> =>
    sent.desk ? { ...sent, cookie: await desk(sent.desk, now) } : sent;

  function say(act: Act, outcome: string): void {
    const { method, path, body, key } = act.sent;
    const text = body === undefined ? "" : ` ${JSON.stringify(body)}`;
    log.push(
      `${new Date(now).toISOString()} ${act.what}: ${method} ${path}${key ? ` [${key}]` : ""}${text} -> ${outcome}`,
    );
  }

  function settleOn(left: World[], problem: () => string): void {
    if (left.length === 0) throw new Violation(problem());
    worlds = left.length > 1 ? unlike(left) : left;
    if (worlds.length > MOST_WORLDS) throw new Error("Too many worlds are possible");
  }

  function stir(...acts: readonly Act[]): void {
    worlds = worlds.flatMap((world) => inMotion(world, undefined));
    for (const { stirs } of acts) if (stirs !== undefined) worlds = worlds.flatMap((world) => inMotion(world, stirs));
    if (worlds.length > 1) worlds = unlike(worlds);
  }

  function judge(act: Act, answer: Answer): void {
    const problems: string[] = [];
    stir(act);
    const left = worlds.filter((world) => {
      const problem = misfit(played(world, now, act.play), answer);
      if (problem) problems.push(problem);
      return problem === undefined;
    });
    settleOn(left, () => `${act.what}: ${[...new Set(problems)].join("\n  or ")}`);
  }

  const restart = async (server: Server) => {
    counts.restarts += 1;
    worlds = unlike(worlds.flatMap(orphaned));
    await server.restart(now);
    // Its leases end soon, which removes most of the possible worlds.
    if (worlds.length > 40) pass(LEASE_MS);
  };

  async function ask(sent: Sent): Promise<Reply> {
    const reply = await send(sent);
    if (!reply) throw new Violation(`${sent.method} ${sent.path}: the connection broke`);
    return reply;
  }

  return {
    random,
    counts,
    log,
    world: first,
    get possible() {
      return worlds.length;
    },
    pass,
    ask,
    change: (work) => worlds.forEach(work),
    agree: (check) => {
      const problems = new Set<string>();
      const left = worlds.filter((world) => {
        try {
          check(world);
          return true;
        } catch (error) {
          if (!(error instanceof Violation)) throw error;
          problems.add(error.message);
          return false;
        }
      });
      settleOn(left, () => [...problems].join("\n  or "));
    },
    restart: async () => {
      log.push(`${new Date(now).toISOString()} a process is killed and started anew`);
      counts.faults += 1;
      await restart(random.pick(servers));
    },
    rest: async () => {
      await Promise.all(servers.map((server) => server.quiet()));
      for (const world of worlds) payAll(world, undefined);
      worlds = unlike(worlds);
    },
    call: async (act) => {
      if (act.charge || act.refund) counts.faults += 1;
      if (act.refund) inVain("refund", 1);
      const reply = await send(act.sent, faultsOf(act));
      if (!reply) throw new Violation(`${act.what}: the connection broke`);
      say(act, `${reply.status} ${codeOf(reply)}`);
      judge(act, reply);
      return reply;
    },
    lost: async (act) => {
      counts.faults += 1;
      if (act.refund) inVain("refund", 1);
      const reply = await send(act.sent, { loseReply: true, ...faultsOf(act) });
      say(act, reply ? String(reply.status) : "its reply is lost");
      if (reply) throw new Error("The reply was not lost");
      stir(act);
      for (const world of worlds) played(world, now, act.play);
    },
    crash: async (act, plan) => {
      counts.faults += 1;
      const server = random.pick(servers);
      const reply = await send(act.sent, plan, server);
      say(act, reply ? `${reply.status}, before it could die` : `the process dies (${JSON.stringify(plan)})`);
      if (reply) {
        judge(act, reply);
        return;
      }
      stir(act);
      worlds = worlds.flatMap((world) => cutShort(world, now, act.play));
      await restart(server);
    },
    both: async (acts) => {
      counts.faults += 1;
      // One after the other, so that no person at the desk signs in twice at once.
      for (const act of acts) await ready(act.sent);
      const replies = await Promise.all(acts.map((act) => send(act.sent)));
      const [one, two] = replies;
      if (!one || !two) throw new Violation(`${acts[0].what} and ${acts[1].what}: a connection broke`);
      say(acts[0], `${one.status} ${codeOf(one)}, at once with`);
      say(acts[1], `${two.status} ${codeOf(two)}`);
      const problems = new Set<string>();
      stir(...acts);
      const left = worlds
        .flatMap((world) => interleaved(world, now, [acts[0].play, acts[1].play]))
        .filter(({ expected }) => {
          const problem = misfit(expected[0], one) ?? misfit(expected[1], two);
          if (problem) problems.add(problem);
          return problem === undefined;
        });
      settleOn(
        left.map(({ world }) => world),
        () => `${acts[0].what}, at once with ${acts[1].what}:\n  ${[...problems].join("\n  or ")}`,
      );
    },
    jobs: async (faults = {}) => {
      if (Object.keys(faults).length > 0) counts.faults += 1;
      // A refund that one process is paying is skipped by the others, whose run would not find it paid.
      await Promise.all(servers.map((server) => server.quiet()));
      for (const what of asked.filter((one) => !faults[one])) {
        // The model has no rests, so a run with a working gateway comes after them.
        pass(Math.max(0, vain[what].until - now));
        vain[what].asks = 0;
      }
      const refundsMayRest = now < vain.refund.until;
      // After the waiting, because a rest begins when the gateway is asked.
      for (const what of asked.filter((one) => faults[one])) inVain(what, ASKS_IN_A_RUN);
      const reply = await send({ method: "POST", path: "/simulate/jobs" }, faults);
      log.push(`${new Date(now).toISOString()} jobs ${JSON.stringify(faults)} -> ${reply?.status ?? "broken"}`);
      if (reply?.status !== 200) throw new Violation("The jobs failed");
      const trouble = {
        away: faults.settle !== undefined,
        deaf: faults.events !== undefined,
        unlisted: faults.disputes !== undefined,
        refunds: faults.refund && (faults.refund.endsWith("after") ? ("after" as const) : ("before" as const)),
      };
      // Refunds that rest are not asked for in this run.
      const troubles =
        refundsMayRest && trouble.refunds === "after"
          ? [trouble, { ...trouble, refunds: "before" as const }]
          : [trouble];
      for (const world of worlds) passTime(world, now);
      worlds = unlike(
        worlds
          // Without that fault, all of them are paid in this run at the latest.
          .flatMap((world) => (trouble.refunds ? inMotion(world, "fragile") : [world]))
          .flatMap((world) => troubles.flatMap((one) => ways(world).map((way) => ({ world, one, way }))))
          .map(({ world, one, way }) => {
            const after = structuredClone(world);
            played(after, now, jobs(one, way));
            return after;
          }),
      );
    },
  };
}

function faultsOf({ charge, refund }: Act): Plan {
  return { ...(charge ? { charge } : {}), ...(refund ? { refund } : {}) };
}

function codeOf({ status, body, text }: Reply): string {
  const code = field(body, "error", "code");
  return typeof code === "string" ? code : status >= 500 ? text : "";
}

/** Removes worlds that are equal to others. */
function unlike(worlds: readonly World[]): World[] {
  return [...new Map(worlds.map((world) => [JSON.stringify(world), world])).values()];
}
