/**
 * A scanner for malware (clamd, https://docs.clamav.net/manual/Usage/Scanning.html#clamd) looks at each file that people
 * send before anything else reads it.
 */
import { createConnection } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { refuseRequest } from "#platform/shared/refusal.ts";
import type { Workers } from "./work/workers.ts";

/** The longest that a scan may take, with everything that waits before it in the scanner. */
const PATIENCE_MS = 15_000;
const CHUNK = 64 * 1024;
const RETRY_SECONDS = 10;

export type ScannerPlace = { path: string } | { host: string; port: number };

/** @param address a Unix socket's path, or `host:port`. @returns undefined for anything else */
export function scannerPlace(address: string): ScannerPlace | undefined {
  if (address.startsWith("/")) return { path: address };
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(address) ?? [];
  return host === undefined ? undefined : { host, port: Number(port) };
}

export type ScanResult = "clean" | "malware" | "away";

/** What the scanner said since the start, in numbers and in the log. */
export interface ScanLog {
  /** @param detail the name of what was found, or why no answer came */
  readonly note: (result: ScanResult, detail?: unknown) => void;
  counts(): ReadonlyMap<ScanResult, number>;
}

export function createScanLog(log: Pick<FastifyBaseLogger, "warn" | "error">): ScanLog {
  const counts = new Map<ScanResult, number>([
    ["clean", 0],
    ["malware", 0],
    ["away", 0],
  ]);
  return {
    note: (result, detail) => {
      counts.set(result, (counts.get(result) ?? 0) + 1);
      if (result === "malware") log.warn({ event: "malware", malware: detail }, "security: malware");
      if (result === "away") log.error({ err: detail }, "the scanner gave no answer, so a file was refused");
    },
    counts: () => counts,
  };
}

/** Workers that get a file of a person only after the scanner has found nothing in it. */
export function scanFirst(workers: Workers, scanner: ScannerPlace | undefined, { note }: ScanLog): Workers {
  if (!scanner) return workers;
  const refuseMalware = async (bytes: Uint8Array) => {
    const malware = await scan(scanner, bytes).catch((away: unknown) => {
      note("away", away);
      // A file that was not scanned is not taken.
      throw refuseRequest("service.scanner_away", { retryAfter: RETRY_SECONDS, why: "scanner" });
    });
    note(malware === undefined ? "clean" : "malware", malware);
    if (malware === undefined) return;
    throw refuseRequest("request.malware");
  };
  return {
    ...workers,
    run: async (task, given, signal) => {
      // Documents are drawn of our own rows.
      if (task.kind === "pictures") for (const one of given) if (one instanceof Uint8Array) await refuseMalware(one);
      return workers.run(task, given, signal);
    },
  };
}

/** @returns the name of what was found; undefined if nothing. @throws Error when there is no clear answer */
function scan(scanner: ScannerPlace, bytes: Uint8Array): Promise<string | undefined> {
  return new Promise((found, fail) => {
    const socket = createConnection(scanner);
    let answer = "";
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("The scanner did not answer in time")));
    socket.once("error", fail);
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.once("end", () => {
      const [, name] = /^stream: (.+) FOUND\0?$/.exec(answer) ?? [];
      if (name === undefined && !/^stream: OK\0?$/.test(answer))
        fail(new Error(`The scanner said: ${answer.slice(0, 200)}`));
      else found(name);
    });
    socket.write("zINSTREAM\0");
    for (let from = 0; from < bytes.length; from += CHUNK) {
      const part = bytes.subarray(from, from + CHUNK);
      socket.write(lengthOf(part.length));
      socket.write(part);
    }
    socket.write(lengthOf(0));
  });
}

function lengthOf(size: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(size);
  return four;
}
