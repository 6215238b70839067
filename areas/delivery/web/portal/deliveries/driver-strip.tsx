import { useState } from 'react';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { runSheetOf } from '#areas/delivery/web/portal/drivers-queries.ts';
import {
  countByDriver,
  countOfStops,
  type DriverCount,
} from '#areas/delivery/web/portal/describe-drivers.ts';
import { HandOverDialog } from '#areas/delivery/web/portal/hand-over-dialog.tsx';

/** Who is on the road with how much, and what to do when one of them can't go on. */
export function DriverStrip({ deliveries }: { deliveries: readonly DeliveryReply[] }) {
  const mayMove = useMayDo('moveDeliveries');
  const mayPrint = useMayDo('makePrintouts');
  const [from, setFrom] = useState<DriverCount | null>(null);
  const drivers = countByDriver(deliveries);
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
                href={runSheetOf(date, driver.id)}
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
                onClick={() => setFrom(driver)}
              >
                Hand over the rest ({driver.open})…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {from && <HandOverDialog from={from} date={date} onClose={() => setFrom(null)} />}
    </section>
  );
}
