import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import {
  addNote,
  pinNote,
  type TimelineEntry,
  type TimelineReply,
} from '#areas/orders/calls/order-timeline.ts';
import { resendEmail } from '#areas/messages/calls/emails.ts';
import { call } from '#platform/web/api/client.ts';
import { timelineQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery.ts';
import { MESSAGE_KIND_LABELS, type MessageState } from '#areas/messages/rules/messages.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  deliveryText,
  centsOf,
  formatRefundState,
} from '#areas/orders/web/portal/detail/describe-order.ts';
import {
  auditActionText,
  changedByText,
  changedFields,
  describeChanges,
} from '#platform/rules/audit-actions.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';

const MOST_SHOWN = 6;

export function OrderTimeline({ id }: { id: number }) {
  const mayWrite = useMayDo('editOrders');
  const [isWhole, setWhole] = useState(false);
  return (
    <OrderPanel title="What happened">
      {mayWrite && <NoteForm orderId={id} />}
      <Loaded query={useQuery(timelineQuery(id))} what="the timeline">
        {({ entries }) => (
          <>
            <ol className="grid gap-3">
              {entries.slice(0, isWhole ? undefined : MOST_SHOWN).map((entry) => (
                <Entry key={entryKey(entry)} orderId={id} entry={entry} />
              ))}
            </ol>
            {!isWhole && entries.length > MOST_SHOWN && (
              <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
                All {entries.length}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </OrderPanel>
  );
}

function entryKey(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'paid':
      return 'paid';
    case 'refund':
      return `refund-${entry.refund.id}`;
    case 'change':
      return `change-${entry.change.id}`;
    case 'message':
      return `message-${entry.message.id}`;
    default:
      return `${entry.kind}-${entry.id}`;
  }
}

function Entry({ orderId, entry }: { orderId: number; entry: TimelineEntry }) {
  const formatInstant = useFormatInstant();
  const { what, who, details, hasFailed } = describeEntry(entry);
  const mayWrite = useMayDo('editOrders');
  return (
    <li
      className={classNames(
        'border-l-2 pl-3',
        entry.kind === 'note' ? 'border-primary' : 'border-line',
      )}
    >
      <p>
        <span className={classNames('font-semibold', hasFailed && 'text-danger')}>{what}</span>
        {who !== null && (
          <>
            {' '}
            by <span className="break-all">{who}</span>
          </>
        )}
      </p>
      <p className="text-sm text-ink-soft">{formatInstant(entry.at)}</p>
      {details.length > 0 && (
        <ul className="mt-1 text-sm">
          {details.map((detail) => (
            <li key={detail} className="break-words whitespace-pre-line">
              {detail}
            </li>
          ))}
        </ul>
      )}
      {entry.kind === 'delivery' && entry.photoKey !== null && (
        <a
          href={`/api/admin/deliveries/photos/${entry.photoKey}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          See the photo
        </a>
      )}
      {entry.kind === 'note' && mayWrite && <PinButton orderId={orderId} note={entry} />}
      {entry.kind === 'message' && isResendable(entry.message) && (
        <ResendButton orderId={orderId} messageId={entry.message.id} />
      )}
    </li>
  );
}

function ResendButton({ orderId, messageId }: { orderId: number; messageId: number }) {
  const mayResend = useMayDo('resendEmails');
  const resend = useChange(resendEmail, {
    says: () => ({ title: 'Email', description: 'It is sent once more.', tone: 'success' }),
    toastsFailure: true,
    refresh: [{ queryKey: timelineQuery(orderId).queryKey }],
  });
  if (!mayResend) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      className="-ml-4 max-md:min-h-11"
      busy={resend.isBusy}
      busyLabel="Sending…"
      onClick={() => resend.run({ params: { id: String(messageId) }, body: { key: newKey() } })}
    >
      Send again
    </Button>
  );
}

type DescribedEntry = {
  what: string;
  /** Null: nobody in particular. */
  who: string | null;
  details: string[];
  hasFailed: boolean;
};

const SENDING: Record<MessageState, string> = {
  waiting: 'waiting to be sent',
  sent: 'sent',
  kept: 'saved, not sent',
  failed: 'not sent',
  withdrawn: 'withdrawn',
};

const PRINTOUTS = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
  plan: 'Plan',
} as const;

function describeEntry(entry: TimelineEntry): DescribedEntry {
  switch (entry.kind) {
    case 'paid':
      return plain(`Paid ${formatDollars(centsOf(entry.amount))} by card`);
    case 'refund': {
      const { state, amount, what, reason, failureReason, staffEmail } = entry.refund;
      return {
        what: `${formatRefundState(state)}: ${formatDollars(centsOf(amount))}`,
        who: staffEmail ?? 'the card provider',
        details: [...what, reason, ...(failureReason === null ? [] : [failureReason])],
        hasFailed: state === 'failed',
      };
    }
    case 'change':
      return {
        ...plain(auditActionText(entry.change.action)),
        who: changedByText(entry.change),
        details: [
          ...(entry.words === null ? [] : [entry.words]),
          ...describeChanges(changedFields(entry.change)),
        ],
      };
    case 'refused_change':
      return {
        ...plain('Change paid too late, money sent back'),
        who: 'the customer',
        details: [entry.words],
      };
    case 'message':
      return describeMessage(entry.message);
    case 'printed': {
      const name = `${PRINTOUTS[entry.printout]}${entry.isSlip ? ': change slip' : ''}`;
      return plain(`${name} for ${formatDayAndMonth(entry.date)} printed`);
    }
    case 'delivery':
      return describeDelivery(entry);
    case 'note':
      return { ...plain('Note'), who: entry.who, details: [entry.text] };
  }
}

function plain(what: string): DescribedEntry {
  return { what, who: null, details: [], hasFailed: false };
}

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

function describeMessage(message: EntryOf<'message'>['message']): DescribedEntry {
  const { kind, channel, state, recipient, lastError } = message;
  const name = `${channel === 'email' ? 'Email' : 'Text'} “${MESSAGE_KIND_LABELS[kind]}”`;
  const hasFailed = state === 'failed';
  return {
    ...plain(`${name} ${SENDING[state]}`),
    details: [
      ...(recipient === '' ? [] : [`To ${formatPhone(recipient)}`]),
      ...(hasFailed && lastError !== null ? [lastError] : []),
    ],
    hasFailed,
  };
}

function describeDelivery(entry: EntryOf<'delivery'>): DescribedEntry {
  const { status, isUndo, who, date, window, place, reason, note } = entry;
  const state = DELIVERY_STATUS_LABELS[status];
  return {
    what: isUndo ? `Taken back: ${state} again` : state,
    who: who ?? 'the system',
    details: [
      `Delivery of ${deliveryText(date, window)}`,
      ...(place === '' ? [] : [`Left: ${place}`]),
      ...[reason, note].filter((words) => words !== ''),
    ],
    hasFailed: status === 'missed',
  };
}

function isResendable({ kind, channel, recipient }: EntryOf<'message'>['message']): boolean {
  const isOfOrder = kind !== 'staff_message' && !isPhoneMessage(kind);
  return channel === 'email' && recipient !== '' && isOfOrder;
}

export function PinnedNotes({ id }: { id: number }) {
  const { data } = useQuery(timelineQuery(id));
  const formatInstant = useFormatInstant();
  const notes = (data?.entries ?? []).filter((entry) => entry.kind === 'note');
  const pinned = notes.filter(({ isPinned }) => isPinned);
  if (pinned.length === 0) return null;
  return (
    <section
      aria-label="Pinned notes"
      className="grid gap-2 rounded-2xl border-l-4 border-primary bg-primary-soft p-4"
    >
      {pinned.map(({ id: noteId, text, who, at }) => (
        <div key={noteId}>
          <p className="break-words whitespace-pre-line">{text}</p>
          <p className="text-sm break-words text-ink-soft">
            {who}, {formatInstant(at)}
          </p>
        </div>
      ))}
    </section>
  );
}

function NoteForm({ orderId }: { orderId: number }) {
  const [text, setText] = useState('');
  const [isPinned, setIsPinned] = useState(false);
  const save = useNoteChange(
    orderId,
    () => call(addNote, { params: { id: String(orderId) }, body: { text: text.trim(), isPinned } }),
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

function PinButton({ orderId, note }: { orderId: number; note: EntryOf<'note'> }) {
  const pin = useNoteChange(orderId, () =>
    call(pinNote, {
      params: { id: String(orderId), noteId: String(note.id) },
      body: { isPinned: !note.isPinned },
    }),
  );
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
