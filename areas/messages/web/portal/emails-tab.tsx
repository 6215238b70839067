import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageReply, MessagesReply } from '#areas/messages/calls/emails.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type MessageFilter, messagesQuery } from '#areas/messages/web/portal/messages-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { MessageDialog } from './message-dialog.tsx';
import { MessageTable } from './message-table.tsx';

type Shown = 'all' | 'email' | 'text' | 'waiting' | 'failed';

const FILTERS: Record<Shown, MessageFilter> = {
  all: {},
  email: { channel: 'email' },
  text: { channel: 'text' },
  waiting: { state: 'waiting' },
  failed: { state: 'failed' },
};

/** Every email and text: whether it was sent, and what it says. */
export function EmailsTab() {
  const [params] = useSearchParams();
  const [shown, setShown] = useState<Shown>(params.get('status') === 'failed' ? 'failed' : 'all');
  const list = useInfiniteQuery(messagesQuery(FILTERS[shown]));
  const [open, setOpen] = useState<MessageReply | null>(null);
  const latest = list.data?.pages[0];
  return (
    <section className="grid gap-5 py-5" aria-busy={!list.data && list.isFetching}>
      {latest && <KeptNotices mode={latest.mode} textMode={latest.textMode} />}
      <Tabs<Shown>
        label="Which messages"
        value={shown}
        onChange={setShown}
        tabs={[
          { name: 'all', label: 'All' },
          { name: 'email', label: 'Emails' },
          { name: 'text', label: 'Texts' },
          { name: 'waiting', label: 'Waiting', ...(latest && { count: latest.waiting }) },
          { name: 'failed', label: 'Failed', ...(latest && { count: latest.failed }) },
        ]}
      >
        <div className="grid gap-5 pt-5">
          {list.data && (
            <Messages
              messages={list.data.pages.flatMap((page) => page.messages)}
              onOpen={setOpen}
            />
          )}
          {!list.data && list.error && !list.isFetching && (
            <ErrorState
              title="We couldn’t load the emails"
              message={describeFailure(list.error)}
              onRetry={() => void list.refetch()}
            />
          )}
          {!list.data && list.isFetching && <EmailsSkeleton />}
          {list.hasNextPage && (
            <Button
              variant="secondary"
              className="justify-self-center"
              busy={list.isFetchingNextPage}
              busyLabel="Loading…"
              onClick={() => void list.fetchNextPage()}
            >
              Show older messages
            </Button>
          )}
        </div>
      </Tabs>
      <MessageDialog message={open} onClose={() => setOpen(null)} />
    </section>
  );
}

type KeptNoticesProps = Pick<MessagesReply, 'mode' | 'textMode'>;

function KeptNotices({ mode, textMode }: KeptNoticesProps) {
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

type MessagesProps = { messages: readonly MessageReply[]; onOpen: (message: MessageReply) => void };

function Messages({ messages, onOpen }: MessagesProps) {
  if (messages.length === 0) return <EmptyState title="Nothing to show" />;
  return <MessageTable messages={messages} onOpen={onOpen} />;
}

function EmailsSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading emails</span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
