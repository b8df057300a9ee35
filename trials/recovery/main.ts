/**
 * `npm run recovery-test`: golfers pay and hit, a statement of the owner destroys shots, and the database of the moment
 * before is recovered from a copy of its files and its log, in another folder. What was answered before the moment must
 * be there, nothing after it, and the books must agree. With the embedded PostgreSQL and our commands, and with
 * Debian's 15 and its own.
 *   --debian DIR   the folder of Debian's programs (/usr/lib/postgresql/15/bin)
 *   --only KIND    embedded or debian
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { targetOf } from "#platform/server/backup/base.ts";
import { ownerOf, startEmbedded } from "#platform/server/db/embedded.ts";
import { giveToDatabase } from "#platform/server/db/embedded-user.ts";
import { startLoad } from "../crash/load.ts";
import { freePort } from "#test/ports.ts";
import { addressOf, serve, type Serving } from "../crash/serving.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values } = parseArgs({
  options: { debian: { type: "string", default: "/usr/lib/postgresql/15/bin" }, only: { type: "string" } },
});
const GOLFERS = 4;
const PLAY_MS = 5_000;

/** The mistake: triggers protect the rows from everybody but the owner. */
const MISTAKE = "ALTER TABLE attempts DISABLE TRIGGER ALL; DELETE FROM attempts";

/** How one kind of PostgreSQL keeps its log, is copied, and is recovered. Each folder is one of ours. */
interface Kind {
  /** Starts the server with its database. */
  start(dataDir: string): Promise<Served>;
  /** Begins to keep the log, if that needs a restart. */
  beforeRestart(dataDir: string, kept: string): Promise<void>;
  copy(dataDir: string, kept: string): Promise<void>;
  recover(dataDir: string, kept: string, until: string): Promise<void>;
}
interface Served {
  serving: Serving;
  end(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "acebay-recovery-"));
chmodSync(folder, 0o755);
const out = openSync(join(folder, "servers.log"), "a");

function run(program: string, args: string[], env: Record<string, string> = {}, may = [0]): string {
  const done = spawnSync(program, args, { cwd: root, encoding: "utf8", env: { PATH: process.env["PATH"], ...env } });
  console.log(`  $ ${program.split("/").at(-1)} ${args.join(" ")}\n${done.stdout.trim()}`);
  if (!may.includes(done.status ?? -1)) throw new Error(`${program} ${args.join(" ")}: ${done.stdout}\n${done.stderr}`);
  return done.stdout;
}
const command = (name: string, args: string[], env: Record<string, string>, may?: number[]) =>
  run(process.execPath, [`src/main/server/${name}.ts`, ...args], env, may);

const embedded: Kind = {
  start: async (dataDir) => {
    const serving = await serve(await freePort(), { root, out, env: { DATA_DIR: dataDir } });
    return { serving, end: async () => void (await serving.end()) };
  },
  beforeRestart: async (dataDir, kept) => void command("base-backup", [kept], { DATA_DIR: dataDir }, [1]),
  copy: async (dataDir, kept) => void command("base-backup", [kept], { DATA_DIR: dataDir }),
  recover: async (dataDir, kept, until) => void command("recover", [kept, until], { DATA_DIR: dataDir }),
};

