import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { OrderStatus } from '#areas/order-book/rules/order-status.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { formatRefundState } from '#areas/orders/web/portal/detail/order-money.ts';

/** Spec 4. */
export const STATUS_VARIANTS: Record<OrderStatus, BadgeVariant> = {
  pending: 'secondary',
  confirmed: 'default',
  delivered: 'outline',
  cancelled: 'destructive',
};

type OrderProps = { order: Pick<AdminOrderReply, 'status' | 'refunds' | 'warning'> };

/** The status, with any open question about the money below. */
export function OrderStatusBadge({ order }: OrderProps) {
  return (
    <div className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      <Badge variant={STATUS_VARIANTS[order.status]}>{order.status}</Badge>
      <OpenMoney order={order} />
    </div>
  );
}

/** An open question about the money, on one line: all of it is in its title and on the order's own page. */
export function OpenMoney({ order: { refunds, warning } }: OrderProps) {
  const latest = refunds.at(-1);
  if (latest !== undefined && latest.state !== 'succeeded') {
    const colour = latest.state === 'failed' ? 'text-danger' : 'text-ink-soft';
    return <span className={`block text-xs ${colour}`}>{formatRefundState(latest.state)}</span>;
  }
  if (warning === null) return null;
  return (
    <span title={warning} className="block truncate text-xs text-warning max-xl:whitespace-normal">
      {warning}
    </span>
  );
}
