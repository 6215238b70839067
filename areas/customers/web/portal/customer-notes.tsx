import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  customerQuery,
  sendDeleteCustomerNote,
  sendCustomerNote,
} from '#areas/customers/web/portal/customers-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type Note = CustomerReply['notes'][number];

/** What staff tell each other about a person. Customers never see it, unless they ask for all that is held. */
export function CustomerNotes({ id, notes }: { id: number; notes: readonly Note[] }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: () => sendCustomerNote(id, text),
    onSuccess: () => {
      setText('');
      return client.invalidateQueries(customerQuery(id));
    },
  });
  const failure = adding.error && !isSignedOut(adding.error) ? adding.error : null;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setMissing(isEmpty ? 'Please enter a note' : null);
    if (!isEmpty && !adding.isPending) adding.mutate();
  }
  return (
    <section className="grid gap-3" aria-label="Notes">
      <h3 className="text-lg">Notes</h3>
      {notes.length === 0 && <p className="text-ink-soft">No notes yet.</p>}
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <NoteItem key={note.id} id={id} note={note} />
          ))}
        </ul>
      )}
      <form onSubmit={submit} className="grid gap-3">
        <TextAreaField
          label="New note"
          hint="For staff. It is part of the data that a customer may ask for."
          rows={2}
          value={text}
          error={
            missing ?? (failure && (fieldErrorsOf(failure)['text'] ?? describeFailure(failure)))
          }
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={adding.isPending}
          busyLabel="Adding…"
        >
          Add note
        </Button>
      </form>
    </section>
  );
}

function NoteItem({ id, note }: { id: number; note: Note }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const formatInstant = useFormatInstant();
  const removal = useMutation({
    mutationFn: () => sendDeleteCustomerNote(id, note.id),
    onSuccess: () => client.invalidateQueries(customerQuery(id)),
    onError: (error) => {
      if (isSignedOut(error)) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
  });
  return (
    <li className="grid gap-1 border-l-2 border-line pl-3">
      <p className="break-words whitespace-pre-wrap">{note.text}</p>
      <p className="text-sm break-words text-ink-soft">
        {note.writtenBy}, {formatInstant(note.at)}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="-ml-4 justify-self-start max-md:min-h-11"
        busy={removal.isPending}
        busyLabel="Deleting…"
        onClick={() => removal.mutate()}
      >
        Delete<VisuallyHidden> the note “{note.text.slice(0, 40)}”</VisuallyHidden>
      </Button>
    </li>
  );
}
