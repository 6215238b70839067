import { useQuery } from '@tanstack/react-query';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { phoneOrdersQuery } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { PhoneOrderCard } from './phone-order-card.tsx';

const LIVE = [phoneOrdersQuery.queryKey];

/** Orders that wait for a caller's payment, and what became of those of the last days. */
export function PhoneOrdersTab() {
  useLiveQueries(LIVE);
  const { data, error, isFetching, refetch } = useQuery(phoneOrdersQuery);
  return (
    <section className="grid gap-5 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Phone orders</h2>
        <Link to={paths.phoneOrder()} className={buttonClass('primary', 'small')}>
          New phone order
        </Link>
      </div>
      {data && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      {data ? (
        <Lists orders={data} />
      ) : error && !isFetching ? (
        <ErrorState
          title="We couldn’t load the phone orders"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading phone orders</span>
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      )}
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
