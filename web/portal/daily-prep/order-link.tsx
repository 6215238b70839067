import { Link } from 'react-router';
import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { paths } from '#web/navigation/paths.ts';

type OrderLinkProps = { order: DailyPrepReply['packingList'][number] };

export function OrderLink({ order }: OrderLinkProps) {
  return (
    <Link
      to={paths.admin({ tab: 'orders', order: order.orderId })}
      className="font-semibold whitespace-nowrap tabular-nums underline underline-offset-4 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {order.orderNumber}
    </Link>
  );
}
