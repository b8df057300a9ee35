/** The three database machines: etcd, Patroni and PostgreSQL on each. */
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { signal } from "../crash/processes.ts";
import { type Daemon, daemon } from "./daemon.ts";
import { addressOf, commandOn, type Machine, machines, processesOn } from "./network.ts";
import { etcdEnvironment, PASSWORD, patroniConfig } from "./settings.ts";

const WHOLE_MS = 180_000;
const LEADER_MS = 90_000;

const clusterState = z.object({
  members: z.array(
    z.object({
      name: z.enum(machines),
      role: z.string(),
      state: z.string(),
      lag: z.optional(z.union([z.number(), z.string()])),
    }),
  ),
});
type Member = z.output<typeof clusterState>["members"][number];

const etcdStatus = z.object({ header: z.object({ member_id: z.string() }), leader: z.optional(z.string()) });

export interface Databases {
  /** The machine whose Patroni says that it is the primary; undefined while there is none. */
  primary(): Promise<Machine | undefined>;
  /** Waits for a primary other than this one. @throws after 90 s */
  untilPrimary(not?: Machine): Promise<Machine>;
  /** The replica that commits wait for, or another one. */
  replica(synchronous: boolean): Promise<Machine>;
  etcdLeader(): Promise<Machine>;
  /** Asks the primary to hand over, as for maintenance. */
  switchOver(): Promise<void>;
  /** Kills PostgreSQL and Patroni on a machine. */
  killDatabase(machine: Machine): Promise<void>;
  startDatabase(machine: Machine): void;
  killEtcd(machine: Machine): Promise<void>;
  startEtcd(machine: Machine): void;
  /** Kills a process of PostgreSQL that serves a connection. @returns whether there was one */
  killConnection(machine: Machine): boolean;
  /** Waits until all three run, and commits wait for a replica. @throws after three minutes */
  untilWhole(): Promise<void>;
}

async function ask(url: string, options: RequestInit = {}): Promise<{ ok: boolean; body: unknown }> {
  try {
    const reply = await fetch(url, { ...options, signal: AbortSignal.timeout(2_000) });
    return { ok: reply.ok, body: await reply.json() };
  } catch {
    return { ok: false, body: undefined };
  }
}

/** Makes a folder that PostgreSQL's user owns. */
export function makeFolder(path: string): void {
  const { uid, gid } = statSync("/var/lib/postgresql");
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, gid);
}

/** Lets PostgreSQL's user read a file that others may not. */
export function writeFor(path: string, text: string): void {
  const { uid, gid } = statSync("/var/lib/postgresql");
  writeFileSync(path, text, { mode: 0o600 });
  chownSync(path, uid, gid);
}

/** @param folder gets a folder for each machine */
export function startDatabases(folder: string): Databases {
  chmodSync(folder, 0o755);
  const etcd = {} as Record<Machine, Daemon>;
  const patroni = {} as Record<Machine, Daemon>;
  for (const machine of machines) {
    const own = join(folder, machine);
    makeFolder(own);
    const config = join(own, "patroni.yml");
    writeFor(config, patroniConfig(machine, own));
    etcd[machine] = daemon(
      commandOn(machine, ["etcd"]),
      join(folder, `${machine}-etcd.log`),
      etcdEnvironment(machine, own),
    );
    patroni[machine] = daemon(commandOn(machine, ["patroni", config]), join(folder, `${machine}-patroni.log`));
  }
  for (const machine of machines) etcd[machine].start();
  for (const machine of machines) patroni[machine].start();

  const patroniAt = (machine: Machine, path: string) => ask(`http://${addressOf(machine)}:8008/${path}`);

  async function primary(): Promise<Machine | undefined> {
    const answers = await Promise.all(machines.map((machine) => patroniAt(machine, "primary")));
    return machines.find((_, n) => answers[n]?.ok);
  }

  async function members(): Promise<Member[]> {
    for (const machine of machines) {
      const { ok, body } = await patroniAt(machine, "cluster");
      if (ok) return z.parse(clusterState, body).members;
    }
    return [];
  }

  function connectionsOf(machine: Machine): number[] {
    return processesOn(machine).filter((pid) => commandOf(pid).startsWith("postgres: acebay: acebay_app"));
  }

  return {
    primary,
    untilPrimary: async (not) => {
      for (const since = performance.now(); performance.now() - since < LEADER_MS; await sleep(200)) {
        const found = await primary();
        if (found && found !== not) return found;
      }
      throw new Error(`Nobody became the primary within ${LEADER_MS / 1000} s`);
    },
    replica: async (synchronous) => {
      const found = (await members()).find(({ role }) => role === (synchronous ? "sync_standby" : "replica"));
      if (!found) throw new Error(`There is no ${synchronous ? "synchronous" : "other"} replica`);
      return found.name;
    },
    etcdLeader: async () => {
      for (const machine of machines) {
        const url = `http://${addressOf(machine)}:2379/v3/maintenance/status`;
        const { ok, body } = await ask(url, { method: "POST", body: "{}" });
        if (!ok) continue;
        const { header, leader } = z.parse(etcdStatus, body);
        if (header.member_id === leader) return machine;
      }
      throw new Error("etcd has no leader");
    },
    switchOver: async () => {
      const leader = await primary();
      if (!leader) throw new Error("There is no primary to hand over");
      const reply = await fetch(`http://${addressOf(leader)}:8008/switchover`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString("base64")}` },
        body: JSON.stringify({ leader }),
      });
      // Patroni answers when it is done.
      if (!reply.ok) throw new Error(`Patroni did not hand over: ${await reply.text()}`);
    },
    killDatabase: async (machine) => {
      await patroni[machine].kill();
      for (const pid of processesOn(machine)) if (nameOf(pid).includes("postgres")) signal(pid, "SIGKILL");
    },
    startDatabase: (machine) => patroni[machine].start(),
    killEtcd: (machine) => etcd[machine].kill(),
    startEtcd: (machine) => etcd[machine].start(),
    killConnection: (machine) =>
      connectionsOf(machine)
        .slice(0, 1)
        .some((pid) => signal(pid, "SIGKILL")),
    untilWhole: async () => {
      let last: Member[] = [];
      for (const since = performance.now(); performance.now() - since < WHOLE_MS; await sleep(500)) {
        last = await members();
        const up = last.filter(
          ({ state, lag = 0 }) => state === "running" && typeof lag === "number" && lag < 1_000_000,
        );
        const roles = new Set(up.map(({ role }) => role));
        if (up.length === machines.length && roles.has("leader") && roles.has("sync_standby")) return;
      }
      throw new Error(`The cluster was not whole again: ${JSON.stringify(last)}`);
    },
  };
}

/** The command line and the name of a process; empty when it is gone. */
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
const nameOf = (pid: number) => read(`/proc/${pid}/comm`);

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
