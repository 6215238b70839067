import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { type BulkRow, BulkPreview, BulkResult } from '#platform/web/portal/bulk-result.tsx';
import { MoveDialog } from '#areas/orders/web/portal/move-dialog.tsx';
import {
  type BulkOutcome,
  deliveriesToMove,
  orderCount,
  type ShownSlots,
  toBulkRow,
  statusSums,
} from '#areas/orders/web/portal/many-orders.ts';
import { nameOfCustomer } from '#areas/orders/web/portal/detail/describe-order.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import {
  type ManyStatusReply,
  setStatusOfMany,
  messageMany,
  type MessageManyReply,
} from '#areas/orders/calls/order-bulk.ts';
import { ORDER_STATUSES, type OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { callQuery, dryRunQuery } from '#platform/web/api/call-query.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { failureOf, problemsIn } from '#platform/web/api/failure.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { listMessages } from '#areas/messages/calls/emails.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { LONGEST_MESSAGE_TEXT, LONGEST_SUBJECT } from '#areas/messages/rules/check-message-text.ts';
import { SEGMENT_LENGTH } from '#areas/messages/rules/fill-text.ts';
import { useSettledText } from '#platform/web/ui/form/search-field.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';

export type ManyAction = {
  kind: 'status' | 'message' | 'move';
  orders: readonly AdminOrderReply[];
};

type ManyDialogsProps = {
  /** Null: nothing is asked. */
  action: ManyAction | null;
  shown: ShownSlots;
  /** It is done; with the orders that stayed as they were. */
  onFinished: (stayed: ReadonlySet<number>) => void;
  onClose: () => void;
};

type Result = { title: string; rows: BulkRow[] };

export function ManyDialogs({ action, shown, onFinished, onClose }: ManyDialogsProps) {
  const [result, setResult] = useState<Result | null>(null);
  const ids = action?.orders.map(({ id }) => id) ?? [];

  function finish(title: string, rows: BulkRow[]) {
    setResult({ title, rows });
    onFinished(new Set(rows.filter(({ ok }) => !ok).map(({ id }) => id)));
  }
  return (
    <>
      {action?.kind === 'status' && (
        <StatusDialog
          ids={ids}
          onDone={({ results }, status) => {
            const done = results.filter(({ ok }) => ok).length;
            finish(`${orderCount(done)} set to ${status}`, results.map(toBulkRow));
          }}
          onClose={onClose}
        />
      )}
      {action?.kind === 'message' && (
        <MessageManyDialog
          ids={ids}
          onDone={({ emails, results }) => {
            const title =
              emails === 1 ? 'On its way to 1 customer' : `On its way to ${emails} customers`;
            finish(title, results.map(toBulkRow));
          }}
          onClose={onClose}
        />
      )}
      {action?.kind === 'move' && (
        <MoveOrders orders={action.orders} shown={shown} onDone={finish} onClose={onClose} />
      )}
      <BulkResult
        rows={result?.rows ?? null}
        title={result?.title ?? ''}
        onClose={() => setResult(null)}
      />
    </>
  );
}

type MoveOrdersProps = {
  orders: readonly AdminOrderReply[];
  shown: ShownSlots;
  onDone: (title: string, rows: BulkRow[]) => void;
  onClose: () => void;
};

function MoveOrders({ orders, shown, onDone, onClose }: MoveOrdersProps) {
  const today = useToday();
  const client = useQueryClient();
  const [{ deliveries, orderOf, staying }] = useState(() => deliveriesToMove(orders, shown));
  if (today === null) return null;

  function finish({ done, refused }: BulkOutcome) {
    void client.invalidateQueries({ queryKey: ['admin-orders'] });
    const whyOf = new Map(
      [...refused].map(([deliveryId, why]) => [orderOf.get(deliveryId) ?? 0, why]),
    );
    const moved = new Set(orderOf.values());
    const rows = orders.map((order) => {
      const message = moved.has(order.id)
        ? whyOf.get(order.id)
        : staying.find(({ id }) => id === -order.id)?.message;
      const { id, orderNumber } = order;
      const customer = nameOfCustomer(order);
      return toBulkRow({ id, ok: message === undefined, orderNumber, customer, message });
    });
    onDone(done === 1 ? '1 delivery moved' : `${done} deliveries moved`, rows);
  }
  return (
    <MoveDialog
      deliveries={deliveries}
      staying={staying}
      today={today}
      onDone={finish}
      onClose={onClose}
    />
  );
}

type StatusDialogProps = {
  ids: readonly number[];
  onDone: (reply: ManyStatusReply, status: OrderStatus) => void;
  onClose: () => void;
};

function StatusDialog({ ids, onDone, onClose }: StatusDialogProps) {
  const [status, setStatus] = useState<OrderStatus | null>(null);
  const [refunds, setRefunds] = useState(true);
  const refund = refunds ? ('full' as const) : ('none' as const);
  const ask = { ids: [...ids], status: status ?? 'confirmed', refund };
  const preview = useQuery({
    ...dryRunQuery(setStatusOfMany, { body: ask }),
    enabled: status !== null,
    placeholderData: keepPreviousData,
  });
  const set = useChange(setStatusOfMany, {
    onDone: (reply, sent) => onDone(reply, sent.body.status),
    preview,
    refresh: [{ queryKey: ['admin-orders'] }],
  });
  const { data, isPlaceholderData } = preview;
  const isKnown = status !== null && data !== undefined && !isPlaceholderData;
  const count = isKnown ? data.results.filter(({ ok }) => ok).length : 0;
  return (
    <ActionDialog
      title={`Status of ${orderCount(ids.length)}`}
      act={status === null || count === 0 ? 'Set status' : `Set ${orderCount(count)} to ${status}`}
      danger={status === 'cancelled'}
      change={set}
      failureTitle="Nothing changed"
      busyLabel="Setting…"
      isReady={count > 0}
      go={() => isKnown && set.run({ body: { ...ask, previewHash: data.previewHash } })}
      onClose={onClose}
    >
      <SelectField
        label="Status"
        value={status ?? ''}
        onChange={(event) =>
          setStatus(ORDER_STATUSES.find((one) => one === event.target.value) ?? null)
        }
      >
        {status === null && <option value="">Choose a status</option>}
        {ORDER_STATUSES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </SelectField>
      {status === 'cancelled' && (
        <CheckChip checked={refunds} onToggle={() => setRefunds(!refunds)}>
          Refund what they paid to their cards
        </CheckChip>
      )}
      {status !== null && (
        <BulkPreview
          results={isKnown ? data.results.map(toBulkRow) : undefined}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={isKnown ? statusSums(data, status) : []}
        />
      )}
    </ActionDialog>
  );
}

type MessageDialogProps = {
  ids: readonly number[];
  /** Whose orders, where it is one customer. */
  to?: string;
  onDone: (reply: MessageManyReply) => void;
  onClose: () => void;
};

/** Written above, and below as it arrives and at whom: what stands there is what is sent. */
export function MessageManyDialog({ ids, to, onDone, onClose }: MessageDialogProps) {
  const [draft, setDraft] = useState<Draft>({ subject: '', text: '', textMessage: null });
  // The same for each attempt at sending it: it goes out once.
  const [key] = useState(newKey);
  const { data: messages } = useQuery(
    callQuery(['text-mode'], listMessages, { query: { limit: 1 } }),
  );
  const typed = JSON.stringify(draft);
  const settled = useSettledText(typed);
  const { subject, text, textMessage } = draft;
  const body = {
    ids: [...ids],
    subject,
    text,
    key,
    ...(textMessage !== null && { textMessage }),
  };
  const isWritten = [subject, text, textMessage ?? 'no text'].every((words) => words.trim() !== '');
  const look = useQuery({
    ...dryRunQuery(messageMany, { body }),
    enabled: isWritten && settled === typed,
    placeholderData: keepPreviousData,
  });
  const send = useChange(messageMany, {
    onDone,
    preview: look,
    refresh: [{ queryKey: ['messages'] }],
  });
  const preview = isWritten ? look.data : undefined;
  const isTrue = settled === typed && !look.isPlaceholderData && !look.isFetching;
  const notSeen = failureOf(look.error);
  return (
    <ActionDialog
      title={`Message to ${to ?? `the customers of ${orderCount(ids.length)}`}`}
      act={
        preview
          ? `Send to ${preview.emails === 1 ? '1 customer' : `${preview.emails} customers`}`
          : 'Send'
      }
      change={send}
      failureTitle="Nothing sent"
      busyLabel="Sending…"
      isReady={preview !== undefined && preview.emails > 0 && isTrue}
      go={() => preview && send.run({ body: { ...body, previewHash: preview.previewHash } })}
      onClose={onClose}
    >
      <MessageFields
        draft={draft}
        errors={problemsIn(notSeen)}
        failure={notSeen?.message ?? null}
        mayText={messages?.textMode === 'service'}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      {preview && <MessagePreview preview={preview} />}
    </ActionDialog>
  );
}

function MessagePreview({ preview }: { preview: MessageManyReply }) {
  const { emails, texts, example, results } = preview;
  const reached = results.filter(({ ok }) => ok);
  const left = results.filter(({ ok }) => !ok);
  const together = reached.filter(({ isTogether }) => isTogether).length;
  return (
    <div className="grid gap-4">
      <section aria-label="Recipients" className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
        <p>
          {emails === 1 ? '1 email' : `${emails} emails`}
          {texts > 0 && (texts === 1 ? ', 1 text' : `, ${texts} texts`)}.
          {together > 0 && ' Customers with several of these orders get it once.'}
        </p>
        <ul className="grid max-h-48 gap-1 overflow-y-auto text-sm">
          {reached.map(({ id, customer, orderNumber, email, phone, isTogether }) => (
            <li key={id} className="break-words">
              {customer}, {orderNumber}: {isTogether ? 'the same email' : email}
              {phone !== '' && `, text to ${formatPhone(phone)}`}
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <>
            <p className="font-bold text-danger">
              {left.length === 1 ? '1 gets nothing:' : `${left.length} get nothing:`}
            </p>
            <ul className="grid gap-1 text-sm">
              {left.map(({ id, orderNumber, message }) => (
                <li key={id} className="break-words">
                  {[orderNumber, message].filter(Boolean).join(': ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {example && (
        <section aria-label="Example" className="grid gap-2">
          <h3 className="text-base font-bold">As {example.recipient} gets it</h3>
          <p className="font-semibold break-words">{example.subject}</p>
          <p className="rounded-2xl border border-line px-4 py-3 text-sm break-words whitespace-pre-line">
            {example.text}
          </p>
          {example.textMessage !== null && (
            <p className="rounded-2xl border border-line px-4 py-3 text-sm break-words">
              {example.textMessage}
            </p>
          )}
        </section>
      )}
    </div>
  );
}

type Draft = {
  subject: string;
  text: string;
  /** Null: no text. */
  textMessage: string | null;
};

type MessageFieldsProps = {
  draft: Draft;
  errors: FieldErrors;
  /** Why there is no preview. */
  failure: string | null;
  mayText: boolean;
  onChange: (change: Partial<Draft>) => void;
};

function MessageFields({ draft, errors, failure, mayText, onChange }: MessageFieldsProps) {
  const { subject, text, textMessage } = draft;
  const isOfField = Object.keys(errors).length > 0;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-soft">
        Only about their orders: no offers and no advertising (Spam Act).
      </p>
      <TextField
        label="Subject"
        value={subject}
        maxLength={LONGEST_SUBJECT}
        error={errors['subject'] ?? null}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextAreaField
        label="Message"
        hint="It begins with “Hello” and their first name, and ends with a link to their order and how to reach us."
        rows={6}
        value={text}
        maxLength={LONGEST_MESSAGE_TEXT}
        error={errors['text'] ?? null}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {mayText && (
        <CheckChip
          checked={textMessage !== null}
          onToggle={() => onChange({ textMessage: textMessage === null ? '' : null })}
        >
          Send a text to mobile phones too
        </CheckChip>
      )}
      {textMessage !== null && (
        <TextField
          label="Text"
          hint="Short: our name and their link are added. No texts go out from 10pm to 7am."
          value={textMessage}
          maxLength={SEGMENT_LENGTH}
          error={errors['textMessage'] ?? null}
          onChange={(event) => onChange({ textMessage: event.target.value })}
        />
      )}
      {failure !== null && !isOfField && (
        <Notice tone="error" announce="polite" title="No preview">
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}
