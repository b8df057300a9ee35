/** The administrators' notes about a person: written, read with who and when, and removed for good. */
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { noteRoutes, peopleRoutes, type PersonNote } from "#features/accounts/people-contract.ts";
import { useAction } from "#platform/web/action.ts";
import { call, messageOf } from "#platform/web/api.ts";
import { useContractForm } from "#platform/web/contract-form.ts";
import { ActionDialog } from "#platform/web/ui/action-dialog.tsx";
import { Banner } from "#platform/web/ui/banner.tsx";
import { Button, IconButton } from "#platform/web/ui/button.tsx";
import { Card } from "#platform/web/ui/card.tsx";
import { TextArea } from "#platform/web/ui/field.tsx";
import { zonedText } from "#platform/web/ui/time.ts";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { peopleWords } from "./people-words.ts";

interface PersonNotesProps {
  personId: string;
  notes: readonly PersonNote[];
  timeZone: string;
}

export function PersonNotes({ personId, notes, timeZone }: PersonNotesProps) {
  const words = useWords(peopleWords);
  const [language] = useLanguage();
  const [removed, setRemoved] = useState<PersonNote>();
  return (
    <Card title={words.notes}>
      <NewNote personId={personId} />
      {notes.length > 0 && (
        <ul aria-label={words.notes} className="mt-5 divide-y divide-line">
          {notes.map((one) => (
            <li key={one.id} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="wrap-anywhere whitespace-pre-line">{one.text}</p>
                <p className="text-ink-soft">
                  {one.author}, {zonedText(one.writtenAt, timeZone, language)}
                </p>
              </div>
              <IconButton
                label={words.removeNote(zonedText(one.writtenAt, timeZone, language))}
                className="-my-2 -mr-3 text-ink-soft"
                onClick={() => setRemoved(one)}
              >
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {removed && <RemoveNote personId={personId} note={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  );
}

function NewNote({ personId }: { personId: string }) {
  const words = useWords(peopleWords);
  const form = useContractForm(noteRoutes.addPersonNote, {
    params: { id: personId },
    clears: true,
    done: words.noteSaved,
    changes: [peopleRoutes.getPerson],
  });
  return (
    <form {...form.props} className="flex flex-col gap-3 print:hidden">
      {form.refusal && (
        <Banner tone="warning" live="assertive">
          {messageOf(form.refusal)}
        </Banner>
      )}
      <TextArea label={words.newNote} {...form.field("text")} hint={words.newNoteHint} rows={3} maxLength={2000} />
      <Button type="submit" variant="secondary" size="small" className="self-start" busy={form.busy}>
        {words.saveNote}
      </Button>
    </form>
  );
}

function RemoveNote({ personId, note, onClose }: { personId: string; note: PersonNote; onClose: () => void }) {
  const words = useWords(peopleWords);
  const { start, busy } = useAction({
    run: () => call(noteRoutes.removePersonNote, { params: { id: personId, noteId: note.id } }),
    done: words.noteRemoved,
    failed: words.noteStays,
    changes: [peopleRoutes.getPerson],
    onDone: onClose,
  });
  return (
    <ActionDialog
      open
      title={words.removeAsk}
      action={words.remove}
      dangerous
      busy={busy}
      onClose={onClose}
      onAct={() => void start()}
    >
      <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
    </ActionDialog>
  );
}
