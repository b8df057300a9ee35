/** A push service on this machine: it counts what it takes, and fails as it is told to. */
import { createECDH, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type PushTrouble = "well" | "away" | "slow" | "gone";

/** Shorter than the server's own deadline for a push service: what was taken is answered. */
const SLOW_MS = 6_000;

export interface PushService {
  is(trouble: PushTrouble): void;
  /** How many messages it has taken. */
  taken(): number;
  close(): void;
}

export function startPushService(port: number): Promise<PushService> {
  let trouble: PushTrouble = "well";
  let taken = 0;
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      const now = trouble;
      if (now === "away") return void request.socket.destroy();
      if (now === "gone") return void reply.writeHead(410).end();
      taken += 1;
      void sleep(now === "slow" ? SLOW_MS : 0).then(() => reply.writeHead(201).end());
    });
  });
  // It ends with the run.
  server.unref();
  return new Promise((done, failed) => {
    server.once("error", failed).listen(port, "127.0.0.1", () =>
      done({
        is: (next) => {
          trouble = next;
        },
        taken: () => taken,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}

/** What a browser sends to subscribe at a service. */
export function subscriptionAt(service: string) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return {
    endpoint: `${service}/${randomBytes(16).toString("hex")}`,
    keys: { p256dh: keys.getPublicKey().toString("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}
