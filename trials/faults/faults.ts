/** The faults around a server, one by one: how each is caused, and how it ends. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Lie, LIES, type Trouble } from "./gateway.ts";
import { badEvents, tellTruth } from "./webhooks.ts";
import { readOnly } from "./read-only.ts";
import { chanceOf } from "../crash/chance.ts";
import { killSurely } from "../crash/installation.ts";
import { startMailServer } from "./mail-server.ts";
import { type PushService, startPushService, type PushTrouble } from "./push-service.ts";
import type { Site } from "./site.ts";

export interface Fault {
  name: string;
  /** Of the server's process. */
  env?: Readonly<Record<string, string>>;
  /** The server's own folder is beside the database's. */
  ownFolder?: true;
  /** Callers come through a proxy that asks two servers for `/readyz`, and may notice nothing. */
  unnoticed?: true;
  /**
   * Runs before the server starts, for example on its folder. @returns what to do at the very end; a sentence if the
   * fault cannot be played
   */
  prepare?: (dataDir: string) => (() => void) | string;
  /** Once the server is ready, before anybody plays. */
  before?: (site: Site) => Promise<void>;
  /** Causes it. @returns how it ends */
  cause(site: Site): Promise<() => Promise<void>>;
  /** The push service at which golfers subscribe. */
  push?: string;
  /** How long it lasts; 0 for a fault that ends by itself. */
  seconds: number;
  /** The gateway lies: whether the product mends it by itself, or lists it to administrators. */
  lies?: "mended" | "listed";
  /** The machine's clock was wrong, so facts contradict each other, and the audit must say so, and nothing else. */
  outOfOrder?: true;
}

const HOUR_MS = 3_600_000;
const DATA_MB = 400;
/** In the zone of the demo's first course the clocks go forward and back at these moments. */
const FORWARD = Date.parse("2027-03-14T07:00:00Z");
const BACK = Date.parse("2027-11-07T06:00:00Z");

const nothing = async () => undefined;

function signals(whom: "server" | "database"): Fault["cause"] {
  return async ({ installation }) => {
    installation.signal(whom, "SIGSTOP");
    return async () => installation.signal(whom, "SIGCONT");
  };
}

function kills(victim: "database" | "backend" | "server"): Fault["cause"] {
  return async ({ installation }) => {
    await killSurely(installation, victim, chanceOf(1, "faults"));
    return async () => void (await installation.recover(victim));
  };
}

function gateway(trouble: Trouble): Fault["cause"] {
  return async ({ tell }) => {
    tell({ gateway: trouble });
    return async () => tell({ gateway: "well" });
  };
}

/** @param truth the gateway tells the truth by events once it is well again */
function lyingGateway(lie: Lie, lies: "mended" | "listed", truth = false): Fault {
  return {
    name: `the gateway ${lie}`,
    lies,
    cause: async (site) => {
      site.tell({ gateway: lie });
      return async () => {
        // On a busy machine it takes a while until somebody pays.
        const told = join(site.dataDir, LIES);
        for (let waited = 0; !existsSync(told) && waited < 60; waited += 1) await sleep(1_000);
        site.tell({ gateway: "well" });
        if (truth) await tellTruth(site, readFileSync(told, "utf8").trim().split("\n"));
      };
    },
    seconds: 8,
  };
}

function jump(ms: number): Fault["cause"] {
  return async ({ tell }) => {
    tell({ ahead: ms });
    return async () => tell({ ahead: 0 });
  };
}

/** The load plays while the clocks change; the demo's clock runs fast, so the change is seconds away. */
function clocksChange(name: string, at: number): Fault {
  return {
    name,
    env: { FAULTS_AHEAD_MS: String(at - HOUR_MS - Date.now()) },
    before: async ({ tell }) => tell({ ahead: at - 30_000 - Date.now() }),
    cause: async () => nothing,
    seconds: 8,
  };
}

/** A small disk in memory for everything that the installation keeps. Only root may mount one. */
function smallDisk(dataDir: string): (() => void) | string {
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DATA_MB}m`, "acebay-faults", dataDir]);
  return status === 0 ? () => void spawnSync("umount", ["-l", dataDir]) : "a small disk can only be mounted as root";
}

async function fillDisk({ ownDir }: Site): Promise<() => Promise<void>> {
  const path = join(ownDir, "full");
  const file = openSync(path, "w");
  for (const bytes of [2 ** 20, 2 ** 12])
    try {
      for (;;) writeSync(file, Buffer.alloc(bytes));
    } catch {
      // The disk is full, except for less than this.
    }
  closeSync(file);
  return async () => rmSync(path);
}

const MAIL_PORT = 2525;
const PUSH_PORT = 2526;
/** Longer than the first tries, at the pace of the demo's clock. */
const PUSH_PATIENCE_MS = 60_000;

/** Fails unless a condition of SQL holds. */
const holds = (condition: string) =>
  `DO $$ BEGIN IF NOT (${condition}) THEN RAISE EXCEPTION 'does not hold: ${condition.replaceAll("'", "")}'; END IF; END $$`;

