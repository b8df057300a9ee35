/**
 * One embedded PostgreSQL for the whole run, in a folder of its own, with a template database that is truly migrated
 * and seeded. Tests copy the template (`freshDatabase`), they never clean up.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { seedDemo } from "#main/server/seed.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { type EmbeddedPostgres, startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { prepareServing } from "#platform/server/db/serving.ts";
import { SEEDED_AT, TEMPLATE } from "./database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: Pick<EmbeddedPostgres, "connection" | "owner">;
  }
}

/** The files of all workers share it, and a race of twenty payments takes forty connections. */
const CONNECTIONS = 400;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-test-"));
  let postgres: EmbeddedPostgres | undefined;
  // An interrupted Vitest exits without tearing down.
  const interrupted = () => {
    endServer(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", interrupted);
  process.once("SIGHUP", () => process.exit(129));
  const teardown = async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
    process.off("exit", interrupted);
  };
  try {
    // Another release than the embedded one: the folder of its programs.
    postgres = await startEmbedded(folder, CONNECTIONS, process.env["ACEBAY_TEST_POSTGRES"]);
    await makeTemplate(postgres);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide("postgres", { connection: postgres.connection, owner: postgres.owner });
  return teardown;
}

async function makeTemplate({ connection, owner }: EmbeddedPostgres): Promise<void> {
  const server = openDatabase(owner, 1);
  try {
    // Its folder is deleted after the run, so nothing has to be safe on the disk, and databases of seconds need no cleaning.
    for (const off of ["fsync", "full_page_writes", "synchronous_commit", "autovacuum"])
      await server.pool.query(`ALTER SYSTEM SET ${off} = off`);
    await server.pool.query("SELECT pg_reload_conf()");
    await server.pool.query(`CREATE DATABASE ${TEMPLATE}`);
    const template = openDatabase({ ...owner, database: TEMPLATE }, 1);
    const serving = openDatabase({ ...connection, database: TEMPLATE }, 4);
    try {
      await migrate(template.pool);
      await prepareServing(template.pool, connection.user);
      await seedDemo(serving, SEEDED_AT);
    } finally {
      await serving.close();
      await template.close();
    }
    // A database that somebody is connected to cannot be copied.
    await server.pool.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  } finally {
    await server.close();
  }
}

/** Ends the server of a folder synchronously, because Node waits for no promise while it exits. */
function endServer(folder: string): void {
  const pidFile = join(folder, "postgres", "postmaster.pid");
  if (!existsSync(pidFile)) return;
  process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; existsSync(pidFile) && waited < 2_000; waited += 20) Atomics.wait(never, 0, 0, 20);
}
