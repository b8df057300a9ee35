/**
 * What people send is looked at by a scanner before anything else reads it. The scanner is a stand-in that speaks clamd's
 * protocol and knows one file, EICAR's; `ACEBAY_TEST_CLAMD=/run/clamav/clamd.ctl` runs the same against a real one.
 */
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

/** The file that every scanner reports (https://www.eicar.org/download-anti-malware-testfile/), in two parts. */
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$", "EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");
const real = process.env["ACEBAY_TEST_CLAMD"];
const path = real ?? join(tmpdir(), `acebay-clamd-${randomUUID().slice(0, 8)}.sock`);
const lines: string[] = [];
let answer: (bytes: Buffer) => string;
let scanner: Server;
let app: TestApp;
let admin: Player;
let sponsor: { id: number; version: number };

/** Reads `zINSTREAM` and its chunks to the end, strictly. @returns undefined while there is more to come */
function sent(received: Buffer): Buffer | undefined {
  const command = "zINSTREAM\0";
  if (received.length < command.length) return undefined;
  if (received.subarray(0, command.length).toString() !== command) throw new Error("not INSTREAM");
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    if (at + 4 + length > received.length) return undefined;
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const usual = (bytes: Buffer) =>
  bytes.includes("EICAR-STANDARD") ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0";

beforeAll(async () => {
  answer = usual;
  scanner = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket
      .on("error", () => undefined)
      .on("data", (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        const bytes = sent(received);
        if (bytes) socket.end(answer(bytes));
      });
  });
  if (real === undefined) await new Promise<void>((done) => scanner.listen(path, done));
  app = await freshApp({ env: { SCANNER: path }, logTo: { write: (line: string) => void lines.push(line) } });
  admin = await app.signIn("admin@acebay.test");
  const body = {
    courseId: 1,
    hole: "left" as const,
    name: "Grill",
    prizeName: "Dinner",
    prizeDescription: "For two",
    prizeValue: 80,
  };
  sponsor = (await bodyOf(admin.call(manageSponsorRoutes.createSponsor, { body }))).sponsor;
});
afterAll(async () => {
  await app.close();
  if (real !== undefined) return;
  await new Promise((done) => scanner.close(done));
  rmSync(path, { force: true });
});

const jpeg = async (background: string) =>
  sharp({ create: { width: 900, height: 900, channels: 3, background } })
    .jpeg({ quality: 100 })
    .toBuffer();
const upload = (image: Buffer) =>
  admin.call(manageSponsorRoutes.uploadLogo, {
    params: { id: sponsor.id },
    body: { version: sponsor.version, image: image.toString("base64") },
  });
const kept = async () => (await app.db.pool.query("SELECT 1 FROM uploads")).rowCount;

test("a picture with malware in it is refused, kept nowhere, and named in the log", async () => {
  // It would be drawn: what follows a picture's end is of no interest to those who draw it.
  const bad = Buffer.concat([await jpeg("red"), Buffer.from(EICAR)]);
  const before = await kept();
  const reply = await upload(bad);
  expect(reply).toMatchObject({ status: 400, body: { error: { code: "request.malware" } } });
  const [staff, golfer] = [await app.signIn("staff@acebay.test"), await app.player()];
  const won = (await claim(golfer, (await play(golfer)).id, "left")).body.claim;
  const photo = { params: { id: won.id }, body: { seen: true, photo: bad.toString("base64") } };
  expect(await staff.call(evidenceRoutes.recordSighting, photo)).toMatchObject({
    status: 400,
    body: { error: { code: "request.malware" } },
  });
  expect(await kept()).toBe(before);
  const told = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === "malware");
  expect(told.map(({ malware }) => String(malware).replace(".UNOFFICIAL", ""))).toEqual([
    "Eicar-Signature",
    "Eicar-Signature",
  ]);
});

test("a clean picture passes, in as many chunks as it needs", async () => {
  const large = await sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: "black",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  expect(large.length).toBeGreaterThan(3 * 64 * 1024);
  const reply = await upload(large);
  expect(reply.status).toBe(200);
  sponsor = (await bodyOf(Promise.resolve(reply))).sponsor;
});

test.skipIf(real !== undefined)("without a clear answer no picture is taken, and everything else goes on", async () => {
  for (const said of ["stream: INSTREAM size limit exceeded. ERROR\0", "", "stream: OK and more\0"]) {
    answer = () => said;
    const reply = await upload(await jpeg("blue"));
    expect([said, reply.status]).toEqual([said, 503]);
    expect(reply).toMatchObject({ body: { error: { code: "service.scanner_away" } } });
  }
  await new Promise((done) => scanner.close(done));
  expect((await upload(await jpeg("blue"))).status).toBe(503);
  expect((await bodyOf(admin.call(manageSponsorRoutes.listManagedSponsors))).sponsors.length).toBeGreaterThan(0);
  answer = usual;
  await new Promise<void>((done) => scanner.listen(path, done));
  expect((await upload(await jpeg("blue"))).status).toBe(200);
});
