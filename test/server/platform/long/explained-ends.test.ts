/** When a start or a command fails, it prints one sentence that says what to do, and its exit code is not 0. */
import { spawn } from "node:child_process";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "#platform/server/db/database.ts";
import { migrate, migrationFiles } from "#platform/server/db/migrate.ts";
import { freshApp, type TestApp } from "#test/app.ts";
import { surroundings } from "#test/surroundings.ts";

let app: TestApp;
let external: Record<string, string>;
beforeAll(async () => {
  app = await freshApp();
  const { host, user, database } = app.connection;
  external = { DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}` };
});
afterAll(() => app.close());

/** Runs a program of the server to its end. */
async function run(
  program: string,
  env: Record<string, string>,
  words: string[] = [],
): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, [`src/main/server/${program}.ts`, ...words], {
    env: { ...surroundings(), PORT: "0", DATA_DIR: "/tmp/unused", SESSION_SECRET: "x", ...external, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  return { code: await new Promise((done) => child.once("close", done)), errors };
}

test.each(["server", "migrate", "audit", "rollups"])(
  "%s, as the role that serves, on a database that lacks a migration",
  async (program) => {
    const { rows } = await app.owner.pool.query(
      "DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING *",
    );
    try {
      expect(await run(program, {})).toEqual({
        code: 1,
        errors:
          "The database lacks migrations of this version, and the role of DATABASE_URL may not apply them. Run npm run migrate with DATABASE_OWNER_URL, then start again.\n",
      });
    } finally {
      const { name, checksum } = rows[0];
      await app.owner.pool.query("INSERT INTO schema_migrations VALUES ($1, $2)", [name, checksum]);
    }
  },
);

test.each(["audit", "reconcile"])(
  "%s without a connection to Stripe",
  async (program) => {
    const nowhere = `import dns from "node:dns";
    dns.lookup = (host, _options, done) => done(Object.assign(new Error("getaddrinfo ENOTFOUND " + host), { code: "ENOTFOUND" }));`;
    const { code, errors } = await run(program, {
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
      PUBLIC_URL: "http://localhost:3000",
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(nowhere)}`,
    });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^Stripe could not be asked, so nothing was compared \(.+\)\. Check the connection to api\.stripe\.com and STRIPE_SECRET_KEY, and run it again\.\n$/,
    );
  },
  60_000,
);

test("a configuration that cannot be read ends each command with its names", async () => {
  for (const program of ["server", "audit", "reconcile", "migrate"])
    expect(await run(program, { PORT: "nowhere" })).toEqual({
      code: 1,
      errors: 'Acebay cannot start:\n- PORT must be 0 to 65535, not "nowhere"\n',
    });
});

test("a database that is away, or refuses the role", async () => {
  const at = (url: string) => run("audit", { DATABASE_URL: url });
  expect((await at("postgresql://nobody@/none?host=/nowhere")).errors).toMatch(
    /^The database cannot be reached \(.+\)\. Check DATABASE_URL\.\n$/,
  );
  const two = `import dns from "node:dns";
    dns.lookup = (host, options, done) => done(null, options.all ? [{ address: "127.0.0.1", family: 4 }, { address: "::1", family: 6 }] : "127.0.0.1", 4);`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(two)}`;
  for (const program of ["server", "audit", "migrate"])
    expect((await run(program, { DATABASE_URL: "postgresql://u:x@two.example:1/db", NODE_OPTIONS })).errors).toBe(
      "The database cannot be reached (connect ECONNREFUSED 127.0.0.1:1, connect ECONNREFUSED ::1:1). Check DATABASE_URL.\n",
    );
  const refused = external["DATABASE_URL"]?.replace(/\/\/\w+@/, "//nobody_at_all@") ?? "";
  expect((await at(refused)).errors).toMatch(
    /^The database refuses the role \(.+\)\. Check the role and the password of DATABASE_URL\.\n$/,
  );
});

test("a database that takes no writes says so, without the statement", async () => {
  const readOnly = `${external["DATABASE_URL"]}&options=${encodeURIComponent("-c default_transaction_read_only=on")}`;
  const sentence =
    /^The database could not do this: it is read-only \(cannot execute \w+ in a read-only transaction\)\.\n$/;
  for (const [program, words] of [
    ["admin", ["list"]],
    ["rollups", []],
  ] as const)
    expect(await run(program, { DATABASE_URL: readOnly }, [...words])).toEqual({
      code: 1,
      errors: expect.stringMatching(sentence),
    });
});

test.each([
  ["admin", ["new-push-keys"]],
  ["admin", ["list"]],
  ["audit", []],
  ["backup", ["/tmp/unused"]],
  ["base-backup", ["/tmp/unused"]],
  ["drill", ["/tmp/unused"]],
  ["migrate", []],
  ["reconcile", []],
  ["recover", ["/tmp/unused", "2026-11-23T21:05:00Z"]],
  ["restore", ["/tmp/unused"]],
  ["rollups", []],
] as const)("%s %j does nothing for --help, or with a word that it does not have", async (program, words) => {
  for (const more of ["--help", "surplus"])
    expect(await run(program, {}, [...words, more])).toEqual({
      code: 2,
      errors: expect.stringMatching(new RegExp(`^Usage: npm run ${program}\\b`)),
    });
});

test("a command that only looks says which migrations it has applied", async () => {
  const name = `behind_${process.pid}`;
  const server = openDatabase(inject("postgres").owner, 1);
  await server.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const behind = openDatabase({ ...inject("postgres").owner, database: name }, 1);
  try {
    const files = migrationFiles().map((file) => file.name);
    const last = files.pop() ?? "";
    await migrate(behind.pool, new Set(files));
    const at = (user: string) => `postgresql://${user}@/${name}?host=${encodeURIComponent(app.connection.host)}`;
    const env = { DATABASE_URL: at("acebay_app"), DATABASE_OWNER_URL: at("acebay") };
    expect(await run("admin", env, ["list"])).toEqual({ code: 0, errors: `Applied ${last}.\n` });
    expect(await run("admin", env, ["list"])).toEqual({ code: 0, errors: "" });
  } finally {
    await behind.close();
    await server.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.close();
  }
});
