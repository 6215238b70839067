import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { phoneOrdersQuery } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { PhoneOrderCard } from './phone-order-card.tsx';

const LIVE = [phoneOrdersQuery.queryKey];

/** Orders that wait for a caller's payment, and what became of those of the last days. */
export function PhoneOrdersTab() {
  useLiveQueries(LIVE);
  return (
    <section className="grid gap-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Phone orders</h2>
        <Link to={paths.phoneOrder()} className={buttonClass('primary', 'small')}>
          New phone order
        </Link>
      </div>
      <Loaded query={useQuery(phoneOrdersQuery)} what="the phone orders">
        {(orders) => <Lists orders={orders} />}
      </Loaded>
    </section>
  );
}

function Lists({ orders }: { orders: readonly PhoneOrderReply[] }) {
  if (orders.length === 0) {
    return (
      <EmptyState title="No phone orders in the last 7 days">
        <p>
          Take an order for a caller with the wizard that customers use. They get a link to pay, and
          their places are held until then.
        </p>
      </EmptyState>
    );
  }
  const isOpen = ({ state }: PhoneOrderReply) => ['waiting', 'reminded', 'ending'].includes(state);
  const toSee = ({ state, seenAt }: PhoneOrderReply) => state === 'not_paid' && seenAt === null;
  return (
    <>
      <List title="Not paid, to look at" orders={orders.filter(toSee)} />
      <List title="Waiting for payment" orders={orders.filter(isOpen)} />
      <List
        title="Ended in the last 7 days"
        orders={orders.filter((order) => !isOpen(order) && !toSee(order))}
      />
    </>
  );
}

function List({ title, orders }: { title: string; orders: readonly PhoneOrderReply[] }) {
  if (orders.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h3 className="text-lg">
        {title} <span className="text-ink-soft tabular-nums">({orders.length})</span>
      </h3>
      <ul className="grid gap-3">
        {orders.map((order) => (
          <PhoneOrderCard key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}
