/** The named tests of one subject. Tests of rules need nothing, those in test/server a PostgreSQL. */
const include = process.env.MUTANTS_TESTS.split(",");
const onPostgres = {
  // On Node itself, as `npm test` runs them: Vite's loader does not find the embedded PostgreSQL.
  experimental: { viteModuleRunner: false },
  globalSetup: "test/postgres.ts",
  hookTimeout: 30_000,
  fileParallelism: false,
};

export default {
  // On a busy machine a test of rules takes longer than the usual five seconds. Stryker ends endless mutants by itself.
  test: {
    include,
    testTimeout: 40_000,
    ...(include.some((path) => path.startsWith("test/server/")) ? onPostgres : {}),
  },
};
