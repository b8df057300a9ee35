/** A second process's app on the database of another, with connections of its own. */
import { type AppDeps, buildApp } from "#main/server/app.ts";
import { readConfig } from "#platform/server/config.ts";
import { openDatabase } from "#platform/server/db/database.ts";
import { type Browser, browserOf, SECRET, type TestApp } from "./app.ts";

export interface Second {
  app: Awaited<ReturnType<typeof buildApp>>;
  /** A browser that calls this app, with the cookies that another has by now. */
  browser(known?: Pick<Browser, "cookies">): Browser;
  /** Listens, for tests that need a real connection. @returns the address */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** @param change how this app differs from the first; a `mute` app neither sends nor receives hints */
export async function secondApp(
  first: Pick<TestApp, "connection" | "clock">,
  { env, isMute, ...change }: Partial<AppDeps> & { env?: Record<string, string>; isMute?: true } = {},
): Promise<Second> {
  const db = openDatabase(first.connection);
  const config = readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: SECRET, ...env });
  const direct = isMute ? {} : { direct: first.connection };
  const app = await buildApp({ logLevel: "silent", config, db, clock: first.clock, ...direct, ...change });
  await app.http.ready();
  return {
    app,
    browser: (known) => {
      const browser = browserOf(app.http);
      for (const [name, value] of known?.cookies ?? []) browser.cookies.set(name, value);
      return browser;
    },
    listen: () => app.http.listen({ port: 0, host: "127.0.0.1" }),
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}
