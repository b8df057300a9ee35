import { expect, test } from "vitest";
import type { Failed } from "../crash/proxy.ts";
import { machineIn } from "../witness/witness.ts";
import { judge, type Seen, type Sent } from "./judge.ts";

const busy: Failed = {
  from: 1_000,
  to: 2_000,
  status: 503,
  route: "GET /api/admin/players",
  retryAfter: "1",
  body: '{"error":{"code":"service.busy"}}',
};
const quiet = { slowness: 1.1, slowTurns: 0, others: 0.1 };
const slow = { slowness: 4, slowTurns: 0.9, others: 0.6 };
/** Slow by the trial's own work. */
const ours = { slowness: 4, slowTurns: 0.9, others: 0.1 };
const line = '{"level":40,"reqId":"6f-1","status":503,"code":"service.busy","why":"55P03","msg":"call"}';
const seen = (machine = slow, lock?: string): Seen => ({ machine: () => machine, lock: () => lock, log: () => line });
const calls: Sent[] = Array.from({ length: 200 }, (_, n) => ({ from: n * 100, to: n * 100 + 50, status: 200 }));
const faultsOf = (failed: Failed[], at = seen(), sent = calls) => judge(sent, failed, at, 0).faults;

test("a call that is told to come again while other programs make the machine slow is excused", () => {
  expect(judge(calls, [busy], seen(), 0)).toEqual({
    faults: [],
    excused: [expect.stringContaining("other programs used 60 % of the processors")],
  });
});

test("it is a fault on a quiet machine, and on one that the trial itself made slow", () => {
  expect(faultsOf([busy], seen(quiet))).toHaveLength(1);
  expect(faultsOf([busy], seen(ours))).toHaveLength(1);
});

test("a refused call is told with the reason that the server's log has for it", () => {
  const body = (id: string) => `{"error":{"code":"service.busy","requestId":"${id}"}}`;
  expect(faultsOf([{ ...busy, body: body("6f-1") }], seen(quiet))).toEqual([
    expect.stringContaining("answered with 503 after 1000 ms (55P03)"),
  ]);
  expect(faultsOf([{ ...busy, body: body("6f-2") }], seen(quiet))).toEqual([
    expect.stringContaining("(its log does not say why)"),
  ]);
});

test("it is a fault while calls wait for a migration's lock, however busy the machine is", () => {
  expect(faultsOf([busy], seen(slow, "ALTER TABLE orders"))).toEqual([
    expect.stringContaining("calls waited for ALTER TABLE orders"),
  ]);
});

test.for([
  ["without Retry-After", { ...busy, retryAfter: undefined }],
  ["of a server that ends", { ...busy, body: '{"error":{"code":"service.draining"}}' }],
  ["of a database that is away", { ...busy, body: '{"error":{"code":"service.database_away"}}' }],
] as const)("an answer of 503 %s is a fault on any machine", ([, one]) => {
  expect(faultsOf([one])).toHaveLength(1);
});

test.for([0, 500, 502])("a call that ends with %i is a fault on any machine", (status) => {
  expect(faultsOf([], seen(), [...calls, { from: 0, to: 1, status }])).toEqual([`1 calls failed (${status})`]);
});

test("a call may take as much longer as the machine was slower, and no longer", () => {
  const lasting = (ms: number): Sent[] => [...calls, { from: 0, to: ms, status: 200 }];
  expect(faultsOf([], seen(), lasting(20_000))).toEqual([]);
  expect(faultsOf([], seen(), lasting(29_000))).toHaveLength(1);
  expect(faultsOf([], seen(quiet), lasting(7_001))).toHaveLength(1);
});

test("many refusals are a fault on any machine", () => {
  const times = (length: number) => Array.from({ length }, () => busy);
  expect(faultsOf(times(10))).toEqual([]);
  expect(faultsOf(times(11))).toEqual(["the machine was too busy to tell: 11 of 200 calls were refused"]);
});

test("the machine is what was seen while a call lasted", () => {
  const turns = [
    { from: 0, to: 100, slowness: 1 },
    { from: 1_000, to: 1_100, slowness: 3 },
    { from: 1_500, to: 1_600, slowness: 5 },
  ];
  const looks = [
    { from: 0, to: 999, others: 0 },
    { from: 1_000, to: 1_999, others: 0.5 },
  ];
  expect(machineIn(turns, looks, 1_050, 1_600)).toEqual({ slowness: 4, slowTurns: 1, others: 0.5 });
  expect(machineIn(turns, looks, 5_000, 6_000)).toEqual({ slowness: 1, slowTurns: 0, others: 0 });
});
