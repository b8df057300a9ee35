/** Photos of claims: how long they are kept, what of them a deleted account leaves, and that open claims keep theirs. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { deleteOldPhotos, photoDays } from "#features/claims/server/photo-store.ts";
import { playRoutes } from "#features/play/contract.ts";
import { keepUpload } from "#platform/server/uploads.ts";
import { claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { confirm, pay, provedPlayer } from "#test/server/claims/payouts-people.ts";

let app: TestApp;
let admin: Player;
let staff: Player;
let photo: string;
beforeAll(async () => {
  app = await freshApp();
  [staff, admin] = [await app.signIn("staff@acebay.test"), await app.signIn("admin@acebay.test")];
  const drawn = sharp({ create: { width: 60, height: 30, channels: 3, background: "green" } });
  photo = (await drawn.jpeg().toBuffer()).toString("base64");
});
afterAll(() => app.close());

/** A claim of a session that is over, with a photo. */
async function photographed(golfer: Player, hole: string) {
  const session = await play(golfer);
  const { id } = (await claim(golfer, session.id, hole)).body.claim;
  await golfer.call(playRoutes.completeSession, { params: { id: session.id } });
  const { sighting } = await bodyOf(
    staff.call(evidenceRoutes.recordSighting, { params: { id }, body: { seen: true, note: "In", photo } }),
  );
  return { id, sighting: sighting.id };
}

async function decided(golfer: Player, hole: string, verdict: "reject" | "verify") {
  const made = await photographed(golfer, hole);
  const params = { id: made.id };
  if (verdict === "reject")
    await bodyOf(admin.call(claimRoutes.rejectClaim, { params, body: { reason: "Beside the hole" } }));
  else await bodyOf(admin.call(claimRoutes.verifyClaim, { params }));
  return made;
}

/** A jackpot that was paid. */
async function paid(golfer: Player) {
  const made = await decided(golfer, "middle", "verify");
  await confirm(admin, made.id, "age_18", { document: "passport" });
  await confirm(admin, made.id, "tax_form", { form: "W-9" });
  expect((await pay(admin, made.id, { method: "check", reference: "17" })).status).toBe(200);
  return made;
}

const photosOf = async (sightings: string[]) => {
  const { rows } = await app.db.pool.query<{ name: string }>("SELECT name FROM uploads WHERE folder = 'sightings'");
  return sightings.filter((id) => rows.some(({ name }) => name === `${id}.webp`));
};
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
const running = new AbortController().signal;

test("a photo goes when its time is over: after a paid jackpot later than after others, and never while a claim is open", async () => {
  const golfer = await provedPlayer(app, "Pia Pictured");
  const [rejected, jackpot] = [await decided(golfer, "left", "reject"), await paid(golfer)];
  const [due, pending] = [await decided(golfer, "right", "verify"), await photographed(golfer, "left")];
  const all = [rejected, jackpot, due, pending].map(({ sighting }) => sighting);
  await keepUpload(app.db, "logos", "logo.webp", Buffer.from("logo"));
  await keepUpload(app.db, "sightings", "of-an-earlier-release.webp", Buffer.from("?"));
  await deleteOldPhotos(app.db, inDays(photoDays.others - 1), running);
  expect(await photosOf(all)).toEqual(all);
  await deleteOldPhotos(app.db, inDays(photoDays.others + 1), AbortSignal.abort());
  expect(await photosOf(all)).toEqual(all);
  await deleteOldPhotos(app.db, inDays(photoDays.others + 1), running);
  expect(await photosOf(all)).toEqual([jackpot.sighting, due.sighting, pending.sighting]);
  await deleteOldPhotos(app.db, inDays(photoDays.paidInCash - 1), running);
  expect(await photosOf(all)).toEqual([jackpot.sighting, due.sighting, pending.sighting]);
  await deleteOldPhotos(app.db, inDays(photoDays.paidInCash + 1), running);
  expect(await photosOf(all)).toEqual([due.sighting, pending.sighting]);

  // What was seen stays, and says that there is no photo to look at.
  const { sightings } = await bodyOf(admin.call(evidenceRoutes.getEvidence, { params: { id: rejected.id } }));
  expect(sightings).toMatchObject([{ seen: true, note: "In", photo: false }]);
  const shown = await bodyOf(admin.call(evidenceRoutes.getEvidence, { params: { id: due.id } }));
  expect(shown.sightings).toMatchObject([{ photo: true }]);
  const gone = await admin.call(evidenceRoutes.getSightingPhoto, { params: { id: rejected.sighting } });
  expect(gone).toMatchObject({ status: 404, body: { error: { code: "claims.no_photo" } } });
  const logos = await app.db.pool.query("SELECT name FROM uploads WHERE folder = 'logos'");
  expect(logos.rows).toContainEqual({ name: "logo.webp" });
});

test("the role that serves deletes photos by the function alone, which spares open claims; nobody deletes a logo", async () => {
  const golfer = await app.player();
  const pending = await photographed(golfer, "left");
  await app.db.pool.query("SELECT delete_photos($1)", [[pending.sighting]]);
  expect(await photosOf([pending.sighting])).toEqual([pending.sighting]);
  await expect(app.db.pool.query("DELETE FROM uploads WHERE folder = 'sightings'")).rejects.toThrow(
    /permission denied/,
  );
  await keepUpload(app.db, "logos", "another.webp", Buffer.from("logo"));
  for (const statement of ["DELETE FROM uploads WHERE folder = 'logos'", "UPDATE uploads SET bytes = ''"])
    await expect(app.owner.pool.query(statement)).rejects.toThrow(/append-only/);
  const { rows } = await app.owner.pool.query(
    "SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.prosecdef AND (p.proconfig IS NULL OR EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) WHERE grantee = 0))",
  );
  expect(rows).toEqual([]);
});

test("a deleted account takes its photos along, but for those of prizes that were paid in cash", async () => {
  const [golfer, other] = [await provedPlayer(app, "Greta Gone"), await provedPlayer(app, "Otto Other")];
  const [rejected, jackpot] = [await decided(golfer, "left", "reject"), await paid(golfer)];
  const others = await decided(other, "left", "reject");
  const all = [rejected, jackpot, others].map(({ sighting }) => sighting);
  expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
  expect(await photosOf(all)).toEqual([jackpot.sighting, others.sighting]);
});
