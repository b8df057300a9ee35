/** What the cluster test needs of this machine. */
import { existsSync } from "node:fs";

const PACKAGES =
  "patroni python3-psycopg2 etcd-server etcd-client haproxy pgbouncer postgresql-15 iproute2 iptables util-linux";

const programs: readonly string[] = [
  "/usr/bin/patroni",
  "/usr/lib/python3/dist-packages/psycopg2",
  "/usr/bin/etcd",
  "/usr/sbin/haproxy",
  "/usr/sbin/pgbouncer",
  "/usr/lib/postgresql/15/bin/postgres",
  "/usr/sbin/iptables",
  "/usr/bin/setpriv",
];

/** @returns what to do before it can run, in sentences; undefined if nothing */
export function lacking(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "The cluster test needs Linux and root: it makes network namespaces.";
  const missing = programs.filter((path) => !existsSync(path) && !existsSync(path.replace("/usr/sbin", "/sbin")));
  if (missing.length === 0) return undefined;
  return [
    `The cluster test needs ${missing.join(", ")}. On Debian 12, without starting their services:`,
    "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
    `  apt-get update && apt-get install -y --no-install-recommends ${PACKAGES}`,
  ].join("\n");
}
