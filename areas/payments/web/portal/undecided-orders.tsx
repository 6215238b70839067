import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { call } from '#platform/web/api/client.ts';
import { type ReactNode, useId, type ComponentType, useState } from 'react';
import {
  type UndecidedOrderReply,
  type UnmatchedEventReply,
  confirmUndecidedOrder,
  refundUndecidedOrder,
  retryEvent,
} from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { usePaymentsChange } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { describeDelivery, describeReason } from '#areas/payments/web/portal/describe-payments.ts';
import { HoldLines } from '#areas/order-book/web/hold-lines.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** Paid orders that nobody has confirmed. */
export function UndecidedOrders({ orders }: { orders: readonly UndecidedOrderReply[] }) {
  /** Stays open if the order leaves the list meanwhile. */
  const [asked, setAsked] = useState<{ order: UndecidedOrderReply; Dialog: Decision } | null>(null);
  return (
    <>
      {orders.length > 0 && (
        <OverviewSection
          title="Orders that need a decision"
          about="They are paid, but couldn’t be confirmed automatically. Keep or refund each order."
        >
          <ul className="grid gap-3 lg:grid-cols-2">
            {orders.map((order) => (
              <UndecidedOrder
                key={order.id}
                order={order}
                onAsk={(Dialog) => setAsked({ order, Dialog })}
              />
            ))}
          </ul>
        </OverviewSection>
      )}
      {asked && <asked.Dialog order={asked.order} onClose={() => setAsked(null)} />}
    </>
  );
}

type DecisionProps = { order: UndecidedOrderReply; onClose: () => void };
type Decision = ComponentType<DecisionProps>;
type UndecidedOrderProps = { order: UndecidedOrderReply; onAsk: (dialog: Decision) => void };

function UndecidedOrder({ order, onAsk }: UndecidedOrderProps) {
  const formatInstant = useFormatInstant();
  const { orderNumber, customerName, total, paidAt, refundsItselfAt, onHold = [] } = order;
  return (
    <Card as="li" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <OrderLink id={order.id} orderNumber={orderNumber} />
        <Price amount={total} className="text-lg font-semibold" />
      </div>
      <div className="grid gap-1">
        <p className="font-semibold text-warning">{describeReason(order.reason)}</p>
        {onHold.length > 0 && <HoldLines onHold={onHold} />}
        <p className="break-words">
          {customerName}, paid {formatInstant(paidAt)}
        </p>
        <ul className="text-sm text-ink-soft">
          {order.deliveries.map((delivery) => (
            <li key={`${delivery.date} ${delivery.window}`}>{describeDelivery(delivery)}</li>
          ))}
        </ul>
        <p className="text-sm">
          {refundsItselfAt === null
            ? 'It stays here until you decide.'
            : `If nobody decides, it will be refunded ${formatInstant(refundsItselfAt)}.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {onHold.length > 0 && (
          <Link to={paths.admin({ tab: 'recipes' })} className={buttonClass('primary', 'small')}>
            Settle it
            <VisuallyHidden> for order {orderNumber}</VisuallyHidden>
          </Link>
        )}
        <Button
          size="small"
          variant={onHold.length > 0 ? 'secondary' : 'primary'}
          onClick={() => onAsk(ConfirmDecisionDialog)}
        >
          {onHold.length > 0 ? 'Keep it, with the hold' : 'Keep'}
          <VisuallyHidden>
            {onHold.length > 0 ? ':' : ''} order {orderNumber}
          </VisuallyHidden>
        </Button>
        <Button size="small" variant="secondary" onClick={() => onAsk(RefundDecisionDialog)}>
          {onHold.length > 0 ? 'Refund the order' : 'Refund'}
          <VisuallyHidden>
            {onHold.length > 0 ? '' : ' order'} {orderNumber}
          </VisuallyHidden>
        </Button>
      </div>
    </Card>
  );
}

/** Refused if someone has changed the order since it was shown. */
function asShown({ id, version }: UndecidedOrderReply) {
  return { params: { id: String(id) }, body: { version } };
}

function useDecision(send: () => Promise<AdminOrderReply>, onClose: () => void) {
  return usePaymentsChange(send, {
    says: ({ orderNumber, status }) =>
      status === 'confirmed'
        ? { title: 'Order Kept', description: `${orderNumber} is confirmed and has its places.` }
        : {
            title: 'Order Cancelled',
            description: `${orderNumber} is cancelled. We’re refunding the full amount to the card.`,
          },
    onDone: onClose,
  });
}

function ConfirmDecisionDialog({ order, onClose }: DecisionProps) {
  const { onHold = [] } = order;
  const keeping = useDecision(() => call(confirmUndecidedOrder, asShown(order)), onClose);
  return (
    <ActionDialog
      title="Keep this order?"
      act="Keep order"
      keep="Not now"
      busyLabel="Confirming…"
      change={keeping}
      go={() => keeping.run()}
      onClose={onClose}
    >
      <p>
        This confirms order {order.orderNumber} for {order.customerName} and takes a place in each
        of these windows, if one is left:
      </p>
      <ul className="list-disc pl-5">
        {order.deliveries.map((delivery) => (
          <li key={`${delivery.date} ${delivery.window}`}>{describeDelivery(delivery)}</li>
        ))}
      </ul>
      {onHold.length > 0 && (
        <div>
          <HoldLines onHold={onHold} />
          <p>It stays on hold: not cooked until it is settled under Food to settle.</p>
        </div>
      )}
      {order.reason === 'amount_differs' && (
        <p>The amount paid stays the same. The order then shows any overpayment or shortfall.</p>
      )}
    </ActionDialog>
  );
}

function RefundDecisionDialog({ order, onClose }: DecisionProps) {
  const refunding = useDecision(() => call(refundUndecidedOrder, asShown(order)), onClose);
  return (
    <ActionDialog
      title="Cancel and refund?"
      act="Cancel and refund"
      keep="Not now"
      busyLabel="Refunding…"
      danger
      change={refunding}
      go={() => refunding.run()}
      onClose={onClose}
    >
      <p>
        This cancels order {order.orderNumber} for {order.customerName} and refunds the full amount
        to the card. The customer gets an email. This cannot be undone.
      </p>
    </ActionDialog>
  );
}

export function UnmatchedEvents({ events }: { events: readonly UnmatchedEventReply[] }) {
  const formatInstant = useFormatInstant();
  const retrying = usePaymentsChange((id: string) => call(retryEvent, { params: { id } }), {
    says: ({ state }) =>
      state === 'unmatched'
        ? {
            title: 'Still Unmatched',
            description: 'It matches no order. We’ll keep it and try again.',
            tone: 'error',
          }
        : { title: 'Event Matched', description: 'The event has been processed.' },
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
          busy={retrying.isBusy && retrying.given === event.id}
          busyLabel="Trying…"
          onClick={() => retrying.run(event.id)}
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
