import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { ListPage, useAddressValue, useSort } from '#platform/web/portal/list-page.tsx';
import { useState } from 'react';
import {
  getMessage,
  MESSAGE_SORTS,
  type MessageReply,
  type MessagesReply,
  getMessagePage,
  listMessages,
  type MessageSort,
  retryMessage,
} from '#areas/messages/calls/emails.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { formatPhone } from '#areas/business/rules/australia.ts';
import {
  isText,
  MESSAGE_KIND_LABELS,
  type MessageState,
  type MessageChannel,
} from '#areas/messages/rules/messages.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable, type Sorted } from '#platform/web/ui/layout/data-table.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import type { z } from 'zod';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import { call, addressOf } from '#platform/web/api/client.ts';

type Shown = 'all' | 'email' | 'text' | 'waiting' | 'failed';

const FILTERS: Record<Shown, MessageFilter> = {
  all: {},
  email: { channel: 'email' },
  text: { channel: 'text' },
  waiting: { state: 'waiting' },
  failed: { state: 'failed' },
};

export function EmailsTab() {
  const [status, setStatus] = useAddressValue('status');
  const shown = isShown(status) ? status : 'all';
  const { known, sorted } = useSort(MESSAGE_SORTS);
  const list = useInfiniteQuery(
    messagesQuery({ ...FILTERS[shown], ...(known && { sort: known }) }),
  );
  const [open, setOpen] = useState<MessageReply | null>(null);
  const latest = list.data?.pages[0];
  return (
    <>
      <ListPage
        what="the emails"
        filters={latest && <KeptNotices mode={latest.mode} textMode={latest.textMode} />}
        panel={(rows) => (
          <Tabs<Shown>
            label="Which messages"
            value={shown}
            onChange={(next) => setStatus(next === 'all' ? '' : next)}
            tabs={[
              { name: 'all', label: 'All' },
              { name: 'email', label: 'Emails' },
              { name: 'text', label: 'Texts' },
              { name: 'waiting', label: 'Waiting', ...(latest && { count: latest.waiting }) },
              { name: 'failed', label: 'Failed', ...(latest && { count: latest.failed }) },
            ]}
          >
            <div className="pt-5">{rows}</div>
          </Tabs>
        )}
        list={list}
        rowsOf={({ pages }) => pages.flatMap(({ messages }) => messages)}
        empty={<EmptyState title="Nothing to show" />}
        more="messages"
      >
        {(messages) => <MessageTable messages={messages} sorted={sorted} onOpen={setOpen} />}
      </ListPage>
      <MessageDialog message={open} onClose={() => setOpen(null)} />
    </>
  );
}

function isShown(name: string): name is Shown {
  return name in FILTERS;
}

function KeptNotices({ mode, textMode }: Pick<MessagesReply, 'mode' | 'textMode'>) {
  return (
    <>
      {mode === 'kept' && (
        <Notice title="No mail server is set">
          <p>
            Emails are saved in the data folder and shown here, but not sent. To send them, set
            SMTP_URL and MAIL_FROM.
          </p>
        </Notice>
      )}
      {textMode === 'kept' && (
        <Notice title="No text service is set">
          <p>
            Texts are saved in the data folder and shown here, but not sent. To send them, set
            SMS_ACCOUNT, SMS_TOKEN, SMS_FROM and SMS_BASE_URL.
          </p>
        </Notice>
      )}
    </>
  );
}

type MessageTableProps = {
  messages: readonly MessageReply[];
  sorted: Sorted;
  onOpen: (message: MessageReply) => void;
};

