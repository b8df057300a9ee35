/**
 * Migrations run while the release before them serves; for each rule about that, a planted file shows that the check
 * finds it.
 */
import { expect, test } from "vitest";
import { migrationFiles } from "#platform/server/db/migrate.ts";
import { concurrentIndex, statementsOf } from "#platform/server/db/migration-file.ts";
import { migrationFaults } from "./architecture/migrations.ts";

test("no migration holds up the calls of the release before it", () => {
  expect(migrationFiles().flatMap(({ name, sql }) => migrationFaults(name, sql))).toEqual([]);
});

test.for([
  ["CREATE INDEX users_again ON users (id)", "CONCURRENTLY"],
  ["CREATE INDEX CONCURRENTLY IF NOT EXISTS users_again ON users (id)", "Outside a transaction"],
  ["-- Outside a transaction: an index\nCREATE INDEX CONCURRENTLY users_again ON users (id)", "IF NOT EXISTS"],
  ["-- Outside a transaction: rows\nUPDATE users SET name = ''", "batches"],
  ["ALTER TABLE users ADD COLUMN a integer, ADD COLUMN b numeric(5, 2) NOT NULL", "DEFAULT"],
  ["ALTER TABLE users ADD COLUMN a boolean GENERATED ALWAYS AS (id = 1) STORED", "whole table"],
  ["ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid()", "whole table"],
  ["ALTER TABLE users ADD COLUMN a uuid REFERENCES courses", "NOT VALID"],
  ["ALTER TABLE users ADD COLUMN a integer CHECK (a > 0)", "NOT VALID"],
  ["ALTER TABLE users ALTER COLUMN name TYPE varchar", "another type"],
  ["ALTER TABLE users ALTER name SET DATA TYPE varchar", "another type"],
  ["ALTER TABLE users RENAME COLUMN name TO called", "old name"],
  ["ALTER TABLE users RENAME TO people", "old name"],
  ["ALTER TABLE users DROP COLUMN name", "contract"],
  ["DROP TABLE users", "contract"],
  ["ALTER TABLE users ALTER COLUMN phone SET NOT NULL", "proven by"],
  ["ALTER TABLE users ADD CONSTRAINT named CHECK (name <> '')", "NOT VALID"],
  ["ALTER TABLE users ADD FOREIGN KEY (id) REFERENCES courses", "NOT VALID"],
  ["ALTER TABLE users ADD CONSTRAINT named UNIQUE (name)", "USING INDEX"],
  [
    "ALTER TABLE users ADD CONSTRAINT named CHECK (name <> '') NOT VALID; ALTER TABLE users VALIDATE CONSTRAINT named",
    "next file",
  ],
  ["ALTER TABLE users SET UNLOGGED", "lock"],
  ["LOCK TABLE users", "lock"],
  ["UPDATE sessions SET bay_number = 1", "batches"],
  ["DELETE FROM attempts WHERE id IS NULL", "batches"],
  ["DO $$ BEGIN UPDATE sessions SET bay_number = 1; END $$", "batches"],
  ["WITH old AS (SELECT 1) DELETE FROM attempts", "batches"],
] as const)("is refused: %s", ([sql, instead]) => {
  const faults = migrationFaults("9999-planted.sql", sql);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(instead);
});

test.for([
  "CREATE TABLE new (id uuid PRIMARY KEY, owner uuid NOT NULL REFERENCES users); CREATE INDEX new_owner ON new (owner); UPDATE new SET id = NULL",
  "ALTER TABLE users ADD COLUMN a integer, ADD COLUMN b boolean NOT NULL DEFAULT false",
  "ALTER TABLE users ADD CONSTRAINT named CHECK (name <> '') NOT VALID",
  "-- Outside a transaction: it reads every row\nALTER TABLE users VALIDATE CONSTRAINT named",
  "-- Outside a transaction: an index\n-- For lists; of people.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a ON users (id);\nDROP INDEX CONCURRENTLY IF EXISTS b;",
  "-- Outside a transaction: rows in batches\nDO $$ BEGIN LOOP UPDATE users SET name = '' WHERE id IN (SELECT id FROM users WHERE name IS NULL LIMIT 1000); EXIT WHEN NOT FOUND; COMMIT; END LOOP; END $$",
  "-- contract: nothing has read it since 0.2.\nALTER TABLE users DROP COLUMN a",
  "UPDATE courses SET name = name",
  "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE sessions SET id = id; RETURN NEW; END $$",
  "CREATE TRIGGER t BEFORE UPDATE OR DELETE ON users FOR EACH ROW EXECUTE FUNCTION f()",
])("is allowed: %s", (sql) => {
  expect(migrationFaults("9999-planted.sql", sql)).toEqual([]);
});

test("a file's statements are told apart", () => {
  const sql = `-- One; two.
    SELECT ';''', "a;b" /* ; */; -- three;
    DO $x$ BEGIN; END $x$;
    CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c);
    -- The end;`;
  expect(statementsOf(sql)).toHaveLength(3);
  expect(statementsOf(sql).map(concurrentIndex)).toEqual([undefined, undefined, "a"]);
});
