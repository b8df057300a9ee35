/** Addresses of databases, compared with what the driver reads in them. */
import pg from "pg";
import { expect, test } from "vitest";
import { withRole } from "./address.ts";

const read = (url: string) => {
  const { user, password, host, port, database, ssl } = new pg.Client(url);
  return { user, password, host, port, database, ssl };
};

test.each([
  "postgres://o:pw@host:5433/two",
  "postgres://o@/two?host=/tmp/pgx&port=54399",
  "postgres://o:pw@/two?host=/tmp/pgx",
  "postgres:///two?host=/tmp/pgx&user=o&password=pw",
  "postgres://o:p%2Fw@host/two?sslmode=verify-full&ssl=true",
  "postgresql://o:p@w@host/two?application_name=acebay@home",
  "postgres://[::1]:5433/two",
  "postgres://o:pw@host",
  "postgres://o:pw@host/?ssl=true",
])("%s with another role leads to the same place", (url) => {
  const before = read(url);
  const replaced = withRole(url, "acebay_app", "a/new@word");
  expect(read(replaced)).toEqual({ ...before, user: "acebay_app", password: "a/new@word" });
  expect(replaced).not.toMatch(/p(@|%2F)?w/);
  expect(read(withRole(url, "o_jobs"))).toEqual({ ...before, user: "o_jobs" });
});
