/**
 * Tests of the crash test: a short run is clean and leaves nothing behind, and the comparison finds each kind of loss.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Books } from "../../trials/crash/books.ts";
import { compare } from "../../trials/crash/compare.ts";
import type { Entry } from "../../trials/crash/log.ts";

const started: { child: ChildProcess; ended: Promise<number | null> }[] = [];

function crash(...args: string[]) {
  const child = spawn(process.execPath, ["trials/crash/main.ts", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  started.push({ child, ended });
  return { child, ended, output: () => text, folder: () => / in (\/\S+)/.exec(text)?.[1] ?? "" };
}

/** The processes that still run in a folder. */
function processesIn(folder: string): string[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "command="], { encoding: "utf8" });
  return stdout.split("\n").filter((command) => command.includes(folder));
}

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill("SIGTERM");
    await ended;
  }
});

test(
  "six kills lose nothing, charge nobody twice, and leave no process and no folder",
  { timeout: 180_000 },
  async () => {
    const run = crash("--kills", "6", "--golfers", "5", "--seed", "7");
    expect(await run.ended, run.output()).toBe(0);
    expect(run.output()).toMatch(/losses +0\ndouble charges +0\ndouble refunds +0\n/);
    expect(run.output()).toMatch(/first start 1, server 1, database 1, backend 1, both 1, starting 1/);
    // Each of five golfers got at least one answer before each of six kills, however slow the machine is.
    expect(Number(/acknowledgements +(\d+)/.exec(run.output())?.[1])).toBeGreaterThanOrEqual(30);
    expect(existsSync(run.folder())).toBe(false);
    expect(processesIn(run.folder())).toEqual([]);
  },
);

test("Ctrl-C ends the run, its server and its database, and leaves no files", { timeout: 120_000 }, async () => {
  const run = crash("--kills", "50", "--golfers", "3");
  for (let waited = 0; waited < 45_000 && !run.output().includes("kill 1"); waited += 50) await sleep(50);
  run.child.kill("SIGINT");
  expect(await run.ended).toBe(130);
  expect(existsSync(run.folder())).toBe(false);
  expect(processesIn(run.folder())).toEqual([]);
});

