/** Stryker's settings for one subject, which mutants.mjs names in the environment. */
export default {
  mutate: [process.env.MUTANTS_OF],
  testRunner: "vitest",
  vitest: { configFile: new URL("vitest.config.mjs", import.meta.url).pathname, related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  // Stryker reads TypeScript's settings by an interface that TypeScript 7 lacks, so it gets none.
  tsconfigFile: "none.json",
  disableTypeChecks: false,
  ignorePatterns: ["dist", "data", "screens", "test-results"],
  tempDirName: "test-results/stryker",
  concurrency: 2,
  reporters: ["clear-text", "json"],
  clearTextReporter: { allowColor: false, reportTests: false, reportScoreTable: false },
  jsonReporter: { fileName: process.env.MUTANTS_REPORT },
};
