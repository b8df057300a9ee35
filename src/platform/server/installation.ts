/** Where the installation is: the folder of `migrations/` and of the builds. */
import { existsSync } from "node:fs";

/** The folder above this module that holds the migrations; the sources and the bundle lie at different depths below. */
function find(from: URL): URL {
  const above = new URL("../", from);
  if (existsSync(new URL("migrations/", above))) return above;
  if (above.href === from.href) throw new Error("The folder migrations/ is missing: install Acebay again");
  return find(above);
}

/** With a slash at its end. */
export const installation = find(new URL("./", import.meta.url));
