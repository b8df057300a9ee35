/**
 * The place of a fault: an installation whose database is reached through a relay, and the functions that break things.
 */
import { type Socket, connect } from "node:net";
import { mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { connectionTo, ownerOf } from "#platform/server/db/embedded.ts";
import { type Cable, cable } from "#test/cable.ts";
import { type Installation, install } from "../crash/installation.ts";
import { freePort } from "#test/ports.ts";
import { type Proxy, startProxy } from "../crash/proxy.ts";
import { addressOf, serve, type Serving } from "../crash/serving.ts";
import type { Message } from "./server.ts";

export interface Site {
  installation: Installation;
  /** Between the server and its database. */
  cable: Cable;
  /** The folder of the database's files. */
  dataDir: string;
  /** The server's own folder; usually the same. */
  ownDir: string;
  /** Where callers come: the server, or the proxy before it and its twin. */
  url: () => string;
  /** Starts the real server as a second process on the same database, and a proxy before both. */
  addTwin: (env: Readonly<Record<string, string>>) => Promise<void>;
  /** Asks the twin to end, and starts it again. @throws unless it ended with 0 */
  restartTwin: () => Promise<void>;
  /** To the server's process. */
  tell: (message: Message) => void;
  /** One statement after the other on one connection, as the database's owner. */
  asOwner: (...statements: string[]) => Promise<void>;
  /** Opens idle connections, and as many that send their headers a letter a second. @returns how to close them */
  crowd: (each: number) => () => void;
  /** Ends what runs. */
  close: () => Promise<void>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Makes a site in a folder; the server is not started.
 * @param ownDir the server's own folder
 */
export async function openSite(folder: string, given: Readonly<Record<string, string>>, ownDir: string): Promise<Site> {
  const dataDir = join(folder, "data");
  const env = { ...given, DATA_DIR: ownDir };
  const sockets = join(folder, "cable");
  mkdirSync(sockets);
  mkdirSync(dataDir, { recursive: true });
  const name = ".s.PGSQL.5432";
  const line = cable(join(sockets, name), join(connectionTo(dataDir).host, name));
  await line.plug();
  const port = await freePort();
  const program = "trials/faults/server.ts";
  const installation = await install(folder, port, { external: true, through: sockets, program, env });
  let proxy: Proxy | undefined;
  let twin: Serving | undefined;
  let startTwin: () => Promise<Serving> = () => Promise.reject(new Error("There is no twin"));
  return {
    installation,
    ownDir,
    url: () => proxy?.url ?? installation.url,
    addTwin: async (more) => {
      const { user, database } = installation.connection;
      const address = addressOf({ user: user ?? "", database: database ?? "", host: sockets });
      const out = openSync(join(folder, "twin.log"), "a");
      const at = { root, out, env: { ...env, ...more, DATABASE_URL: address } };
      const twinPort = await freePort();
      startTwin = () => serve(twinPort, at);
      twin = await startTwin();
      proxy = await startProxy([port, twinPort]);
    },
    restartTwin: async () => {
      const code = await twin?.end();
      if (code !== 0) throw new Error(`It ended with ${code}`);
      twin = await startTwin();
    },
    cable: line,
    dataDir,
    tell: (message) => installation.send(message),
    asOwner: async (...statements) => {
      const client = new pg.Client(ownerOf(dataDir));
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    crowd: (each) => {
      const open = (): Socket => connect(port, "127.0.0.1").on("error", () => undefined);
      const idle = Array.from({ length: each }, open);
      const slow = Array.from({ length: each }, open);
      for (const socket of slow) socket.write("GET /api/courses HTTP/1.1\r\nhost: a\r\nx: ");
      const timer = setInterval(() => {
        for (const socket of slow) if (socket.writable) socket.write("a");
      }, 1_000);
      return () => {
        clearInterval(timer);
        for (const socket of [...idle, ...slow]) socket.destroy();
      };
    },
    close: async () => {
      await proxy?.close();
      await twin?.end();
      await installation.stop();
      await line.cut();
    },
  };
}
