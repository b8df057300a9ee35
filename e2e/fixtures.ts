/** The fixtures of journeys: `app` is the real server, a new one for each file of them; pages open below its address. */
import { test as base } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Worker {
  /** The server of a file: what one file's journeys change, another's never meet. */
  serverOf: (file: string) => Promise<RunningServer>;
}

export const test = base.extend<{ app: Pick<RunningServer, "url"> }, Worker>({
  serverOf: [
    // Playwright reads the fixtures that it must prepare from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use, worker) => {
      let running: { file: string; server: RunningServer } | undefined;
      await use(async (file) => {
        if (running?.file === file) return running.server;
        await running?.server.stop();
        running = { file, server: await startServer(`server-${worker.workerIndex}`) };
        return running.server;
      });
      await running?.server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  app: [
    async ({ serverOf }, use, { file }) => {
      const { url } = await serverOf(file);
      await use({ url });
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
});
