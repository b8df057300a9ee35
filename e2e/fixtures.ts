/** The fixtures of journeys: `app` is the real server, a new one for each file of them; pages open below its address. */
import { test as base } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Worker {
  /** The server of a file, or with another environment one more: what one file's journeys change, another's never meet. */
  serverOf: (file: string, env?: Readonly<Record<string, string>>) => Promise<RunningServer>;
}

export const test = base.extend<{ app: Pick<RunningServer, "url"> }, Worker>({
  serverOf: [
    // Playwright reads the fixtures that it must prepare from this pattern.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use, worker) => {
      let of = "";
      const running = new Map<string, RunningServer>();
      const stop = async () => {
        for (const server of running.values()) await server.stop();
        running.clear();
      };
      await use(async (file, env = {}) => {
        if (of !== file) await stop();
        of = file;
        const key = JSON.stringify(env);
        const server = running.get(key) ?? (await startServer(`server-${worker.workerIndex}-${running.size}`, env));
        running.set(key, server);
        return server;
      });
      await stop();
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
