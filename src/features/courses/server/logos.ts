/** Sponsors' logos. A logo's name is the hash of its content, so it never changes and may be cached. */
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Db } from "#platform/server/db/database.ts";
import { rewritePicture } from "#platform/server/pictures.ts";
import { keepUpload, readUpload } from "#platform/server/uploads.ts";
import type { Work } from "#platform/server/work/task.ts";
import { refuseRequest } from "#platform/shared/refusal.ts";
import { refuseManage } from "../manage-contract.ts";

const MOST_BYTES = 2 * 1024 * 1024;
/** Pixels: twice what the prizes page shows, for dense screens. */
const SIDE = 512;
const ADDRESS = "/uploads/logos";

/**
 * Stores a picture. An unused picture stays, because the audit trail names it.
 * @returns the address that it is served at
 * @throws manage.picture_too_large, manage.no_picture
 */
export async function keepLogo(work: Work, db: Db, bytes: Buffer): Promise<string> {
  if (bytes.length > MOST_BYTES) throw refuseManage("manage.picture_too_large");
  const picture = await work(rewritePicture, bytes, SIDE);
  if (!picture) throw refuseManage("manage.no_picture");
  const name = `${createHash("sha256").update(picture).digest("hex")}.webp`;
  await keepUpload(db, "logos", name, picture);
  return `${ADDRESS}/${name}`;
}

/** Serves the logos as pictures and as nothing else. */
export function bindLogos(http: FastifyInstance, { db }: { db: Db }): void {
  http.get<{ Params: { name: string } }>(`${ADDRESS}/:name`, async (request, reply) => {
    const { name } = request.params;
    const picture = /^[0-9a-f]{64}\.webp$/.test(name) ? await readUpload(db, "logos", name) : undefined;
    if (!picture) throw refuseRequest("request.not_found");
    return reply
      .headers({
        "content-type": "image/webp",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "public, max-age=31536000, immutable",
      })
      .send(picture);
  });
}
