/** Tests the process as an operator uses it: started, stopped, killed, started twice, without its database. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { endAll, run, serve } from "../server-process.ts";

const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "acebay-process-"));
  folders.push(made);
  return made;
}

/** The data folder that a first start has left. */
const firstData = mkdtempSync(join(tmpdir(), "acebay-process-"));

/** A folder that was started before: making its database takes longer than what most tests are about. */
function usedFolder(): string {
  const made = folder();
  cpSync(firstData, made, { recursive: true });
  return made;
}

function databasePid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "stat="], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

async function register(url: string, email: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  return (
    await fetch(`${url}/api/register`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name: "Kim", email, phone: "5550100100" }),
    })
  ).status;
}

beforeAll(async () => {
  await serve(firstData);
  await endAll();
  // Every folder is deleted after its test, and no power fails during a test.
  appendFileSync(join(firstData, "postgres", "postgresql.auto.conf"), "fsync = off\nfull_page_writes = off\n");
});
afterAll(() => rmSync(firstData, { recursive: true, force: true }));
afterEach(async () => {
  await endAll();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the server and its database, with code 0", async (signal) => {
  const dataDir = usedFolder();
  const { child, ended } = await serve(dataDir);
  const database = databasePid(dataDir);
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test("no other user of the machine can read the data folder, even if the folder was open to all before", async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "postgres.log"), "", { mode: 0o644 });
  mkdirSync(join(dataDir, "uploads", "logos"), { recursive: true, mode: 0o755 });
  chmodSync(dataDir, 0o755);
  await serve(dataDir);
  const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  // Under root the database is another user, who passes through.
  expect(statSync(dataDir).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0);
});

test("after SIGTERM a payment under way is answered, and so are calls that come while the server drains", async () => {
  const { child, url, ended } = await serve(usedFolder(), { DRAIN_SECONDS: "2" });
  const json = { "content-type": "application/json" };
  const kim = { name: "Kim", email: "kim@example.com", phone: "5550100100" };
  const registered = await fetch(`${url}/api/register`, { method: "POST", headers: json, body: JSON.stringify(kim) });
  const cookie = registered.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const paying = fetch(`${url}/api/process-payment`, {
    method: "POST",
    headers: { ...json, cookie },
    body: JSON.stringify({
      // Succeeds after four seconds: longer than the draining.
      paymentInfo: {
        paymentMethod: "card",
        cardNumber: "4000000000050007",
        expiryDate: "12/30",
        cvv: "123",
        billingZip: "34119",
      },
      sessionData: { courseId: 1, packageId: 4, bayNumber: 7 },
      amount: 5,
    }),
  });
  await sleep(500);
  child.kill("SIGTERM");
  await sleep(300);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const meanwhile = await fetch(`${url}/api/courses`);
  expect([meanwhile.status, meanwhile.headers.get("connection")]).toEqual([200, "close"]);
  const paid = await paying;
  expect([paid.status, paid.headers.get("connection")]).toEqual([200, "close"]);
  expect(await paid.json()).toMatchObject({ success: true });
  // Nothing is under way any more; a connection that was kept open would delay the end by ten seconds.
  const answered = performance.now();
  expect(await ended).toBe(0);
  expect(performance.now() - answered).toBeLessThan(5_000);
});

test("kill -9 and a new start lose nothing that was acknowledged and leave no orphan; a copied backup opens", async () => {
  const dataDir = usedFolder();
  const first = await serve(dataDir);
  expect(await register(first.url, "kim@example.com")).toBe(201);
  const orphan = databasePid(dataDir);
  first.child.kill("SIGKILL");
  await first.ended;
  const second = await serve(dataDir);
  expect(await register(second.url, "KIM@example.com")).toBe(409);
  expect(isAlive(orphan)).toBe(false);
  const database = databasePid(dataDir);
  second.child.kill("SIGTERM");
  await second.ended;
  expect(isAlive(database)).toBe(false);
  // After it was copied back, the folder belongs to the user who copied it and is open to all. PostgreSQL by itself
  // would refuse it.
  const restored = folder();
  cpSync(dataDir, restored, { recursive: true });
  expect(await register((await serve(restored)).url, "kim@example.com")).toBe(409);
});

test("a second start on the same folder is refused with its reason, and the first goes on", async () => {
  const dataDir = usedFolder();
  const first = await serve(dataDir);
  const second = run(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`process ${first.child.pid}`);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("a taken port is refused with its reason, and leaves no database running", async () => {
  const blocker = createServer();
  const port = await new Promise<number>((done) =>
    blocker.listen(0, "127.0.0.1", () => done((blocker.address() as { port: number }).port)),
  ); // A TCP server's address.
  const dataDir = usedFolder();
  const refused = run(dataDir, { PORT: String(port) });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`Port ${port} is taken`);
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  blocker.close();
});

test("when the database is killed, calls are 503 until it is back, and nothing is lost", async () => {
  const dataDir = usedFolder();
  const { url } = await serve(dataDir);
  await register(url, "kim@example.com");
  process.kill(databasePid(dataDir), "SIGKILL");
  const statuses: number[] = [];
  for (let waited = 0; waited < 15_000 && statuses.at(-1) !== 409; waited += 100) {
    statuses.push(await register(url, "kim@example.com"));
    await sleep(100);
  }
  // How many calls came while the database was away depends on the machine; only their answers are checked.
  expect(statuses.at(-1)).toBe(409);
  expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([]);
});

test("production refuses to start without its secrets, naming each", async () => {
  const refused = run(folder(), { NODE_ENV: "production" });
  expect(await refused.ended).toBe(1);
  const stripe = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET", "PUBLIC_URL"];
  for (const name of ["SESSION_SECRET", "SMTP_URL", "METRICS_TOKEN", ...stripe])
    expect(refused.output()).toContain(`- ${name} must`);
});

test("production starts with all of them, without the sandbox and the demo's pages", async () => {
  const { url, output } = await serve(folder(), {
    NODE_ENV: "production",
    SESSION_SECRET: "a-secret-for-tests-that-is-long-enough",
    METRICS_TOKEN: "Q7c2vX9kLm4RtZ8wBn3Hs6Yd",
    SMTP_URL: "smtp://127.0.0.1:1",
    PUBLIC_URL: "https://play.example.com",
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_PUBLISHABLE_KEY: "pk_live_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  const config = await (await fetch(`${url}/api/config`)).text();
  expect(config).toContain('"payments":{"provider":"stripe","publicKey":"pk_live_x"}');
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await fetch(`${url}/api/sandbox/tokens`, post)).status).toBe(404);
  expect((await fetch(`${url}/dev/cards`)).status).toBe(404);
  expect((await fetch(`${url}/api/payments/webhook`, post)).status).toBe(400);
  for (const secret of ["sk_live_x", "whsec_x"]) expect(`${config}${output()}`).not.toContain(secret);
});
