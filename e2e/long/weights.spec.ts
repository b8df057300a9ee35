import { devices } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { weighAll } from "../weights/weigh.ts";

test("the first load of every route stays within its budget", async ({ browser, app }) => {
  const weights = await weighAll(browser, app.url, devices["Pixel 7"]);
  const beyond = weights.filter(({ scripts, styles, budget }) => scripts + styles > budget);
  expect(beyond.map(({ path, scripts, styles, budget }) => `${path}: ${scripts + styles} of ${budget} KB`)).toEqual([]);
  // A measurement that saw no file at all would find every route light enough.
  for (const { path, scripts, styles } of weights) expect(Math.min(scripts, styles), path).toBeGreaterThan(5);
});
