/** Where the causes happen: a database behind two cables, two servers on it, a mail server, and a Prometheus. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseEnv } from "node:util";
import pg from "pg";
import { accountRoutes } from "#features/accounts/contract.ts";
import { connectionTo, ownerOf } from "#platform/server/db/embedded.ts";
import { ALERTS } from "#test/alerts.ts";
import { type Cable, cable } from "#test/cable.ts";
import { bodyOf, type Calls } from "#test/calls.ts";
import { type Installation, install } from "../crash/installation.ts";
import { freePort } from "#test/ports.ts";
import { startMailServer } from "../faults/mail-server.ts";
import { shortened } from "./durations.ts";
import { browserAt } from "./people.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";
import type { Message } from "./server.ts";

const PROGRAM = "trials/alerts/server.ts";
const ADMIN = "admin@acebay.test";
/** The second server's data folder lies on a disk of its own, in memory. */
const SMALL_DISK = "20m";

export interface Machine {
  installation: Installation;
  url: string;
  /** Between the server and the database. */
  cable: Cable;
  /** To the server's process. */
  tell: (message: Message) => void;
  dataDir: string;
}

export interface Site {
  /** The first server is never broken alone. */
  servers: readonly [Machine, Machine];
  prometheus: Prometheus;
  mail: { stop(): void; start(): Promise<void> };
  /** One statement after the other on one connection, as the database's owner. */
  asOwner: (...statements: string[]) => Promise<void>;
  /** A transaction that holds a lock until the returned function is called. */
  holding: (table: string, mode: string) => Promise<() => Promise<void>>;
  /** Moves the product's clock forward at all servers, and runs every job. */
  pass: (seconds: number) => void;
  /** How far the product's clock was moved, in seconds. */
  ahead: () => number;
  /** A folder of this trial, such as for backups. */
  folder: string;
  /** The administrator, newly signed in, with a passkey. */
  admin: () => Promise<Calls>;
  close: () => Promise<void>;
}

/** Where the first server looks for its scanner for malware. */
export const scannerIn = (folder: string): string => join(folder, "clamd.sock");

/** The variables of `deploy/acebay.env.example`, with values of our own. */
function production(mailPort: number): Record<string, string> {
  const named = parseEnv(readFileSync("deploy/acebay.env.example", "utf8"));
  const filled = Object.entries(named).map(([name, text = ""]) => [
    name,
    text.replaceAll(/change-me(?:-openssl-\S+)?/g, () => randomBytes(32).toString("hex")),
  ]);
  return { ...Object.fromEntries(filled), SMTP_URL: `smtp://127.0.0.1:${mailPort}`, DRAIN_SECONDS: "0" };
}

/** @throws if something does not start; what had started is ended */
export async function openSite(folder: string): Promise<Site> {
  const closing: (() => unknown)[] = [];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    // What one part fails with must not leave the others running.
    const failed: unknown[] = [];
    for (const one of closing.toReversed())
      await Promise.resolve()
        .then(one)
        .catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw failed[0];
  };
  // A signal and the end of the trial may both ask for it, and both must wait.
  const close = () => (closed ??= closeAll());
  try {
    return await open(folder, closing, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param closing gets what ends each part, as soon as it runs; the last is ended first */
async function open(folder: string, closing: (() => unknown)[], close: () => Promise<void>): Promise<Site> {
  const mailPort = await freePort();
  const { DATABASE_URL: _elsewhere, ...env } = production(mailPort);
  const data = join(folder, "one", "data");
  const socket = ".s.PGSQL.5432";
  const cables: [Cable, Cable] = [
    cable(join(folder, "cable-one", socket), join(connectionTo(data).host, socket)),
    cable(join(folder, "cable-two", socket), join(connectionTo(data).host, socket)),
  ];
  for (const name of ["one", "two", "cable-one", "cable-two", "two/data"]) mkdirSync(join(folder, name));
  for (const one of cables) await one.plug();
  const disk = join(folder, "two", "data");
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK}`, "acebay-alerts", disk]).status !== 0)
    throw new Error("The small disk could not be mounted");
  closing.push(() => spawnSync("umount", ["-l", disk]));
  let mailServer = await startMailServer(mailPort);
  closing.push(() => mailServer.close());
  closing.push(async () => {
    for (const one of cables) await one.cut();
  });
  const ports = [await freePort(), await freePort()] as const;
  const through = join(folder, "cable-one");
  const scanned = { ...env, SCANNER: scannerIn(folder) };
  const options = { external: true, through, program: PROGRAM, env: scanned };
  const first = await install(join(folder, "one"), ports[0], options);
  closing.push(() => first.stop());
  const { user, database } = first.connection;
  const address = `postgres://${user}@/${database}?host=${join(folder, "cable-two")}`;
  const second = await install(join(folder, "two"), ports[1], {
    program: PROGRAM,
    env: { ...env, DATABASE_URL: address },
  });
  closing.push(() => second.stop());
  const machine = (installation: Installation, line: Cable, dataDir: string): Machine => ({
    installation,
    url: installation.url,
    cable: line,
    tell: (message) => installation.send(message),
    dataDir,
  });
  const servers = [machine(first, cables[0], data), machine(second, cables[1], disk)] as const;
  // One after the other: the first one migrates.
  for (const { installation } of servers) await installation.start();
  const prometheus = await startPrometheus(folder, {
    rules: shortened(readFileSync(ALERTS, "utf8")),
    targets: ports.map((port) => `127.0.0.1:${port}`),
    token: env["METRICS_TOKEN"] ?? "",
  });
  closing.push(() => prometheus.close());
  let ahead = 0;
  const owner = async () => {
    const client = new pg.Client(ownerOf(data));
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  const asOwner = async (...statements: string[]) => {
    const client = await owner();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    servers,
    prometheus,
    mail: {
      stop: () => mailServer.close(),
      start: async () => {
        mailServer = await startMailServer(mailPort);
      },
    },
    asOwner,
    holding: async (table, mode) => {
      const client = await owner();
      await client.query("BEGIN");
      await client.query(`LOCK TABLE ${table} IN ${mode} MODE`);
      return () => client.end();
    },
    ahead: () => ahead,
    folder,
    pass: (seconds) => {
      ahead += seconds;
      for (const { tell } of servers) tell({ ahead });
    },
    admin: async () => {
      const browser = browserAt(servers[0].url);
      // An account with a passkey cannot use a code, and no browser here has a passkey.
      await asOwner("DELETE FROM passkeys");
      await browser.call(accountRoutes.login, { body: { email: ADMIN } });
      const client = await owner();
      const mailed = await client.query<{ subject: string }>(
        "SELECT subject FROM mails WHERE recipient = $1 AND subject ~ '^[0-9]{6} ' ORDER BY id DESC LIMIT 1",
        [ADMIN],
      );
      await client.end();
      const code = mailed.rows[0]?.subject.slice(0, 6);
      await bodyOf(browser.call(accountRoutes.login, { body: { email: ADMIN, code } }));
      await asOwner(
        `INSERT INTO passkeys (id, user_id, public_key, counter, transports, label, created_at)
          SELECT 'key', id, '', 0, '{}', 'Key', now() FROM users WHERE email = '${ADMIN}'`,
      );
      return browser;
    },
    close,
  };
}
