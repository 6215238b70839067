import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useFontsOnce } from '#platform/web/navigation/scripts-first.ts';
import { purgeOldTrackedOrders } from '#areas/order-book/web/site/kept-tracked-orders.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ClosedForCallers, soldAllTheSame } from './closed-for-callers.tsx';
import { OrderHeader } from './order-header.tsx';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderWizard } from './order-wizard.tsx';

// While the kitchen sells nobody loads it.
const ClosedOrder = lazy(async () => ({
  default: (await import('./closed-order.tsx')).ClosedOrder,
}));

/** `forCaller`: staff order for a caller. */
export function OrderPage({ forCaller }: { forCaller?: ForCaller }) {
  const { business } = useConfig();
  const {
    data: week,
    error: weekError,
    refetch: refetchWeek,
    isFetching: isFetchingWeek,
  } = useQuery(orderingWeekQuery);
  const {
    data: meals,
    error: menuError,
    refetch: refetchMenu,
    isFetching: isFetchingMenu,
  } = useQuery(mealsQuery);
  const menu = useMemo(() => orderMenu(meals ?? []), [meals]);
  const [sellsAllTheSame, setSellsAllTheSame] = useState(false);
  const kitchen = useMemo(() => week && soldAllTheSame(week, business), [week, business]);

  const error = weekError ?? menuError;
  useFontsOnce(Boolean((week && meals) ?? error));

  useEffect(() => purgeOldTrackedOrders(Date.now()), []);

  const refreshKitchen = useCallback(() => {
    void refetchWeek();
    void refetchMenu();
  }, [refetchWeek, refetchMenu]);

  // Data fetched before stays in use if a later fetch fails.
  if (week && kitchen && meals) {
    if (week.sale.state !== 'open' && !sellsAllTheSame)
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
        {...kitchen}
        menu={menu}
        onRefreshKitchen={refreshKitchen}
        forCaller={forCaller}
      />
    );
  }
  if (!error) return <OrderSkeleton />;
  return (
    <>
      <OrderHeader step={1} />
      <main className="mx-auto w-full max-w-3xl px-4 py-8">
        <ErrorState
          title="We couldn’t load the menu"
          message={describeFailure(error)}
          retrying={isFetchingWeek || isFetchingMenu}
          onRetry={refreshKitchen}
        />
      </main>
    </>
  );
}
