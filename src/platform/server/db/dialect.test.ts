/** The quick texts of statements are Drizzle's own, with the same values. */
import { expect, test } from "vitest";
import { at, bytes, cents } from "./columns.ts";
import { builderOn, dialect } from "./dialect.ts";
import { alias, and, asc, eq, inArray, integer, PgDialect, pgTable, type SQL, sql, text, uuid } from "./drizzle.ts";

const balls = pgTable("balls", {
  id: uuid("id").primaryKey(),
  hole: text("hole").notNull().default("left"),
  price: cents("price_cents"),
  mark: bytes("mark"),
  seenAt: at("seen_at"),
  odd: integer('o"dd'),
});
const other = alias(balls, "other");
const db = builderOn({} as Parameters<typeof builderOn>[0]);
const moment = new Date("2026-11-25T10:00:00.000Z");
const sub = db.select({ id: balls.id }).from(balls).where(eq(balls.hole, "left")).limit(1);

test.each<[string, { getSQL: () => SQL }]>([
  [
    "values of every kind",
    sql`SELECT ${1}, ${"a"}, ${null}, ${undefined}, ${true}, ${moment}, ${Buffer.from("x")}, ${{ a: 1 }}`,
  ],
  ["a list", sql`SELECT ${[1, "b", [2, 3]]}, ${[]}`],
  ["an array as one value", sql`SELECT ${sql.param([1, 2])}::int[]`],
  [
    "names",
    sql`SELECT ${balls.odd}, ${sql.identifier('we"ird')} FROM ${balls} JOIN ${other} ON ${other.id} = ${balls.id}`,
  ],
  [
    "statements in a statement",
    sql`WITH made AS ${db.insert(balls).values({ id: "1" }).returning()} SELECT ${sql`a ${sql.raw("b")} ${3}`}`,
  ],
  [
    "an insert",
    db.insert(balls).values([
      { id: "1", price: 5, mark: Buffer.from("m"), seenAt: moment },
      { id: "2", hole: sql`(SELECT ${1})` },
    ]),
  ],
  [
    "an update",
    db
      .update(balls)
      .set({ hole: "right", price: null, seenAt: moment })
      .where(and(eq(balls.id, "1"), inArray(balls.hole, ["a", "b"]))),
  ],
  ["a locking read", db.select().from(balls).where(eq(balls.id, sub)).orderBy(asc(balls.id)).for("no key update")],
  ["a deletion", db.delete(balls).where(eq(balls.seenAt, moment)).returning({ id: balls.id })],
  ["what Drizzle writes itself: a value in the text", sql`SELECT ${sql`${"it's"}`.inlineParams()}`],
  ["what Drizzle writes itself: a placeholder", sql`SELECT ${sql.placeholder("later")}`],
  ["what Drizzle writes itself: a named part", sql`SELECT ${sql`1`.as("one")}`],
  ["what Drizzle writes itself: a read as a table", sql`SELECT * FROM ${sub.as("first")}`],
])("%s", (_what, statement) => {
  const { sql: quick, params } = dialect.sqlToQuery(statement.getSQL());
  const { sql: slow, params: values } = new PgDialect().sqlToQuery(statement.getSQL());
  expect([quick, params]).toEqual([slow, values]);
});
