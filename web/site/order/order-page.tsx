import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderingWeekReply } from '#contract/ordering.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/page-data.ts';
import { mealsQuery } from '#web/api/site/meals.ts';
import { orderingWeekQuery } from '#web/api/site/ordering.ts';
import type { ForCaller } from '#web/navigation/for-caller.ts';
import { useFontsOnce } from '#web/navigation/scripts-first.ts';
import { readSlotBell } from '#web/storage/slot-bell.ts';
import { purgeOldTrackedOrders } from '#web/storage/tracked-orders.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { OrderHeader } from './order-header.tsx';
import { orderMenu } from './state/order-menu.ts';
import { OrderSkeleton } from './order-skeleton.tsx';
import { OrderWizard } from './order-wizard.tsx';

// Few have a place held for them.
const HeldPlace = lazy(async () => ({
  default: (await import('./bell/held-place.tsx')).HeldPlace,
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
