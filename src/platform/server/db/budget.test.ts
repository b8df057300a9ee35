import { expect, test } from "vitest";
import { budgetOf, type ConnectionRoom } from "./budget.ts";

const room = (changed: Partial<ConnectionRoom> = {}): ConnectionRoom => ({
  most: 100,
  kept: 3,
  elsewhere: 0,
  ofDatabase: undefined,
  others: 0,
  ...changed,
});

test("what a process and the commands beside it need is told, and how many processes fit", () => {
  expect(budgetOf(room(), false)).toEqual({
    line: "Connections: 1 process x 21 (12 for calls, 4 for jobs, 4 for reports, 1 that listens) + 3 for commands = 24, of 97 that the database admits. 4 processes fit.",
    advice: undefined,
  });
});

test("the last process that fits is no trouble, and the next one is", () => {
  // 4 x 21 + 3 = 87 and 5 x 21 + 3 = 108.
  expect(budgetOf(room({ others: 3, most: 90 }), false).advice).toBeUndefined();
  expect(budgetOf(room({ others: 3, most: 89 }), false).advice).toContain(
    "max_connections of the database's server to at least 90",
  );
  expect(budgetOf(room({ others: 4 }), false).advice).toContain("run fewer processes: 4 would fit");
});

test("what others have on the same server is not there for us", () => {
  const { line, advice } = budgetOf(room({ elsewhere: 80 }), false);
  expect(line).toContain("of 17 that the database admits. 0 processes fit.");
  expect(advice).toContain("to at least 107");
  expect(advice).toContain("not even one fits");
});

test("a database's own limit is named where it is what lacks", () => {
  expect(budgetOf(room({ ofDatabase: 24 }), false).advice).toBeUndefined();
  expect(budgetOf(room({ ofDatabase: 23 }), false).advice).toContain("CONNECTION LIMIT 24)");
  expect(budgetOf(room({ ofDatabase: 23, most: 24 }), false).advice).toContain("to at least 27");
  expect(budgetOf(room({ ofDatabase: 20, most: 25 }), false).advice).toContain(
    "CONNECTION LIMIT 24, with max_connections of 27)",
  );
});

test("behind a pooler only the connections past it count", () => {
  const { line, advice } = budgetOf(room({ others: 9 }), true);
  expect(line).toContain("10 processes x 1 (1 that listens, past the pooler, which has up to 20 more of each process)");
  expect(line).toContain("94 processes fit");
  expect(advice).toBeUndefined();
  expect(budgetOf(room({ others: 94 }), true).advice).not.toContain("PgBouncer");
});
