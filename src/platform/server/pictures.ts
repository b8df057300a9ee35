/**
 * Pictures that people send: known by their content, never by a name or a header; and written anew, so that nothing of
 * what came (metadata, a script in a comment, another format behind the first) is kept or served.
 */
import { defineTask } from "./work/task.ts";

/** The most pixels of a picture. A small file may unpack to more than the memory. */
const MOST_PIXELS = 8_000;

/**
 * A PNG, JPEG or WebP picture as a new WebP, upright, its longer side at most `side` pixels; undefined for what is none
 * of these, or is broken or too large.
 */
export const rewritePicture = defineTask("pictures", "picture", rewritten);

/** What is taken, by its first bytes. SVG is a document with scripts and is not among them. */
function isPicture(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
  const isWebp =
    bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP";
  return starts("89504e470d0a1a0a") || starts("ffd8ff") || isWebp;
}

async function rewritten(bytes: Buffer, side: number): Promise<Buffer | undefined> {
  if (!isPicture(bytes)) return undefined;
  // With the first picture: who only imports the task, and a worker that draws documents, does without.
  const { default: sharp } = await import("sharp");
  // One thread, and nothing of one picture kept for the next: measured in decision 53.
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS ** 2, failOn: "error", sequentialRead: true });
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
