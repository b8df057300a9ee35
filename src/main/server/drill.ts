/**
 * `npm run drill -- [FILE or FOLDER]`: restores a backup into a database of its own, which it deletes again, and audits its
 * books. Of a folder the newest is taken; without a name one is made. The result is a line of the audit trail, from which
 * the metrics are. Where this installation has no PostgreSQL of its own, `--programs DIR` names another's programs, and
 * `--database` takes a database beside the one in use, which the role of DATABASE_OWNER_URL makes and removes.
 */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import pg from "pg";
import { LIST } from "#platform/server/backup/deletions-store.ts";
import { checkBackup, load } from "#platform/server/backup/load.ts";
import { noteBackup } from "#platform/server/backup/drill-store.ts";
import { type Config, readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { endLeftBehind } from "#platform/server/db/embedded.ts";
import { missingProgram, NoEmbedded } from "#platform/server/db/embedded-programs.ts";
import { endConnection } from "#platform/server/db/ends.ts";
import { patience } from "#platform/server/db/limits.ts";
import { takeFolder } from "#platform/server/db/owner.ts";
import { ScratchRefused } from "#platform/server/db/scratch.ts";
import { auditBooks } from "./audit-checks.ts";
import { whenAskedToEnd } from "./asked-to-end.ts";
import { openForBackup } from "./boot.ts";
import { explain, runCommand } from "./explain.ts";
import { openForTrial, openScratch, type Trial } from "./fill.ts";
import { makeBackup } from "./make-backup.ts";
import { readArguments } from "./usage.ts";

const { values, positionals } = readArguments(
  "npm run drill -- [FILE or FOLDER] [--programs DIR] [--database]",
  { programs: { type: "string" }, database: { type: "boolean" } },
  1,
  0,
);
const HOUR_MS = 3_600_000;
const REPORT_MS = 10_000;
/** Removes the database beside the one in use, if there is one. */
let removeBeside: (() => Promise<void>) | undefined;

interface Result {
  file: string;
  /** The moment that the backup holds; empty when it could not be read. */
  of: string;
  rows: number;
  seconds: number;
  /** Why the backup is not good. */
  reason?: string;
}

/** The newest backup of a folder, or the file itself. */
function newest(path: string): string {
  if (!statSync(path).isDirectory()) return path;
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== LIST && !/\.making-\d+$/.test(entry.name))
    .map(({ name }) => join(path, name));
  const [found] = files.toSorted((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  if (found === undefined) throw new Error(`${path} has no backup`);
  return found;
}

/** An empty folder; what a killed drill left in it is removed. */
async function emptied(scratch: string): Promise<void> {
  if (!existsSync(scratch)) return;
  // Refused while another drill runs.
  const lock = takeFolder(scratch);
  await endLeftBehind(scratch, values.programs);
  lock.release();
  rmSync(scratch, { recursive: true, force: true });
}

/** @throws ScratchRefused if --programs names a folder without PostgreSQL's programs */
function checkPrograms({ programs }: typeof values): void {
  const missing = programs === undefined ? undefined : missingProgram(programs);
  if (missing !== undefined)
    throw new ScratchRefused(
      `--programs ${programs}: there is no ${missing} in it. Name the folder of PostgreSQL's programs, such as /usr/lib/postgresql/15/bin`,
    );
}

/** A database for the trial: beside the one in use, or below the data folder. */
async function openTarget(config: Config, scratch: string): Promise<Trial> {
  if (values.database) {
    const making = openScratch(config);
    // Asked to end while it is made, the drill waits for it: nobody else would remove it.
    removeBeside = () =>
      making.then(
        (beside) => beside.remove(),
        () => undefined,
      );
    return making;
  }
  return openForTrial(scratch, values.programs);
}

async function tryRestore(file: string, config: Config, scratch: string): Promise<Result> {
  const since = performance.now();
  const result = { file: basename(file), of: "", rows: 0 };
  const seconds = () => Math.round((performance.now() - since) / 100) / 10;
  let isOpening = false;
  try {
    const about = await checkBackup(file, config.backupKey);
    Object.assign(result, { of: about.madeAt, rows: about.rows });
    isOpening = true;
    const target = await openTarget(config, scratch);
    isOpening = false;
    const owner = openDatabase(target.owner, 2, undefined, false);
    try {
      await load(owner.pool, file, about, config.backupKey);
      await target.prepare();
      const broken = (await auditBooks(owner)).filter(({ violations }) => violations > 0);
      const reason = broken.map(({ invariant }) => invariant).join("; ");
      return {
        ...result,
        seconds: seconds(),
        ...(reason === "" ? {} : { reason: `its books do not agree: ${reason}` }),
      };
    } finally {
      await owner.close();
      await target.remove();
    }
  } catch (error) {
    if (error instanceof NoEmbedded)
      throw new NoEmbedded(
        "There is no PostgreSQL for the drill: name another's programs, such as --programs /usr/lib/postgresql/15/bin, or --database for a database beside the one in use",
        { cause: error },
      );
    // Without a database to try it in, the trouble is not the backup's.
    if (isOpening) throw error;
    return { ...result, seconds: seconds(), reason: explain(error).split("\n")[0] ?? "" };
  }
}

/**
 * Notes the result by a connection of its own: the drill may have taken longer than one lives. A database that does not
 * answer is not waited for, because nobody can end the drill here.
 */
async function report(config: Config, result: Result): Promise<void> {
  const opened = await openForBackup(config);
  const client = new pg.Client({ ...patience(undefined), query_timeout: REPORT_MS, ...opened.connection });
  // When the server goes away the next statement says so.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await noteBackup(client, result.reason === undefined ? "backup.proven" : "backup.not_proven", { ...result });
  } finally {
    await endConnection(client);
    await opened.close();
  }
}

/** Removes what a drill has made: all that it can, before it says what it could not. */
async function removeAll(scratch: string): Promise<string> {
  const removing = [removeBeside?.() ?? Promise.resolve(), rm(scratch, { recursive: true, force: true })];
  for (const part of await Promise.allSettled(removing)) if (part.status === "rejected") throw part.reason;
  return "Asked to end, the drill was broken off: nothing is left of it, and nothing was noted.";
}

/** What the trial has shown, in a sentence. */
function verdictOn(file: string, { reason, rows, of, seconds }: Result): string {
  if (reason !== undefined) return `${file} is NOT good: ${reason}`;
  const hours = ((Date.now() - Date.parse(of)) / HOUR_MS).toFixed(1);
  return `${file} is good: ${rows} rows, ${hours} hours old, restored and audited in ${seconds} s. Nothing is left of the trial.`;
}

await runCommand(async () => {
  const config = readConfig(process.env);
  checkPrograms(values);
  const scratch = join(config.dataDir, "drill");
  const [given] = positionals;
  const file = given === undefined ? join(scratch, "backup") : newest(given);
  await emptied(scratch);
  const asked = whenAskedToEnd(
    () => removeAll(scratch),
    "Asked to end, the drill was broken off, and nothing was noted. The next drill removes what is left of it:",
  );
  await asked.unlessAsked(async () => {
    try {
      if (given === undefined) {
        takeFolder(scratch).release();
        await makeBackup(config, file, false);
      }
      // If its database was taken away, that is not the backup's fault.
      const result = await asked.unlessAsked(() => tryRestore(file, config, scratch));
      // While it reports nothing ends it but SIGKILL, after which no customer's data may be left.
      rmSync(scratch, { recursive: true, force: true });
      asked.finish();
      process.exitCode = result.reason === undefined ? 0 : 1;
      // Said before it is noted: where the result is wanted most, the installation's database is away.
      console.log(verdictOn(file, result));
      try {
        await report(config, result);
      } catch (error) {
        console.error(`This was not noted. ${explain(error)}`);
        process.exitCode = 1;
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  });
});
