import { isOpenToPublic } from '#areas/business/rules/sale-state.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';
import { Suspense, useEffect, useMemo, useState, useCallback } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig, type PageData, usePageData } from '#areas/business/web/page-data.ts';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { watchBasket } from '#areas/checkout/web/kept-basket.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useFontsOnce } from '#platform/web/navigation/scripts-first.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { OrderHeader } from './order-header.tsx';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderWizard } from './order-wizard.tsx';
import { listMeals, type MealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { call } from '#platform/web/api/client.ts';

// While the kitchen sells nobody loads them.
const ClosedOrder = lazyWithQueries(async () => (await import('./closed-order.tsx')).ClosedOrder);
const ClosedForCallers = lazyWithQueries(
  async () => (await import('./closed-for-callers.tsx')).ClosedForCallers,
);

/** `forCaller`: staff order for a caller. */
export function OrderPage({ forCaller }: { forCaller?: ForCaller }) {
  const { business } = useConfig();
  const { week, meals, error, isFetching, refresh } = useKitchen();
  const menu = useMemo(() => orderMenu(meals, business), [meals, business]);
  const [sellsAllTheSame, setSellsAllTheSame] = useState(false);
  const elsewhere = useOtherTabs(forCaller === undefined);
  const kitchen = useMemo(() => week && soldAllTheSame(week, business), [week, business]);

  useFontsOnce(Boolean(week ?? error));

  if (week && kitchen) {
    const isClosed = forCaller ? !isOpenToPublic(week.sale) : week.sale.state !== 'open';
    if (isClosed && !sellsAllTheSame)
      return (
        <Suspense fallback={<OrderSkeleton />}>
          {forCaller ? (
            <ClosedForCallers
              week={week}
              facts={business}
              onSellAllTheSame={() => setSellsAllTheSame(true)}
            />
          ) : (
            <ClosedOrder sale={week.sale} meals={meals} />
          )}
        </Suspense>
      );
    return (
      <OrderWizard
        key={elsewhere.times}
        {...kitchen}
        ordered={elsewhere.ordered}
        menu={menu}
        onRefreshKitchen={refresh}
        forCaller={forCaller}
      />
    );
  }
  if (!error) return <OrderSkeleton isForCaller={forCaller !== undefined} />;
  return (
    <>
      <OrderHeader step={1} />
      <main className="mx-auto w-full max-w-3xl px-4 py-8">
        <ErrorState
          title="We couldn’t load the menu"
          message={describeFailure(error)}
          retrying={isFetching}
          onRetry={refresh}
        />
      </main>
    </>
  );
}

/** The wizard begins again with what another tab has made of the order. */
function useOtherTabs(isShared: boolean): { times: number; ordered: string | null } {
  const [elsewhere, setElsewhere] = useState<{ times: number; ordered: string | null }>({
    times: 0,
    ordered: null,
  });
  useEffect(() => {
    if (!isShared) return;
    const beginAgain = (ordered: string | null) =>
      setElsewhere(({ times }) => ({ times: times + 1, ordered }));
    return watchBasket({ onAhead: () => beginAgain(null), onGone: beginAgain });
  }, [isShared]);
  return elsewhere;
}

type Kitchen = { week: OrderingWeekReply | null; meals: readonly MealReply[] };

/** As fetched last, for anyone who comes back from the checkout. */
const known = new WeakMap<PageData, Kitchen>();

/**
 * The week and the menu that are sold from. Step 1 needs no more of the server, and is there sooner without the library
 * that keeps replies for the other steps. What was fetched before stays in use if a later fetch fails.
 */
function useKitchen() {
  const pageData = usePageData();
  const [kitchen, setKitchen] = useState<Kitchen>(
    () => known.get(pageData) ?? { week: null, meals: pageData.meals },
  );
  const [error, setError] = useState<unknown>(null);
  const [isFetching, setIsFetching] = useState(false);

  useEffect(() => void known.set(pageData, kitchen), [pageData, kitchen]);

  const take = useCallback(
    (asked: Promise<Fetched>) =>
      asked
        .then(({ week, meals }) => {
          setKitchen((before) => ({
            week: sameIfEqual(before.week, week),
            meals: meals ? sameIfEqual(before.meals, meals) : before.meals,
          }));
          setError(null);
        }, setError)
        .finally(() => setIsFetching(false)),
    [],
  );
  const isKnown = kitchen.week !== null;
  useEffect(() => {
    if (!isKnown) void take(fetchKitchen({ withMeals: false }));
  }, [isKnown, take]);
  const refresh = useCallback(() => {
    setIsFetching(true);
    void take(fetchKitchen({ withMeals: true }));
  }, [take]);

  return { ...kitchen, error, isFetching, refresh };
}

type Fetched = { week: OrderingWeekReply; meals: readonly MealReply[] | null };

async function fetchKitchen({ withMeals }: { withMeals: boolean }): Promise<Fetched> {
  const [week, meals] = await Promise.all([
    call(getOrderingWeek, {}),
    withMeals ? call(listMeals, {}) : null,
  ]);
  return { week, meals };
}

/** The same object for the same content: all that was worked out from it stays too. */
function sameIfEqual<T>(before: T | null, now: T): T {
  return before !== null && JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

/** The week and the facts for staff who sell all the same: only what is full or switched off stays closed. */
function soldAllTheSame(
  week: OrderingWeekReply,
  facts: BusinessFacts,
): { week: OrderingWeekReply; facts: BusinessFacts } {
  if (week.sale.state === 'open') return { week, facts };
  const days = week.days.map((day) => ({
    ...day,
    windows: windowsOfWeekday(facts, weekdayOf(day.date)).map((timeSlot) => {
      const set = day.windows.find((window) => window.timeSlot === timeSlot);
      if (!set) return { timeSlot, open: true, placesLeft: null };
      return { ...set, open: set.reason === 'before' || set.reason === 'ended' };
    }),
  }));
  return { week: { ...week, days }, facts: { ...facts, closures: [] } };
}
