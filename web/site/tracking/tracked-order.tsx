import type { TrackedOrderReply } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/ordering/order-status.ts';
import { Card } from '#web/ui/card.tsx';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import { Price } from '#web/ui/price.tsx';
import { TrackedDelivery } from './tracked-delivery.tsx';

const STATUS: Record<OrderStatus, { tone: NoticeTone; title: string; text: string }> = {
  pending: {
    tone: 'warning',
    title: 'Paid, and being checked',
    text: 'Your payment has arrived. One of us is looking at the delivery and will be in touch.',
  },
  confirmed: {
    tone: 'success',
    title: 'Confirmed',
    text: 'Paid and on our list. We bring it as shown below.',
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

export function TrackedOrder({ order }: { order: TrackedOrderReply }) {
  const { tone, title, text } = STATUS[order.status];
  return (
    <>
      <p className="text-lg">
        Order <strong className="tabular-nums">{order.orderNumber}</strong> for {order.firstName}
      </p>
      <Notice tone={tone} title={title}>
        <p>{text}</p>
      </Notice>
      {order.deliveries.map((delivery) => (
        <TrackedDelivery key={delivery.date + delivery.timeSlot} delivery={delivery} />
      ))}
      <div className="grid gap-6 md:grid-cols-2">
        <DeliveredTo order={order} />
        <Totals order={order} />
      </div>
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
      {order.specialInstructions && <p className="text-ink-soft">“{order.specialInstructions}”</p>}
    </Card>
  );
}

function Totals({ order }: { order: TrackedOrderReply }) {
  const lines = [
    { label: 'Meals', amount: order.subtotal },
    {
      label: order.deliveryType === 'daily' ? 'Daily delivery' : 'Weekly delivery',
      amount: order.deliveryFee,
    },
    { label: 'Tax', amount: order.tax },
  ];
  return (
    <Card as="section" className="grid content-start gap-2">
      <h2 className="text-xl">What you paid</h2>
      <dl className="grid gap-1">
        {lines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd>
              <Price amount={amount} />
            </dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={order.total} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