/** Golfers have subscribed. Afterwards what waited is sent, or forgotten where the service says so; nothing comes twice. */
function pushService(name: string, trouble: PushTrouble): Fault {
  let service: PushService | undefined;
  return {
    name,
    push: `http://127.0.0.1:${PUSH_PORT}`,
    before: async () => {
      service = await startPushService(PUSH_PORT);
    },
    cause: async ({ asOwner }) => {
      // Otherwise the fault would have no effect.
      await untilHolds(asOwner, "EXISTS (SELECT FROM push_subscriptions)");
      service?.is(trouble);
      return async () => {
        if (trouble === "gone")
          await untilHolds(
            asOwner,
            "EXISTS (SELECT FROM users) AND pg_stat_get_tuples_deleted('push_subscriptions'::regclass) > 0",
          );
        service?.is("well");
        const last = "(SELECT coalesce(max(id), 0) FROM push_messages)";
        await asOwner(`CREATE TABLE faults_last AS SELECT ${last} AS id`);
        await untilHolds(asOwner, "NOT EXISTS (SELECT FROM push_messages m, faults_last WHERE m.id <= faults_last.id)");
        const taken = service?.taken() ?? 0;
        if (taken === 0 && trouble !== "gone") throw new Error("No notification came to the push service");
        // A message that waits is not taken yet, and one is taken at most once.
        await asOwner(holds(`${taken} <= (SELECT last_value FROM push_messages_id_seq)`), "DROP TABLE faults_last");
        service?.close();
      };
    },
    seconds: 15,
  };
}

async function untilHolds(asOwner: Site["asOwner"], condition: string): Promise<void> {
  for (const since = performance.now(); ; await sleep(500))
    try {
      return await asOwner(holds(condition));
    } catch (error) {
      if (performance.now() - since > PUSH_PATIENCE_MS) throw error;
    }
}

export const faults: readonly Fault[] = [
  { name: "the database is killed", cause: kills("database"), seconds: 0 },
  { name: "one of its connections is killed", cause: kills("backend"), seconds: 0 },
  { name: "the database stands still", cause: signals("database"), seconds: 10 },
  {
    name: "the network to it is cut",
    cause: async ({ cable }) => {
      await cable.cut();
      return () => cable.plug();
    },
    seconds: 6,
  },
  {
    name: "the network to it goes silent",
    cause: async ({ cable }) => {
      cable.freeze();
      return async () => cable.thaw();
    },
    seconds: 10,
  },
  {
    name: "every round trip takes 200 ms",
    cause: async ({ cable }) => {
      cable.slow(100);
      return async () => cable.slow(0);
    },
    seconds: 15,
  },
  {
    name: "the database is read-only",
    cause: ({ asOwner }) => readOnly(asOwner),
    seconds: 8,
  },
  { name: "the disk is full", prepare: smallDisk, cause: fillDisk, seconds: 8 },
  {
    name: "the disk of the server's folder is full, the database's is not",
    ownFolder: true,
    prepare: smallDisk,
    cause: fillDisk,
    seconds: 8,
  },
  { name: "the gateway takes 6 s", cause: gateway("slow"), seconds: 15 },
  { name: "the gateway is away", cause: gateway("away"), seconds: 12 },
  { name: "the gateway charges, and its answers are lost", cause: gateway("loses answers"), seconds: 12 },
  lyingGateway("says declined, and charges", "mended"),
  lyingGateway("says declined, charges, and tells nobody", "listed"),
  lyingGateway("charges another amount", "listed"),
  lyingGateway("says charged, and charges nothing", "listed"),
  lyingGateway("says not charged, and then charged", "mended", true),
  { name: "the gateway's events are wrong, replayed and forged", cause: async (site) => badEvents(site), seconds: 10 },
  {
    name: "the mail server is away",
    env: { SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}` },
    cause: async () => {
      return async () => {
        const letters = await startMailServer(MAIL_PORT);
        for (let waited = 0; letters.count() === 0 && waited < 30; waited++) await sleep(1_000);
        if (letters.count() === 0) throw new Error("No letter came to the mail server that is back");
      };
    },
    seconds: 8,
  },
  pushService("the push service is away", "away"),
  pushService("the push service takes 6 s", "slow"),
  pushService("the push service says that browsers are gone", "gone"),
  { name: "the clock steps 20 s back, then forward", cause: jump(-20_000), seconds: 6 },
  { name: "the clock jumps an hour forward, then back", cause: jump(HOUR_MS), seconds: 6, outOfOrder: true },
  { name: "the clock jumps an hour back, then forward", cause: jump(-HOUR_MS), seconds: 6, outOfOrder: true },
  clocksChange("the clocks go forward (daylight saving)", FORWARD),
  clocksChange("the clocks go back", BACK),
  {
    name: "the process sleeps, and wakes a day later",
    cause: async (site) => {
      site.installation.signal("server", "SIGSTOP");
      site.tell({ ahead: 24 * HOUR_MS });
      return async () => site.installation.signal("server", "SIGCONT");
    },
    seconds: 5,
  },
  {
    name: "the event loop stands still for 5 s",
    cause: async ({ tell }) => {
      tell({ stallMs: 5_000 });
      return nothing;
    },
    seconds: 5,
  },
  {
    name: "2,000 slow and idle connections",
    cause: async ({ crowd }) => {
      const leave = crowd(1_000);
      return async () => leave();
    },
    seconds: 20,
  },
  {
    name: "the server is asked to end, and started again",
    cause: async ({ installation }) => {
      installation.signal("server", "SIGTERM");
      const code = await installation.ended();
      if (code !== 0) throw new Error(`It ended with ${code}`);
      return async () => void (await installation.start());
    },
    seconds: 0,
  },
  {
    name: "one of two servers behind a proxy is asked to end, and started again, twice",
    unnoticed: true,
    before: (site) => site.addTwin({ DRAIN_SECONDS: "5" }),
    cause: async ({ restartTwin }) => {
      for (let n = 0; n < 2; n += 1) await restartTwin();
      return nothing;
    },
    seconds: 2,
  },
  { name: "the server is killed, and started again", cause: kills("server"), seconds: 0 },
];
