import { callQuery, dryRunQuery } from '#platform/web/api/call-query.ts';
import { listDrivers, handOver, type HandOverReply } from '#areas/delivery/calls/drivers.ts';
import { getRunSheet } from '#areas/printouts/calls/printouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { addressOf, call } from '#platform/web/api/client.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useAddressValue } from '#platform/web/portal/list-page.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import { stopNumbers } from '#areas/delivery/rules/driver-reports.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

export const driversQuery = callQuery(['drivers'], listDrivers);

type DriverCount = { id: string; name: string; open: number; stops: number };

export function countByDriver(deliveries: readonly DeliveryReply[]): DriverCount[] {
  const counts = new Map<string, DriverCount>();
  for (const { driver, status } of deliveries) {
    if (!driver || status === 'cancelled') continue;
    const count = counts.get(driver.id) ?? { ...driver, open: 0, stops: 0 };
    count.stops += 1;
    if (!isEnded(status)) count.open += 1;
    counts.set(driver.id, count);
  }
  return [...counts.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

export function countOfStops(count: number): string {
  return count === 1 ? '1 stop' : `${count} stops`;
}

export function DriverStrip({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayMove = useMayDo('moveDeliveries');
  const mayPrint = useMayDo('makePrintouts');
  const [asked, ask] = useAddressValue('handOver');
  const isAsked = useSearchParams()[0].has('handOver') && mayMove;
  const drivers = countByDriver(deliveries);
  const from = isAsked ? driverOf(asked, drivers) : null;
  const date = deliveries[0]?.date;
  if (drivers.length === 0 || date === undefined) return null;
  return (
    <section aria-label="Drivers">
      <ul className="flex flex-wrap gap-2">
        {drivers.map((driver) => (
          <li
            key={driver.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface px-4 py-2 text-sm"
          >
            <span>
              <span className="font-semibold">{driver.name}</span>: {driver.stops - driver.open} of{' '}
              {countOfStops(driver.stops)} done
            </span>
            {mayPrint && (
              <a
                href={addressOf(getRunSheet, { query: { date, driver: driver.id } })}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center font-semibold underline"
                aria-label={`Run sheet of ${driver.name}`}
              >
                Run sheet
              </a>
            )}
            {mayMove && driver.open > 0 && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Hand over the rest of ${driver.name}, ${driver.open}`}
                onClick={() => ask(driver.id)}
              >
                Hand over the rest ({driver.open})…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {from && <HandOverDialog from={from} date={date} onClose={() => ask('')} />}
    </section>
  );
}

/** By id, else the only one of that name with something left; null: none, or several. */
function driverOf(asked: string, drivers: readonly DriverCount[]): DriverCount | null {
  const onTheRoad = drivers.filter(({ open }) => open > 0);
  const byId = onTheRoad.find(({ id }) => id === asked);
  const [only, ...others] = onTheRoad.filter(({ name }) => asked === '' || isFoundBy(asked, name));
  return byId ?? (others.length === 0 ? (only ?? null) : null);
}

type HandOverDialogProps = { from: DriverCount; date: PlainDate; onClose: () => void };

const MOST_DRIVERS = 2;

function HandOverDialog({ from, date, onClose }: HandOverDialogProps) {
  const [to, setTo] = useState<readonly string[]>([]);
  const drivers = useQuery(driversQuery);
  const ask = { date, from: from.id, to: [...to] };
  const preview = useQuery({ ...dryRunQuery(handOver, { body: ask }), enabled: to.length > 0 });
  const give = useChange(
    (previewHash: string) => call(handOver, { body: { ...ask, previewHash } }),
    {
      says: ({ stops }) => ({
        title: `${countOfStops(stops.length)} handed over`,
        tone: 'success',
      }),
      onDone: onClose,
      preview,
      refresh: [{ queryKey: DELIVERIES_KEY }],
    },
  );
  const data = to.length > 0 ? preview.data : undefined;

  function toggle(id: string) {
    if (to.includes(id)) setTo(to.filter((one) => one !== id));
    else setTo([...to, id].slice(-MOST_DRIVERS));
  }
  return (
    <ActionDialog
      title={`Hand over the rest of ${from.name}`}
      act={data ? `Hand over ${data.stops.length}` : 'Hand over'}
      change={give}
      failureTitle="Nothing changed"
      busyLabel="Handing over…"
      isReady={data !== undefined && data.stops.length > 0 && !preview.isFetching}
      go={() => data && give.run(data.previewHash)}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-2 font-semibold">To whom? One, or two who share it</legend>
        <Loaded query={drivers} what="the drivers" kind="line">
          {(known) => {
            if (known.length === 1) return <p>Nobody else may drive. Invite a driver on Staff.</p>;
            return (
              <div className="flex flex-wrap gap-2">
                {known
                  .filter(({ id }) => id !== from.id)
                  .map(({ id, name }) => (
                    <CheckChip key={id} checked={to.includes(id)} onToggle={() => toggle(id)}>
                      {name}
                    </CheckChip>
                  ))}
              </div>
            );
          }}
        </Loaded>
      </fieldset>
      {to.length > 0 && (
        <Loaded query={preview} what="what happens" kind="line">
          {(found) => !preview.isFetching && <Outcome {...found} />}
        </Loaded>
      )}
    </ActionDialog>
  );
}

function Outcome({ from, lastReportAt, stops }: HandOverReply) {
  const formatInstant = useFormatInstant();
  const toAsk = stops.filter(({ isMaybeDone }) => isMaybeDone).map(({ stop }) => stop);
  const parts = [...Map.groupBy(stops, ({ to, window }) => `${to.name}|${window}`).values()];
  return (
    <section aria-label="What happens" className="grid gap-2 rounded-2xl bg-sunken px-4 py-3">
      {toAsk.length > 0 && (
        <p className="font-bold text-danger">
          Ask {from.name}: {toAsk.join(', ')}?{' '}
          <span className="font-normal">
            {lastReportAt && `Last report ${formatInstant(lastReportAt)}. `}
            {toAsk.length === 1 ? 'It' : 'They'} may be delivered already.
          </span>
        </p>
      )}
      {stops.length === 0 && <p>{from.name} has no open stops.</p>}
      <ul className="grid gap-1">
        {parts.map((part) => (
          <li key={part[0]?.id}>
            {part[0] && windowLabel(part[0].window)}: {part.length === 1 ? 'stop' : 'stops'}{' '}
            {stopNumbers(part.map(({ stop }) => stop))} to{' '}
            <span className="font-semibold">{part[0]?.to.name}</span>
          </li>
        ))}
      </ul>
      <p>Numbers stay. Customers are told only if we will be late.</p>
    </section>
  );
}
