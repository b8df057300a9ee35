/** `npm run migrate`: brings an external database up to date as its owner, and prepares the roles that serve. */
import { readConfig } from "#platform/server/config.ts";
import { migrateConfigured } from "./boot.ts";
import { runCommand } from "./explain.ts";

await runCommand(async () => {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    console.error(
      "The embedded database is migrated at each start. Set DATABASE_URL, and DATABASE_OWNER_URL, for another.",
    );
    process.exit(2);
  }
  const applied = await migrateConfigured(config);
  console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
});
