import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  type AskedShopping,
  SHOPPING_KEY,
  shoppingQuery,
  stockQuery,
} from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { AreaList } from './area-list.tsx';
import { ListGaps } from './list-gaps.tsx';
import { OrderCard } from './order-card.tsx';
import { ShoppingBar } from './shopping-bar.tsx';
import { StockList } from './stock-list.tsx';
import { type Shop, SHOPPING_VIEWS, useAskedShopping } from './use-shopping.ts';

const LIVE = [SHOPPING_KEY];

/** What to buy for the plan: an order for each supplier and day, or by store area. */
export function ShoppingTab() {
  const shop = useAskedShopping();
  const { asked, view, show } = shop;
  const list = useQuery({
    ...shoppingQuery(asked ?? { from: '', to: '', forecast: 'on', arrivals: '' }),
    enabled: asked !== null,
  });
  const { data: stock = null } = useQuery(stockQuery);
  useLiveQueries(LIVE);
  return (
    <div className="grid gap-5 py-5" aria-busy={list.isFetching}>
      {asked && <ShoppingBar asked={asked} shop={shop} />}
      <Tabs
        label="Ways to look at the shopping list"
        tabs={SHOPPING_VIEWS}
        value={view}
        onChange={show}
      >
        <div className="grid gap-4 pt-4">
          {list.data && asked && (
            <ShoppingList list={list.data} stock={stock} asked={asked} shop={shop} />
          )}
          <Unloaded query={list} />
        </div>
      </Tabs>
    </div>
  );
}

/** What is in the store. */
export function StockTab() {
  const stock = useQuery(stockQuery);
  useLiveQueries(LIVE);
  return (
    <div className="grid gap-4 py-5" aria-busy={stock.isFetching}>
      {stock.data && <StockList stock={stock.data} />}
      <Unloaded query={stock} />
    </div>
  );
}

type UnloadedProps = {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
};

function Unloaded({ query: { data, error, isFetching, refetch } }: UnloadedProps) {
  if (data) return null;
  if (isFetching || !error) return <ShoppingSkeleton />;
  return (
    <ErrorState
      title="We couldn’t load the shopping list"
      message={describeFailure(error)}
      onRetry={() => void refetch()}
    />
  );
}

type ListProps = {
  list: ShoppingReply;
  stock: StockReply | null;
  asked: AskedShopping;
  shop: Shop;
};

function ShoppingList({ list, stock, asked, shop: { view, chooseArrivals } }: ListProps) {
  const { orders, suppliers, today, ...gaps } = list;
  const stocked = new Map((stock?.ingredients ?? []).map((one) => [one.ingredientId, one]));
  return (
    <>
      <ListGaps {...gaps} />
      {orders.length === 0 && (
        <EmptyState title="Nothing to buy: no orders yet, and no forecast for these days" />
      )}
      {view === 'area' && <AreaList orders={orders} />}
      {view === 'supplier' && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {orders.map((order) => {
            const days = suppliers.find(({ supplierId }) => supplierId === order.supplierId);
            return (
              <OrderCard
                key={`${order.supplierId} ${order.arrives}`}
                order={order}
                asked={asked}
                today={today}
                days={days ?? { deliveryDays: [], arrivals: [] }}
                stock={stocked}
                onArrivals={(chosen) => chooseArrivals(order.supplierId, chosen)}
              />
            );
          })}
        </div>
      )}
    </>
  );
}

function ShoppingSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the shopping list</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
