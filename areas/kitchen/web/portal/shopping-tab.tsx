import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { ShoppingReply, ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import type { StockReply, StockedReply } from '#areas/kitchen/calls/stock.ts';
import {
  type AskedShopping,
  SHOPPING_KEY,
  shoppingQuery,
  stockQuery,
  shoppingFileAddress,
  shoppingPrintout,
} from './kitchen-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { DaysBar } from './days-bar.tsx';
import { OrderCard } from './order-card.tsx';
import {
  type Shop,
  SHOPPING_VIEWS,
  useAskedShopping,
  needText,
  packsText,
  spoilText,
} from './use-shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useState } from 'react';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { StockForm } from './stock-form.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';

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
          <Loaded query={list} what="the shopping list">
            {(found) =>
              asked && <ShoppingList list={found} stock={stock} asked={asked} shop={shop} />
            }
          </Loaded>
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
      <Loaded query={stock} what="the stock">
        {(found) => <StockList stock={found} />}
      </Loaded>
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

/** What is to be bought as it is put away. */
function AreaList({ orders }: { orders: readonly ShoppingOrder[] }) {
  const all = orders.flatMap(({ supplier, arrives, lines }) =>
    lines.filter(({ packs }) => packs > 0).map((line) => ({ supplier, arrives, line })),
  );
  return STORE_AREAS.map((area) => {
    const there = all
      .filter(({ line }) => line.storeArea === area)
      .toSorted((a, b) => a.line.ingredient.localeCompare(b.line.ingredient, 'en-AU'));
    if (there.length === 0) return null;
    return (
      <Card key={area} as="section" aria-label={STORE_AREA_NAMES[area]} className="grid gap-2">
        <h3 className="text-lg">{STORE_AREA_NAMES[area]}</h3>
        <ul className="grid">
          {there.map(({ supplier, arrives, line }) => (
            <li
              key={`${line.packId} ${arrives}`}
              className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2 sm:grid-cols-[1fr_1fr_1.4fr_1.4fr]"
            >
              <span className="font-semibold">{line.ingredient}</span>
              <span className="tabular-nums">{packsText(line)}</span>
              <span className="col-span-2 text-ink-soft tabular-nums sm:col-span-1">
                {needText(line)}
              </span>
              <span className="col-span-2 text-ink-soft sm:col-span-1">
                {supplier}, {formatDayAndMonth(arrives)}
              </span>
              {spoilText(line) !== null && (
                <span className="col-span-2 text-warning sm:col-span-4">! {spoilText(line)}</span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}

/** Which deliveries the list is for, and the list on paper and as a file. */
function ShoppingBar({ asked, shop }: { asked: AskedShopping; shop: Shop }) {
  const { view, setForecast, step, choose } = shop;
  const { showToast } = useToast();
  const printing = useSendToPrinter({ saved: 'Shopping List Downloaded', tell: showToast });
  return (
    <DaysBar
      what="For deliveries"
      file={shoppingFileAddress(asked)}
      {...{ asked, setForecast, step, choose }}
    >
      <Button
        variant="secondary"
        size="small"
        busy={printing.isBusy}
        busyLabel="Printing…"
        onClick={() =>
          printing.run(shoppingPrintout(asked, { by: view === 'area' ? 'area' : 'supplier' }))
        }
      >
        Print all
      </Button>
    </DaysBar>
  );
}

/** What is in the store, area by area, to count or to throw away. */
function StockList({ stock: { ingredients, today } }: { stock: StockReply }) {
  if (ingredients.length === 0) {
    return (
      <EmptyState title="No ingredient’s stock is counted">
        Open an ingredient under “Recipes and ingredients” and switch on “We count its stock”.
      </EmptyState>
    );
  }
  return STORE_AREAS.map((area) => {
    const there = ingredients.filter(({ storeArea }) => storeArea === area);
    if (there.length === 0) return null;
    return (
      <Card key={area} as="section" aria-label={STORE_AREA_NAMES[area]} className="grid gap-2">
        <h2 className="text-lg">{STORE_AREA_NAMES[area]}</h2>
        <ul className="grid">
          {there.map((stocked) => (
            <Stocked key={stocked.ingredientId} stocked={stocked} today={today} />
          ))}
        </ul>
      </Card>
    );
  });
}

function Stocked({ stocked, today }: { stocked: StockedReply; today: string }) {
  const [params] = useSearchParams();
  const isAsked = params.get('count') === String(stocked.ingredientId);
  const [asks, setAsks] = useState<'count' | 'waste' | null>(isAsked ? 'count' : null);
  const formatInstant = useFormatInstant();
  const mayCook = useMayDo('cook');
  const { ingredient, baseUnit, qty, expires, counted } = stocked;
  return (
    <li className="grid gap-1 border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="font-semibold">{ingredient}</span>{' '}
          <span className="tabular-nums">
            {qty < 0 ? 'less than nothing: please count it' : formatQuantity(qty, baseUnit)}
          </span>
        </p>
        {mayCook && (
          <div className="flex gap-1">
            <Button variant="quiet" size="small" onClick={() => setAsks('count')}>
              Count<span className="sr-only"> {ingredient}</span>
            </Button>
            <Button variant="quiet" size="small" onClick={() => setAsks('waste')}>
              Thrown away<span className="sr-only"> of {ingredient}</span>
            </Button>
          </div>
        )}
      </div>
      <p className="text-sm text-ink-soft">
        {counted ? `Counted ${formatInstant(counted.at)} by ${counted.by}` : 'Never counted'}
      </p>
      {expires.map(({ useBy, qty: part }) => (
        <p key={useBy} className={useBy < today ? 'text-sm text-danger' : 'text-sm'}>
          {useBy < today ? 'Out of date since' : 'Use by'} {formatDayAndMonth(useBy)}:{' '}
          {formatQuantity(part, baseUnit)}
        </p>
      ))}
      {asks !== null && <StockForm stocked={stocked} what={asks} onDone={() => setAsks(null)} />}
    </li>
  );
}

type GapsProps = Pick<ShoppingReply, 'short' | 'withoutPack' | 'missing' | 'cheaper'>;

const MOST_UNFOLDED = 6;

/** What the list cannot promise, and where that is mended. */
function ListGaps({ short, withoutPack, missing, cheaper }: GapsProps) {
  const mayEdit = useMayDo('editRecipes');
  return (
    <>
      {short.length > 0 && <Short short={short} />}
      {withoutPack.length > 0 && (
        <Notice tone="warning" title="In no order, because no preferred pack is entered">
          <ul className="list-disc pl-5">
            {withoutPack.map(({ ingredientId, ingredient, need, baseUnit }) => (
              <li key={ingredientId}>
                {ingredient}: {formatQuantity(need, baseUnit)}
              </li>
            ))}
          </ul>
          {mayEdit && (
            <Link
              to="/admin?tab=cookbook&part=suppliers"
              className="inline-flex min-h-11 items-center underline"
            >
              Open suppliers
            </Link>
          )}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="warning" title="The list is not whole">
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {mayEdit && cheaper.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Cheaper packs: {cheaper.length}
          </summary>
          <ul className="list-disc pl-5">
            {cheaper.map(({ ingredientId, ingredient, supplier, pack, savesBp }) => (
              <li key={ingredientId}>
                {ingredient}: {pack} from {supplier} costs {Math.floor(savesBp / 100)}% less
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** By supplier, and folded when it is long: the orders come first for whoever can still order. */
function Short({ short }: Pick<GapsProps, 'short'>) {
  const lines = (
    <ul className="list-disc pl-5">
      {[...Map.groupBy(short, ({ supplier }) => supplier)].map(([supplier, theirs]) => (
        <li key={supplier}>
          {supplier}:{' '}
          {theirs
            .map(
              ({ ingredient, qty, baseUnit }) => `${ingredient} ${formatQuantity(qty, baseUnit)}`,
            )
            .join('; ')}
        </li>
      ))}
    </ul>
  );
  return (
    <Notice tone="error" title="Needed before anything arrives, and in no order">
      {short.length <= MOST_UNFOLDED ? (
        lines
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
            {short.length} ingredients
          </summary>
          {lines}
        </details>
      )}
    </Notice>
  );
}
