/**
 * `npm run base-backup` as root: the user that runs the database gets what the command made, and nothing that was there
 * before.
 */
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { identityOfServer } from "#platform/server/db/embedded-user.ts";
import { endAll, serve } from "#test/server-process.ts";
import { surroundings } from "#test/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-base-"));
// Under root the database runs as another user, who passes through this folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, "data");
const ofRoot = process.getuid?.() === 0;

const copyTo = (kept: string) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const env = { ...surroundings(), DATA_DIR: dataDir };
    execFile(process.execPath, ["src/main/server/base-backup.ts", kept], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
const userOf = (path: string) => statSync(path).uid;

beforeAll(async () => {
  await serve(dataDir);
  await endAll();
}, 60_000);
afterAll(async () => {
  await endAll();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(ofRoot)("a folder with somebody else's files is refused by a sentence, and stays as it was", async () => {
  const shared = join(folder, "shared");
  mkdirSync(join(shared, "photos"), { recursive: true });
  writeFileSync(join(shared, "photos", "one.jpg"), "a picture");
  const { code, out, err } = await copyTo(shared);
  expect([code, out, err]).toEqual([
    1,
    "",
    `${shared} has photos, which is not of this command. The database's user would have to own the folder: name a new one, such as ${shared}/acebay\n`,
  ]);
  for (const path of [shared, join(shared, "photos"), join(shared, "photos", "one.jpg")]) expect(userOf(path)).toBe(0);
  expect(readdirSync(shared)).toEqual(["photos"]);
});

test.runIf(ofRoot)("a new folder, and an empty one that is closed to others, take the log and a copy", async () => {
  const database = identityOfServer()?.uid;
  const closed = join(folder, "closed");
  mkdirSync(closed, { mode: 0o700 });
  const fresh = join(folder, "new", "one");
  // The log is kept from the next start on, which here is that of the next command.
  expect((await copyTo(fresh)).code).toBe(1);
  for (const kept of [fresh, closed]) {
    expect(await copyTo(kept)).toMatchObject({ code: 0, err: "" });
    expect([userOf(kept), userOf(join(kept, "wal"))]).toEqual([database, database]);
    expect(readdirSync(join(kept, "wal"))).not.toEqual([]);
    expect(readdirSync(kept)).toEqual([expect.stringMatching(/^base-.+Z$/), "deletions", "wal"]);
  }
  expect([userOf(folder), existsSync(join(folder, "new", "wal"))]).toEqual([0, false]);
});
