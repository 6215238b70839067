import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type ShoppingReply,
  type ShoppingOrder,
  type ArrivalChoice,
  getShoppingFile,
  printShopping,
} from '#areas/kitchen/calls/shopping.ts';
import {
  type AskedShopping,
  SHOPPING_KEY,
  shoppingQuery,
  fileSource,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { DaysBar } from '#areas/kitchen/web/portal/days-bar.tsx';
import { OrderCard } from '#areas/kitchen/web/portal/order-card.tsx';
import {
  type Shop,
  SHOPPING_VIEWS,
  useAskedShopping,
  needText,
  packsText,
  spoilText,
} from '#areas/kitchen/web/portal/use-shopping.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ANY_DAY_TEXT } from '#areas/menu/rules/supplier-rounds.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { addressOf } from '#platform/web/api/client.ts';

const LIVE = [SHOPPING_KEY];

export function ShoppingTab() {
  const shop = useAskedShopping();
  const { asked, view, show } = shop;
  const list = useQuery({
    ...shoppingQuery(asked ?? { from: '', to: '', forecast: 'on', arrivals: '' }),
    enabled: asked !== null,
  });
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
            {(found) => asked && <ShoppingList list={found} asked={asked} shop={shop} />}
          </Loaded>
        </div>
      </Tabs>
    </div>
  );
}

type ListProps = { list: ShoppingReply; asked: AskedShopping; shop: Shop };

