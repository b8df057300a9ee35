/** What people send lies in the database: every process finds it, and what an earlier release kept in files, too. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { claimRoutes } from "#features/claims/contract.ts";
import { evidenceRoutes } from "#features/claims/evidence-contract.ts";
import { manageSponsorRoutes } from "#features/courses/sponsor-contract.ts";
import type { Db } from "#platform/server/db/database.ts";
import { keepUpload, readUpload, takeOverUploads } from "#platform/server/uploads.ts";
import { type Browser, claim, freshApp, play, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";
import { type Second, secondApp } from "#test/second.ts";

let app: TestApp;
let other: Second;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  other = await secondApp(app, { env: { DATA_DIR: "/tmp/unused-too" } });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const jpeg = async (background: string) =>
  sharp({ create: { width: 600, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A picture as a process serves it. */
async function served(http: FastifyInstance, url: string, person?: Browser) {
  const cookie = [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await http.inject({ method: "GET", url, headers: cookie ? { cookie } : {} });
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers };
}

describe("two processes", () => {
  test("show a logo that one of them was sent", async () => {
    const sponsor = {
      courseId: 1,
      hole: "left" as const,
      name: "Grill",
      prizeName: "Dinner",
      prizeDescription: "For two",
      prizeValue: 80,
    };
    const made = (await bodyOf(admin.call(manageSponsorRoutes.createSponsor, { body: sponsor }))).sponsor;
    const image = (await jpeg("red")).toString("base64");
    const body = { version: made.version, image };
    const { logo } = (await bodyOf(admin.call(manageSponsorRoutes.uploadLogo, { params: { id: made.id }, body })))
      .sponsor;
    const [here, there] = [await served(app.http, String(logo)), await served(other.app.http, String(logo))];
    expect(there.status).toBe(200);
    expect(there.bytes.equals(here.bytes)).toBe(true);
    expect(there.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test("show a photo of a claim to its staff, and to nobody else", async () => {
    const [staff, golfer] = [await app.signIn("staff@acebay.test"), await app.player()];
    const session = await play(golfer);
    const won = (await claim(golfer, session.id, "left")).body.claim;
    const body = { seen: true, photo: (await jpeg("green")).toString("base64") };
    const { sighting } = await bodyOf(
      other.browser(staff).call(evidenceRoutes.recordSighting, { params: { id: won.id }, body }),
    );
    const path = `/api/admin/sightings/${sighting.id}/photo`;
    for (const { http } of [app, other.app]) {
      const shown = await served(http, path, staff);
      expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(String(shown.headers["cache-control"])).toContain("private");
      expect((await served(http, path, golfer)).status).toBe(403);
      expect((await served(http, path)).status).toBe(401);
    }
  });

  test("keep no photo of a sighting that was not recorded", async () => {
    const [staff, golfer] = [await app.signIn("staff@acebay.test"), await app.player()];
    const session = await play(golfer);
    const won = (await claim(golfer, session.id, "left")).body.claim;
    await admin.call(claimRoutes.rejectClaim, { params: { id: won.id }, body: { reason: "Beside the hole" } });
    const photos = async () => (await app.db.pool.query("SELECT FROM uploads WHERE folder = 'sightings'")).rowCount;
    const before = await photos();
    const body = { seen: true, photo: (await jpeg("blue")).toString("base64") };
    expect((await staff.call(evidenceRoutes.recordSighting, { params: { id: won.id }, body })).status).toBe(409);
    expect(await photos()).toBe(before);
  });
});

test("a picture is never replaced, and nobody who serves can change or remove one", async () => {
  await keepUpload(app.db, "logos", "a.webp", Buffer.from("first"));
  await keepUpload(app.db, "logos", "a.webp", Buffer.from("second"));
  expect(String(await readUpload(app.db, "logos", "a.webp"))).toBe("first");
  for (const statement of ["UPDATE uploads SET bytes = ''", "DELETE FROM uploads"])
    await expect(app.db.pool.query(statement)).rejects.toThrow(/permission denied/);
});

describe("the files of an earlier release", () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  /** A data folder with some logos and photos, and with what is none. */
  function older() {
    const dataDir = mkdtempSync(join(tmpdir(), "acebay-older-"));
    folders.push(dataDir);
    const kept = ["logos", "sightings"].flatMap((folder) =>
      [1, 2, 3].map((n) => {
        const bytes = Buffer.from(`${dataDir} ${folder} ${n}`);
        return { folder: folder as "logos", name: `${createHash("sha256").update(bytes).digest("hex")}.webp`, bytes };
      }),
    );
    for (const { folder, name, bytes } of kept) {
      mkdirSync(join(dataDir, "uploads", folder), { recursive: true });
      writeFileSync(join(dataDir, "uploads", folder, name), bytes);
    }
    writeFileSync(join(dataDir, "uploads", "logos", ".half-written"), "half");
    writeFileSync(join(dataDir, "uploads", "logos", "notes.txt"), "of somebody's");
    mkdirSync(join(dataDir, "uploads", "logos", "folder.webp"));
    return { dataDir, kept };
  }
  const found = async ({ kept }: ReturnType<typeof older>) => {
    const rows = await Promise.all(kept.map(({ folder, name }) => readUpload(app.db, folder, name)));
    return rows.filter((row, index) => row?.equals(kept[index]?.bytes ?? Buffer.of())).length;
  };

  test("are taken over once, even by two processes that start at the same moment", async () => {
    const folder = older();
    const both = await Promise.all([takeOverUploads(app.db, folder.dataDir), takeOverUploads(app.db, folder.dataDir)]);
    expect(both.map(({ unreadable }) => unreadable)).toEqual([[], []]);
    expect(await found(folder)).toBe(6);
    expect(await takeOverUploads(app.db, folder.dataDir)).toEqual({ taken: 0, unreadable: [] });
    const { name, bytes } = folder.kept[0] ?? { name: "", bytes: Buffer.of() };
    expect((await served(other.app.http, `/uploads/logos/${name}`)).bytes.equals(bytes)).toBe(true);
    // Half-written files and foreign files are not taken over.
    expect((await app.db.pool.query("SELECT FROM uploads WHERE name !~ '^[0-9a-f-]+\\.webp$'")).rowCount).toBe(0);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    "are all there after a start that was cut off at number %i and another",
    async (cut) => {
      const folder = older();
      let written = 0;
      const dying: Db = Object.create(app.db, {
        sql: {
          get: () => {
            const insert: Db["sql"]["insert"] = (table) => {
              if (written++ === cut) throw new Error("killed");
              return app.db.sql.insert(table);
            };
            return Object.create(app.db.sql, { insert: { value: insert } });
          },
        },
      });
      await expect(takeOverUploads(dying, folder.dataDir)).rejects.toThrow("killed");
      expect(await found(folder)).toBe(cut);
      expect(await takeOverUploads(app.db, folder.dataDir)).toEqual({ taken: 6 - cut, unreadable: [] });
      expect(await found(folder)).toBe(6);
    },
  );

  test("may be missing", async () => {
    expect(await takeOverUploads(app.db, "/nowhere")).toEqual({ taken: 0, unreadable: [] });
  });
});
