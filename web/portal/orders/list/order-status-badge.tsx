import type { AdminOrderReply } from '#contract/admin-orders.ts';
import type { OrderStatus } from '#domain/ordering/status/order-status.ts';
import { Badge, type BadgeVariant } from '#web/ui/feedback/badge.tsx';
import { formatRefundState } from '../detail/order-money.ts';

/** Spec 4. */
const VARIANTS: Record<OrderStatus, BadgeVariant> = {
  pending: 'secondary',
  confirmed: 'default',
  delivered: 'outline',
  cancelled: 'destructive',
};

type OrderStatusBadgeProps = { order: Pick<AdminOrderReply, 'status' | 'refunds' | 'warning'> };

/** The status, with any open question about the money below. */
export function OrderStatusBadge({ order }: OrderStatusBadgeProps) {
  const { status, refunds, warning } = order;
  const latest = refunds.at(-1);
  const isOpen = latest !== undefined && latest.state !== 'succeeded';
  return (
    <div className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      <Badge variant={VARIANTS[status]}>{status}</Badge>
      {isOpen && (
        <span
          className={latest.state === 'failed' ? 'text-sm text-danger' : 'text-sm text-ink-soft'}
        >
          {formatRefundState(latest.state)}
        </span>
      )}
      {!isOpen && warning !== null && (
        <span className="max-w-48 text-sm text-warning">{warning}</span>
      )}
    </div>
  );
}
