import { useCallback, useEffect, useState } from 'react';
import { listMeals, type MealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { type PageData, usePageData } from '#areas/business/web/page-data.ts';
import { call } from '#platform/web/api/client.ts';

type Kitchen = { week: OrderingWeekReply | null; meals: readonly MealReply[] };

/** As fetched last, for whoever comes back from the checkout. */
const known = new WeakMap<PageData, Kitchen>();

/**
 * The week and the menu that are sold from. Step 1 needs no more of the server, and is there sooner without the library
 * that keeps replies for the other steps. What was fetched before stays in use if a later fetch fails.
 */
export function useKitchen() {
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
