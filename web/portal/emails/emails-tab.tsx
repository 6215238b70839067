import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageReply } from '#contract/emails.ts';
import type { MessageState } from '#domain/emails/messages.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { messagesQuery } from '#web/api/portal/messages.ts';
import { Button } from '#web/ui/form/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { MessageTable } from './message-table.tsx';

type Shown = 'all' | 'waiting' | 'failed';

/** Every email: whether it was sent, and what it says. */
export function EmailsTab() {
  const [shown, setShown] = useState<Shown>('all');
  const state: MessageState | undefined = shown === 'all' ? undefined : shown;
  const list = useInfiniteQuery(messagesQuery(state));
  const [open, setOpen] = useState<MessageReply | null>(null);
  const latest = list.data?.pages[0];
  return (
    <section className="grid gap-5 py-5" aria-busy={!list.data && list.isFetching}>
      <h2 className="text-xl">Emails</h2>
      {latest?.mode === 'kept' && (
        <Notice title="No mail server is set">
          <p>
            Emails are saved in the data folder and shown here, but not sent. To send them, set
            SMTP_URL and MAIL_FROM.
          </p>
        </Notice>
      )}
      <Tabs<Shown>
        label="Which emails"
        look="pill"
        value={shown}
        onChange={setShown}
        tabs={[
          { name: 'all', label: 'All' },
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
              Show older emails
            </Button>
          )}
        </div>
      </Tabs>
      <MessageDialog message={open} onClose={() => setOpen(null)} />
    </section>
  );
}

type MessagesProps = { messages: readonly MessageReply[]; onOpen: (message: MessageReply) => void };

function Messages({ messages, onOpen }: MessagesProps) {
  if (messages.length === 0) return <EmptyState title="No emails to show" />;
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
