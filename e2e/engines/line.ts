/** A connection to a server that can be cut and restored: its browser is offline as in a bay without Wi-Fi. */
import { createConnection, createServer, type Socket } from "node:net";

export interface Line {
  /** The server's address through this line. */
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openLine(serverUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serverUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  const relay = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = createConnection(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => relay.listen(0, hostname, done));
  const address = relay.address();
  if (typeof address !== "object" || !address) throw new Error("The line has no port");
  return {
    url: `http://${hostname}:${address.port}`,
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      const closed = new Promise((done) => relay.close(done));
      drop();
      await closed;
    },
  };
}
