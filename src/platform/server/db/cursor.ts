/** The place in a list, newest first, as an opaque text: a moment and an id. */
import { isUuid } from "./columns.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";

export interface Place {
  at: Date;
  id: string;
}

export function writeCursor({ at, id }: Place): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");
}

/** @throws request.invalid for a text that is not our cursor */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [moment = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  const at = new Date(moment);
  // Only in our own form: a Date also reads years that PostgreSQL does not.
  if (!/^[12]\d{3}-/.test(moment) || Number.isNaN(at.getTime()) || !isUuid(id))
    throw refuseRequest("request.invalid", { message: "This page's cursor is not valid" });
  return { at, id };
}
