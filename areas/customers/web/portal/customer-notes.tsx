import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import {
  customerQuery,
  sendDeleteCustomerNote,
  sendCustomerNote,
} from '#areas/customers/web/portal/customers-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

type Note = CustomerReply['notes'][number];

/** What staff tell each other about a person. Customers never see it, unless they ask for all that is held. */
export function CustomerNotes({ id, notes }: { id: number; notes: readonly Note[] }) {
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => (text.trim() === '' ? { text: 'Please enter a note' } : {}),
    send: ({ text }) => sendCustomerNote(id, text),
    refresh: [customerQuery(id)],
    onDone: () => form.reset(),
  });
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
      <form {...form.props} className="grid gap-3">
        <TextAreaField
          label="New note"
          hint="For staff. It is part of the data that a customer may ask for."
          rows={2}
          {...form.text('text')}
        />
        <FailureNotice failure={form.failure} />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={form.isBusy}
          busyLabel="Adding…"
        >
          Add note
        </Button>
      </form>
    </section>
  );
}

function NoteItem({ id, note }: { id: number; note: Note }) {
  const formatInstant = useFormatInstant();
  const removal = useChange(() => sendDeleteCustomerNote(id, note.id), {
    refresh: [customerQuery(id)],
    toastsFailure: true,
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
        busy={removal.isBusy}
        busyLabel="Deleting…"
        onClick={() => removal.run()}
      >
        Delete<VisuallyHidden> the note “{note.text.slice(0, 40)}”</VisuallyHidden>
      </Button>
    </li>
  );
}
