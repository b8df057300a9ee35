import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { cable } from "#test/cable.ts";
import { type FreshDatabase, freshDatabase } from "#test/database.ts";
import { type Crossing, crossProcesses } from "../crossing.ts";
import { readHint, writeHint } from "../hint.ts";
import { createHub } from "../hub.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const open: Crossing[] = [];
afterEach(async () => {
  for (const crossing of open.splice(0)) await crossing.close();
});

/** The hub of a process; `woken` counts the calls of its followers by topic. */
function process(topics: readonly string[], connection: object = database.connection) {
  const hub = createHub();
  const woken: Record<string, number> = {};
  const warnings: string[] = [];
  for (const topic of topics) {
    woken[topic] = 0;
    hub.follow(topic, () => void (woken[topic] = (woken[topic] ?? 0) + 1));
  }
  const crossing = crossProcesses(hub, connection, (message) => warnings.push(message));
  open.push(crossing);
  /** A process wakes all topics when it begins to listen. */
  const listening = async (times = 1) => expect.poll(() => woken[topics[0] ?? ""], { timeout: 15_000 }).toBe(times);
  return { hub, woken, warnings, crossing, listening };
}

async function two() {
  const [one, other] = [process(["a", "b"]), process(["a", "b"])];
  await Promise.all([one.listening(), other.listening()]);
  return { one, other };
}

test("what one announces wakes the other's followers of that topic, and its own once", async () => {
  const { one, other } = await two();
  one.hub.announce("a");
  await expect.poll(() => other.woken).toEqual({ a: 2, b: 1 });
  await sleep(200);
  expect(one.woken).toEqual({ a: 2, b: 1 });
  expect(other.woken).toEqual({ a: 2, b: 1 });
});

test("more topics than a payload holds wake everybody", async () => {
  const { one, other } = await two();
  for (let n = 0; n < 300; n++) one.hub.announce(`session ${randomUUID()}`);
  await expect.poll(() => other.woken).toEqual({ a: 2, b: 2 });
});

test("a payload of another version, or of nobody's, wakes everybody", async () => {
  const { other } = await two();
  for (const payload of ['{"v":2,"from":"x","topics":["b"]}', "", "?", '{"v":1}', "null"])
    await database.db.pool.query("SELECT pg_notify('acebay_live', $1)", [payload]);
  await expect.poll(() => other.woken).toEqual({ a: 6, b: 6 });
});

test("what is announced before the connection stands, and as the process ends, is said, too", async () => {
  const one = process(["a"]);
  await one.listening();
  const other = process(["a"]);
  // The lost topics are unknown, so everything may have changed.
  other.hub.announce("b");
  await expect.poll(() => one.woken["a"]).toBe(2);
  other.hub.announce("a");
  await other.crossing.close();
  await expect.poll(() => one.woken["a"]).toBe(3);
});

test("a network that goes silent is noticed, told once, and taken up again with a look at everything", async () => {
  const { host } = database.connection;
  const name = ".s.PGSQL.5432";
  const folder = mkdtempSync(join(tmpdir(), "acebay-cable-"));
  const line = cable(join(folder, name), join(host, name));
  await line.plug();
  const far = process(["a"], { ...database.connection, host: folder });
  const near = process(["a"]);
  await Promise.all([far.listening(), near.listening()]);
  line.freeze();
  near.hub.announce("a");
  await expect.poll(() => far.warnings.length, { timeout: 12_000 }).toBe(1);
  // A silent network is no pooler.
  expect(far.warnings[0]).not.toMatch(/pooler|DATABASE_DIRECT_URL/);
  await sleep(4_000);
  line.thaw();
  await far.listening(2);
  near.hub.announce("a");
  await expect.poll(() => far.woken["a"]).toBe(3);
  expect(far.warnings).toHaveLength(1);
  await far.crossing.close();
  await line.cut();
  rmSync(folder, { recursive: true });
});

test("where a pooler loses what is listened for, the warning says which address is missing", async () => {
  // As PgBouncer by transactions: it greets with a number of its own, and the LISTEN is of a connection that is given back.
  const folder = mkdtempSync(join(tmpdir(), "acebay-pooler-"));
  const name = ".s.PGSQL.5432";
  const pooler = createServer((near) => {
    const far = connect(join(database.connection.host, name));
    near.on("data", (sent) =>
      far.write(replaced(sent, Buffer.from("LISTEN acebay_live"), Buffer.from("LISTEN acebay_lost"))),
    );
    far.on("data", (said) => near.write(otherKey(said)));
    for (const end of [near, far]) end.on("error", () => undefined).on("close", () => (near.destroy(), far.destroy()));
  });
  await new Promise<void>((resolve) => void pooler.listen(join(folder, name), resolve));
  const pooled = process(["a"], { ...database.connection, host: folder });
  await pooled.listening();
  await expect.poll(() => pooled.warnings, { timeout: 14_000 }).toHaveLength(1);
  expect(pooled.warnings[0]).toMatch(/behind a pooler, so DATABASE_DIRECT_URL must name the database itself/);
  await pooled.crossing.close();
  pooler.close();
  rmSync(folder, { recursive: true });
});

/** The same bytes with one part changed to another of the same length. */
function replaced(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const at = bytes.indexOf(from);
  if (at >= 0) to.copy(bytes, at);
  return bytes;
}

/** BackendKeyData (https://www.postgresql.org/docs/18/protocol-message-formats.html) with another process's number. */
function otherKey(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at >= 0) bytes.writeInt32BE(1, at + 5);
  return bytes;
}

test("a hint is read as it was written, and one that is too long says 'look at everything'", () => {
  expect(readHint(writeHint("me", ["a", "ä"], 1))).toMatchObject({ from: "me", topics: ["a", "ä"] });
  expect(readHint(writeHint("me", null, 1))).toMatchObject({ from: "me", topics: null });
  for (const topics of [["ä".repeat(4_000)], Array.from({ length: 500 }, () => randomUUID())]) {
    const written = writeHint("me", topics, 1);
    expect(Buffer.byteLength(written)).toBeLessThan(100);
    expect(readHint(written)).toMatchObject({ from: "me", topics: null });
  }
});
