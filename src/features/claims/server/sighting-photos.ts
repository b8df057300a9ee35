/** Photos of claims as files below the data folder, shown to the staff of the course alone. */
import { join } from "node:path";
import { rewritten } from "#platform/server/pictures.ts";
import { keepFile, readKept } from "#platform/server/uploads.ts";
import { refuseEvidence } from "../evidence-contract.ts";

/** Pixels of the longer side: enough to see a ball in a hole. */
const SIDE = 1600;

/** A photo as it is kept: upright, smaller, without where it was taken. @throws claims.photo_unreadable */
export async function toPhoto(base64: string): Promise<Buffer> {
  const photo = await rewritten(Buffer.from(base64, "base64"), SIDE);
  if (!photo) throw refuseEvidence("claims.photo_unreadable");
  return photo;
}

/** @param uploads the folder of uploads @param id of the sighting: a UUID of ours */
export async function keepPhoto(uploads: string, id: string, photo: Buffer): Promise<void> {
  await keepFile(join(uploads, "sightings"), `${id}.webp`, photo);
}

/** @returns undefined when the file is gone */
export async function readPhoto(uploads: string, id: string): Promise<Buffer | undefined> {
  return readKept(join(uploads, "sightings"), `${id}.webp`);
}
