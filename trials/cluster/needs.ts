/** What the cluster test needs of this machine. */
import { lackingOf } from "../needs.ts";

/** @returns what to do before it can run, in sentences; undefined if nothing */
export function lacking(): string | undefined {
  return lackingOf({
    who: "The cluster test",
    why: "it makes network namespaces",
    programs: [
      "/usr/bin/patroni",
      "/usr/lib/python3/dist-packages/psycopg2",
      "/usr/bin/etcd",
      "/usr/sbin/haproxy",
      "/usr/sbin/pgbouncer",
      "/usr/lib/postgresql/15/bin/postgres",
      "/usr/sbin/iptables",
      "/usr/bin/setpriv",
    ],
    packages:
      "patroni python3-psycopg2 etcd-server etcd-client haproxy pgbouncer postgresql-15 iproute2 iptables util-linux",
  });
}
