/** What production refuses because it would go over a network in the open. */
import { expect, test } from "vitest";
import { live } from "#test/live.ts";
import { readConfig } from "./config.ts";

const local = { ...live, DATABASE_URL: "postgres://app:x@127.0.0.1/acebay" };
const read = (change: Record<string, string>) => () => readConfig({ ...local, ...change });

const databases = ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"];
const strict = [
  "postgres://app:x@db.test/acebay?sslmode=verify-full",
  "postgres://app:x@db.test/acebay?ssl=true",
  "postgres://app:x@db.test/acebay?uselibpqcompat=true&sslmode=verify-full",
  "postgres://app:x@127.0.0.1:5432/acebay",
  "postgres://app:x@localhost/acebay",
  "postgres://app:x@[::1]/acebay",
  "postgres://app@/acebay?host=/var/run/postgresql",
];
const open = [
  "postgres://app:x@db.test/acebay",
  "postgres://app:x@10.0.0.11/acebay",
  "postgres://app:x@127.0.0.1.test/acebay",
  "postgres://app:x@db.test/acebay?sslmode=disable",
  "postgres://app:x@db.test/acebay?sslmode=no-verify",
  "postgres://app:x@db.test/acebay?ssl=0",
  "postgres://app:x@db.test/acebay?uselibpqcompat=true&sslmode=require",
  "postgres://app:x@db.test/acebay?host=db2.test",
];

test.each(databases)("%s may leave the machine by a checked connection alone", (name) => {
  for (const url of strict) expect(read({ [name]: url })).not.toThrow();
  for (const url of open)
    expect(read({ [name]: url }), url).toThrow(new RegExp(`^- ${name} leads to another machine`, "m"));
  // The demo may do as it likes.
  for (const url of open)
    expect(() => readConfig({ SESSION_SECRET: "x", DATABASE_URL: url, [name]: url })).not.toThrow();
});

test("a certificate that is not there is said, not thrown", () => {
  const url = "postgres://app:x@db.test/acebay?sslmode=verify-full&sslrootcert=/nowhere.pem";
  expect(read({ DATABASE_URL: url })).toThrow(/^- DATABASE_URL names a certificate that cannot be read/m);
});

test.each([
  ["SMTP_URL", "smtp://mail.test?ignoreTLS=true", "switches off"],
  ["SMTP_URL", "smtps://mail.test?tls.rejectUnauthorized=false", "switches off"],
  ["SMTP_URL", "smtps://mail.test?secure=false", "switches off"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.test:4318", "sends traces"],
  ["SCANNER", "scanner.test:3310", "is on another machine"],
  ["NODE_TLS_REJECT_UNAUTHORIZED", "0", ""],
])("%s=%s is refused", (name, value, why) => {
  expect(read({ [name]: value })).toThrow(new RegExp(`^- ${name}.*${why}`, "m"));
});

test.each([
  ["SMTP_URL", "smtp://127.0.0.1:25?ignoreTLS=true"],
  ["SMTP_URL", "smtps://mail.test"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://collector.test"],
  ["SCANNER", "127.0.0.1:3310"],
  ["SCANNER", "/run/clamav/clamd.ctl"],
  ["HOST", "0.0.0.0"],
])("%s=%s is not", (name, value) => {
  expect(read({ [name]: value })).not.toThrow();
});

test("the operator may say what a tunnel encrypts, by the variable's name and for it alone", () => {
  const url = "postgres://app:x@10.0.0.11/acebay";
  const both = { DATABASE_URL: url, DATABASE_OWNER_URL: url };
  expect(read({ ...both, ENCRYPTED_OTHERWISE: "DATABASE_URL, DATABASE_OWNER_URL" })).not.toThrow();
  expect(read({ ...both, ENCRYPTED_OTHERWISE: "DATABASE_URL" })).toThrow(/^- DATABASE_OWNER_URL/m);
  expect(read({ ENCRYPTED_OTHERWISE: "SMTP_URL" })).toThrow(/^- ENCRYPTED_OTHERWISE lists some of .*not "SMTP_URL"$/m);
});

test("a certificate needs its key, and both must be what they are called", () => {
  expect(read({ TLS_CERTIFICATE: "x" })).toThrow(/^- TLS_CERTIFICATE and TLS_KEY belong together/m);
  expect(read({ TLS_KEY: "x" })).toThrow(/^- TLS_CERTIFICATE and TLS_KEY belong together/m);
  expect(read({ TLS_CERTIFICATE: "x", TLS_KEY: "y" })).toThrow(/^- TLS_CERTIFICATE must be a certificate in PEM/m);
});

test("a port that is open to other machines in the open is told, and the process starts", () => {
  const told = (change: Record<string, string>) =>
    readConfig({ ...local, ...change }).advice.filter((advice) => advice.startsWith("HOST "));
  for (const HOST of ["0.0.0.0", "::", "10.0.0.5"]) {
    expect(told({ HOST })).toHaveLength(1);
    expect(told({ HOST, ENCRYPTED_OTHERWISE: "HOST" })).toEqual([]);
  }
  for (const HOST of ["127.0.0.1", "::1", "localhost"]) expect(told({ HOST })).toEqual([]);
  expect(told({})).toEqual([]);
});
