/** Two real processes, and a command beside them, on one external database that is empty when both start. */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase } from "#platform/server/db/database.ts";
import { FIRST_DATA, type RunningServer, startServer } from "../../e2e/server.ts";
import { card, type Json } from "../app.ts";
import { followStream } from "../stream.ts";

const database = `two_${randomUUID().replaceAll("-", "")}`;
const older = mkdtempSync(join(tmpdir(), "acebay-older-"));
const logo = Buffer.from("a logo of an earlier release");
const logoName = `${createHash("sha256").update(logo).digest("hex")}.webp`;
let env: Record<string, string>;
let servers: [RunningServer, RunningServer];

beforeAll(async () => {
  const { owner, connection } = inject("postgres");
  const server = openDatabase(owner, 1);
  await server.pool.query(`CREATE DATABASE ${database}`);
  await server.close();
  const url = (user = "") => `postgres://${user}@/${database}?host=${encodeURIComponent(connection.host)}`;
  env = {
    DATABASE_URL: url(connection.user),
    DATABASE_OWNER_URL: url(owner.user),
    SESSION_SECRET: "a-secret-for-tests-that-is-long-enough",
  };
  mkdirSync(join(older, "uploads", "logos"), { recursive: true });
  writeFileSync(join(older, "uploads", "logos", logoName), logo);
  process.env[FIRST_DATA] = older;
  try {
    // Nothing has to be built for a test of the server.
    const start = (name: string) => startServer(name, env, { entry: "src/main/server/server.ts" });
    servers = await Promise.all([start("one-of-two"), start("two-of-two")]);
  } finally {
    delete process.env[FIRST_DATA];
  }
}, 90_000);
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  const server = openDatabase(inject("postgres").owner, 1);
  await server.pool.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await server.close();
  rmSync(older, { recursive: true });
});

/** A golfer's browser, which calls whichever process it is told to. */
async function register() {
  const cookies = new Map<string, string>();
  const email = `${randomUUID()}@example.com`;
  const post = async (to: RunningServer, path: string, body: object): Promise<{ status: number; body: Json }> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "content-type": "application/json", cookie };
    const reply = await fetch(`${to.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: reply.status, body: await reply.json() };
  };
  await post(servers[0], "/api/register", { name: "Robin Tester", email, phone: "555 010 0100" });
  return { cookies, email, post };
}

const missed = (sessionId: string) => ({ sessionId, targetHole: "missed", prizeClaim: false, prizeAmount: 0 });

test("two processes start at once, serve one golfer together, survive each other, and let a command end the streams of both", async () => {
  const [one, two] = servers;
  for (const { url } of servers) {
    const served = await fetch(`${url}/uploads/logos/${logoName}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(logo)).toBe(true);
    const { courses }: Json = await (await fetch(`${url}/api/courses`)).json();
    expect(courses).toHaveLength(3);
  }

  const golfer = await register();
  const paid = await golfer.post(two, "/api/process-payment", {
    paymentInfo: card,
    sessionData: { courseId: 1, packageId: 4, bayNumber: 7 },
    amount: 5,
  });
  expect(paid.status).toBe(200);
  const { id } = paid.body.session;
  const path = `/api/sessions/${id}/events`;
  const ballsLeft = (balls: number) => (data: Json) => data.session.ballCount === balls;
  const onTwo = await followStream(two.url, path, golfer);
  expect((await golfer.post(one, "/api/attempts", missed(id))).status).toBe(201);
  const started = performance.now();
  await onTwo.next(ballsLeft(9));
  expect(performance.now() - started).toBeLessThan(1_000);

  // The hints that the dead process had sent have arrived; the other process finds the rest by itself.
  await golfer.post(one, "/api/attempts", missed(id));
  await one.kill();
  expect((await golfer.post(two, "/api/attempts", missed(id))).status).toBe(201);
  await onTwo.next(ballsLeft(7));
  await one.restart();
  const onOne = await followStream(one.url, path, golfer);
  expect((await golfer.post(two, "/api/attempts", missed(id))).status).toBe(201);
  await onOne.next(ballsLeft(6));

  const command = spawnSync(
    process.execPath,
    ["src/main/server/admin.ts", "sign-out", golfer.email, "Lost", "the", "phone"],
    {
      env: { PATH: process.env["PATH"], ...env },
      encoding: "utf8",
    },
  );
  expect(command.stdout).toContain("was signed out of 1 session");
  const ended = performance.now();
  await Promise.all([onOne.ended, onTwo.ended]);
  expect(performance.now() - ended).toBeLessThan(3_000);
  expect((await golfer.post(two, "/api/attempts", missed(id))).status).toBe(401);
}, 90_000);
