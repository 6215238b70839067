import { useQuery } from '@tanstack/react-query';
import { addDays, formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { DELIVERIES_KEY, deliveriesQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { DayBar } from '#areas/delivery/web/day-bar.tsx';
import { OpenIncidents } from '#areas/delivery/web/open-incidents.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { DeliveryList } from './delivery-list.tsx';

const LIVE = [DELIVERIES_KEY];

/** A day's deliveries in the sequence of their runs, and what has become of each. */
export function DeliveriesTab() {
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : today;
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(date));
  useLiveQueries(LIVE);

  function go(to: PlainDate) {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  }
  return (
    <div className="grid gap-5 py-5" aria-busy={isFetching}>
      <DayBar
        title="Deliveries"
        date={date}
        isRefreshing={isFetching}
        onChoose={go}
        onStep={(days) => date !== null && go(addDays(date, days))}
        onRefresh={() => void refetch()}
      />
      {data && error && (
        <Notice tone="warning" announce="polite" title="This may be out of date">
          <p>{describeFailure(error)}</p>
        </Notice>
      )}
      <OpenIncidents date={date ?? undefined} />
      {data && data.length > 0 && <DeliveryList key={data[0]?.date} deliveries={data} />}
      {data?.length === 0 && (
        <EmptyState
          title={date === null ? 'No deliveries today' : `No deliveries on ${formatDate(date)}`}
        >
          Choose another day above.
        </EmptyState>
      )}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the deliveries"
          message={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && (isFetching || !error) && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading the deliveries</span>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </div>
  );
}
