import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { DELIVERIES_KEY, deliveriesQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
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
  const list = useQuery(deliveriesQuery(date));
  useLiveQueries(LIVE);

  function go(to: PlainDate) {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  }
  return (
    <div className="grid gap-5 py-5" aria-busy={list.isFetching}>
      <DayPicker
        title={date && <h2 className="text-xl">{formatDate(date)}</h2>}
        date={date}
        now={today}
        onChoose={go}
        refresh={{ isBusy: list.isFetching, onRefresh: () => void list.refetch() }}
      />
      <OpenIncidents date={date ?? undefined} />
      <Loaded query={list} what="the deliveries">
        {(deliveries) =>
          deliveries.length > 0 ? (
            <DeliveryList key={deliveries[0]?.date} deliveries={deliveries} />
          ) : (
            <EmptyState
              title={date === null ? 'No deliveries today' : `No deliveries on ${formatDate(date)}`}
            >
              Choose another day above.
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}
