import type { UnmatchedEventReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import {
  sendEventAgain,
  usePaymentsChange,
} from '#areas/payments/web/portal/payments-overview-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { type ReactNode, useId } from 'react';

/** Events from the card provider that match no order. */
export function UnmatchedEvents({ events }: { events: readonly UnmatchedEventReply[] }) {
  const formatInstant = useFormatInstant();
  const retrying = usePaymentsChange(({ id }: UnmatchedEventReply) => sendEventAgain(id), {
    says: ({ state }) =>
      state === 'unmatched'
        ? {
            title: 'Still Unmatched',
            description: 'It matches no order. We’ll keep it and try again.',
            tone: 'error',
          }
        : { title: 'Event Matched', description: 'The event has been processed.', tone: 'success' },
    toastsFailure: true,
  });
  if (events.length === 0) return null;
  const columns: Column<UnmatchedEventReply>[] = [
    {
      name: 'received',
      header: 'Received',
      cell: ({ receivedAt }) => formatInstant(receivedAt),
    },
    {
      name: 'event',
      header: 'Event',
      cell: ({ type, paymentIntentId }) => (
        <div className="grid">
          <span className="break-all">{type}</span>
          <span className="text-sm break-all text-ink-soft">{paymentIntentId}</span>
        </div>
      ),
    },
    {
      name: 'tries',
      header: 'Attempts',
      cell: ({ tries, nextTryAt }) =>
        `${tries}, ${nextTryAt === null ? 'no more automatic attempts' : `next ${formatInstant(nextTryAt)}`}`,
    },
    {
      name: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      isPlain: true,
      cell: (event) => (
        <Button
          size="small"
          variant="secondary"
          busy={retrying.isBusy && retrying.given?.id === event.id}
          busyLabel="Trying…"
          onClick={() => retrying.run(event)}
        >
          Try again
          <VisuallyHidden> {event.id}</VisuallyHidden>
        </Button>
      ),
    },
  ];
  return (
    <OverviewSection
      title="Events that match no order"
      about={
        <>
          The card provider reported payments that match no order. We retry them automatically for
          three days. Any that remain belong to another shop on the same account, or to an order
          that must be rebuilt: <code>npm run reconcile -- --rebuild</code>.
        </>
      }
    >
      <DataTable
        caption="Unmatched events, oldest first"
        columns={columns}
        rows={events}
        keyOf={({ id }) => id}
      />
    </OverviewSection>
  );
}

type OverviewSectionProps = { title: ReactNode; about: ReactNode; children: ReactNode };

/** One section of the page: its items, and what to do about them. */
export function OverviewSection({ title, about, children }: OverviewSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <h3 id={id} className="text-lg">
          {title}
        </h3>
        <p className="max-w-prose text-sm text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  );
}
