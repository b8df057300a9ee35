/** The administrators' notes about a person. The audit trail names who wrote or removed a note, never its text. */
import { randomUUID } from "node:crypto";
import { note } from "#platform/server/audit-trail.ts";
import type { Db } from "#platform/server/db/database.ts";
import type { Handlers } from "#platform/server/http/handlers.ts";
import { refuse } from "../contract.ts";
import { type noteRoutes, type PersonNote, refuseNote } from "../people-contract.ts";
import type { AccountDeps } from "./deps.ts";
import * as people from "./people-store.ts";
import { findUser, lockPlayer } from "./store.ts";

/** The same words of the same author in this time are the same note. */
const SAME_NOTE_MS = 600_000;

export function noteHandlers({ db, clock }: Pick<AccountDeps, "db" | "clock">): Handlers<typeof noteRoutes> {
  return {
    addPersonNote: async ({ caller, params, body }) => {
      await db.transaction(async (tx) => {
        const { id: personId } = await lockPerson(tx, params.id);
        const at = clock.now();
        const row = { id: randomUUID(), personId, authorId: caller.id, text: body.text, writtenAt: at };
        // The browser sends it again when no answer came. By a key, the kept answer would outlive the note's removal.
        if (await people.hasNote(tx, row, new Date(at.getTime() - SAME_NOTE_MS))) return;
        await people.insertNote(tx, row);
        await note(tx, { actorId: caller.id, action: "person_note.added", subject: personId, at });
      });
      return { status: 201, body: { notes: await notesOf(db, params.id) } };
    },

    removePersonNote: async ({ caller, params }) => {
      await db.transaction(async (tx) => {
        const { id: personId } = await lockPerson(tx, params.id);
        if (!(await people.deleteNote(tx, personId, params.noteId))) throw refuseNote("notes.not_found");
        await note(tx, { actorId: caller.id, action: "person_note.removed", subject: personId, at: clock.now() });
      });
      return { status: 200, body: { notes: await notesOf(db, params.id) } };
    },
  };
}

/** The newest first. */
export async function notesOf(db: Db, personId: string): Promise<PersonNote[]> {
  const rows = await people.listNotes(db, personId);
  return rows.map(({ writtenAt, ...row }) => ({ ...row, writtenAt: writtenAt.toISOString() }));
}

/** @throws accounts.not_found, also for a deleted account */
export async function lockPerson(tx: Db, id: string) {
  const found = await findUser(tx, id);
  if (!found) throw refuse("accounts.not_found");
  return lockPlayer(tx, found.id);
}
