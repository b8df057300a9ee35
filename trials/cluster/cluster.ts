/** The whole cluster: three database machines, the proxy and the pooler before them, two servers, and their proxy. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type Installation, install } from "../crash/installation.ts";
import { freePort } from "#test/ports.ts";
import { type Proxy, startProxy } from "../crash/proxy.ts";
import { type Daemon, daemon } from "./daemon.ts";
import { type Databases, startDatabases, writeFor } from "./database.ts";
import { asPostgres, FRONT, layNetwork, removeNetwork } from "./network.ts";
import { haproxyConfig, PASSWORD, pgbouncerConfig, serverEnvironment } from "./settings.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SECRET = "a-secret-of-the-cluster-test-that-is-long";
const READY_MS = 60_000;

export interface Cluster {
  databases: Databases;
  haproxy: Daemon;
  pgbouncer: Daemon;
  servers: readonly [Installation, Installation];
  /** Of the proxy in front of the servers. */
  url: string;
  /** The books, past the pooler. */
  connection: pg.PoolConfig;
  close(): Promise<void>;
}

const at = (user: string) => ({ host: FRONT, port: 5000, user, password: PASSWORD, database: "acebay" });

/** Builds it in an empty folder, with a migrated database that the demo has filled. */
export async function buildCluster(folder: string): Promise<Cluster> {
  layNetwork();
  const databases = startDatabases(folder);
  const haproxyFile = join(folder, "haproxy.cfg");
  writeFileSync(haproxyFile, haproxyConfig());
  const haproxy = daemon(["haproxy", "-db", "-f", haproxyFile], join(folder, "haproxy.log"));
  const users = join(folder, "userlist.txt");
  const roles = ["acebay_app", "acebay_app_jobs", "acebay_app_reports"];
  writeFor(users, roles.map((role) => `"${role}" "${PASSWORD}"\n`).join(""));
  const pgbouncerFile = join(folder, "pgbouncer.ini");
  writeFor(pgbouncerFile, pgbouncerConfig(users));
  const pgbouncer = daemon(asPostgres(["pgbouncer", pgbouncerFile]), join(folder, "pgbouncer.log"));
  haproxy.start();
  pgbouncer.start();
  await databases.untilPrimary();
  await makeDatabase();
  await databases.untilWhole();

  const env = { ...serverEnvironment(), SESSION_SECRET: SECRET };
  migrate(env);
  const servers = [await server(folder, "one", env), await server(folder, "two", env)] as const;
  // One after the other: the first one fills the demo.
  for (const one of servers) await one.start();
  const proxy: Proxy = await startProxy(servers.map(({ url }) => Number(new URL(url).port)));
  return {
    databases,
    haproxy,
    pgbouncer,
    servers,
    url: proxy.url,
    connection: at("acebay"),
    close: async () => {
      await proxy.close();
      await Promise.all(servers.map((one) => one.stop()));
      await pgbouncer.kill();
      await haproxy.kill();
      await removeNetwork();
    },
  };
}

async function server(folder: string, name: string, env: Record<string, string>): Promise<Installation> {
  const own = join(folder, name);
  mkdirSync(own);
  return install(own, await freePort(), { env });
}

/** As `docs/operations.md` says: the role that owns, and its database. */
async function makeDatabase(): Promise<void> {
  for (const since = performance.now(); ; await sleep(500)) {
    const client = new pg.Client({ ...at("postgres"), database: "postgres" });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(`CREATE ROLE acebay LOGIN CREATEROLE PASSWORD '${PASSWORD}'`);
      await client.query("CREATE DATABASE acebay OWNER acebay");
      return;
    } catch (error) {
      if (performance.now() - since > READY_MS) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function migrate(env: Record<string, string>): void {
  const owner = { DATABASE_OWNER_URL: `postgres://acebay:${PASSWORD}@${FRONT}:5000/acebay` };
  const all = { PATH: process.env["PATH"], ...env, ...owner };
  const { status, stderr, stdout } = spawnSync(process.execPath, ["src/main/server/migrate.ts"], {
    cwd: root,
    env: all,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm run migrate: ${stdout}${stderr}`);
}
