import { type ComponentType, lazy, Suspense } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { isEnded } from '#areas/order-book/rules/delivery-status.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Notice, type NoticeTone } from '#platform/web/ui/feedback/notice.tsx';
import { Aftercare } from './aftercare.tsx';
import { AskedMeals } from './asked-meals.tsx';
import { ChangeHistory, JustChanged } from './change-history.tsx';
import { CancelOwnOrder } from './cancel-own-order.tsx';
import { MissedDeliveries } from './missed-deliveries.tsx';
import { OrderFiles } from './order-files.tsx';
import { OrderInstructions } from './order-instructions.tsx';
import { RefundLines } from './refund-lines.tsx';
import { TrackedRecipient } from './tracked-recipient.tsx';
import { TrackedFoodNeeds } from './tracked-food-needs.tsx';
import { TrackedDelivery } from './tracked-delivery.tsx';
import { TrackedTotals } from './tracked-totals.tsx';

// Most come here to see when their meals arrive.
const OrderAgain = lazy(async () => ({ default: (await import('./order-again.tsx')).OrderAgain }));

const STATUS: Record<OrderStatus, { tone: NoticeTone; title: string; text: string }> = {
  pending: {
    tone: 'warning',
    title: 'Paid, and being checked',
    text: 'We’ve received your payment. We’re checking the delivery and will contact you.',
  },
  confirmed: {
    tone: 'success',
    title: 'Confirmed',
    text: 'We’ll deliver it as shown below.',
  },
  delivered: {
    tone: 'success',
    title: 'Delivered',
    text: 'Everything has been delivered. Enjoy your meals.',
  },
  cancelled: {
    tone: 'error',
    title: 'Cancelled',
    text: 'This order was cancelled. Nothing more will be delivered.',
  },
};

/** Set to delivered by hand, an order may have deliveries ahead. A meal that is not for its person is said first. */
function statusOf({ status, deliveries, owed }: TrackedOrderReply) {
  const isMore = deliveries.some((delivery) => !isEnded(delivery.status));
  const shown = STATUS[status === 'delivered' && isMore ? 'confirmed' : status];
  const held = deliveries.flatMap(({ status: reached, items }) =>
    items.filter(({ onHold }) => onHold !== null).map(() => isEnded(reached)),
  );
  const given = held.filter(Boolean).length;
  if (given > 0)
    return {
      ...shown,
      tone: 'error' as const,
      text: `Please do not eat ${given === 1 ? 'one' : given} of your meals: read why below.`,
    };
  if (shown !== STATUS.confirmed) return shown;
  const paid = owed === null ? 'It’s paid. ' : '';
  if (held.length === 0) return { ...shown, text: `${paid}We’ll deliver it as shown below.` };
  const onHold = held.length === 1 ? 'One of your meals is' : `${held.length} of your meals are`;
  return { ...shown, tone: 'warning' as const, text: `${paid}${onHold} on hold: read why below.` };
}

export type TrackedOrderProps = {
  order: TrackedOrderReply;
  token: string;
  /** What is shown was known earlier, and nothing can be fetched. */
  isOffline?: boolean;
  /** The card form for what is still to pay. */
  PayOwed: ComponentType<{ owed: string; token: string }>;
};

export function TrackedOrder({ order, token, isOffline = false, PayOwed }: TrackedOrderProps) {
  const { tone, title, text } = statusOf(order);
  return (
    <>
      <p className="text-lg">
        Order <strong className="tabular-nums">{order.orderNumber}</strong> for {order.firstName}
      </p>
      <JustChanged changes={order.changes} />
      {!isOffline && order.owed !== null && (
        <Suspense>
          <PayOwed owed={order.owed} token={token} />
        </Suspense>
      )}
      {!isOffline && <AskedMeals choices={order.choices} token={token} />}
      {!isOffline && <MissedDeliveries deliveries={order.deliveries} token={token} />}
      <Notice tone={tone} title={title} announce="polite">
        <p>{text}</p>
        <RefundLines refunds={order.refunds} />
      </Notice>
      {!isOffline && <OrderFiles order={order} token={token} />}
      <TrackedFoodNeeds people={order.people} />
      {order.deliveries.map((delivery) => (
        <TrackedDelivery key={delivery.date + delivery.timeSlot} delivery={delivery} />
      ))}
      {!isOffline && <Aftercare order={order} token={token} />}
      {!isOffline && (
        <Suspense>
          <OrderAgain token={token} />
        </Suspense>
      )}
      {order.recipient && <TrackedRecipient recipient={order.recipient} />}
      <div className="grid gap-6 md:grid-cols-2">
        <DeliveredTo order={order} />
        <OrderInstructions order={order} token={token} />
      </div>
      <TrackedTotals order={order} />
      <ChangeHistory changes={order.changes} />
      <Changes order={order} token={token} />
    </>
  );
}

function DeliveredTo({ order }: { order: TrackedOrderReply }) {
  return (
    <Card as="section" className="grid content-start gap-1">
      <h2 className="text-xl">Delivery address</h2>
      <p>{order.address}</p>
      <p className="text-ink-soft">
        {order.deliveryPreference === 'warm'
          ? 'Warm, when available'
          : 'Cold, at your door, in insulated packaging'}
      </p>
    </Card>
  );
}

/** What can still be changed, and until when; or why nothing can. */
function Changes({ order, token }: { order: TrackedOrderReply; token: string }) {
  const formatInstant = useFormatInstant();
  const { timeZone } = useConfig().business;
  if (order.status === 'cancelled' || order.status === 'delivered') return null;
  return (
    <Card as="section" className="grid justify-items-start gap-3">
      <h2 className="text-xl">Changed your mind?</h2>
      {order.whyUnchangeable === null ? (
        <>
          <p>
            Until {formatInstant(order.changeUntil)} ({timeZone.split('/').at(-1)} time) you can{' '}
            {order.status === 'confirmed'
              ? 'change meals, days, people and your address, or cancel some or all of it. What it then costs less goes back to your card; what it costs more you pay first.'
              : 'change your instructions, or cancel for a full refund.'}
          </p>
          <div className="flex flex-wrap gap-3">
            {order.status === 'confirmed' && (
              <Link to={paths.changeOrder(token)} className={buttonClass('primary', 'small')}>
                Change this order
              </Link>
            )}
            <CancelOwnOrder order={order} token={token} />
          </div>
        </>
      ) : (
        <p>{order.whyUnchangeable}</p>
      )}
    </Card>
  );
}