function MessageTable({ messages, sorted, onOpen }: MessageTableProps) {
  const formatInstant = useFormatInstant();
  const columns: Column<MessageReply>[] = [
    {
      name: 'written',
      header: 'Written',
      sorts: 'down',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">{formatInstant(createdAt)}</span>
      ),
    },
    {
      name: 'about',
      header: 'About',
      cell: ({ kind, channel, orderId, orderNumber }) => (
        <>
          {isText(channel) && <Badge variant="outline">Text</Badge>} {MESSAGE_KIND_LABELS[kind]}
          {orderId !== null && orderNumber !== null && (
            <>
              {' '}
              <Link
                to={paths.admin({ tab: 'orders', order: orderId })}
                className="whitespace-nowrap underline underline-offset-4"
              >
                {orderNumber}
              </Link>
            </>
          )}
        </>
      ),
    },
    {
      name: 'recipient',
      header: 'To',
      sorts: 'up',
      cell: ({ channel, recipient }) =>
        isText(channel) ? (
          <span className="whitespace-nowrap">{formatPhone(recipient)}</span>
        ) : (
          <EmailAddress address={recipient} />
        ),
    },
    {
      name: 'state',
      header: 'Status',
      sorts: 'up',
      cell: (message) => <MessageStateBadge message={message} />,
    },
    {
      name: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      isPlain: true,
      cell: (message) => (
        <Button
          variant="quiet"
          size="small"
          className="max-md:-mx-4 max-md:min-h-11"
          onClick={() => onOpen(message)}
        >
          Show
          <VisuallyHidden>
            {' '}
            {MESSAGE_KIND_LABELS[message.kind]} to {message.recipient}
          </VisuallyHidden>
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      caption="Emails and texts"
      sorted={{ ...sorted, sort: sorted.sort || '-written' }}
      columns={columns}
      rows={messages}
      keyOf={({ id }) => id}
    />
  );
}

const REFUSALS = {
  stopped: 'They replied STOP: this number gets no more texts.',
  no_mobile: 'No text can reach this number: it gets no more texts.',
};

type MessageDialogProps = {
  /** Null: closed. */
  message: MessageReply | null;
  onClose: () => void;
};

function MessageDialog({ message, onClose }: MessageDialogProps) {
  return (
    <Dialog
      open={message !== null}
      onClose={onClose}
      title={message ? (message.subject ?? MESSAGE_KIND_LABELS[message.kind]) : ''}
      actions={message?.state === 'failed' && <RetryButton id={message.id} onDone={onClose} />}
    >
      {message && <Message id={String(message.id)} />}
    </Dialog>
  );
}

function RetryButton({ id, onDone }: { id: number; onDone: () => void }) {
  const retrying = useChange(() => call(retryMessage, { params: { id: String(id) } }), {
    refresh: [{ queryKey: MESSAGES_KEY }],
    says: () => ({ title: 'Message queued', description: 'Sending again.' }),
    onDone,
    toastsFailure: true,
  });
  return (
    <ChangeButton change={retrying} variant="primary" busyLabel="Sending…">
      Send again
    </ChangeButton>
  );
}

function Message({ id }: { id: string }) {
  const query = useQuery(freshQuery([...MESSAGES_KEY, 'one', id], getMessage, { params: { id } }));
  return (
    <Loaded query={query} what="the message" kind="detail">
      {(message) => <ShownMessage message={message} />}
    </Loaded>
  );
}

function ShownMessage({ message }: { message: z.infer<typeof getMessage.reply> }) {
  const [look, setLook] = useState<'page' | 'text'>('page');
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">To</dt>
        <dd>
          <EmailAddress address={message.recipient} />
        </dd>
        {message.from !== null && (
          <>
            <dt className="text-ink-soft">From</dt>
            <dd>
              <EmailAddress address={message.from} />
            </dd>
          </>
        )}
        <dt className="text-ink-soft">Status</dt>
        <dd>
          <MessageStateBadge message={message} />
        </dd>
      </dl>
      {message.refusal !== null && <p>{REFUSALS[message.refusal]}</p>}
      {message.text === null && (
        <p className="text-ink-soft">No text: not written yet, or deleted after 90 days.</p>
      )}
      {message.text !== null && isText(message.channel) && (
        <p className="max-w-md rounded-2xl rounded-bl-sm bg-primary-soft px-4 py-3 wrap-anywhere">
          {message.text}
        </p>
      )}
      {message.text !== null && message.channel === 'email' && (
        <>
          <PillChoice
            legend="View as"
            hideLegend
            layout="even"
            value={look}
            pills={[
              { value: 'page', label: 'As a page' },
              { value: 'text', label: 'As plain text' },
            ]}
            onChange={setLook}
          />
          {look === 'page' ? (
            <iframe
              title="The email"
              src={addressOf(getMessagePage, { params: { id: String(message.id) } })}
              sandbox=""
              className="h-[60vh] w-full rounded-2xl border border-line bg-surface"
            />
          ) : (
            <pre className="max-h-[60vh] overflow-auto rounded-2xl border border-line p-4 text-sm break-words whitespace-pre-wrap">
              {message.text}
            </pre>
          )}
        </>
      )}
    </div>
  );
}

const STATES: Record<MessageState, { label: string; variant: BadgeVariant }> = {
  waiting: { label: 'Waiting', variant: 'secondary' },
  sent: { label: 'Sent', variant: 'default' },
  kept: { label: 'Saved, not sent', variant: 'outline' },
  failed: { label: 'Failed', variant: 'destructive' },
  withdrawn: { label: 'Withdrawn', variant: 'outline' },
};

/** The status of an email, with its last error below, or why it was not sent. */
function MessageStateBadge({ message }: { message: MessageReply }) {
  const formatInstant = useFormatInstant();
  const { state, lastError, nextTryAt, tries } = message;
  const { label, variant } = STATES[state];
  const isStuck = lastError !== null && (state === 'waiting' || state === 'failed');
  return (
    <div className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      <Badge variant={variant}>{label}</Badge>
      {state === 'withdrawn' && lastError !== null && (
        <span className="max-w-80 text-sm break-words text-ink-soft">{lastError}</span>
      )}
      {isStuck && (
        <span className="max-w-80 text-sm break-words text-ink-soft">
          {lastError} ({tries === 1 ? '1 attempt' : `${tries} attempts`}
          {state === 'waiting' && nextTryAt !== null && `, next ${formatInstant(nextTryAt)}`})
        </span>
      )}
    </div>
  );
}

const MESSAGES_KEY = ['messages'];

type MessageFilter = { state?: MessageState; channel?: MessageChannel; sort?: MessageSort };

/** All emails and texts, newest first unless sorted, a page at a time. Refetched whenever they are shown. */
function messagesQuery(filter: MessageFilter) {
  return pagedQuery([...MESSAGES_KEY, filter], (page, signal) =>
    call(listMessages, { query: { ...filter, ...page }, signal }),
  );
}