function ShoppingList({ list, asked, shop: { view, chooseArrivals } }: ListProps) {
  const { orders, suppliers, ...gaps } = list;
  return (
    <>
      <ListGaps {...gaps} />
      {orders.length === 0 && (
        <EmptyState title="Nothing to buy: no orders yet, and no forecast for these days" />
      )}
      {view === 'area' && <AreaList orders={orders} />}
      {view === 'supplier' && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {[...Map.groupBy(orders, ({ supplierId }) => supplierId)].map(
            ([supplierId, ordersOfSupplier]) => (
              <section
                key={supplierId}
                aria-label={ordersOfSupplier[0]?.supplier}
                className="grid gap-3"
              >
                <SupplierDays
                  days={suppliers.find((one) => one.supplierId === supplierId)}
                  ordered={ordersOfSupplier
                    .filter(({ sent }) => sent !== null)
                    .map(({ arrives }) => arrives)}
                  onArrivals={(chosen) => chooseArrivals(supplierId, chosen)}
                />
                {ordersOfSupplier.map((order) => (
                  <OrderCard key={order.arrives} order={order} asked={asked} />
                ))}
              </section>
            ),
          )}
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

function ShoppingBar({ asked, shop }: { asked: AskedShopping; shop: Shop }) {
  const { view, setForecast, step, choose } = shop;
  const printing = useSendToPrinter({ saved: 'Shopping List Downloaded' });
  return (
    <DaysBar
      what="For deliveries"
      file={addressOf(getShoppingFile, { query: asked })}
      {...{ asked, setForecast, step, choose }}
    >
      <Button
        variant="secondary"
        size="small"
        busy={printing.isBusy}
        busyLabel="Printing…"
        onClick={() => printing.run(fileSource(printShopping, { query: { ...asked, by: view } }))}
      >
        Print all
      </Button>
    </DaysBar>
  );
}

type GapsProps = Pick<
  ShoppingReply,
  'short' | 'withoutPack' | 'fromLabels' | 'missing' | 'cheaper'
>;

const MOST_UNFOLDED = 6;

function ListGaps({ short, withoutPack, fromLabels, missing, cheaper }: GapsProps) {
  const mayEdit = useMayDo('editRecipes');
  return (
    <>
      {short.length > 0 && <TooLate short={short} />}
      {withoutPack.length > 0 && (
        <Notice tone="warning" title="Not in any order, because no preferred pack is entered">
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
        <Notice tone="warning" title="The list is incomplete">
          <ul className="list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {fromLabels.meals.length > 0 && <FromLabels fromLabels={fromLabels} />}
      {mayEdit && cheaper.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Cheaper packs elsewhere: {cheaper.length}
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

/** By day, each with its ways out; folded when it is long, so that what can still be ordered is in sight. */
function TooLate({ short }: Pick<GapsProps, 'short'>) {
  const days = [...Map.groupBy(short, ({ date }) => date)].map(([date, shortLines]) => (
    <section key={date} aria-label={`Too late for ${formatDayAndMonth(date)}`}>
      <p className="font-semibold">Too late for {formatDayAndMonth(date)}</p>
      <ul className="grid">
        {shortLines.map((line) => (
          <TooLateLine key={line.ingredientId} line={line} />
        ))}
      </ul>
    </section>
  ));
  return (
    <Notice tone="error" title="Too late to order">
      {short.length <= MOST_UNFOLDED ? (
        days
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold underline">
            {short.length} ingredients
          </summary>
          {days}
        </details>
      )}
    </Notice>
  );
}

function TooLateLine({ line }: { line: ShoppingReply['short'][number] }) {
  const { ingredientId, ingredient, qty, baseUnit, supplier, date, pots, mealIds } = line;
  const mayCook = useMayDo('cook');
  const maySettle = useMayDo('settleRunOut');
  const [mealId] = mealIds;
  const linkClass = 'inline-flex min-h-11 items-center font-semibold underline';
  const of = <span className="sr-only"> {ingredient}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <span>
        {ingredient} {formatQuantity(qty, baseUnit)}{' '}
        <span className="text-sm">
          ({supplier}
          {pots.length > 0 && `, for ${pots.join(', ')}`})
        </span>
      </span>
      {mayCook && (
        <Link
          to={paths.admin({ tab: 'shopping', by: 'goods', ingredient: ingredientId })}
          className={linkClass}
        >
          I buy it myself{of}
        </Link>
      )}
      {mayCook && pots.length > 0 && (
        <Link to={paths.admin({ tab: 'plan', from: date, to: date })} className={linkClass}>
          Move the pot{of}
        </Link>
      )}
      {maySettle && mealId !== undefined && (
        <Link to={paths.admin({ tab: 'meals', runOut: mealId, date })} className={linkClass}>
          Run out…{of}
        </Link>
      )}
    </li>
  );
}

/** Never in an order: a label says what is in a finished portion, not what to buy. */
function FromLabels({ fromLabels: { meals, ingredients } }: Pick<GapsProps, 'fromLabels'>) {
  const title =
    meals.length === 1
      ? 'From labels: 1 meal has no recipe'
      : `From labels: ${meals.length} meals have no recipe`;
  return (
    <Notice tone="warning" title={title}>
      <p>{meals.join(', ')}: not in the orders.</p>
      <ul className="list-disc pl-5">
        {ingredients.map(({ name, grams, isWhole }) => (
          <li key={name} className="tabular-nums">
            {name}:{' '}
            {grams === null
              ? 'share not stated'
              : `${isWhole ? '' : 'over '}${formatQuantity(grams, 'g')}`}
          </li>
        ))}
      </ul>
      <Link
        to={paths.admin({ tab: 'cookbook' })}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {meals.length === 1 ? 'Write its recipe' : 'Write their recipes'}
      </Link>
    </Notice>
  );
}

type SupplierDaysProps = {
  days: ShoppingReply['suppliers'][number] | undefined;
  /** Ordered already, so that these days stay. */
  ordered: readonly PlainDate[];
  onArrivals: (days: PlainDate[]) => void;
};

function SupplierDays({ days, ordered, onArrivals }: SupplierDaysProps) {
  if (!days) return null;
  const { supplier, chosen, others, deliveryDays, hasRounds, isChosen } = days;
  const open = deliveryDays.filter((day) => !ordered.includes(day));
  const isOn = (day: PlainDate) => chosen.arrivals.includes(day);
  return (
    <div className="grid gap-1">
      <h3 className="text-lg">{supplier}</h3>
      <p className="text-ink-soft tabular-nums">
        {isChosen ? 'You chose ' : ''}
        {choiceText(chosen)}
      </p>
      {!hasRounds && (
        <p className="text-sm text-ink-soft">
          Their rounds are not entered: the list assumes {ANY_DAY_TEXT}.
        </p>
      )}
      {(others.length > 0 || isChosen || open.length > 0) && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Other days<span className="sr-only"> for {supplier}</span>
          </summary>
          <ul className="grid gap-1 pb-2">
            {others.map((choice) => (
              <li key={choice.arrivals.join(' ')} className="flex flex-wrap items-center gap-x-4">
                <span className="tabular-nums">{choiceText(choice)}</span>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => onArrivals([...choice.arrivals])}
                >
                  Choose<span className="sr-only"> {countText(choice)}</span>
                </Button>
              </li>
            ))}
            {isChosen && (
              <li>
                <Button variant="quiet" size="small" onClick={() => onArrivals([])}>
                  Back to the best days<span className="sr-only"> of {supplier}</span>
                </Button>
              </li>
            )}
          </ul>
          <div
            role="group"
            aria-label={`Delivery days of ${supplier}`}
            className="flex flex-wrap gap-2"
          >
            {open.map((day) => (
              <CheckChip
                key={day}
                checked={isOn(day)}
                onToggle={() =>
                  onArrivals(
                    isOn(day)
                      ? chosen.arrivals.filter((one) => one !== day)
                      : [...chosen.arrivals, day],
                  )
                }
              >
                {formatDayAndMonth(day)}
              </CheckChip>
            ))}
          </div>
          <p className="pt-2 text-sm text-ink-soft">
            The sums are packs and deliveries, with what is missing to their minimum, less what is
            good for another week.
          </p>
        </details>
      )}
    </div>
  );
}

function countText({ arrivals }: ArrivalChoice): string {
  return arrivals.length === 1 ? '1 delivery' : `${arrivals.length} deliveries`;
}

/** "2 deliveries, Mon 30 Nov and Thu 3 Dec: $649.10, 11 lines out of date." */
function choiceText(choice: ArrivalChoice): string {
  const { arrivals, cents, outOfDate } = choice;
  const days = arrivals.map((day) => formatDayAndMonth(day));
  const named = [days.slice(0, -1).join(', '), ...days.slice(-1)].filter((part) => part !== '');
  const late =
    outOfDate === 1 ? ', but 1 line out of date' : `, but ${outOfDate} lines out of date`;
  const sum = cents < 0 ? '$0.00' : formatDollars(cents);
  return `${countText(choice)}, ${named.join(' and ')}: ${sum}${outOfDate > 0 ? late : ''}.`;
}
