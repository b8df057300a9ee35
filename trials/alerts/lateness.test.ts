import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALERTS, readAlerts } from "#test/alerts.ts";
import { shortened } from "./durations.ts";
import { judgeLateness, measure, objectiveOf } from "./lateness.ts";

const alerts = readAlerts(shortened(readFileSync(ALERTS, "utf8")));
const slow = { slowness: 3, slowTurns: 0.5, others: 0.7 };
const quiet = { slowness: 1.1, slowTurns: 0.01, others: 0.05 };
const ours = { ...slow, others: 0.1 };
const bound = { bound: 0.03 };
const late = { all: 200, late: 10, failed: 0 };

test("the alerts about objectives are found by their expressions, with the longest time that they look back", () => {
  const found = alerts.flatMap(({ alert, expr }) => {
    const objective = objectiveOf(expr);
    return objective ? [[alert, objective.windowMs / 1_000, objective.bound]] : [];
  });
  expect(found).toEqual([
    ["AcebayShotsFastBurn", 60, 14.4 * 0.005],
    ["AcebayShotsSlowBurn", 360, 6 * 0.005],
    ["AcebayPaymentsFastBurn", 60, 14.4 * 0.01],
    ["AcebayPaymentsSlowBurn", 360, 6 * 0.01],
    ["AcebayPagesFastBurn", 60, 14.4 * 0.01],
    ["AcebayPagesSlowBurn", 360, 6 * 0.01],
  ]);
});

test("late are those that neither came in time nor failed, by the alert's own calls", async () => {
  const objective = objectiveOf(alerts.find(({ alert }) => alert === "AcebayPaymentsSlowBurn")?.expr ?? "");
  if (!objective) throw new Error("It has no objective");
  const calls = 'acebay_http_request_duration_seconds_count{method="POST",route="/api/process-payment",status=~';
  const answers = new Map([
    [`sum(increase(${calls}"2xx|4xx|5xx"}[6m]))`, 100],
    [objective.inTime, 90],
    [`sum(increase(${calls}"5xx"}[6m]))`, 3],
  ]);
  expect(objective.inTime).toContain('le="2.5"');
  expect(await measure(objective, async (asked) => answers.get(asked) ?? Number.NaN)).toEqual({
    all: 100,
    late: 7,
    failed: 3,
  });
});

test("an alert is right to ring when calls were late on a machine that other programs made slow", () => {
  expect(judgeLateness(late, bound, slow)).toEqual({
    isRight: true,
    sentence:
      "5.0 % of 200 calls were late and 0.0 % failed, while work took 3.0 times as long as it should, and other programs used 70 % of the processors",
  });
});

test.for([
  ["on a quiet machine", late, quiet],
  ["on a machine that the product itself made slow", late, ours],
  ["when calls were in time", { all: 200, late: 2, failed: 0 }, slow],
  ["when calls failed", { all: 200, late: 10, failed: 1 }, slow],
  ["when nobody called", { all: 0, late: 0, failed: 0 }, slow],
] as const)("it is wrong %s", ([, measured, machine]) => {
  expect(judgeLateness(measured, bound, machine).isRight).toBe(false);
});
