import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import { useFontsOnce } from '#platform/web/navigation/scripts-first.ts';
import { readSlotBell } from '#areas/checkout/web/site/kept-slot-bell.ts';
import { purgeOldTrackedOrders } from '#areas/order-book/web/site/kept-tracked-orders.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { OrderHeader } from './order-header.tsx';
import { orderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderWizard } from './order-wizard.tsx';

// Few have a place held for them.
const HeldPlace = lazy(async () => ({
  default: (await import('./held-place.tsx')).HeldPlace,
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

  // By the link that opened this page, or one that another tab was opened by.
  const [bell, setBell] = useState(readSlotBell);
  const linked = useSearchParams()[0].get('bell');
  if (linked !== null && linked !== bell) setBell(linked);

  const error = weekError ?? menuError;
  useFontsOnce(Boolean((week && meals) ?? error));

  useEffect(() => purgeOldTrackedOrders(Date.now()), []);

  const refreshKitchen = useCallback(() => {
    void refetchWeek();
    void refetchMenu();
  }, [refetchWeek, refetchMenu]);

  // Data fetched before stays in use if a later fetch fails.
  if (week && meals) {
    const wizard = (open: OrderingWeekReply, heldPlace: ReactNode) => (
      <OrderWizard
        facts={business}
        week={open}
        menu={menu}
        onRefreshKitchen={refreshKitchen}
        heldPlace={heldPlace}
        forCaller={forCaller}
      />
    );
    if (bell === null || forCaller) return wizard(week, null);
    return (
      <HeldPlace token={bell} week={week}>
        {wizard}
      </HeldPlace>
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
