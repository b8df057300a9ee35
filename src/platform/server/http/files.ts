/** The headers of a file that the browser saves instead of showing. */
import type { FileType } from "#platform/shared/route.ts";

/** Excel and browsers take text without a charset for something older than UTF-8. */
const contentTypes = {
  "text/csv": "text/csv; charset=utf-8",
  "application/pdf": "application/pdf",
} as const satisfies Record<FileType, string>;

/** The media type, and the name with anything but plain letters, digits, dot, dash and underscore made a dash. */
export function fileHeaders(type: FileType, filename = "file"): Record<string, string> {
  const safe = filename
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replaceAll(/^[.-]+|-+$/g, "");
  return { "content-type": contentTypes[type], "content-disposition": `attachment; filename="${safe || "file"}"` };
}
