/** Addresses of databases, compared with what the driver reads in them. */
import pg from "pg";
import { expect, test } from "vitest";
import { live } from "#test/live.ts";
import { readConfig } from "../config.ts";
import { databaseUrlProblem, withRole } from "./address.ts";

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

test.each([
  ["postgres://u:50%of@host/db", "50%of"],
  ["postgres://u:p%2Fa%23s%25s%3F%40@host/db", "p/a#s%s?@"],
  ["postgres://u:p@ss:w@host/db", "p@ss:w"],
  ["postgres://u:p[a]s\\s@host/db", "p[a]s\\s"],
  ["postgres://u:pass@host/db?host=/run/acebay@3000", "pass"],
  ["postgres://u@corp:pass@host/db", "pass"],
])("%s is read as it is meant", (url, password) => {
  expect(databaseUrlProblem(url)).toBeUndefined();
  expect(new pg.Client(url).password).toBe(password);
});

const wrong = [
  "postgres://u:pa/qq@host/db",
  "postgres://u:12/qq@host/db",
  "postgres://u:pa#qq@host/db",
  "postgres://u:12#qq@host/db",
  "postgres://u:pa?qq@host/db",
  "postgres://u:12?qq@host/db?sslmode=verify-full",
  "postgres://u:12?qq=q@host/db",
  "postgres://u:p@12/qq@host/db",
  "postgres://u:pa%e9qq@host/db",
  "postgres://u:pa%2Fqq%q@host/db",
  "postgres://u:50%of@/db?host=%2Frun%2Fqq",
  "postgres://u:paqq@host:port/db",
  "postgres://u:paqq@host/d%40b",
];
test.each(["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"])(
  "production refuses a %s that the driver would read otherwise, without printing it",
  (name) => {
    for (const url of wrong) {
      const start = () => readConfig({ ...live, DATABASE_URL: "postgres://u:x@127.0.0.1/db", [name]: url });
      expect(start, url).toThrow(
        new RegExp(`^- ${name} would not be read as it is meant: .+ as %2F %3F %23 %25 %40$`, "m"),
      );
      expect(start).not.toThrow(/qq|50|u:/);
    }
  },
);
