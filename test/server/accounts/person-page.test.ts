/** The page of a person at the desk: what they played, and the administrators' notes from the first to the last. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteRoutes, peopleRoutes } from "#features/accounts/people-contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { playRoutes } from "#features/play/contract.ts";
import { recordRoutes } from "#features/reports/records-contract.ts";
import { buy, claim, freshApp, type Player, shoot, type TestApp } from "#test/app.ts";
import { bodyOf, firstOf } from "#test/calls.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp();
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

const write = (by: Player, id: string, text: string) =>
  by.call(noteRoutes.addPersonNote, { params: { id }, body: { text } });
const remove = (by: Player, id: string, noteId: string) =>
  by.call(noteRoutes.removePersonNote, { params: { id, noteId } });
const read = (id: string) => bodyOf(admin.call(peopleRoutes.getPerson, { params: { id } }));
const played = (id: string) => bodyOf(admin.call(recordRoutes.listPersonSessions, { params: { id } }));

describe("a note", () => {
  test("is read with who wrote it and when, the newest first, until it is removed for good", async () => {
    const golfer = await app.player("Nora Noted");
    const first = firstOf((await bodyOf(write(admin, golfer.id, " Called about a receipt. "), 201)).notes);
    expect(first).toMatchObject({ text: "Called about a receipt.", author: expect.stringMatching(/\w/) });
    await app.clock.advance(60);
    await bodyOf(write(admin, golfer.id, "Called again."), 201);
    const { notes } = await read(golfer.id);
    expect(notes.map(({ text }) => text)).toEqual(["Called again.", "Called about a receipt."]);
    expect(Date.parse(notes[0]?.writtenAt ?? "") - Date.parse(notes[1]?.writtenAt ?? "")).toBe(60_000);

    // A note of somebody else is not found under this person.
    expect((await remove(admin, (await app.player()).id, first.id)).status).toBe(404);
    expect((await bodyOf(remove(admin, golfer.id, first.id))).notes.map(({ text }) => text)).toEqual(["Called again."]);
    expect((await remove(admin, golfer.id, first.id)).status).toBe(404);
    const { rows } = await app.db.pool.query(
      "SELECT action, actor_id, detail FROM audit_trail WHERE subject = $1 ORDER BY id",
      [golfer.id],
    );
    // What it said is nowhere in a table that keeps everything.
    expect(rows).toEqual(
      ["added", "added", "removed"].map((step) => ({ action: `person_note.${step}`, actor_id: admin.id, detail: {} })),
    );
  });

  test("is one, however often the browser sends it without an answer; later the same words are another", async () => {
    const golfer = await app.player("Rita Repeated");
    const sent = await Promise.all(Array.from({ length: 3 }, () => write(admin, golfer.id, "Called.")));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await read(golfer.id)).notes).toHaveLength(1);
    await app.clock.advance(601);
    await bodyOf(write(admin, golfer.id, "Called."), 201);
    const { notes } = await read(golfer.id);
    expect(notes).toHaveLength(2);
    for (const { id } of notes) await bodyOf(remove(admin, golfer.id, id));
    // What was removed may be written again at once.
    expect((await bodyOf(write(admin, golfer.id, "Called."), 201)).notes).toHaveLength(1);
  });

  test("is the administrators' alone, about an account that is there, and holds no tax or card number", async () => {
    const golfer = await app.player();
    for (const who of [golfer, await app.signIn("staff@acebay.test")]) {
      expect((await write(who, golfer.id, "Mine")).status).toBe(403);
      expect((await remove(who, golfer.id, randomUUID())).status).toBe(403);
    }
    expect((await write(admin, randomUUID(), "Nobody")).status).toBe(404);
    for (const text of [" ", "x".repeat(2001), "SSN 123-45-6789", "Card 4242 4242 4242 4242"])
      expect((await write(admin, golfer.id, text)).status).toBe(400);
    expect((await read(golfer.id)).notes).toEqual([]);
  });

  test("is in the person's export, without its writer, and goes with the account", async () => {
    const golfer = await app.player("Gene Gone");
    await bodyOf(write(admin, golfer.id, "Prefers bay 3."), 201);
    const mine = await bodyOf(golfer.call(profileRoutes.exportUser, { params: { id: golfer.id } }));
    expect(mine.records["notes"]).toEqual([{ text: "Prefers bay 3.", writtenAt: expect.any(String) }]);
    expect(JSON.stringify(mine)).not.toContain(admin.id);

    expect((await golfer.call(profileRoutes.deleteUser, { params: { id: golfer.id } })).status).toBe(204);
    const { rows } = await app.db.pool.query("SELECT count(*)::integer AS n FROM person_notes WHERE person_id = $1", [
      golfer.id,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
    const { person, notes } = await read(golfer.id);
    expect(notes).toEqual([]);
    expect(person).toMatchObject({ name: "Deleted player", phone: null, sessions: [], deletedAt: expect.any(String) });
    expect(JSON.stringify(person)).not.toMatch(/Gene/);
    expect((await write(admin, golfer.id, "Too late")).status).toBe(404);
    expect((await bodyOf(admin.call(peopleRoutes.findPeople, { query: { q: golfer.userId } }))).people).toEqual([]);
  });
});

describe("the sessions of a person", () => {
  test("are their own, with the order, and those that another player bought, with the buyer", async () => {
    const [sam, li] = [await app.player("Sam Buyer"), await app.player("Li Friend")];
    const groupData = {
      mainPlayer: { bayNumber: 3, ballCount: 6 },
      friends: [{ userId: li.userId, name: "Li", bayNumber: 4, ballCount: 4 }],
    };
    const { session, order } = (await buy(sam, { sessionData: { groupData } })).body;
    await shoot(sam, session.id);
    await claim(sam, session.id, "left");
    const own = { bayNumber: 3, ballsBought: 6, shots: 1, claims: 1, boughtBy: null, endedAt: null, isFreeShot: false };
    expect(await played(sam.id)).toMatchObject({
      sessions: [{ ...own, id: session.id, order: { id: order.id, number: order.number } }],
      more: false,
    });
    expect((await played(li.id)).sessions).toMatchObject([
      { bayNumber: 4, ballsBought: 4, shots: 0, boughtBy: "Sam Buyer", order: { number: order.number } },
    ]);
    await app.clock.advance(5);
    await bodyOf(sam.call(playRoutes.completeSession, { params: { id: session.id } }));
    expect(firstOf((await played(sam.id)).sessions).endedAt).not.toBeNull();
    expect((await played(randomUUID())).sessions).toEqual([]);
    expect((await li.call(recordRoutes.listPersonSessions, { params: { id: li.id } })).status).toBe(403);
  });
});
