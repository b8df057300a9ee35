/** A relay between the app and PostgreSQL that can be cut, or go silent like a frozen server or a dead network. */
import { connect, createServer, type Server, type Socket } from "node:net";

export interface Cable {
  plug(): Promise<void>;
  /** Cuts the relay: both ends learn at once that the other one is gone. */
  cut(): Promise<void>;
  /** Passes nothing on any more, without telling either end. New connections are accepted and get no answer. */
  freeze(): void;
  thaw(): void;
  /** From now on every piece takes so many milliseconds longer, each way. */
  slow(ms: number): void;
}

/** @param from the socket to listen on @param to PostgreSQL's own */
export function cable(from: string, to: string): Cable {
  let server: Server | undefined;
  let isFrozen = false;
  let delayMs = 0;
  const sockets = new Set<Socket>();
  return {
    plug: () =>
      new Promise<void>((done) => {
        server = createServer((near) => {
          const far = connect(to);
          for (const [one, other] of [
            [near, far],
            [far, near],
          ] as const) {
            sockets.add(one);
            one.on("error", () => other.destroy()).on("close", () => other.destroy());
            let last = 0;
            one.on("data", (bytes) => {
              // Pieces stay in their order, also while the delay ends.
              last = Math.max(last, performance.now() + delayMs);
              const wait = last - performance.now();
              if (wait <= 0) other.write(bytes);
              else setTimeout(() => other.writable && other.write(bytes), wait);
            });
            if (isFrozen) one.pause();
          }
        }).listen(from, done);
      }),
    cut: () =>
      new Promise<void>((done) => {
        server?.close(() => done());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }),
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    slow: (ms) => {
      delayMs = ms;
    },
  };
}
