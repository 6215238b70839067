import { Button } from '#platform/web/ui/form/button.tsx';
import { type ComponentType, useState } from 'react';
import { useForm } from '#platform/web/api/use-form.ts';
import { call } from '#platform/web/api/client.ts';
import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type PaymentsOverviewReply,
  type OpenBalanceReply,
  type DisputeReply,
  type FailedRefundReply,
  checkBooks,
  handleRefund,
  retryRefund,
} from '#areas/payments/calls/admin-payments.ts';
import { paymentsOverviewQuery, usePaymentsChange } from './payments-overview-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { BooksSection } from './books-section.tsx';
import { UndecidedOrders, UnmatchedEvents, OverviewSection } from './undecided-orders.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import {
  describeBalance,
  describeBooks,
  describeDispute,
  describeDisputeReason,
  describeRefundFailure,
  describeSentRefund,
} from './describe-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice, type NoticeTone } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { amountInDollars } from '#platform/rules/money.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { LONGEST_REFUND_NOTE } from '#areas/order-book/rules/order-status.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** Any change to an order may add or remove a decision to make. */
const LIVE = [paymentsOverviewQuery.queryKey];

export function PaymentsTab() {
  useLiveQueries(LIVE);
  const query = useQuery(paymentsOverviewQuery);
  const overview = query.data;
  return (
    <section className="grid gap-6 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl">Payments</h2>
          {overview && <ModeBadge overview={overview} />}
        </div>
        {overview && <CheckButton />}
      </div>
      <Loaded query={query} what="the payments">
        {(found) => <Overview overview={found} />}
      </Loaded>
    </section>
  );
}

function Overview({ overview }: { overview: PaymentsOverviewReply }) {
  return (
    <>
      <OverviewSummary overview={overview} />
      <UndecidedOrders orders={overview.undecidedOrders} />
      <FailedRefunds refunds={overview.failedRefunds} />
      <UnmatchedEvents events={overview.unmatchedEvents} />
      <OpenBalances balances={overview.openBalances} />
      <DisputeList disputes={overview.disputes} />
      <BooksSection check={overview.lastCheck} />
    </>
  );
}

function ModeBadge({ overview: { mode, livemode } }: { overview: PaymentsOverviewReply }) {
  if (livemode) return <Badge>Stripe: real money</Badge>;
  return (
    <Badge variant="secondary">
      {mode === 'stripe' ? 'Stripe test mode: no real money' : 'Sandbox: no real money'}
    </Badge>
  );
}

function CheckButton() {
  const checking = usePaymentsChange(() => call(checkBooks, {}), {
    says: ({ ok, notCompared }) =>
      ok
        ? {
            title: 'Books Checked',
            description: notCompared === null ? 'They match.' : `No mistakes; ${notCompared}.`,
          }
        : { title: 'Books Checked', description: 'They don’t match.', tone: 'error' },
    toastsFailure: true,
  });
  return (
    <ChangeButton change={checking} variant="secondary" busyLabel="Checking…">
      Check the books now
    </ChangeButton>
  );
}

const COLUMNS: Column<OpenBalanceReply>[] = [
  {
    name: 'order',
    header: 'Order',
    cell: ({ orderId, orderNumber }) => <OrderLink id={orderId} orderNumber={orderNumber} />,
  },
  { name: 'balance', header: 'Balance', cell: describeBalance },
];

/** Orders whose money is not what they cost. */
function OpenBalances({ balances }: { balances: readonly OpenBalanceReply[] }) {
  if (balances.length === 0) return null;
  return (
    <OverviewSection
      title="Open balances"
      about="These orders were changed after they were paid. Open each one to refund the difference, or ask the customer for what is missing."
    >
      <DataTable
        caption="Orders with an open balance"
        columns={COLUMNS}
        rows={balances}
        keyOf={({ orderId }) => String(orderId)}
      />
    </OverviewSection>
  );
}

/** At a glance: whether the books match. How much needs someone is Today's to say. */
function OverviewSummary({ overview }: { overview: PaymentsOverviewReply }) {
  return (
    <Notice tone={toneOf(overview)} announce="polite" title={describeBooks(overview)}>
      <Checks overview={overview} />
    </Notice>
  );
}

function toneOf({ lastCheck }: PaymentsOverviewReply): NoticeTone {
  if (lastCheck === null) return 'info';
  return lastCheck.ok ? 'success' : 'error';
}

function Checks({ overview: { lastCheck, lastReconcile } }: { overview: PaymentsOverviewReply }) {
  const formatInstant = useFormatInstant();
  return (
    <ul className="text-sm">
      <li>
        {lastCheck
          ? `Books checked ${formatInstant(lastCheck.at)}: ${lastCheck.ok ? 'they match' : 'they don’t match, see below'}.`
          : 'The books haven’t been checked yet. They are checked every night.'}
      </li>
      {lastCheck?.notCompared && <li>{lastCheck.notCompared}.</li>}
      {lastReconcile && (
        <li>
          Card provider checked {formatInstant(lastReconcile.at)}:{' '}
          {lastReconcile.fixed === 0
            ? 'nothing was missing here.'
            : `${lastReconcile.fixed} missing here, now added. Check that webhooks arrive.`}
        </li>
      )}
      {lastReconcile?.alarms.map((alarm) => (
        <li key={alarm} className="font-semibold break-words text-danger">
          {alarm}
        </li>
      ))}
    </ul>
  );
}

