/** The fixtures of journeys: `app` is the real server, a new one for each file; pages open below its address. */
import { test as base, type BrowserContext, expect } from "@playwright/test";
import { type RunningServer, startServer } from "./server.ts";

export { expect } from "@playwright/test";

interface Worker {
  /** The server of a file, or one more with another environment. Journeys of other files do not see its changes. */
  serverOf: (file: string, env?: Readonly<Record<string, string>>) => Promise<RunningServer>;
}

interface Journey {
  app: Pick<RunningServer, "url">;
  /** Records what the pages of a context try against their security policy; any entry fails the journey. */
  watchPolicy: (context: BrowserContext) => Promise<void>;
}

declare global {
  interface Window {
    refusedByPolicy: (what: string) => void;
  }
}

export const test = base.extend<Journey, Worker>({
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
  watchPolicy: [
    async ({ browser }, use) => {
      const refused: string[] = [];
      const watched = new WeakSet<BrowserContext>();
      const watch = async (context: BrowserContext) => {
        if (watched.has(context)) return;
        watched.add(context);
        await context.exposeBinding("refusedByPolicy", ({ page }, what: string) => {
          refused.push(`${page.url()}: ${what}`);
        });
        await context.addInitScript(() =>
          addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
            window.refusedByPolicy(`${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`),
          ),
        );
      };
      // The other people of a journey have contexts of their own. Playwright leaves them open, and their pages at work,
      // until the worker ends.
      const others = new Set<BrowserContext>();
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        others.add(context);
        context.once("close", () => others.delete(context));
        await watch(context);
        return context;
      };
      await use(watch);
      browser.newContext = newContext;
      for (const other of others) {
        await quieten(other);
        await other.close();
      }
      expect(refused).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, watchPolicy }, use) => {
    await watchPolicy(context);
    await use(context);
    await quieten(context);
  },
  baseURL: async ({ app }, use) => use(app.url),
});

/** This runs before a context is closed, because a journey's handler may still be working on requests of its pages. */
async function quieten(context: BrowserContext): Promise<void> {
  for (const one of [context, ...context.pages()]) await one.unrouteAll({ behavior: "ignoreErrors" });
}
