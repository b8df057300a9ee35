/** What makes the alerts of the scanner for malware ring: a scanner that is away, and one that finds something. */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import sharp from "sharp";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import { bodyOf } from "#test/calls.ts";
import type { Cause } from "./cause.ts";
import { scannerIn, type Site } from "./site.ts";

/** An administrator sends a sponsor's logo. @returns the status of its answer */
async function sendLogo({ admin }: Site): Promise<number> {
  const browser = await admin();
  const body = {
    courseId: 1,
    hole: "left" as const,
    name: `Grill ${randomUUID().slice(0, 8)}`,
    prizeName: "Dinner",
    prizeDescription: "For two",
    prizeValue: 80,
  };
  const { sponsor } = await bodyOf(browser.call(manageSponsorRoutes.createSponsor, { body }));
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const logo = { version: sponsor.version, image: picture.toString("base64") };
  return (await browser.call(manageSponsorRoutes.uploadLogo, { params: { id: sponsor.id }, body: logo })).status;
}

export const pictureCauses: readonly Cause[] = [
  {
    what: "an administrator sends a picture while the scanner is away",
    rings: ["ScannerAway"],
    cause: async (site) => {
      const status = await sendLogo(site);
      if (status !== 503) throw new Error(`A picture that nobody has scanned got ${status}`);
      return () => undefined;
    },
  },
  {
    what: "an administrator sends a picture in which the scanner finds malware",
    rings: ["Malware"],
    cause: async (site) => {
      const path = scannerIn(site.folder);
      const scanner = createServer((socket) => {
        socket.on("error", () => undefined);
        // The end of a file is a length of zero.
        socket.on("data", (chunk) => {
          if (chunk.subarray(-4).equals(Buffer.alloc(4))) socket.end("stream: Eicar-Signature FOUND\0");
        });
      });
      await new Promise<void>((done) => scanner.listen(path, done));
      const status = await sendLogo(site);
      if (status !== 400) throw new Error(`A picture with malware got ${status}`);
      return async () => {
        await new Promise((done) => scanner.close(done));
        rmSync(path, { force: true });
      };
    },
  },
];
