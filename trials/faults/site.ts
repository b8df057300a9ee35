/** Where a fault happens: an installation whose database stands behind a cable, and the hands that break things. */
import { type Socket, connect } from "node:net";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { connectionTo, ownerOf } from "#platform/server/db/embedded.ts";
import { type Cable, cable } from "#test/cable.ts";
import { type Installation, install } from "../crash/installation.ts";
import { freePort } from "../crash/processes.ts";
import type { Message } from "./server.ts";

export interface Site {
  installation: Installation;
  /** Between the server and its database. */
  cable: Cable;
  /** The folder of the database's files and of the server's own. */
  dataDir: string;
  /** To the server's process. */
  tell: (message: Message) => void;
  /** One statement after the other on one connection, as the database's owner. */
  asOwner: (...statements: string[]) => Promise<void>;
  /** Opens idle connections, and as many that send their headers a letter a second. @returns how to close them */
  crowd: (each: number) => () => void;
  /** Ends what runs. */
  close: () => Promise<void>;
}

/** Makes a site in a folder; the server is not started. */
export async function openSite(folder: string, env: Readonly<Record<string, string>>): Promise<Site> {
  const dataDir = join(folder, "data");
  const sockets = join(folder, "cable");
  mkdirSync(sockets);
  mkdirSync(dataDir, { recursive: true });
  const name = ".s.PGSQL.5432";
  const line = cable(join(sockets, name), join(connectionTo(dataDir).host, name));
  await line.plug();
  const port = await freePort();
  const program = "trials/faults/server.ts";
  const installation = await install(folder, port, { external: true, through: sockets, program, env });
  return {
    installation,
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
      await installation.stop();
      await line.cut();
    },
  };
}
