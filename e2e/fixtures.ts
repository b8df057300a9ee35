/** The fixtures of journeys: `app` is the real server, one for each worker; pages open below its address. */
import { test as base } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";

export { expect } from "@playwright/test";

export const test = base.extend<object, { app: { url: RunningServer["url"] } }>({
  app: [
    // Playwright reads the fixtures that it must prepare from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use, worker) => {
      const server = await startServer(`server-${worker.workerIndex}`);
      await use({ url: server.url });
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
});