function DisputeList({ disputes }: { disputes: readonly DisputeReply[] }) {
  const formatInstant = useFormatInstant();
  if (disputes.length === 0) return null;
  const open = disputes.filter(({ isOpen }) => isOpen).length;
  const columns: Column<DisputeReply>[] = [
    {
      name: 'order',
      header: 'Order',
      cell: ({ orderId, orderNumber }) =>
        orderId !== null && orderNumber !== null ? (
          <OrderLink id={orderId} orderNumber={orderNumber} />
        ) : (
          'Not one of ours'
        ),
    },
    {
      name: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Price amount={amount} />,
    },
    { name: 'reason', header: 'Reason', cell: (dispute) => describeDisputeReason(dispute) },
    {
      name: 'state',
      header: 'Status',
      cell: (dispute) => (
        <span className={dispute.isOpen ? 'font-semibold text-danger' : undefined}>
          {describeDispute(dispute)}
        </span>
      ),
    },
    {
      name: 'due',
      header: 'Respond by',
      cell: ({ dueBy, isOpen }) => (isOpen && dueBy !== null ? formatInstant(dueBy) : 'No date'),
    },
  ];
  return (
    <OverviewSection
      title={open > 0 ? `Disputes (${open} open)` : 'Disputes'}
      about="A customer asked their bank for the money back. Respond in the card provider’s dashboard. Order and delivery stay as they are, and nothing can be refunded while a dispute is open."
    >
      <DataTable
        caption="Disputes, newest first"
        columns={columns}
        rows={disputes}
        keyOf={({ id }) => id}
        isFaded={({ isOpen }) => !isOpen}
      />
    </OverviewSection>
  );
}

/** Money that customers were promised and did not get. */
function FailedRefunds({ refunds }: { refunds: readonly FailedRefundReply[] }) {
  /** Stays open if the refund leaves the list meanwhile. */
  const [asked, setAsked] = useState<{ refund: FailedRefundReply; Dialog: Deed } | null>(null);
  return (
    <>
      {refunds.length > 0 && (
        <OverviewSection
          title="Failed refunds"
          about="The customer has not been paid. Send it again, or pay another way and record how."
        >
          <ul className="grid gap-3 lg:grid-cols-2">
            {refunds.map((refund) => (
              <FailedRefund
                key={refund.id}
                refund={refund}
                onAsk={(Dialog) => setAsked({ refund, Dialog })}
              />
            ))}
          </ul>
        </OverviewSection>
      )}
      {asked && <asked.Dialog refund={asked.refund} onClose={() => setAsked(null)} />}
    </>
  );
}

type RefundDialogProps = { refund: FailedRefundReply; onClose: () => void };
type Deed = ComponentType<RefundDialogProps>;
type FailedRefundProps = { refund: FailedRefundReply; onAsk: (dialog: Deed) => void };

function FailedRefund({ refund, onAsk }: FailedRefundProps) {
  const formatInstant = useFormatInstant();
  const { orderId, orderNumber, amount, reason, failureReason, failedAt, staffEmail } = refund;
  return (
    <Card as="li" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <OrderLink id={orderId} orderNumber={orderNumber} />
        <Price amount={amount} className="text-lg font-semibold" />
      </div>
      <div className="grid gap-1">
        <p className="font-semibold break-words text-danger">
          {describeRefundFailure(failureReason)}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {reason}, requested by{' '}
          {staffEmail ?? 'no one here (automatic, or made at the card provider)'}, failed{' '}
          {formatInstant(failedAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => onAsk(RetryRefundDialog)}>
          Send again
          <VisuallyHidden> the refund of order {orderNumber}</VisuallyHidden>
        </Button>
        <Button size="small" variant="secondary" onClick={() => onAsk(HandledDialog)}>
          Mark as handled
          <VisuallyHidden> the refund of order {orderNumber}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  );
}

function RetryRefundDialog({ refund, onClose }: RefundDialogProps) {
  const params = { id: String(refund.id) };
  const sending = usePaymentsChange(() => call(retryRefund, { params }), {
    says: ({ amount, state }) => ({
      title: state === 'failed' ? 'Refund Failed' : 'Refund Sent Again',
      description: `${amountInDollars(amount)}: ${describeSentRefund(state)}`,
      tone: state === 'failed' ? 'error' : 'success',
    }),
    onDone: onClose,
  });
  return (
    <ActionDialog
      title="Send this refund again?"
      act="Send again"
      keep="Not now"
      busyLabel="Sending…"
      change={sending}
      go={() => sending.run()}
      onClose={onClose}
    >
      <p>
        This sends {amountInDollars(refund.amount)} for order {refund.orderNumber} to the same card
        again, or what is still due of it. The failed refund stays in the order’s history.
      </p>
    </ActionDialog>
  );
}

function HandledDialog({ refund: { id, amount, orderNumber }, onClose }: RefundDialogProps) {
  const form = useForm({
    initial: { note: '' },
    check: ({ note }) => (note.trim() === '' ? { note: 'Please enter what was done' } : {}),
    send: ({ note }) =>
      call(handleRefund, { params: { id: String(id) }, body: { note: note.trim() } }),
    refresh: [paymentsOverviewQuery],
    says: () => ({
      title: 'Refund Handled',
      description: `Your note is in the history of order ${orderNumber}.`,
    }),
    onDone: onClose,
  });
  return (
    <ActionDialog
      title="Mark this refund as handled?"
      act="Mark as handled"
      keep="Not now"
      busyLabel="Saving…"
      change={form}
      go={form.submit}
      onClose={onClose}
    >
      <p>
        This takes the refund of {amountInDollars(amount)} for order {orderNumber} off the list. No
        money moves, so only do this once the customer has been paid.
      </p>
      <TextField
        label="What was done"
        placeholder="Bank transfer on Friday, receipt 4711"
        maxLength={LONGEST_REFUND_NOTE}
        {...form.text('note')}
      />
    </ActionDialog>
  );
}
