/** One embedded PostgreSQL for all seeds, with a migrated and seeded template that each seed copies. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { seedDemo } from "#main/server/seed.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { startEmbedded } from "#platform/server/db/embedded.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { prepareServing } from "#platform/server/db/serving.ts";
import type { Opening } from "./plan.ts";

const TEMPLATE = "simulate_template";
/** Before all days of all seeds. */
const SEEDED_AT = new Date("2026-01-01T00:00:00Z");

export interface Cluster {
  /** A fresh copy of the template. */
  create(name: string): Promise<Opening["database"]>;
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "acebay-simulate-"));
  const postgres = await startEmbedded(folder);
  const server = new pg.Client(postgres.owner);
  const stop = async () => {
    await server.end().catch(() => undefined);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.connect();
    await server.query(`CREATE DATABASE ${TEMPLATE}`);
    const template = openDatabase({ ...postgres.owner, database: TEMPLATE }, 2);
    await migrate(template.pool);
    await prepareServing(template.pool, postgres.connection.user);
    await seedDemo(template, SEEDED_AT);
    // What takes two administrators is played, too.
    await template.pool.query(
      `INSERT INTO users (id, player_id, name, email, role, email_proved_at, created_at)
       SELECT gen_random_uuid(), '2NDADM1N22', 'Sonja Second', 'second@acebay.test', role, email_proved_at, created_at
       FROM users WHERE email = 'admin@acebay.test'`,
    );
    await template.close();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    create: async (name) => {
      await server.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
      return { ...postgres.connection, database: name };
    },
    drop: async (name) => {
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    stop,
  };
}
