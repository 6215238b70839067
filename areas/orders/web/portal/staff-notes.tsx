import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import type { TimelineEntry, TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import {
  sendNote,
  sendPin,
  timelineQuery,
} from '#areas/orders/web/portal/order-timeline-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';

type Note = Extract<TimelineEntry, { kind: 'note' }>;

/** Notes that everyone should see who opens the order. */
export function PinnedNotes({ id }: { id: number }) {
  const { data } = useQuery(timelineQuery(id));
  const formatInstant = useFormatInstant();
  const pinned = data?.entries.filter((entry) => entry.kind === 'note' && entry.isPinned) ?? [];
  if (pinned.length === 0) return null;
  return (
    <section
      aria-label="Pinned notes"
      className="grid gap-2 rounded-2xl border-l-4 border-primary bg-primary-soft p-4"
    >
      {pinned.map(
        (note) =>
          note.kind === 'note' && (
            <div key={note.id}>
              <p className="break-words whitespace-pre-line">{note.text}</p>
              <p className="text-sm break-words text-ink-soft">
                {note.who}, {formatInstant(note.at)}
              </p>
            </div>
          ),
      )}
    </section>
  );
}

export function NoteForm({ orderId }: { orderId: number }) {
  const [text, setText] = useState('');
  const [isPinned, setIsPinned] = useState(false);
  const save = useNoteChange(
    orderId,
    () => sendNote(orderId, { text: text.trim(), isPinned }),
    () => {
      setText('');
      setIsPinned(false);
    },
  );
  return (
    <form
      aria-label="Add a note"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !save.isBusy) save.run();
      }}
    >
      <TextAreaField
        label="Note for staff"
        hint="The customer does not see it."
        rows={1}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={isPinned}
            onChange={(event) => setIsPinned(event.target.checked)}
          />
          Pin to the top of the order
        </label>
        <Button
          type="submit"
          variant="secondary"
          size="small"
          disabled={text.trim() === ''}
          busy={save.isBusy}
          busyLabel="Saving…"
        >
          Add note
        </Button>
      </div>
    </form>
  );
}

export function PinButton({ orderId, note }: { orderId: number; note: Note }) {
  const pin = useNoteChange(orderId, () => sendPin(orderId, note.id, !note.isPinned));
  return (
    <Button
      variant="quiet"
      size="small"
      className="-ml-4 max-md:min-h-11"
      busy={pin.isBusy}
      onClick={() => pin.run()}
    >
      {note.isPinned ? 'Unpin' : 'Pin'}
    </Button>
  );
}

function useNoteChange(orderId: number, send: () => Promise<TimelineReply>, onDone?: () => void) {
  const client = useQueryClient();
  return useChange(send, {
    onDone(timeline) {
      client.setQueryData(timelineQuery(orderId).queryKey, timeline);
      onDone?.();
    },
    toastsFailure: true,
  });
}
