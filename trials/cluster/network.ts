/**
 * A network of three machines inside this one: a namespace each, on one bridge. The servers, the proxy and the pooler
 * run beside it, at the bridge's own address.
 */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { signal } from "../crash/processes.ts";

/** The first three numbers of every address. */
export const SUBNET = "10.77.0";
/** Where the servers, the proxy and the pooler are reached. */
export const FRONT = `${SUBNET}.1`;
const BRIDGE = "acebay-br";

export const machines = ["db1", "db2", "db3"] as const;
export type Machine = (typeof machines)[number];

export function addressOf(machine: Machine): string {
  return `${SUBNET}.${11 + machines.indexOf(machine)}`;
}

const namespaceOf = (machine: Machine) => `acebay-${machine}`;

/** The command that runs another one on a machine, as a user who is not root. It keeps its process's number. */
export function commandOn(machine: Machine, command: readonly string[]): string[] {
  return ["ip", "netns", "exec", namespaceOf(machine), ...asPostgres(command)];
}

/** The same beside the machines. */
export function asPostgres(command: readonly string[]): string[] {
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command];
}

function run(command: string): { ok: boolean; output: string } {
  const [program = "", ...args] = command.split(" ");
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { ok: status === 0, output: stdout + stderr };
}

function must(command: string): void {
  const { ok, output } = run(command);
  if (!ok) throw new Error(`${command}: ${output}`);
}

/** The processes of a machine. */
export function processesOn(machine: Machine): number[] {
  const { ok, output } = run(`ip netns pids ${namespaceOf(machine)}`);
  return ok ? output.split("\n").filter(Boolean).map(Number) : [];
}

/** Whether a network of an earlier run, or of one under way, is there. */
export function isLaid(): boolean {
  return run(`ip link show ${BRIDGE}`).ok;
}

export function layNetwork(): void {
  must(`ip link add ${BRIDGE} type bridge`);
  must(`ip addr add ${FRONT}/24 dev ${BRIDGE}`);
  must(`ip link set ${BRIDGE} up`);
  for (const machine of machines) {
    const [space, outer] = [namespaceOf(machine), `acebay-${machine}`];
    must(`ip netns add ${space}`);
    must(`ip link add ${outer} type veth peer name eth0 netns ${space}`);
    must(`ip link set ${outer} master ${BRIDGE}`);
    must(`ip link set ${outer} up`);
    for (const step of [`addr add ${addressOf(machine)}/24 dev eth0`, "link set eth0 up", "link set lo up"])
      must(`ip -n ${space} ${step}`);
  }
}

/** Ends all that runs on the machines, and removes them. */
export async function removeNetwork(): Promise<void> {
  for (const machine of machines) {
    for (const pid of processesOn(machine)) signal(pid, "SIGKILL");
    for (let waited = 0; processesOn(machine).length > 0 && waited < 5_000; waited += 100) await sleep(100);
    // The kernel removes what is in a namespace some time later; its line to the bridge must be gone now.
    run(`ip link del acebay-${machine}`);
    run(`ip netns del ${namespaceOf(machine)}`);
  }
  run(`ip link del ${BRIDGE}`);
}

/** Cuts the connection between two machines in both directions, without telling either. @returns how to restore it */
export function cut(one: Machine, other: Machine): () => void {
  const rules = (does: "-A" | "-D") => {
    const pairs = [
      [one, other],
      [other, one],
    ] as const;
    for (const [at, from] of pairs)
      must(`ip netns exec ${namespaceOf(at)} iptables -w ${does} INPUT -s ${addressOf(from)} -j DROP`);
  };
  rules("-A");
  return () => rules("-D");
}