const debian: Kind = {
  start: async (dataDir) => {
    const postgres = await startEmbedded(dataDir, 80, values.debian);
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: addressOf(postgres.connection),
      DATABASE_OWNER_URL: addressOf(postgres.owner),
    };
    const serving = await serve(await freePort(), { root, out, env });
    const end = async () => {
      await serving.end();
      await postgres.stop();
    };
    return { serving, end };
  },
  beforeRestart: async (dataDir, kept) => {
    mkdirSync(join(kept, "wal"), { recursive: true });
    giveToDatabase(kept);
    for (const setting of [
      "archive_mode = 'on'",
      `archive_command = 'if test -f ${kept}/wal/%f; then cmp -s %p ${kept}/wal/%f; else cp %p ${kept}/wal/%f.part && mv ${kept}/wal/%f.part ${kept}/wal/%f; fi'`,
      "archive_timeout = '60s'",
    ])
      await asOwner(dataDir, `ALTER SYSTEM SET ${setting}`);
  },
  copy: async (dataDir, kept) => {
    const { host, user } = ownerOf(dataDir);
    run(join(values.debian, "pg_basebackup"), [
      "-h",
      host,
      "-U",
      user,
      "-D",
      join(kept, "base"),
      "-c",
      "fast",
      "-X",
      "none",
    ]);
  },
  recover: async (dataDir, kept, until) => {
    const data = join(dataDir, "postgres");
    mkdirSync(dataDir, { recursive: true });
    cpSync(join(kept, "base"), data, { recursive: true });
    writeFileSync(join(data, "recovery.signal"), "");
    appendFileSync(
      join(data, "postgresql.auto.conf"),
      `restore_command = 'cp ${kept}/wal/%f %p'\nrecovery_target_time = '${targetOf(new Date(until))}'\nrecovery_target_action = 'promote'\narchive_mode = 'off'\n`,
    );
    chmodSync(data, 0o700);
    const postgres = await startEmbedded(dataDir, 80, values.debian);
    while ((await asOwner(dataDir, "SELECT pg_is_in_recovery() AS yes"))[0]?.["yes"]) await sleep(200);
    await postgres.stop();
  },
};

async function asOwner(dataDir: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(ownerOf(dataDir));
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** @returns what is wrong */
async function recoverOnce(name: string, kind: Kind): Promise<string[]> {
  const [dataDir, kept, again] = ["data", "kept", "again"].map((part) => join(folder, name, part)) as [
    string,
    string,
    string,
  ];
  mkdirSync(dataDir, { recursive: true });
  let served = await kind.start(dataDir);
  try {
    await kind.beforeRestart(dataDir, kept);
    await served.end();
    served = await kind.start(dataDir);
    const play = async (meanwhile?: () => Promise<void>) => {
      const load = await startLoad(`http://127.0.0.1:${served.serving.port}`, GOLFERS);
      await sleep(PLAY_MS);
      await meanwhile?.();
      await sleep(PLAY_MS);
      return load.stop();
    };
    const before = await play(() => kind.copy(dataDir, kept));
    await sleep(200);
    const until = new Date().toISOString();
    await sleep(200);
    const after = await play();
    await asOwner(dataDir, MISTAKE);
    // A clean end keeps the rest of the log, too; after a lost disk the last minute is lost.
    await served.end();
    const since = performance.now();
    await kind.recover(again, kept, until);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    served = await kind.start(again);
    const lost = await before.lost(ownerOf(again));
    const tooMany = after.payments + after.shots - (await after.lost(ownerOf(again)));
    const isExternal = kind === debian;
    const { host, user, database } = ownerOf(again);
    const auditEnv = { DATA_DIR: again, ...(isExternal ? { DATABASE_URL: addressOf({ host, user, database }) } : {}) };
    command("audit", [], auditEnv);
    console.log(
      `${name}: to ${until} in ${seconds} s; of ${before.payments} payments and ${before.shots} shots before it ${lost} are lost; of ${after.payments} and ${after.shots} after it ${tooMany} are there`,
    );
    return [
      ...(lost > 0 ? [`${name}: ${lost} of what was answered are lost`] : []),
      ...(tooMany > 0 ? [`${name}: ${tooMany} of what came after are there`] : []),
      ...[...before.failures, ...after.failures].slice(0, 3),
      ...(before.shots === 0 || after.shots === 0 ? [`${name}: nobody played`] : []),
    ];
  } finally {
    await served.end();
  }
}

let faults: string[] = ["It did not end"];
try {
  const kinds = { embedded, debian };
  faults = [];
  for (const [name, kind] of Object.entries(kinds)) {
    if (values.only !== undefined && values.only !== name) continue;
    if (kind === debian && !existsSync(values.debian)) console.log(`debian: not tried, ${values.debian} is not there`);
    else faults.push(...(await recoverOnce(name, kind)));
  }
} catch (error) {
  console.error(error);
  faults = ["It broke off"];
}
console.log(faults.length === 0 ? "Sound." : `${faults.join("\n")}\nThe evidence is in ${folder}`);
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
process.exit(faults.length === 0 ? 0 : 1);
