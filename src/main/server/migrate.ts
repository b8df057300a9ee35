/**
 * `npm run migrate`: brings an external database up to date as its owner, and prepares the roles that serve. The release
 * before may serve meanwhile. `--seconds N`: what a statement may take; 0 is any time.
 */
import { readConfig } from "#platform/server/config.ts";
import { migrateConfigured } from "./boot.ts";
import { runCommand } from "./explain.ts";
import { readArguments } from "./usage.ts";

const { values } = readArguments("npm run migrate [-- --seconds N]", { seconds: { type: "string" } });
const seconds = Number(values.seconds ?? 0);
if (!Number.isInteger(seconds) || seconds < 0) {
  console.error("--seconds is a whole number from 0");
  process.exit(2);
}
await runCommand(async () => {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) {
    console.error(
      "The embedded database is migrated at each start. Set DATABASE_URL, and DATABASE_OWNER_URL, for another.",
    );
    process.exit(2);
  }
  const applied = await migrateConfigured(config, {
    ...(values.seconds === undefined ? {} : { statement: seconds * 1000 }),
    onWait: (line) => console.log(line),
  });
  console.log(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
});
