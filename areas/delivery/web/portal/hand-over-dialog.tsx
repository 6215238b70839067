import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import { handOver, type HandOverReply } from '#areas/delivery/calls/drivers.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { stopNumbers } from '#areas/delivery/rules/driver-reports.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { DELIVERIES_KEY } from '#areas/orders/web/portal/deliveries-queries.ts';
import { driversQuery } from '#areas/delivery/web/portal/drivers-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { countOfStops, type DriverCount } from './describe-drivers.ts';

type HandOverDialogProps = { from: DriverCount; date: PlainDate; onClose: () => void };

const MOST_DRIVERS = 2;

/** A driver can't go on: to whom the rest goes. Their phone need not be reached. */
export function HandOverDialog({ from, date, onClose }: HandOverDialogProps) {
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
  const parts = [...Map.groupBy(stops, ({ to, timeSlot }) => `${to.name}|${timeSlot}`).values()];
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
            {part[0] && windowLabel(part[0].timeSlot)}: {part.length === 1 ? 'stop' : 'stops'}{' '}
            {stopNumbers(part.map(({ stop }) => stop))} to{' '}
            <span className="font-semibold">{part[0]?.to.name}</span>
          </li>
        ))}
      </ul>
      <p>Numbers stay. Customers are told only if we will be late.</p>
    </section>
  );
}
