/** The configuration of `deploy/cluster`, with this test's addresses, folders and passwords in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { addressOf, FRONT, type Machine, SUBNET } from "./network.ts";

export const PASSWORD = "a-password-of-the-cluster-test";

const source = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/cluster/${name}`, import.meta.url)), "utf8");

/** Replaces each text everywhere. @throws if one is missing, because then the file and the test no longer agree */
function fill(name: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  let text = source(name);
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/cluster/${name} no longer has "${from}"`);
    text = text.replaceAll(from, to);
  }
  return text.replaceAll(/change-me[\w-]*/g, PASSWORD);
}

export function patroniConfig(machine: Machine, folder: string): string {
  return fill("patroni.yml", [
    ["name: db1", `name: ${machine}`],
    ["listen: 10.0.0.11", `listen: ${addressOf(machine)}`],
    ["connect_address: 10.0.0.11", `connect_address: ${addressOf(machine)}`],
    ["10.0.0.", `${SUBNET}.`],
    ["/var/lib/postgresql/15/acebay", join(folder, "postgres")],
    ["/var/lib/postgresql/.pgpass-patroni", join(folder, "pgpass")],
    ["/var/run/postgresql", folder],
  ]);
}

export function etcdEnvironment(machine: Machine, folder: string): NodeJS.Dict<string> {
  const own = addressOf(machine);
  const text = fill("etcd.env", [
    ["ETCD_NAME=db1", `ETCD_NAME=${machine}`],
    ["URLS=http://10.0.0.11", `URLS=http://${own}`],
    ["10.0.0.", `${SUBNET}.`],
    ["/var/lib/etcd/acebay", join(folder, "etcd")],
  ]);
  return parseEnv(text);
}

export function haproxyConfig(): string {
  return fill("haproxy.cfg", [
    ["10.0.0.", `${SUBNET}.`],
    ["127.0.0.1:", `${FRONT}:`],
  ]);
}

export function pgbouncerConfig(userlist: string): string {
  return fill("pgbouncer.ini", [
    ["127.0.0.1", FRONT],
    ["/etc/pgbouncer/userlist.txt", userlist],
  ]);
}

/** What the servers read. */
export function serverEnvironment(): NodeJS.Dict<string> {
  return parseEnv(fill("acebay.env.example", [["127.0.0.1", FRONT]]));
}
