/** DATABASE_REPLICA_URL: what reads the whole past is read from there, all else from the database itself. */
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dashboardRoutes } from "#features/dashboard/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { reportRoutes } from "#features/reports/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { readFresh } from "#platform/server/db/replica.ts";
import { freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { freshDatabase, type FreshDatabase } from "#test/database.ts";

let copy: FreshDatabase;
let app: TestApp;
let admin: Player;
beforeAll(async () => {
  copy = await freshDatabase();
  app = await freshApp({ replica: copy.db });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await app.close();
  await copy.drop();
});

test("exports, the audit trail and settlements are read from the replica, figures from the database", async () => {
  const golfer = await app.player();
  const paid = await golfer.call(paymentRoutes.processPayment, {
    body: {
      paymentInfo: {
        paymentMethod: "card",
        cardNumber: "4242424242424242",
        expiryDate: "12/30",
        cvv: "123",
        billingZip: "34119",
      },
      sessionData: { courseId: 1, packageId: 4, bayNumber: 7 },
      amount: 5,
    },
  });
  expect(paid.status).toBe(200);
  expect((await bodyOf(admin.call(dashboardRoutes.getStats))).totalRevenue).toBe(5);
  // The copy follows nothing here, so what was paid a moment ago is not in it.
  const orders = await bodyOf(admin.call(recordRoutes.exportOrders));
  expect(orders.trim().split("\n")).toHaveLength(1);
  const { settlement } = await bodyOf(admin.call(reportRoutes.getSettlement, { params: { courseId: 1 } }));
  expect(settlement.sections[0]?.lines[0]).toMatchObject({ key: "gross", amount: 0 });
  expect((await admin.call(recordRoutes.listAudit)).status).toBe(200);
});

test("a replica without DATABASE_URL is refused at the start", () => {
  const env = { DATA_DIR: "/tmp/unused", SESSION_SECRET: "x", DATABASE_REPLICA_URL: "postgres://copy.example/acebay" };
  expect(() => readConfig(env)).toThrow("DATABASE_REPLICA_URL follows the database that DATABASE_URL names");
});

describe("a copy is read", () => {
  /** Where `read` got its answer, with a copy that replays up to `place`. */
  async function readWith(
    prepare: string[],
    read: (reports: FreshDatabase["db"]) => Promise<unknown>,
    handsOver = false,
  ) {
    const [database, other] = [await freshDatabase(), await freshDatabase()];
    const { database: name } = other.connection;
    // A database that follows nothing, whose functions say that it does: ours come before PostgreSQL's here.
    const ours = (of: string) => `ALTER DATABASE ${of} SET search_path = public, pg_catalog`;
    for (const statement of [ours(name), ...prepare]) await other.owner.pool.query(statement);
    if (handsOver)
      for (const statement of [ours(database.connection.database), follows, inRecovery])
        await database.owner.pool.query(statement);
    const follower = openDatabase(other.connection, 2);
    await database.owner.pool.query("CREATE FUNCTION meets() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    const where = (await read(readFresh(follower, database.db))) as { rows: { name: string }[] };
    const found = where.rows[0]?.name === name ? "copy" : "database";
    await follower.close();
    await Promise.all([database.drop(), other.drop()]);
    return found;
  }
  const follows = "CREATE FUNCTION pg_is_in_recovery() RETURNS bool LANGUAGE sql AS 'SELECT true'";
  const inRecovery = `CREATE FUNCTION pg_current_wal_lsn() RETURNS pg_lsn LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'recovery is in progress' USING ERRCODE = '55000'; END $$`;
  const replaysTo = (place: string) =>
    `CREATE FUNCTION pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS $$ SELECT '${place}'::pg_lsn $$`;
  const NAME = "SELECT current_database() AS name";

  test("where it has all that the database has", async () => {
    expect(await readWith([follows, replaysTo("FFFF/0")], ({ sql }) => sql.execute(NAME))).toBe("copy");
  });

  test("not where it is behind", async () => {
    expect(await readWith([follows, replaysTo("0/1")], ({ sql }) => sql.execute(NAME))).toBe("database");
  });

  test("not while the database hands over to another one", async () => {
    const read = ({ sql }: FreshDatabase["db"]) => sql.execute(NAME);
    expect(await readWith([follows, replaysTo("FFFF/0")], read, true)).toBe("database");
  });

  test("not for a statement that is in conflict with what it replays", async () => {
    const conflict = `CREATE FUNCTION meets() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'canceling statement due to conflict with recovery' USING ERRCODE = '40001'; END $$`;
    const asked = (reports: FreshDatabase["db"]) =>
      reports.pool.query("SELECT meets(), current_database() AS name WHERE $1", [true]);
    expect(await readWith([follows, replaysTo("FFFF/0"), conflict], asked)).toBe("database");
  });

  test("not while it is away, nor in a transaction; an error of the statement's own stays one", async () => {
    const database = await freshDatabase();
    const away = readFresh(openDatabase({ ...database.connection, host: "/nowhere" }, 2), database.db);
    const { rows } = await away.pool.query("SELECT current_database() AS name");
    expect(rows[0].name).toBe(database.connection.database);
    await away.transaction((tx) => tx.sql.execute("SELECT 1"));
    await expect(away.pool.query("SELECT nonsense")).rejects.toThrow("nonsense");
    await away.close();
    await database.drop();
  });

  test("not when its connection is reset while a statement runs", async () => {
    const [database, other] = [await freshDatabase(), await freshDatabase()];
    const { host, database: name } = other.connection;
    // A balancer whose machine has gone away resets what it is asked to pass on.
    const balancer = createServer((near) => {
      const far = connect(join(host, ".s.PGSQL.5432"));
      far.pipe(near).on("error", () => far.destroy());
      near.on("data", (bytes) => (bytes.includes("now()") ? near.resetAndDestroy() : far.write(bytes)));
    });
    await new Promise<void>((done) => balancer.listen(0, "127.0.0.1", done));
    for (const statement of [
      `ALTER DATABASE ${name} SET search_path = public, pg_catalog`,
      follows,
      replaysTo("FFFF/0"),
    ])
      await other.owner.pool.query(statement);
    const at = balancer.address() as AddressInfo; // It listens on an address.
    const follower = openDatabase({ ...other.connection, host: at.address, port: at.port }, 2);
    const { rows } = await readFresh(follower, database.db).pool.query("SELECT now(), current_database() AS name");
    expect(rows[0].name).toBe(database.connection.database);
    await follower.close();
    balancer.close();
    await Promise.all([database.drop(), other.drop()]);
  });
});
