import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  type OrderListFilter,
  orderCountsQuery,
  ordersQuery,
} from '#web/api/portal/admin-orders.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { Button } from '#web/ui/form/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import { LiveLine } from './live-line.tsx';
import { OrderFilters } from './order-filters.tsx';
import { ordersOf } from './order-list.ts';
import { OrderTable } from './order-table.tsx';
import { changeOrdersAddress, emptyListText, STATUS_TABS } from './orders-address.ts';
import type { LiveOrders } from './use-live-orders.ts';

type OrderListScreenProps = { filter: OrderListFilter; live: LiveOrders };

export function OrderListScreen({ filter, live }: OrderListScreenProps) {
  const [params, setParams] = useSearchParams();
  const { data: counts } = useQuery(orderCountsQuery);

  function ask(change: Partial<OrderListFilter>) {
    setParams(changeOrdersAddress(params, change), { replace: true, preventScrollReset: true });
  }
  return (
    <div className="grid gap-4 py-5">
      <h2 className="sr-only">Customer Orders</h2>
      <OrderFilters filter={filter} onChange={ask} />
      <Tabs
        label="Orders by status"
        look="pill"
        tabs={STATUS_TABS.map((name) => ({
          name,
          label: name[0]?.toUpperCase() + name.slice(1),
          ...(counts && { count: counts[name] }),
        }))}
        value={filter.status}
        onChange={(status) => ask({ status })}
      >
        <OrderList filter={filter} live={live} />
      </Tabs>
    </div>
  );
}

function OrderList({ filter, live }: OrderListScreenProps) {
  const list = useInfiniteQuery({ ...ordersQuery(filter), placeholderData: keepPreviousData });
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  if (!data && error && !isFetching) {
    return (
      <div className="pt-4">
        <ErrorState
          title="We couldn’t load the orders"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  if (!data) return <ListSkeleton />;
  const orders = ordersOf(data.pages);
  return (
    <div
      className={isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}
      aria-busy={isPlaceholderData}
    >
      <LiveLine shown={orders.length} live={live} error={error} onRetry={() => void refetch()} />
      {orders.length > 0 ? (
        <OrderTable orders={orders} fresh={live.fresh} />
      ) : (
        !isPlaceholderData && <EmptyState title={emptyListText(filter)} />
      )}
      {list.hasNextPage && (
        <div className="grid justify-items-center py-5">
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            busyLabel="Loading…"
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div role="status" className="grid gap-3 pt-4">
      <span className="sr-only">Loading orders</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  );
}
