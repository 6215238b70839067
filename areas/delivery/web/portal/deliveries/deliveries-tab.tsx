import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { DELIVERIES_KEY, deliveriesQuery } from '#areas/orders/web/portal/deliveries-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { OpenIncidents } from '#areas/delivery/web/open-incidents.tsx';
import { useNavigate, useSearchParams, withValues } from '#platform/web/navigation/address.ts';
import { inTimeOrder, isDeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { type ToClose, useClosing } from '#areas/places/web/portal/closing.ts';
import { CloseDialog } from '#areas/delivery/web/portal/close-dialog.tsx';
import { IncidentResult } from '#areas/delivery/web/portal/incident-result.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DeliveryList } from './delivery-list.tsx';

const LIVE = [DELIVERIES_KEY];

export function DeliveriesTab() {
  const [params, setParams] = useSearchParams();
  const today = useToday();
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : today;
  const list = useQuery(deliveriesQuery(date));
  useLiveQueries(LIVE);
  const navigate = useNavigate();
  const close = useClosing();
  const mayClose = useMayDo('editSlots');

  const go = (to: PlainDate) =>
    setParams(withValues(params, { date: to }), { preventScrollReset: true });
  const incident = Number(params.get('incident'));
  if (incident > 0)
    return (
      <div className="grid gap-5 py-5">
        <IncidentResult key={incident} id={incident} withTitle />
      </div>
    );
  return (
    <div className="grid gap-5 py-5" aria-busy={list.isFetching}>
      <DayPicker
        title={
          date && (
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="text-xl">{formatDate(date)}</h2>
              {mayClose && today !== null && date >= today && (
                <Button
                  variant="secondary"
                  size="small"
                  className="print:hidden"
                  onClick={() => close({ from: date, windows: [] })}
                >
                  Close…
                </Button>
              )}
            </div>
          )
        }
        date={date}
        now={today}
        onChoose={go}
        refresh={{ isBusy: list.isFetching, onRefresh: () => void list.refetch() }}
      />
      <OpenIncidents />
      {params.get('tab') === 'close' && (
        <CloseDialog
          key={params.toString()}
          first={toCloseIn(params)}
          onClose={() =>
            void navigate(paths.admin({ tab: 'deliveries', date: date ?? undefined }), {
              replace: true,
            })
          }
        />
      )}
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

/** What an address asks to close; what it says wrongly is not chosen yet. */
function toCloseIn(params: URLSearchParams): ToClose {
  const day = (name: string) => {
    const asked = params.get(name) ?? '';
    return isPlainDate(asked) ? asked : undefined;
  };
  const from = day('date') ?? null;
  const until = from === null ? undefined : day('until');
  const windows = inTimeOrder((params.get('window') ?? '').split(',').filter(isDeliveryWindow));
  return { from, windows, ...(until !== undefined && { until }) };
}
