import { defineConfig, devices } from "@playwright/test";
import { launchOptions } from "./e2e/browser.ts";
import { keepTemporaryFilesInMemory } from "./test/memory.ts";

keepTemporaryFilesInMemory();

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/first-start.ts",
  outputDir: "test-results/e2e",
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  // Each has servers and databases of its own; journeys wait as much as they work.
  workers: 4,
  // The folder `long` is for `npm run test:long`. With four workers the other engines fail to answer.
  projects: [
    { name: "journeys", testIgnore: "long/**" },
    { name: "long", testMatch: "long/**/*.spec.ts", workers: 3 },
  ],
  forbidOnly: Boolean(process.env["CI"]),
  // What does not hold at the first try does not hold.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices["Pixel 7"],
    // Nobody looks: a seventh of the pixels to draw.
    deviceScaleFactor: 1,
    // Motion is not what journeys are about; drawn in software, it and a trace of each took a quarter of their time.
    contextOptions: { reducedMotion: "reduce" },
    // Once it is installed, what a page asks for passes by the answers that journeys give; and each context keeps every
    // file anew. Journeys about it allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    launchOptions: launchOptions("shell"),
  },
});
