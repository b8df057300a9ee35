/**
 * Pictures that people send. Their content shows the type, not a name or a header. They are written anew, so that no
 * metadata, script or second format of the original is stored or served.
 */
import { defineTask } from "./work/task.ts";

/** The most pixels of a picture. A small file may unpack to more than the memory. */
const MOST_PIXELS = 8_000;

/**
 * A PNG, JPEG or WebP picture as a new WebP, upright, with its longer side at most `side` pixels; undefined for other
 * files, and for broken or too large ones.
 */
export const rewritePicture = defineTask("pictures", "picture", rewritten);

/** Checks the first bytes. SVG is not accepted, because it is a document with scripts. */
function isPicture(bytes: Buffer): boolean {
  const starts = (hex: string) => bytes.subarray(0, hex.length / 2).toString("hex") === hex;
  const isWebp =
    bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP";
  return starts("89504e470d0a1a0a") || starts("ffd8ff") || isWebp;
}

async function rewritten(bytes: Buffer, side: number): Promise<Buffer | undefined> {
  if (!isPicture(bytes)) return undefined;
  // Loaded with the first picture: the server and the documents' worker do not need it.
  const { default: sharp } = await import("sharp");
  // One thread and no cache, as measured in decision 53.
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
    // sharp has no error class of its own, so every error counts as an unreadable picture.
    return undefined;
  }
}
