import { useState } from 'react';
import type { UndecidedOrderReply } from '#areas/payments/calls/admin-payments.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import type { OrderDecision } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { describeDelivery, describeReason } from './describe-payments.ts';
import { OverviewSection } from './overview-section.tsx';
import { HoldLines } from '#areas/order-book/web/hold-lines.tsx';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';

type Asked = { order: UndecidedOrderReply; decision: OrderDecision };

/** Paid orders that nobody has confirmed. */
export function UndecidedOrders({ orders }: { orders: readonly UndecidedOrderReply[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
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
                onAsk={(decision) => setAsked({ order, decision })}
              />
            ))}
          </ul>
        </OverviewSection>
      )}
      <DecideDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

type UndecidedOrderProps = {
  order: UndecidedOrderReply;
  onAsk: (decision: OrderDecision) => void;
};

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
            <li key={`${delivery.date} ${delivery.timeSlot}`}>{describeDelivery(delivery)}</li>
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
          onClick={() => onAsk('keep')}
        >
          {onHold.length > 0 ? 'Keep it, with the hold' : 'Keep'}
          <VisuallyHidden>
            {onHold.length > 0 ? ':' : ''} order {orderNumber}
          </VisuallyHidden>
        </Button>
        <Button size="small" variant="secondary" onClick={() => onAsk('refund')}>
          {onHold.length > 0 ? 'Refund the order' : 'Refund'}
          <VisuallyHidden>
            {onHold.length > 0 ? '' : ' order'} {orderNumber}
          </VisuallyHidden>
        </Button>
      </div>
    </Card>
  );
}
