/**
 * A generator of load over open connections that does as little as possible: it sends bytes that were made before, and
 * reads only the status and the length of an answer. It calls 127.0.0.1 only, and ends after a time and a number of
 * calls.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** The next request of a connection; undefined when there are no more. */
  next: (connection: number) => Buffer | undefined;
  /** The status of a good answer. */
  status: number;
}

export interface Measured {
  calls: number;
  perSecond: number;
  /** The milliseconds of each call, in order of size. */
  times: readonly number[];
}

const MOST_SECONDS = 30;
const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** The bytes of a request. */
export function requestOf(
  method: "GET" | "POST",
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Buffer {
  const text = body === undefined ? "" : JSON.stringify(body);
  const sized =
    body === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  const lines = Object.entries({ host: "127.0.0.1", ...headers, ...sized }).map(([name, of]) => `${name}: ${of}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`);
}

/** Each connection sends its next request when it has its answer. */
export async function closedLoop(load: Load): Promise<Measured> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + Math.min(load.seconds, MOST_SECONDS) * 1000;
  const each = Array.from({ length: load.connections }, async (_, number) => {
    const line = await open(load.port);
    for (let at = performance.now(); at < until; at = performance.now()) {
      const request = load.next(number);
      if (!request) break;
      expect(await line.ask(request), load.status);
      times.push(performance.now() - at);
    }
    line.close();
  });
  await Promise.all(each);
  return measured(times, performance.now() - began);
}

/**
 * Requests come at a fixed rate, whatever the answers do, and their times count from the moment at which they were due.
 * @param perSecond how many come in a second
 */
export async function openLoop(load: Load, perSecond: number): Promise<Measured> {
  const lines = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const free = lines.map((_, number) => number);
  const due: number[] = [];
  const times: number[] = [];
  const underway = new Set<Promise<void>>();
  const began = performance.now();
  const total = Math.floor(perSecond * Math.min(load.seconds, MOST_SECONDS));
  const send = (number: number, at: number) => {
    const request = load.next(number);
    if (!request) return void free.push(number);
    const asked = lines[number]?.ask(request).then((status) => {
      expect(status, load.status);
      times.push(performance.now() - at);
      const waiting = due.shift();
      if (waiting === undefined) free.push(number);
      else send(number, waiting);
    });
    if (!asked) return undefined;
    underway.add(asked);
    void asked.finally(() => underway.delete(asked)).catch(() => undefined);
    return undefined;
  };
  for (let n = 0; n < total;) {
    const now = performance.now();
    for (; n < total && began + (n * 1000) / perSecond <= now; n++) {
      const number = free.pop();
      const at = began + (n * 1000) / perSecond;
      if (number === undefined) due.push(at);
      else send(number, at);
    }
    await sleep(1);
  }
  while (underway.size > 0) await Promise.all(underway);
  for (const line of lines) line.close();
  return measured(times, performance.now() - began);
}

/** One call. @returns its status, head and body */
export async function callOnce(port: number, request: Buffer): Promise<{ status: number; head: string; body: string }> {
  const line = await open(port);
  const status = await line.ask(request);
  const whole = line.last().toString();
  line.close();
  const at = whole.indexOf("\r\n\r\n");
  return { status, head: whole.slice(0, at), body: whole.slice(at + 4) };
}

/** The time within which a share of calls was answered. */
export function quantile(times: readonly number[], share: number): number {
  return times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? Number.NaN;
}

function measured(times: number[], milliseconds: number): Measured {
  times.sort((one, other) => one - other);
  return { calls: times.length, perSecond: (times.length * 1000) / milliseconds, times };
}

function expect(status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`A call answered ${status} instead of ${wanted}`);
}

/** An open connection, for one call at a time. */
export interface Line {
  /** Sends a request. @returns the status of its answer */
  ask(request: Buffer): Promise<number>;
  /** The bytes of the last answer. */
  last(): Buffer;
  close(): void;
}

/** Opens a connection. */
export async function open(port: number): Promise<Line> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  await new Promise<void>((done, fail) => socket.once("connect", done).once("error", fail));
  return lineOn(socket);
}

function lineOn(socket: Socket): Line {
  let got: Buffer = Buffer.alloc(0);
  let answer: Buffer = got;
  let waiting: { done: (status: number) => void; fail: (error: Error) => void } | undefined;
  socket.on("data", (part: Buffer) => {
    got = got.length === 0 ? part : Buffer.concat([got, part]);
    if (!isWhole(got)) return;
    answer = got;
    got = Buffer.alloc(0);
    const asked = waiting;
    waiting = undefined;
    // "HTTP/1.1 200"
    asked?.done(Number(answer.toString("latin1", 9, 12)));
  });
  const end = (error?: Error) => waiting?.fail(error ?? new Error("The connection was closed"));
  socket.on("error", end).on("close", () => end());
  return {
    ask: (request) =>
      new Promise((done, fail) => {
        // The server may have closed the connection while it was idle; no event would report that now.
        if (socket.destroyed) fail(new Error("The connection was closed before the call"));
        else {
          waiting = { done, fail };
          socket.write(request);
        }
      }),
    last: () => answer,
    close: () => socket.destroy(),
  };
}

function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return false;
  const head = bytes.toString("latin1", 0, end).toLowerCase();
  const at = head.indexOf("content-length: ");
  if (at >= 0) return head.startsWith(" 304", 8) || bytes.length >= end + 4 + Number.parseInt(head.slice(at + 16), 10);
  if (head.includes("transfer-encoding: chunked")) return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  return true;
}
