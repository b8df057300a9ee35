/** Photos of sightings, only for the staff of the course and administrators. */
import type { Db } from "#platform/server/db/database.ts";
import { rewritePicture } from "#platform/server/pictures.ts";
import { keepUpload, readUpload } from "#platform/server/uploads.ts";
import type { Work } from "#platform/server/work/task.ts";
import { refuseEvidence } from "../evidence-contract.ts";

/** Pixels of the longer side: enough to see a ball in a hole. */
const SIDE = 1600;

/** A photo as it is stored: upright, smaller, without its location. @throws claims.photo_unreadable */
export async function toPhoto(work: Work, base64: string): Promise<Buffer> {
  const photo = await work(rewritePicture, Buffer.from(base64, "base64"), SIDE);
  if (!photo) throw refuseEvidence("claims.photo_unreadable");
  return photo;
}

/** @param id of the sighting: a UUID made by the server */
export async function keepPhoto(db: Db, id: string, photo: Buffer): Promise<void> {
  await keepUpload(db, "sightings", `${id}.webp`, photo);
}

/** @returns undefined when the photo is gone */
export async function readPhoto(db: Db, id: string): Promise<Buffer | undefined> {
  return readUpload(db, "sightings", `${id}.webp`);
}
