/** What makes the alert of backups ring: backups that are not made, not tried, and not good, by the operator's own commands. */
import { truncateSync } from "node:fs";
import { join } from "node:path";
import type { Cause } from "./cause.ts";
import type { Site } from "./site.ts";

const HOUR = 3_600;
/** Longer than a day and a half. */
const TOO_LONG = 40 * HOUR;

let made = 0;

/**
 * Runs a command at the time to which the product's clock was moved: a backup contains the moment at which it was made.
 * @throws unless it ends with `code`
 */
async function command(site: Site, program: "backup" | "drill", words: readonly string[], code: 0 | 1): Promise<void> {
  const { ahead, servers } = site;
  const clock = new URL("clock-ahead.ts", import.meta.url).href;
  const env = { NODE_OPTIONS: `--import ${clock}`, ALERTS_AHEAD_SECONDS: String(ahead()) };
  const ended = await servers[0].installation.command(program, words, env);
  if (ended.code !== code) throw new Error(`${program} ended with ${ended.code}: ${ended.output}`);
}

/** @returns its file */
async function backup(site: Site): Promise<string> {
  made += 1;
  const file = join(site.folder, `backup-${made}`);
  await command(site, "backup", [file], 0);
  return file;
}

async function backupAndDrill(site: Site): Promise<void> {
  await command(site, "drill", [await backup(site)], 0);
}

/** The first cause works only as long as there was no drill, so it comes first. */
export const backupCauses: readonly Cause[] = [
  {
    what: "a backup is made, none is ever tried, and 40 hours pass",
    rings: ["BackupNotProven"],
    cause: async (site) => {
      await backup(site);
      site.pass(TOO_LONG);
      return () => backupAndDrill(site);
    },
  },
  {
    what: "after a good backup none is made for 40 hours",
    rings: ["BackupNotProven"],
    cause: async (site) => {
      await backupAndDrill(site);
      site.pass(TOO_LONG);
      return () => backupAndDrill(site);
    },
  },
  {
    what: "the file of a backup is cut off, and the drill cannot restore it",
    rings: ["BackupNotProven"],
    cause: async (site) => {
      const file = await backup(site);
      truncateSync(file, 1_000);
      await command(site, "drill", [file], 1);
      return () => backupAndDrill(site);
    },
  },
];
