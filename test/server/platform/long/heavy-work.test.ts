/** Heavy work in processes of its own: bounded, given up with its caller, and no harm to the server when it fails. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { drawReceipt } from "#features/receipts/server/receipt-pdf.ts";
import type { Work } from "#platform/server/work/task.ts";
import { createWorkers, workLimits, type Workers } from "#platform/server/work/workers.ts";
import { buy, freshApp, type Player, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";
import { die, fail, give, glance, note, see, spin } from "#test/heavy-tasks.ts";

describe("a worker", () => {
  const lost: string[] = [];
  let workers: Workers;
  const open = (change: Partial<typeof workLimits> = {}) => {
    lost.length = 0;
    workers = createWorkers(new URL("../../../heavy-tasks.ts", import.meta.url), (error) => lost.push(error.message), {
      ...workLimits,
      ...change,
    });
    return asked(workers, new AbortController().signal);
  };
  const asked =
    (of: Workers, signal: AbortSignal): Work =>
    (task, ...given) =>
      of.run(task, given, signal);
  const said = (work: Promise<unknown>) =>
    work.catch((error: Error & { status?: number }) => error.status ?? error.message);
  afterEach(() => workers.close());

  test("takes plain data and bytes and returns them, and knows nothing of the configuration", async () => {
    const work = open();
    const at = new Date("2026-11-22T09:00:00Z");
    expect(await work(give, Buffer.from("ball"), at)).toEqual({ bytes: Buffer.from("ball"), at });
    expect(await work(give, Buffer.alloc(8_000_000, 7), undefined)).toMatchObject({ at: undefined });
    expect((await work(see)).filter((name) => !/^(NODE_CHANNEL|MALLOC)_/.test(name))).toEqual([]);
    expect(await said(work(fail))).toContain("No such font");
    expect(lost).toEqual([]);
  });

  test("does one piece after the other in the order of the calls; the other kind of work does not wait for it", async () => {
    const work = open();
    const file = join(tmpdir(), `heavy-${randomUUID()}`);
    const inOrder = Promise.all(["a", "b", "c"].map((name) => work(note, file, name, 40)));
    const began = performance.now();
    const spinning = work(spin, 3_000);
    expect(await work(glance)).toBeGreaterThan(0);
    const pids = await inOrder;
    expect(new Set(pids).size).toBe(1);
    expect(await work(glance)).not.toBe(pids[0]);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(readFileSync(file, "utf8").trim().split("\n")).toEqual(
      ["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect(await spinning).toBe(3_000);
  });

  test("has a bounded queue: a call that finds it full, or waits too long, is told when to try again", async () => {
    const work = open({ waiting: 2, patienceMs: 400 });
    const first = work(spin, 1_500);
    const waiting = [work(spin, 0), work(spin, 0)];
    const told = waiting.map((one) => said(one));
    await expect(work(spin, 0)).rejects.toMatchObject({ code: "service.busy", status: 503, retryAfter: 5 });
    expect(await Promise.all(told)).toEqual([503, 503]);
    expect(await first).toBe(1_500);
    expect(await work(spin, 0)).toBe(0);
  });

  test("drops work that nobody waits for any more: from the queue at once, and under way after a moment", async () => {
    const work = open({ goneMs: 200 });
    await work(spin, 0);
    const [one, other] = [new AbortController(), new AbortController()];
    const running = said(asked(workers, one.signal)(spin, 60_000));
    const queued = said(asked(workers, other.signal)(spin, 60_000));
    const after = work(spin, 1);
    other.abort();
    expect(await queued).toBe(503);
    one.abort();
    expect(await running).toBe(503);
    expect(await after).toBe(1);
    expect(await said(asked(workers, one.signal)(spin, 0))).toBe(503);
    expect(lost).toEqual([]);
  });

  test.each(["exit", "kill", "heap"] as const)("that dies (%s) fails only its own piece of work", async (how) => {
    const work = open({ heapMb: 64 });
    const [dying, after] = [said(work(die, how)), work(spin, 1)];
    expect(await dying).toBe(503);
    expect(await after).toBe(1);
    expect(lost).toEqual([expect.stringContaining("A worker ended at die")]);
  });

  test("that never finishes is ended, and an idle one frees its memory", async () => {
    // A process must start within this time, too.
    const work = open({ workMs: 6_000, restMs: 100 });
    const first = await work(glance);
    expect(await said(work(spin, 60_000))).toBe(503);
    await sleep(200);
    expect(() => process.kill(first, 0)).toThrow("ESRCH");
    expect(await work(glance)).not.toBe(first);
    expect(lost).toEqual([]);
  });
});

describe("the app", () => {
  let app: TestApp;
  let golfers: { person: Player; receipt: string }[];
  beforeAll(async () => {
    app = await freshApp();
    golfers = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => {
        const person = await app.player(n % 2 ? "Robin" : "高尔夫 Golf");
        return { person, receipt: `/api/orders/${(await buy(person)).body.order.id}/receipt` };
      }),
    );
  });
  afterAll(() => app.close());
  /** So many receipts of each golfer at once. */
  const files = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        golfers.map(({ person, receipt }) => person.raw("GET", `${receipt}.pdf`)),
      ).flat(),
    );

  test("draws no PDF in the thread that answers calls", async () => {
    const receipts = await Promise.all(
      golfers.map(async ({ person, receipt }) => (await person.raw("GET", receipt)).body.receipt),
    );
    const draw = async () => {
      for (const receipt of receipts) await drawReceipt.run(receipt, "en");
    };
    await draw();
    const here = await cpuOf(draw);
    await files(1);
    const asked = await cpuOf(async () => {
      for (const file of await files(1)) expect(file.status).toBe(200);
    });
    // Nine calls with all their parts: signing in, limits, loading, answering.
    expect(asked / here).toBeLessThan(0.5);
  });

  test("reads a picture that comes over a connection, and leaves one whose sender has gone", async () => {
    const port = await app.listen();
    const admin = await app.signIn("admin@acebay.test");
    const sponsor = firstOf((await bodyOf(admin.call(manageSponsorRoutes.listManagedSponsors))).sponsors);
    const picture = sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: "green" } }).png();
    const image = (await picture.toBuffer()).toString("base64");
    const headers = {
      "content-type": "application/json",
      cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
    const sent = { method: "POST", headers, body: JSON.stringify({ version: sponsor.version, image }) };
    const url = `http://127.0.0.1:${port}/api/admin/sponsors/${sponsor.id}/logo`;
    const gone = Array.from({ length: 5 }, () => {
      const sender = new AbortController();
      setTimeout(() => sender.abort(), 300);
      return fetch(url, { ...sent, signal: sender.signal }).catch(() => "gone");
    });
    await Promise.all(gone);
    const reply = await fetch(url, sent);
    // The first upload of the callers who left may have been read in time; then our version is out of date.
    expect([200, 409]).toContain(reply.status);
  });

  test("refuses with 503 what it cannot take, and says when to try again", async () => {
    await app.clock.advance(60);
    const replies = await files(10);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(503);
      expect(body.error).toMatchObject({ code: "service.busy", message: expect.stringContaining("Please try again") });
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    // Others do not get as far: so many files at once wait for a connection, too.
    const byTheQueue = refused.filter(({ body }) => body.error.message.includes("in a few seconds"));
    expect(byTheQueue.length).toBeGreaterThan(0);
    for (const { headers } of byTheQueue) expect(headers["retry-after"]).toBe("5");
    expect(refused.length).toBeLessThan(70);
  });
});

describe("the API's description", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await freshApp();
  });
  afterAll(() => app.close());
  const read = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

  test.each(["/api/openapi.json", "/api/docs"])("%s is compressed once, and not for each call", async (url) => {
    const plain = await read(url);
    expect([plain.statusCode, plain.headers["content-encoding"]]).toEqual([200, undefined]);
    const small = await read(url, { "accept-encoding": "gzip, br" });
    // What is compressed while it is sent has no length.
    const length = String(small.rawPayload.length);
    expect(small.headers).toMatchObject({
      "content-encoding": "br",
      "content-length": length,
      vary: "accept-encoding",
    });
    expect(brotliDecompressSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    const other = await read(url, { "accept-encoding": "br;q=0, gzip" });
    expect(gunzipSync(other.rawPayload).equals(plain.rawPayload)).toBe(true);
    const etag = String(plain.headers["etag"]);
    expect((await read(url, { "if-none-match": etag })).statusCode).toBe(304);
    // Counted over all threads, because compression runs beside the thread that answers.
  });
});

/** Milliseconds of a processor that this thread took. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
