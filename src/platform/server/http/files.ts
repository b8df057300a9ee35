/** The headers of a file that the browser saves instead of showing. */
import type { FileType } from "#platform/shared/route.ts";

/** Without a charset, Excel and browsers read text in older encodings than UTF-8. */
const contentTypes = {
  "text/csv": "text/csv; charset=utf-8",
  "application/pdf": "application/pdf",
  "image/webp": "image/webp",
} as const satisfies Record<FileType, string>;

/**
 * The media type and the file name. In the name, all but plain letters, digits, dot, dash and underscore becomes a
 * dash. A name with other letters is added in full (RFC 6266, RFC 8187), and browsers use that one.
 */
export function fileHeaders(type: FileType, filename = "file"): Record<string, string> {
  const folded = foldedName(filename);
  const safe = plainFileName(filename);
  const whole = trimmed(filename.normalize("NFC").replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, "-"));
  const beside = /[^\0-\x7f]/.test(folded.replaceAll(/[^\p{L}\p{N}]/gu, ""))
    ? `; filename*=UTF-8''${encoded(whole)}`
    : "";
  return { "content-type": contentTypes[type], "content-disposition": `attachment; filename="${safe}"${beside}` };
}

/** A file's name in plain letters, digits, dots, dashes and underscores. */
export function plainFileName(filename: string): string {
  return trimmed(foldedName(filename).replaceAll(/[^A-Za-z0-9._]+/g, "-")) || "file";
}

/** Letters without their accents. */
function foldedName(filename: string): string {
  return filename.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

function trimmed(name: string): string {
  return name.replaceAll(/^[.-]+|-+$/g, "");
}

function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}
