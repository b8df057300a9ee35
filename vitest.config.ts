import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { keepTemporaryFilesInMemory } from "./test/memory.ts";

keepTemporaryFilesInMemory();

const house = [
  "scripts/mutants/listed.test.mjs",
  "scripts/advisories.test.mjs",
  "scripts/sbom.test.mjs",
  "scripts/ships.test.mjs",
  "scripts/where.test.mjs",
  "test/architecture.test.ts",
  "test/migrations.test.ts",
  "test/spec-map.test.ts",
  "test/alerts.test.ts",
  "test/browsers.test.ts",
  "test/kit.test.ts",
  "test/pages.test.ts",
  "test/deploy.test.ts",
  "test/fields.test.ts",
  "test/given-ids.test.ts",
  "test/logs.test.ts",
  "test/image.test.ts",
  "test/proxies.test.ts",
  "test/security.test.ts",
];
const onPostgres = ["src/**/server/**/*.test.ts", "test/**/*.test.ts"];
const long = ["{src,test,trials}/**/long/**/*.test.ts"];
/** What V8 learned in the tests before would count. */
const alone = ["test/server/platform/long/outlived.test.ts"];

/** What runs on Node in production runs on Node itself in tests, not through Vite. */
const native = { experimental: { viteModuleRunner: false } };

/** What is slow begins first: begun last, it would end alone. The files of `test/` and `test/long` start processes. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is Vitest's, which returns a new array
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => /\/test\/(?:long\/)?[^/]+\.test\.ts$|\/slow\//.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

const needsPostgres = {
  ...native,
  globalSetup: "test/postgres.ts",
  // Each has a database and an app of its own; what they import is the same, and takes a second to load.
  isolate: false,
  testTimeout: 40_000,
  hookTimeout: 30_000,
};

/**
 * Five kinds: the house's rules, pure code, and what needs a real PostgreSQL, of which the folders `long` are a kind of
 * their own, for `npm run test:long`, and what needs a process of its own is another.
 */
export default defineConfig({
  test: {
    environment: "node",
    // Tests of whole processes wait more than they work: on two cores a third worker uses that time.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // What comes soon comes late on a busy machine; one second is no promise of the product.
    expect: { poll: { timeout: 15_000 } },
    reporters: ["default", "json"],
    outputFile: { json: "test-results/vitest.json" },
    projects: [
      // Reading every source takes its time on a busy machine.
      { extends: true, test: { ...native, name: "house", include: house, testTimeout: 40_000 } },
      {
        extends: true,
        test: {
          name: "unit",
          isolate: false,
          setupFiles: "test/fresh-modules.ts",
          include: ["src/**/*.test.{ts,tsx}", "trials/**/*.test.ts"],
          exclude: [...onPostgres, ...long],
        },
      },
      {
        extends: true,
        test: { ...needsPostgres, name: "postgres", include: onPostgres, exclude: [...house, ...long] },
      },
      { extends: true, test: { ...needsPostgres, name: "long", include: long, exclude: alone } },
      { extends: true, test: { ...needsPostgres, name: "alone", include: alone, isolate: true } },
    ],
  },
});