describe("the comparison", () => {
  const order = { id: "order", status: "fulfilled", sessionId: "session", captures: [500], refunded: 200 };
  const shot = { id: "attempt", sessionId: "session", withdrawn: false };
  const hit = { id: "hit", sessionId: "session", withdrawn: false };
  const undone = { id: "undone", sessionId: "session", withdrawn: true };
  const claim = { attemptId: "hit", cents: 101_000, status: "verified", payout: "forfeited" };
  const refund = { orderId: "order", cents: 200, settled: true, paid: 200 };
  const books: Books = {
    userByEmail: new Map([["a@example.com", ["user"]]]),
    orders: new Map([["user 1", [order]]]),
    orderById: new Map([["order", order]]),
    sessions: new Map([["user 1", ["session"]]]),
    sessionStatus: new Map([["session", "completed"]]),
    shots: new Map([
      ["s1", [shot]],
      ["s2", [hit]],
      ["s3", [undone]],
    ]),
    shotById: new Map([shot, hit, undone].map((row) => [row.id, row])),
    claims: new Map([["claim", claim]]),
    refunds: new Map([["r", [refund]]]),
    unsettled: { payments: 0, refunds: 0 },
  };
  const acknowledged = { result: "acknowledged", tries: 1 } as const;
  const payment = { kind: "payment", userId: "user", cents: 500, key: null, start: true, card: "" } as const;
  const log: Entry[] = [
    { intent: { kind: "register", email: "a@example.com" }, answers: [{ ...acknowledged, userId: "user" }] },
    {
      intent: { ...payment, bay: 1 },
      answers: [{ ...acknowledged, orderId: "order", sessionId: "session", cents: 500 }],
    },
    { intent: { ...payment, bay: 2 }, answers: [{ result: "declined", tries: 2 }] },
    {
      intent: { kind: "start", orderId: "order", bay: 1, key: null },
      answers: [{ ...acknowledged, sessionId: "session" }],
    },
    {
      intent: { kind: "shot", sessionId: "session", shotId: "s1" },
      answers: [{ ...acknowledged, attemptId: "attempt" }],
    },
    { intent: { kind: "shot", sessionId: "session", shotId: "s4" }, answers: [{ result: "refused", tries: 1 }] },
    {
      intent: { kind: "claim", sessionId: "session", shotId: "s2", hole: "middle" },
      answers: [{ ...acknowledged, attemptId: "hit", claimId: "claim", cents: 100_000 }],
    },
    { intent: { kind: "undo", attemptId: "undone" }, answers: [acknowledged] },
    { intent: { kind: "end", sessionId: "session" }, answers: [acknowledged] },
    { intent: { kind: "verify", claimId: "claim" }, answers: [acknowledged] },
    { intent: { kind: "forfeit", claimId: "claim" }, answers: [acknowledged] },
    {
      intent: { kind: "refund", orderId: "order", cents: 200, reason: "r" },
      answers: [{ ...acknowledged, cents: 200 }],
    },
    // Without an answer, both outcomes are right.
    { intent: { kind: "shot", sessionId: "session", shotId: "s5" }, answers: [] },
  ];
  const ordersOf = (...changed: (typeof order)[]) => ({ orders: new Map([["user 1", changed]]) });

  test("finds nothing where all is well", () => {
    expect(compare(log, books)).toEqual({ losses: [], doubles: [], unsettled: [] });
  });

  test.each<[string, "losses" | "doubles" | "unsettled", Partial<Books>]>([
    ["a lost account", "losses", { userByEmail: new Map() }],
    ["a lost payment", "losses", ordersOf()],
    ["a capture of another amount", "losses", ordersOf({ ...order, captures: [600] })],
    ["a payment without its session", "losses", ordersOf({ ...order, sessionId: "another" })],
    ["a second charge", "doubles", ordersOf({ ...order, captures: [500, 500] })],
    ["a second order's charge", "doubles", ordersOf(order, { ...order, id: "another" })],
    ["a charge that was declined", "doubles", { orders: new Map([...books.orders, ["user 2", [order]]]) }],
    ["a second session", "doubles", { sessions: new Map([["user 1", ["session", "another"]]]) }],
    ["a start without its session", "losses", { orderById: new Map([["order", { ...order, sessionId: null }]]) }],
    ["a lost shot", "losses", { shots: new Map([...books.shots, ["s1", []]]) }],
    [
      "a shot in another session",
      "losses",
      { shots: new Map([...books.shots, ["s1", [{ ...shot, sessionId: "x" }]]]) },
    ],
    ["a shot told as another", "losses", { shots: new Map([...books.shots, ["s1", [{ ...shot, id: "x" }]]]) }],
    ["a shot twice", "doubles", { shots: new Map([...books.shots, ["s1", [shot, shot]]]) }],
    ["a refused shot", "doubles", { shots: new Map([...books.shots, ["s4", [shot]]]) }],
    [
      "a shot gone by itself",
      "losses",
      {
        shotById: new Map([
          ["attempt", { ...shot, withdrawn: true }],
          ["undone", undone],
        ]),
      },
    ],
    ["an undo undone", "losses", { shotById: new Map([["undone", { ...undone, withdrawn: false }]]) }],
    ["a lost claim", "losses", { claims: new Map([["claim", { ...claim, attemptId: "x" }]]) }],
    ["a claim of less", "losses", { claims: new Map([["claim", { ...claim, cents: 99_999 }]]) }],
    ["a lost verdict", "losses", { claims: new Map([["claim", { ...claim, status: "pending" }]]) }],
    ["a lost forfeit", "losses", { claims: new Map([["claim", { ...claim, payout: "due" }]]) }],
    ["a session that runs again", "losses", { sessionStatus: new Map([["session", "active"]]) }],
    ["a lost refund", "losses", { refunds: new Map() }],
    ["a refund that the gateway has not", "losses", { refunds: new Map([["r", [{ ...refund, paid: null }]]]) }],
    ["a second refund", "doubles", { refunds: new Map([["r", [refund, refund]]]) }],
    ["an open payment", "unsettled", { unsettled: { payments: 1, refunds: 0 } }],
    ["a refund still due", "unsettled", { unsettled: { payments: 0, refunds: 1 } }],
  ])("finds %s", (_, kind, damage) => {
    const found = compare(log, { ...books, ...damage });
    expect(found[kind], JSON.stringify(found)).toHaveLength(1);
    expect(Object.values(found).flat()).toHaveLength(1);
  });
});
