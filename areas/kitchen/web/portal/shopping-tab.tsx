import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import type { StockReply } from '#areas/kitchen/calls/stock.ts';
import {
  type AskedShopping,
  SHOPPING_KEY,
  shoppingQuery,
  stockQuery,
} from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { AreaList } from './area-list.tsx';
import { ListGaps } from './list-gaps.tsx';
import { OrderCard } from './order-card.tsx';
import { ShoppingBar } from './shopping-bar.tsx';
import { StockList } from './stock-list.tsx';
import { type Shop, SHOPPING_VIEWS, useAskedShopping } from './use-shopping.ts';

const LIVE = [SHOPPING_KEY];

/** What to buy for the plan: an order for each supplier and day, or by store area; and what is in the store. */
export function ShoppingTab() {
  const shop = useAskedShopping();
  const { asked, view, show } = shop;
  const list = useQuery({
    ...shoppingQuery(asked ?? { from: '', to: '', forecast: 'on', arrivals: '' }),
    enabled: asked !== null,
  });
  const stock = useQuery(stockQuery);
  useLiveQueries(LIVE);
  return (
    <div className="grid gap-5 py-5" aria-busy={list.isFetching}>
      {asked && <ShoppingBar asked={asked} shop={shop} />}
      <Tabs
        label="Ways to look at the shopping list"
        look="pill"
        tabs={SHOPPING_VIEWS}
        value={view}
        onChange={show}
      >
        <div className="grid gap-4 pt-4">
          {view === 'stock' ? (
            <Loaded query={stock} what="the stock">
              {(found) => <StockList stock={found} />}
            </Loaded>
          ) : (
            <Loaded query={list} what="the shopping list">
              {(found) =>
                asked && (
                  <ShoppingList list={found} stock={stock.data ?? null} asked={asked} shop={shop} />
                )
              }
            </Loaded>
          )}
        </div>
      </Tabs>
    </div>
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
