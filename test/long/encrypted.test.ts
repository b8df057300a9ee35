/**
 * An installation whose parts speak TLS alone, as compose.yaml has it: the authority and certificates of
 * `deploy/keys.sh`, the rules of `deploy/pg_hba.conf`, and a process in production that serves https.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbedded } from "#platform/server/db/embedded.ts";
import { giveToDatabase } from "#platform/server/db/embedded-user.ts";
import { freePort } from "#test/ports.ts";
import { live } from "../live.ts";
import { endAll, type Running, run, serve } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "acebay-encrypted-"));
const keys = join(folder, "made");
const trust = join(keys, "trust/authority.pem");
/** The embedded PostgreSQL has one port, so it gets addresses of its own. The certificate names the first. */
const own = [...randomBytes(2)].join(".");
const [NAMED, UNNAMED] = [`127.101.${own}`, `127.102.${own}`];
const password = randomBytes(16).toString("hex");
const letters: { to: string; secure: boolean }[] = [];
let postgres: EmbeddedPostgres | undefined;
let smtp: SMTPServer | undefined;
let running: Running;
let address: (user: string, more?: string) => string;
let env: Record<string, string>;

beforeAll(async () => {
  mkdirSync(keys);
  execFileSync("sh", ["deploy/keys.sh", keys], { env: { ...process.env, NAMES_DATABASE: `database,${NAMED}` } });
  const mailPort = await freePort();
  const data = join(folder, "database");
  mkdirSync(join(data, "keys"), { recursive: true });
  for (const name of ["server.pem", "server.key"]) copyFileSync(join(keys, "database", name), join(data, "keys", name));
  copyFileSync("deploy/pg_hba.conf", join(data, "keys", "pg_hba.conf"));
  giveToDatabase(join(data, "keys"));
  postgres = await startEmbedded(data, 80, undefined, [
    `listen_addresses=${NAMED},${UNNAMED}`,
    "ssl=on",
    `ssl_cert_file=${join(data, "keys/server.pem")}`,
    `ssl_key_file=${join(data, "keys/server.key")}`,
    `hba_file=${join(data, "keys/pg_hba.conf")}`,
  ]);
  await asOwner(`ALTER ROLE acebay PASSWORD '${password}'`);
  address = (user, more = `?sslrootcert=${trust}`) => `postgres://${user}:${password}@${NAMED}/acebay${more}`;
  smtp = new SMTPServer({
    authOptional: true,
    key: readFileSync(join(keys, "app/server.key")),
    cert: readFileSync(join(keys, "app/server.pem")),
    onData: (stream, { envelope, secure }, done) => {
      letters.push(...envelope.rcptTo.map((to) => ({ to: to.address, secure })));
      stream.resume().on("end", () => done());
    },
  });
  await once(smtp.listen(mailPort, "127.0.0.1"), "listening");
  env = {
    ...live,
    HOST: "0.0.0.0",
    SMTP_URL: `smtp://localhost:${mailPort}?requireTLS=true`,
    PUBLIC_URL: "https://play.example.com",
    DATABASE_URL: address("acebay_app"),
    DATABASE_OWNER_URL: address("acebay"),
    TLS_CERTIFICATE_FILE: join(keys, "app/server.pem"),
    TLS_KEY_FILE: join(keys, "app/server.key"),
    // The stand-in for the mail server has no public certificate.
    NODE_EXTRA_CA_CERTS: trust,
  };
  running = await serve(join(folder, "data"), env);
}, 90_000);
afterAll(async () => {
  await endAll();
  await new Promise<void>((done) => (smtp ? smtp.close(() => done()) : done()));
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** One statement by the database's own socket. */
async function asOwner(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(postgres?.owner);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What the process answers over https to who trusts the authority. */
function ask(path: string, options: object = {}): Promise<{ status: number | undefined; headers: object }> {
  const port = new URL(running.url).port;
  return new Promise((done, fail) => {
    const asked = get(`https://localhost:${port}${path}`, { ca: readFileSync(trust), ...options }, (reply) => {
      reply.resume().on("end", () => done({ status: reply.statusCode, headers: reply.headers }));
    });
    asked.on("error", fail);
  });
}

test("the process serves https, by TLS 1.2 and 1.3 alone, with every header", async () => {
  expect(running.url).toMatch(/^https:/);
  const { status, headers } = await ask("/readyz");
  expect(status).toBe(200);
  expect(headers).toHaveProperty("x-request-id");
  expect(headers).toHaveProperty("content-security-policy");
  expect((await ask("/healthz", { maxVersion: "TLSv1.2" })).status).toBe(200);
  // Even who speaks an old one gets none.
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
  await expect(ask("/healthz", old)).rejects.toThrow(/protocol version|handshake|hang up|reset/i);
});

test("who speaks http to it gets nothing, and who does not know the authority does not trust it", async () => {
  const socket = connect(Number(new URL(running.url).port), "127.0.0.1");
  let said = "";
  socket.on("error", () => undefined).on("data", (chunk: Buffer) => (said += chunk.toString("latin1")));
  socket.write("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "close");
  expect(said).not.toContain("HTTP/1.1 200");
  await expect(ask("/healthz", { ca: [] })).rejects.toThrow(/self-signed|unable to (get|verify)/);
});

test("each of its connections to the database is encrypted, and no other is accepted", async () => {
  const { rows } = await asOwner(
    "SELECT usename, ssl, version FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE usename LIKE 'acebay_app%'",
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ ssl }) => ssl !== true)).toEqual([]);
  const tried = async (url: string) => {
    const client = new pg.Client(url);
    client.on("error", () => undefined);
    try {
      await client.connect();
      return "open";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  expect(await tried(address("acebay", ""))).toMatch(/no pg_hba.conf entry .* no encryption/);
  // Without the authority its certificate is worth nothing, and by another name neither.
  expect(await tried(address("acebay"))).toBe("open");
  expect(await tried(address("acebay", "?sslmode=verify-full"))).toMatch(/certificate/);
  expect(await tried(address("acebay").replace(NAMED, UNNAMED))).toMatch(/IP: .* is not in the cert's list/);
});

test("letters leave encrypted", async () => {
  const body = JSON.stringify({ name: "Robin Tester", email: "robin@example.com", phone: "555 010 0100" });
  const port = new URL(running.url).port;
  const post = (path: string, text: string) =>
    new Promise<void>((done, fail) => {
      const socket = connectSecurely({ port: Number(port), host: "localhost", ca: readFileSync(trust) });
      socket.on("error", fail).on("end", done).resume();
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    });
  await post("/api/register", body);
  await post("/api/login", JSON.stringify({ email: "robin@example.com" }));
  await expect.poll(() => letters).toContainEqual({ to: "robin@example.com", secure: true });
  expect(letters.filter(({ secure }) => !secure)).toEqual([]);
});

test("the image's question about its health is answered over https, and only while the process answers", () => {
  const [, words = ""] = /^HEALTHCHECK[^]*?CMD (\[.*\])$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  const [, ...rest] = JSON.parse(words) as string[]; // The linter's test holds it to this form.
  const asked = (port: string) =>
    spawnSync(process.execPath, rest, { env: { PORT: port, TLS_KEY_FILE: env["TLS_KEY_FILE"] } }).status;
  expect(asked(new URL(running.url).port)).toBe(0);
  expect(asked("1")).toBe(1);
});

test("the same process without an encrypted database does not start", async () => {
  const refused = run(join(folder, "refused"), {
    ...env,
    DATABASE_URL: "postgres://acebay_app:x@database.test/acebay",
  });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/^- DATABASE_URL leads to another machine without an encrypted connection/m);
});

test("what keys.sh made stays until it is about to end, and is its owner's alone", () => {
  const file = (path: string) => readFileSync(join(keys, path), "utf8");
  const before = [file("authority/authority.pem"), file("app/server.pem"), file("database/server.pem")];
  execFileSync("sh", ["deploy/keys.sh", keys]);
  expect([file("authority/authority.pem"), file("app/server.pem"), file("database/server.pem")]).toEqual(before);
  for (const path of ["authority/authority.key", "app/server.key", "database/server.key"])
    expect([path, statSync(join(keys, path)).mode & 0o077]).toEqual([path, 0]);
  // One that ends within 60 days is made anew, with the same authority.
  const [key, short] = [join(keys, "authority/authority.key"), join(keys, "app/server.pem")];
  const words = ["req", "-x509", "-key", key, "-subj", "/CN=app", "-days", "30", "-out", short];
  expect(spawnSync("openssl", words).status).toBe(0);
  execFileSync("sh", ["deploy/keys.sh", keys], { env: { ...process.env, NAMES_APP: "app-9,10.1.2.3" } });
  expect(file("authority/authority.pem")).toBe(before[0]);
  const names = spawnSync("openssl", ["x509", "-in", short, "-noout", "-ext", "subjectAltName"], { encoding: "utf8" });
  expect(names.stdout).toContain("DNS:app-9, IP Address:10.1.2.3");
  writeFileSync(join(folder, "chain.pem"), file("trust/authority.pem"));
  const checked = spawnSync("openssl", ["verify", "-CAfile", join(folder, "chain.pem"), short], { encoding: "utf8" });
  expect(checked.stdout).toMatch(/: OK$/m);
});
