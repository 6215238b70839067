import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { AskedPlan } from '#areas/kitchen/web/portal/production-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { orderState } from './order-state.ts';

type BuyListProps = {
  orders: readonly ShoppingOrder[];
  date: PlainDate;
  today: PlainDate;
  asked: AskedPlan;
};

/** What suppliers bring on a day, each with what became of the order, and the way to the shopping list. */
export function BuyList({ orders, date, today, asked }: BuyListProps) {
  if (orders.length === 0) return null;
  const address = paths.admin({
    tab: 'shopping',
    from: asked.from,
    to: asked.to,
    ...(asked.forecast !== 'on' && { forecast: asked.forecast }),
  });
  return (
    <ul
      aria-label="Arrives"
      className="flex flex-wrap rounded-xl border border-line bg-surface text-sm leading-tight"
    >
      {orders.map((order) => {
        const { text, isAlarming } = orderState(order, today);
        return (
          <li key={`${order.supplierId} ${order.arrives}`}>
            <Link
              to={address}
              className="flex min-h-11 items-center rounded-xl px-2 py-1 hover:bg-primary-soft"
            >
              <span>
                <span className="font-semibold text-primary underline">{order.supplier}</span>
                {order.arrives !== date && `, ${formatDayAndMonth(order.arrives)}`}:{' '}
                <span className={classNames(isAlarming && 'font-semibold text-danger')}>
                  {text}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
