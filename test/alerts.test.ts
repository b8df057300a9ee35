/**
 * The trial of the alerts causes each alert, changes only their durations, and the operators' page names each alert.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { causes } from "../trials/alerts/causes.ts";
import { shortened } from "../trials/alerts/durations.ts";
import { ALERTS, readAlerts } from "./alerts.ts";

const file = readFileSync(ALERTS, "utf8");
const names = readAlerts(file).map(({ alert }) => alert);

test("each alert has a cause in the trial, and each cause names alerts that exist", () => {
  const rung = causes.flatMap(({ rings }) => rings.map((name) => `Acebay${name}`));
  expect([...new Set(rung)].toSorted()).toEqual(names.toSorted());
});

test("the trial changes the durations of the alerts, and nothing else", () => {
  const durations = /(\bfor: |\[)\d+\w/g;
  const shorter = shortened(file);
  expect(shorter.replaceAll(durations, "$1")).toBe(file.replaceAll(durations, "$1"));
  const changed = [...file.matchAll(durations)].map(([duration]) => duration);
  expect([...shorter.matchAll(durations)].map(([duration]) => duration)).toEqual(
    changed.map((duration) => duration.replace(/m$/, "s").replace(/h$/, "m")),
  );
  expect(changed.length).toBeGreaterThan(names.length);
});

test("a duration that the rule does not name is refused", () => {
  expect(shortened("for: 2m\nrate(x[1h]) > 30 and y > 36 * 3600")).toBe("for: 2s\nrate(x[1m]) > 30 and y > 36 * 3600");
  expect(() => shortened("for: 3d")).toThrow("for: 3d");
  expect(() => shortened("rate(x[1h30m])")).toThrow("[1h30m");
});

test("the operator's page has each alert, and no other", () => {
  const page = readFileSync("docs/operations.md", "utf8");
  const rows = [...page.matchAll(/^\| `(Acebay\w+)` \| .{10,} \| .{5,} \|$/gm)].map(([, name]) => name);
  expect(new Set(rows)).toEqual(new Set(names));
  expect(rows.length).toBe(names.length);
});
