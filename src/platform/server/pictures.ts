/**
 * Pictures that people send: known by their content, never by a name or a header; and written anew, so that nothing of
 * what came (metadata, a script in a comment, another format behind the first) is kept or served.
 */

import { turns } from "./db/turns.ts";

/** Beyond this a small file may unpack to more than a server should hold. */
const MOST_PIXELS = 8_000;

/** Each may take 60 MB while it is unpacked, and all of a core. */
const AT_ONCE = 2;
/** So long a picture waits for its turn; then its sender is told to come again (503). */
const PATIENCE_MS = 10_000;
const inTurn = turns(AT_ONCE, PATIENCE_MS);

/** What is taken, by its first bytes. SVG is a document with scripts and is not among them. */
function isPicture(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
  const isWebp =
    bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP";
  return starts("89504e470d0a1a0a") || starts("ffd8ff") || isWebp;
}

/**
 * A PNG, JPEG or WebP picture as a new WebP, upright, its longer side at most `side` pixels.
 * @returns undefined for what is none of these, or is broken or too large
 * @throws NoTurn when many come at once
 */
export async function rewritten(bytes: Buffer, side: number): Promise<Buffer | undefined> {
  return isPicture(bytes) ? inTurn(() => redrawn(bytes, side)) : undefined;
}

async function redrawn(bytes: Buffer, side: number): Promise<Buffer | undefined> {
  // When the first picture comes, not at every start.
  const { default: sharp } = await import("sharp");
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS ** 2, failOn: "error" });
    const { width, height } = await picture.metadata();
    if (width > MOST_PIXELS || height > MOST_PIXELS) return undefined;
    return await picture
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 88 })
      .toBuffer();
  } catch {
    // sharp has no error of its own class: whatever it cannot read is no picture to us.
    return undefined;
  }
}
