/** A backup of the configured database, beside its server or without one. */
import { readFileSync } from "node:fs";
import pg from "pg";
import { dump, type Size } from "#platform/server/backup/dump.ts";
import type { Config } from "#platform/server/config.ts";
import { installation } from "#platform/server/installation.ts";
import { openForBackup } from "./boot.ts";

export async function makeBackup(config: Config, to: string): Promise<Size> {
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("package.json", installation), "utf8"));
  const opened = await openForBackup(config);
  const client = new pg.Client(opened.connection);
  try {
    await client.connect();
    return await dump(client, to, { version, madeAt: new Date().toISOString() }, config.backupKey);
  } finally {
    await client.end();
    await opened.close();
  }
}
