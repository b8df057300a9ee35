/**
 * The metrics in the files of `deploy/` are exactly those of a real app. A name that only the files have is an alert
 * that never rings; a name that only the app has is a figure that nobody sees.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { note } from "#platform/server/audit-trail.ts";
import { ALERTS, readAlerts, readDashboard } from "#test/alerts.ts";
import { claim, freshApp, packs, play, shoot, type TestApp } from "#test/app.ts";
import { courseRoutes } from "#features/courses/contract.ts";

interface Sample {
  name: string;
  labels: Record<string, string>;
}

const alerts = readAlerts(readFileSync(ALERTS, "utf8"));
const shown = readDashboard();
const asked = [...alerts.map(({ expr }) => expr), ...shown];

let app: TestApp;
let told: Sample[];
beforeAll(async () => {
  app = await freshApp();
  const golfer = await app.player();
  const session = await play(golfer, packs.sponsored);
  await shoot(golfer, session.id);
  await claim(golfer, session.id, "left");
  await golfer.call(courseRoutes.listCourses);
  await app.jobs.runAll();
  // The metrics of backups exist only after the first backup, and after the first drill.
  const at = app.clock.now();
  const detail = { of: at.toISOString() };
  for (const action of ["backup.made", "backup.proven"] as const)
    await note(app.db, { actorId: null, action, subject: "backup", detail, at });
  // So does that of answers of 503, after the first.
  app.drain.begin();
  await app.browser().raw("GET", "/readyz");
  const { body } = await app.browser().raw("GET", "/metrics");
  told = String(body)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name = line, labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      return { name, labels: Object.fromEntries(matchersOf(labels).map(({ label, value }) => [label, value])) };
    });
});
afterAll(() => app.close());

test("every metric that the files use exists", () => {
  expect(asked.length).toBeGreaterThan(50);
  const names = new Set(told.map(({ name }) => name));
  expect(asked.flatMap(namesIn).filter((name) => !names.has(name))).toEqual([]);
  // Any other word in front of braces or brackets would be a metric of another program.
  const foreign = asked.flatMap((expr) => [...expr.matchAll(/\b([a-z_]+)[[{]/g)].map(([, name]) => name));
  expect(new Set(foreign.filter((name) => !name?.startsWith("acebay_")))).toEqual(new Set(["up"]));
});

test("every metric that exists is used by the files", () => {
  const family = (name: string) => name.replace(/(_duration_seconds)_(bucket|sum|count)$/, "$1");
  const names = new Set(asked.flatMap(namesIn).map(family));
  expect([...new Set(told.map(({ name }) => family(name)))].filter((name) => !names.has(name))).toEqual([]);
});

test("the values of labels in the files exist, and so do the routes", () => {
  const routes = new Set(["GET page", ...app.routes.map(({ method, url }) => `${String(method)} ${url}`)]);
  for (const { name, matchers } of asked.flatMap(selectorsIn)) {
    const method = matchers.find(({ label }) => label === "method")?.value;
    for (const { label, value } of matchers) {
      // Several statuses, and pages, do not occur here.
      if (label === "status") expect(value).toMatch(/^[2345]xx(\|[2345]xx)*$/);
      else if (label === "route") for (const route of value.split("|")) expect(routes).toContain(`${method} ${route}`);
      else if (name === "up") expect([label, value]).toEqual(["job", "acebay"]);
      else {
        const known = new Set(told.filter((sample) => sample.name === name).map(({ labels }) => labels[label]));
        expect([name, label, known.has(value) ? value : known]).toEqual([name, label, value]);
      }
    }
  }
});

test("every alert says what is wrong and what to do first, and how urgent it is", () => {
  expect(alerts.length).toBeGreaterThan(20);
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  for (const { alert, summary, description, severity, ...rest } of alerts) {
    expect(alert).toMatch(/^Acebay[A-Z]\w+$/);
    expect(rest.for).toMatch(/^\d+[mh]$/);
    expect(["page", "ticket"]).toContain(severity);
    expect(summary).toMatch(/^[A-Z].{20,}\.$/);
    expect(description).toMatch(/^[A-Z].{40,}\.$/);
  }
});

test("there is an alert for each objective and for what the house promises to notice", () => {
  const names = alerts.map(({ alert }) => alert);
  for (const what of [
    "ShotsFastBurn",
    "PaymentsFastBurn",
    "PagesFastBurn",
    "ClaimsSeenLate",
    "JobStandsStill",
    "AuditFaults",
    "RefundsDueOld",
    "OutboxOld",
    "PoolExhausted",
    "EventLoopLags",
    "DiskNearlyFull",
    "DatabaseAway",
    "DatabaseReadOnly",
  ])
    expect(names).toContain(`Acebay${what}`);
});

function namesIn(expr: string): string[] {
  return [...expr.matchAll(/\bacebay_\w+/g)].map(([name]) => name);
}

function selectorsIn(expr: string) {
  return [...expr.matchAll(/\b(\w+)\{(.*?)\}/g)].map(([, name = "", labels = ""]) => ({
    name,
    matchers: matchersOf(labels),
  }));
}

function matchersOf(labels: string) {
  return [...labels.matchAll(/(\w+)=~?"(.*?)"/g)].map(([, label = "", value = ""]) => ({ label, value }));
}
