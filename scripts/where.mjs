/**
 * `npm run where < LOG`: prints its input with the places of the built server's stacks as places in the sources. The
 * server itself does not read its maps, because that costs it memory; they lie beside the bundle of the same build.
 * `-- FOLDER` names the bundle of another build than that in dist/server.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { root } from "./prepare.mjs";

const built = resolve(root, process.argv[2] ?? "dist/server");
const maps = new Map();

/** The map of a file of the bundle; undefined if this build does not have it. */
function mapOf(name) {
  if (!maps.has(name)) {
    try {
      maps.set(name, new SourceMap(JSON.parse(readFileSync(join(built, `${name}.map`), "utf8"))));
    } catch {
      maps.set(name, undefined);
    }
  }
  return maps.get(name);
}

const log = await text(process.stdin);
process.stdout.write(
  // The server may have run in another folder, or in a container.
  log.replaceAll(/[^\s()'"]*\/([\w.-]+\.js):(\d+):(\d+)/g, (place, name, line, column) => {
    const found = mapOf(name)?.findOrigin(Number(line), Number(column));
    if (found?.fileName === undefined) return place;
    const source = resolve(dirname(join(built, name)), found.fileName);
    return `${relative(root, source)}:${found.lineNumber}:${found.columnNumber}`;
  }),
);
