/** What is broken in the cluster, by kind. */
import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../crash/chance.ts";
import type { Cluster } from "./cluster.ts";
import { cut, machines } from "./network.ts";

export interface Kind {
  name: string;
  what: string;
  /** Causes it. @returns how it ends, as an operator or systemd would end it */
  strike(cluster: Cluster): Promise<() => Promise<void> | void>;
  /** How long it lasts at least, in seconds. */
  seconds: number;
  /** Whether another machine must become the primary. */
  promotes?: true;
  /** Nothing works without it until it is started again, as systemd does at once. */
  restarts?: true;
}

const primaryOf = ({ databases }: Cluster) => databases.untilPrimary();

async function killReplica({ databases }: Cluster, synchronous: boolean) {
  const replica = await databases.replica(synchronous);
  await databases.killDatabase(replica);
  return () => databases.startDatabase(replica);
}

export const kinds: readonly Kind[] = [
  {
    name: "app",
    what: "a server is killed",
    strike: async ({ servers }) => {
      const victim = servers[Date.now() % 2] ?? servers[0];
      await victim.kill("server", chanceOf(1, "app"));
      return async () => void (await victim.start());
    },
    seconds: 3,
  },
  {
    name: "primary",
    what: "the primary and its Patroni are killed",
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      await cluster.databases.killDatabase(primary);
      return () => cluster.databases.startDatabase(primary);
    },
    seconds: 5,
    promotes: true,
  },
  {
    name: "switchover",
    what: "the primary hands over, as for maintenance",
    strike: async ({ databases }) => {
      await databases.switchOver();
      return () => undefined;
    },
    seconds: 2,
    promotes: true,
  },
  {
    name: "synchronous",
    what: "the replica that commits wait for is killed",
    strike: (cluster) => killReplica(cluster, true),
    seconds: 5,
  },
  {
    name: "replica",
    what: "the other replica is killed",
    strike: (cluster) => killReplica(cluster, false),
    seconds: 5,
  },
  {
    name: "etcd",
    what: "etcd's leader is killed",
    strike: async ({ databases }) => {
      const leader = await databases.etcdLeader();
      await databases.killEtcd(leader);
      return () => databases.startEtcd(leader);
    },
    seconds: 5,
  },
  {
    name: "backend",
    what: "a process of the primary that serves a connection is killed",
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      while (!cluster.databases.killConnection(primary)) await sleep(50);
      return () => undefined;
    },
    seconds: 5,
  },
  {
    name: "pooler",
    what: "PgBouncer is killed",
    strike: async ({ pgbouncer }) => {
      await pgbouncer.kill();
      return () => pgbouncer.start();
    },
    seconds: 1,
    restarts: true,
  },
  {
    name: "proxy",
    what: "HAProxy is killed",
    strike: async ({ haproxy }) => {
      await haproxy.kill();
      return () => haproxy.start();
    },
    seconds: 1,
    restarts: true,
  },
  {
    name: "cut",
    what: "the network between the primary and the replica that commits wait for is cut",
    strike: async (cluster) => cut(await primaryOf(cluster), await cluster.databases.replica(true)),
    seconds: 30,
  },
  {
    name: "isolated",
    what: "the network between the primary and both other machines is cut, and the servers still reach all",
    strike: async (cluster) => {
      const primary = await primaryOf(cluster);
      const mends = machines.filter((one) => one !== primary).map((other) => cut(primary, other));
      return () => {
        for (const mend of mends) mend();
      };
    },
    seconds: 35,
    promotes: true,
  },
];
